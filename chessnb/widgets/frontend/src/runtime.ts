// What the widgets share: draws the part that a model asks for.
import { Board } from "./board";
import { Chart } from "./chart";
import { Controls } from "./controls";
import { el } from "./dom";
import { EvalBar } from "./evalbar";
import { gameList } from "./games";
import { listenKeys } from "./keys";
import { Lines } from "./lines";
import { listen, write, type Model } from "./model";
import { MoveList } from "./movelist";
import { MoveTable } from "./movetable";
import { buildPicker } from "./picker";
import { buildQuiz } from "./quiz";
import { Session } from "./session";
import { Stepper } from "./stepper";
import { followTheme } from "./theme";
import { buildView, framedBoard } from "./view";

export type Render = typeof render;

type Build = (session: Session, root: HTMLElement) => void;

const PARTS: Record<string, Build> = {
  board: (session, root) => {
    const bare = session.model.get("details") !== true;
    root.append(bare ? new Board(session).root : framedBoard(session));
    listenKeys(root, session);
  },
  controls: (session, root) => {
    const stepper = new Stepper(session);
    root.append(new Controls(session).root, stepper.root);
    listenKeys(root, session, { togglePlay: () => stepper.toggle() });
  },
  evalbar: (session, root) => root.append(new EvalBar(session).root),
  lines: (session, root) => {
    root.append(new Lines(session).root);
    listenKeys(root, session);
  },
  movelist: (session, root) => {
    root.append(new MoveList(session).root);
    listenKeys(root, session);
  },
  movetable: (session, root) => {
    root.append(new MoveTable(session).root);
    listenKeys(root, session);
  },
  view: buildView,
};

/** Draw a model's part into an element; everything ends with the signal. */
export async function render(model: Model, host: HTMLElement, signal: AbortSignal): Promise<void> {
  const part = String(model.get("part"));
  const root = el("div", { class: `cn-root cn-${part}-part` });
  host.append(root);
  signal.addEventListener("abort", () => root.remove(), { once: true });
  followTheme(root, signal, (theme) => {
    // Only the view's figures are made anew for a theme.
    if (model.get("theme") !== undefined) write(model, "theme", theme);
  });
  if (part === "chart") return buildChart(model, root, signal);
  if (part === "games") {
    root.append(gameList(model, signal));
    return;
  }
  if (part === "picker") return buildPicker(model, root, signal);
  if (part === "quiz") return buildQuiz(model, root, signal);
  const session = await Session.open(model, signal);
  if (!signal.aborted) PARTS[part]?.(session, root);
}

function buildChart(model: Model, root: HTMLElement, signal: AbortSignal): void {
  const height = () => {
    root.style.height = `${Number(model.get("height") ?? 320)}px`;
  };
  const chart = new Chart({
    model,
    signal,
    trait: "_charts",
    name: "figure",
    title: String(model.get("title") || "Chart"),
    ply: () => Number(model.get("ply") ?? 0),
    go: (ply) => write(model, "ply", ply),
    clicked: (point) => model.send({ kind: "click", point }),
  });
  root.append(chart.root);
  height();
  listen(model, "change:height", height, signal);
  listen(model, "change:ply", () => chart.follow(), signal);
}
