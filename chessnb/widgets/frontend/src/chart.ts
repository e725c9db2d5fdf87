// A plotly figure as a part: shows the current ply as a line, and goes to the ply that is clicked.
import { el } from "./dom";
import { Later } from "./later";
import { load } from "./library";
import { listen, type Model } from "./model";
import { unpack, type Packed } from "./pack";
import { followTheme, themeOf, type Theme } from "./theme";

type Json = Record<string, unknown>;

export interface Figure {
  data: Json[];
  layout: Json & { shapes?: Json[]; meta?: { cursor?: string; x?: string } };
}

/** The figures of a view, by theme and name. */
export type Figures = Partial<Record<Theme, Record<string, Figure>>>;

interface ClickEvent {
  points: { x?: unknown; y?: unknown; label?: unknown; customdata?: unknown }[];
}

/** What was clicked in a chart that has no plies. */
export type Clicked = ClickEvent["points"][number];

export interface PlotElement extends HTMLElement {
  on?(event: string, listener: (event: ClickEvent) => void): void;
}

export interface Plotly {
  react(element: HTMLElement, data: Json[], layout: Json, config: Json): Promise<void>;
  relayout(element: HTMLElement, update: Json): Promise<void>;
  purge(element: HTMLElement): void;
}

/** Tighter than on a page of its own: the parts around it have their own space. */
const MARGIN = { l: 44, r: 14, t: 30, b: 26 };

const CONFIG = { displayModeBar: false, responsive: false, displaylogo: false, showLink: false };

export interface ChartOptions {
  model: Model;
  signal: AbortSignal;
  trait: string;
  name: string;
  title: string;
  ply(): number;
  marked?(): readonly number[];
  go(ply: number): void;
  clicked?(point: Clicked): void;
}

export class Chart {
  readonly root: HTMLElement;
  readonly #plot = el("div", { class: "cn-chart-plot" }) as PlotElement;
  readonly #line = el("div", { class: "cn-chart-cursor", hidden: true });
  readonly #options: ChartOptions;
  #plotly: Plotly | undefined;
  #figures: Figures | undefined;
  #figure: Figure | undefined;
  #cursor: number | undefined;
  readonly #cursorLater: Later;
  #drawing: Promise<void> = Promise.resolve();

