// The entry of a lesson's page: its quizzes, marked here, its charts, and the answers to hand in.
import { Chart } from "./chart";
import { el, replace } from "./dom";
import { copy, save } from "./files";
import { Log } from "./lessonlog";
import { TinyModel, listen } from "./model";
import { fromBase64, unpack } from "./pack";
import { buildQuiz } from "./quiz";
import { UNTOUCHED, variantOf, type Key, type Progress, type Request, type Verdict } from "./quizdata";
import { QuizEngine } from "./quizengine";
import { judge, needsEngine } from "./quizgrade";
import { play } from "./rules";
import { followTheme } from "./theme";

interface About {
  id: string;
  title: string;
  file: string;
}

const forever = new AbortController().signal;

function data(id: string): string | undefined {
  return document.getElementById(id)?.textContent?.trim() || undefined;
}

function packed(id: string): Uint8Array {
  const text = data(id);
  return text ? fromBase64(text) : new Uint8Array();
}

/** Marks the answers of one quiz, in place of a kernel. */
class Marker {
  readonly model: TinyModel;
  readonly #keys: Key[];
  readonly #first: number;
  readonly #log: Log;
  readonly #engine: QuizEngine | undefined;

  constructor(keys: Key[], first: number, progress: Progress[], log: Log, engine?: QuizEngine) {
    this.#keys = keys;
    this.#first = first;
    this.#log = log;
    this.#engine = engine;
    const open = Math.max(0, progress.findIndex((each) => each.state === "open"));
    this.model = new TinyModel({ part: "quiz", title: "", questions: keys, current: open, progress });
    this.model.on("sent", ((request: Request) => void this.#obey(request)) as never);
  }

  get progress(): Progress[] {
    return this.model.get("progress") as Progress[];
  }

  async #obey(request: Request): Promise<void> {
    const index = request.question;
    const key = this.#keys[index];
    const before = this.progress[index];
    if (!key || !before || ["right", "revealed", "thinking"].includes(before.state)) return;
    if (request.kind === "answer") return this.#mark(index, key, before, request);
    if (request.kind === "retry") return this.#set(index, { ...before, state: "open" }, ["verdict"]);
    if (request.kind === "reveal") {
      return this.#set(index, { ...before, state: "revealed", solution: key.solution }, ["verdict"]);
    }
    const hint = key.hints[before.hints.length];
    this.#set(index, hint ? { ...before, hints: [...before.hints, hint] } : { ...before, no_more_hints: true });
  }

  async #mark(
    index: number,
    key: Key,
    before: Progress,
    request: { uci: string; seconds: number },
  ): Promise<void> {
    const played = play(key.fen, request.uci, variantOf(key));
    if (!played) return;
    let verdict = judge(key, played.uci, played.san);
    if (this.#engine && needsEngine(key, played.uci)) {
      this.#set(index, { ...before, state: "thinking", verdict });
      verdict = judge(key, played.uci, played.san, await this.#engine.look(key, played.uci));
    }
    this.#log.record(this.#first + index, key, verdict, before, request.seconds);
    this.#set(index, after(before, verdict, key));
  }

  #set(index: number, value: Progress, dropped: (keyof Progress)[] = []): void {
    const kept = Object.fromEntries(
      Object.entries(value).filter(([name]) => !dropped.includes(name as keyof Progress)),
    ) as unknown as Progress;
    this.model.set("progress", this.progress.map((each, place) => (place === index ? kept : each)));
    this.model.save_changes();
  }
}

function after(before: Progress, verdict: Verdict, key: Key): Progress {
  const { accepted } = verdict;
  const state = accepted === undefined ? "unmarked" : accepted ? "right" : "wrong";
  const solution = accepted ? { solution: key.solution } : {};
  return { ...before, state, tries: before.tries + 1, verdict, ...solution };
}

