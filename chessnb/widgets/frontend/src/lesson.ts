// The entry of a lesson's page: its quizzes, marked here, its charts, and the answers to hand in.
import { Chart } from "./chart";
import { el, replace } from "./dom";
import { copy, save } from "./files";
import { Log } from "./lessonlog";
import { TinyModel, listen } from "./model";
import { fromBase64, unpack } from "./pack";
import { buildQuiz } from "./quiz";
import { UNTOUCHED, type Key, type Progress } from "./quizdata";
import { QuizEngine } from "./quizengine";
import { Marker } from "./quizmarker";
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
        if (!window.confirm("Delete all your answers on this page?")) return;
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
    const start = first;
    first += keys.length;
    return new Marker(keys, restored(keys, log.progress[index]), {
      ...(engine ? { engine } : {}),
      record: (place, key, verdict, before, seconds) =>
        log.record(start + place, key, verdict, before, seconds),
    });
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