  constructor(options: ChartOptions) {
    this.#options = options;
    this.root = el("div", { class: "cn-chart", role: "figure", "aria-label": options.title }, this.#plot, this.#line);
    const { model, signal } = options;
    listen(model, `change:${options.trait}`, () => void this.#read(), signal);
    signal.addEventListener("abort", () => this.#purge(), { once: true });
    followTheme(this.root, signal, () => this.#draw());
    this.#cursorLater = new Later(() => this.#moveCursor(), signal);
    this.#keepSize();
    void this.#start();
  }

  /** Put the cursor on the current ply, soon. */
  follow(): void {
    this.#cursorLater.call();
  }

  /** Show which plies are marked. */
  mark(): void {
    if (this.#hasPlies) void this.#plotly?.relayout(this.#plot, { shapes: this.#shapes() });
  }

  async #start(): Promise<void> {
    this.#plotly = await load<{ default: Plotly }>(this.#options.model, "plotly").then((it) => it.default);
    await this.#read();
  }

  async #read(): Promise<void> {
    const figures = await unpack<Figures>(this.#options.model.get(this.#options.trait) as Packed);
    if (!figures || this.#options.signal.aborted) return;
    this.#figures = figures;
    this.#draw();
  }

  #draw(): void {
    // One drawing at a time: plotly's promises overlap badly.
    this.#drawing = this.#drawing.then(() => this.#react());
  }

  async #react(): Promise<void> {
    const plotly = this.#plotly;
    const figure = this.#chosen();
    const { clientWidth: width, clientHeight: height } = this.root;
    if (!plotly || !figure || width === 0 || this.#options.signal.aborted) return;
    const first = this.#figure === undefined;
    this.#figure = figure;
    this.#cursor = this.#options.ply();
    const layout = {
      ...figure.layout,
      shapes: this.#shapes(),
      margin: this.#hasPlies ? MARGIN : figure.layout["margin"],
      width,
      height,
      autosize: false,
      paper_bgcolor: "rgba(0,0,0,0)",
      plot_bgcolor: "rgba(0,0,0,0)",
      uirevision: "chessnb",
    };
    await plotly.react(this.#plot, figure.data, layout, CONFIG);
    this.#placeLine();
    if (first) this.#plot.on?.("plotly_click", (event) => this.#clicked(event));
  }

  /** The figure for the page's theme; for the other one where that has not come yet. */
  #chosen(): Figure | undefined {
    const { light, dark } = this.#figures ?? {};
    const first = themeOf(this.root) === "dark" ? dark : light;
    return (first ?? light ?? dark)?.[this.#options.name];
  }

  get #hasPlies(): boolean {
    return this.#figure?.layout.meta?.x === "ply";
  }

  #shapes(): Json[] {
    const own = (this.#figure?.layout.shapes ?? []).filter((shape) => shape["name"] !== "cursor");
    if (!this.#hasPlies) return own;
    const marks = (this.#options.marked?.() ?? []).map(mark);
    return this.#range ? [...own, ...marks] : [...own, ...marks, this.#cursorShape()];
  }

  /** The plies at the plot's edges, where the figure names them. */
  get #range(): [number, number] | undefined {
    const axis = this.#figure?.layout["xaxis"] as { range?: unknown } | undefined;
    const [first, last] = Array.isArray(axis?.range) ? axis.range : [];
    return typeof first === "number" && typeof last === "number" && last > first
      ? [first, last]
      : undefined;
  }

  #cursorShape(): Json {
    return {
      name: "cursor",
      type: "line",
      xref: "x",
      yref: "paper",
      x0: this.#cursor,
      x1: this.#cursor,
      y0: 0,
      y1: 1,
      line: { color: "#e0653a", width: 2 },
    };
  }

  #moveCursor(): void {
    const ply = this.#options.ply();
    // A hidden chart is drawn anew when it is shown.
    if (ply === this.#cursor || !this.#hasPlies || this.root.clientWidth === 0) return;
    this.#cursor = ply;
    if (this.#range) this.#placeLine();
    else void this.#plotly?.relayout(this.#plot, { shapes: this.#shapes() });
  }

  /** A line over the plot: plotly would draw every shape anew for each step. */
  #placeLine(): void {
    const range = this.#hasPlies ? this.#range : undefined;
    this.#line.hidden = range === undefined;
    if (!range || this.#cursor === undefined) return;
    const share = (this.#cursor - range[0]) / (range[1] - range[0]);
    const width = this.root.clientWidth - MARGIN.l - MARGIN.r;
    this.#line.style.transform = `translateX(${MARGIN.l + share * width - 1}px)`;
  }

  #clicked(event: ClickEvent): void {
    const point = event.points[0];
    if (!point) return;
    if (!this.#hasPlies) {
      const { x, y, label, customdata } = point;
      this.#options.clicked?.({ x, y, label, customdata });
    } else if (Number.isFinite(Number(point.x))) this.#options.go(Math.round(Number(point.x)));
  }

  #keepSize(): void {
    const observer = new ResizeObserver(() => this.#draw());
    observer.observe(this.root);
    this.#options.signal.addEventListener("abort", () => observer.disconnect(), { once: true });
  }

  #purge(): void {
    this.#plotly?.purge(this.#plot);
  }
}

/** A band over a marked ply. */
function mark(ply: number): Json {
  return {
    name: "mark",
    type: "rect",
    xref: "x",
    yref: "paper",
    x0: ply - 0.4,
    x1: ply + 0.4,
    y0: 0,
    y1: 1,
    line: { width: 0 },
    fillcolor: "#f4cf47",
    opacity: 0.45,
  };
}
