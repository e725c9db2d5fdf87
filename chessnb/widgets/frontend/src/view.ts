// The whole view: every part on one model, so that one `ply` moves them all.
import { Board } from "./board";
import { Chart } from "./chart";
import { Controls } from "./controls";
import { el, replace } from "./dom";
import { EvalBar } from "./evalbar";
import { listenKeys } from "./keys";
import { Learn } from "./learn";
import { Lines } from "./lines";
import { listen } from "./model";
import { MoveList } from "./movelist";
import { MoveTable } from "./movetable";
import { Note } from "./note";
import type { Session } from "./session";
import { Stepper } from "./stepper";
import { Strip } from "./strip";
import { Summary } from "./summary";
import { tabs } from "./tabs";

export function buildView(session: Session, root: HTMLElement): void {
  const stepper = new Stepper(session);
  const learn = new Learn(session, root);
  const side = el(
    "div",
    { class: "cn-view-side" },
    new Summary(session).root,
    new Note(session).root,
    learn.root,
    new Lines(session).root,
    new MoveList(session).root,
    stepper.root,
  );
  root.classList.add("cn-view");
  root.append(
    el("div", { class: "cn-view-head" }, title(session), new Controls(session).root),
    learn.panel,
    el("div", { class: "cn-view-main" }, framedBoard(session), side),
    chart(session, "win_probability", "White's win probability").root,
    tabs("More about the game", [
      { text: "Moves", panel: new MoveTable(session).root },
      { text: "Accuracy", panel: chart(session, "accuracy", "Accuracy of each move").root },
      { text: "Labels", panel: chart(session, "labels", "Moves by label").root },
      { text: "Time", panel: chart(session, "time", "Time spent on each move").root },
    ]),
  );
  root.setAttribute("role", "region");
  listenKeys(root, session, { togglePlay: () => stepper.toggle() });
  hideFallback(session);
}

/** The board with players, clocks, what was taken, and the evaluation bar. */
export function framedBoard(session: Session): HTMLElement {
  return el(
    "div",
    { class: "cn-view-board" },
    new Strip(session, "top").root,
    el("div", { class: "cn-view-row" }, new EvalBar(session).root, new Board(session).root),
    new Strip(session, "bottom").root,
  );
}

export function chart(session: Session, name: string, text: string): Chart {
  const part = new Chart({
    model: session.model,
    signal: session.signal,
    trait: "_charts",
    name,
    title: text,
    ply: () => session.tree.root(session.node).ply,
    marked: () => session.selected,
    go: (ply) => session.go(ply),
  });
  session.on("place", () => part.follow());
  session.on("selection", () => part.mark());
  return part;
}

function title(session: Session): HTMLElement {
  const root = el("div", { class: "cn-title" });
  session.follow(["game", "judgement"], () => {
    const { game, judgement } = session;
    const facts = [judgement.opening, game.event].filter(Boolean).join(" · ");
    replace(
      root,
      el("div", { class: "cn-title-names" }, `${game.white.name} – ${game.black.name}`, " ", el("span", {}, game.result)),
      facts !== "" && el("div", { class: "cn-title-facts" }, facts),
    );
    root.title = facts;
  });
  return root;
}

/** The still picture for readers without a kernel is not shown beside the live view. */
function hideFallback(session: Session): void {
  const style = el("style");
  const update = () => {
    const name = String(session.model.get("fallback") ?? "");
    style.textContent = /^[\w-]+$/.test(name) ? `.${name} { display: none !important; }` : "";
  };
  update();
  document.head.append(style);
  listen(session.model, "change:fallback", update, session.signal);
  session.signal.addEventListener("abort", () => style.remove(), { once: true });
}