/** A question that was being looked at when the page was closed is open again. */
function restored(keys: Key[], stored: Progress[] | undefined): Progress[] {
  return keys.map((_key, index) => {
    const known = stored?.[index];
    return !known || known.state === "thinking" ? { ...UNTOUCHED } : known;
  });
}

function root(host: HTMLElement, part: string): HTMLElement {
  const made = el("div", { class: `cn-root cn-${part}-part` });
  host.append(made);
  followTheme(made, forever);
  return made;
}

function buildCharts(charts: unknown[]): void {
  for (const host of document.querySelectorAll<HTMLElement>("[data-chart]")) {
    const figure = charts[Number(host.dataset["chart"])];
    const place = root(host, "chart");
    place.style.height = "100%";
    void showChart(place, figure);
  }
}

async function showChart(place: HTMLElement, figure: unknown): Promise<void> {
  const text = JSON.stringify({ light: { figure }, dark: { figure } });
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  const model = new TinyModel({
    _charts: new Uint8Array(await new Response(stream).arrayBuffer()),
    plotly: new TinyModel({ digest: "plotly", code: packed("plotly") }),
  });
  const chart = new Chart({
    model,
    signal: forever,
    trait: "_charts",
    name: "figure",
    title: "Chart",
    ply: () => 0,
    go: () => undefined,
  });
  place.append(chart.root);
}

function buildResults(host: HTMLElement, about: About, log: Log, markers: Marker[]): void {
  const place = root(host, "results");
  const summary = el("p", { class: "cn-results-summary", role: "status" });
  const name = el("input", {
    type: "text",
    value: log.pupil,
    placeholder: "your name",
    maxlength: "80",
    "aria-label": "Your name",
  });
  name.addEventListener("input", () => {
    log.pupil = name.value.trim();
    log.save();
  });
  const code = el("textarea", { rows: "3", readonly: true, "aria-label": "Code of your answers" });
  const button = (text: string, act: () => void) =>
    el("button", { type: "button", class: "cn-button", on: { click: act } }, text);
  const copied = el("span", { role: "status" });
  const update = () => {
    const all = markers.flatMap((marker) => marker.progress);
    const right = all.filter((each) => each.state === "right").length;
    replace(summary, `${right} of ${all.length} solved, ${log.rows.length} answers given.`);
    code.value = log.code();
    log.progress = markers.map((marker) => marker.progress);
  };
  place.append(
    el("h2", {}, "Your answers"),
    summary,
    el("p", {}, name),
    el(
      "p",
      { class: "cn-results-buttons" },
      button("Download answers (CSV)", () => save(about.file, "text/csv;charset=utf-8", log.csv())),
      button("Copy code", () => void copy(log.code()).then((done) => replace(copied, done ? "Copied." : "Select the code below."))),
      button("Start again", () => {
        log.clear();
        location.reload();
      }),
      copied,
    ),
    code,
  );
  log.onChange(update);
  for (const marker of markers) {
    listen(marker.model, "change:progress", () => {
      update();
      log.save();
    }, forever);
  }
  update();
}

/** Read what the page carries and bring it to life. */
async function start(): Promise<void> {
  const about = JSON.parse(data("lesson") ?? "{}") as About;
  const quizzes = (await unpack<Key[][]>(packed("quizzes"))) ?? [];
  const log = new Log(about.id);
  const engine = data("engine") ? new QuizEngine(packed("engine-loader"), packed("engine")) : undefined;
  let first = 0;
  const markers = quizzes.map((keys, index) => {
    const marker = new Marker(keys, first, restored(keys, log.progress[index]), log, engine);
    first += keys.length;
    return marker;
  });
  for (const host of document.querySelectorAll<HTMLElement>("[data-quiz]")) {
    const marker = markers[Number(host.dataset["quiz"])];
    if (marker) void buildQuiz(marker.model, root(host, "quiz"), forever);
  }
  buildCharts((await unpack<unknown[]>(packed("charts"))) ?? []);
  const results = document.getElementById("results");
  if (results) buildResults(results, about, log, markers);
}

void start();
