// The chart library, built apart so that it travels once and only where a chart is shown.
import plotly from "plotly.js-basic-dist-min";

export default plotly;
