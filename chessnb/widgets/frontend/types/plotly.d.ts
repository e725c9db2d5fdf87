declare module "plotly.js-basic-dist-min" {
  const plotly: import("../src/chart").Plotly;
  export default plotly;
}
