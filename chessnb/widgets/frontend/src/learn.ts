// "Learn from your mistakes": a quiz of the shown game's own mistakes, marked by its stored lines
// and, where these do not know an answer, by the engine;
// and "Add to lesson", which hands the position on the board to the coach's lesson.
import { el, replace } from "./dom";
import { winProbability } from "./format";
import { icon } from "./icons";
import { Lookout } from "./lookout";
import { listen } from "./model";
import { buildQuiz } from "./quiz";
import { UNTOUCHED, type Candidate, type Key, type Side } from "./quizdata";
import { Marker } from "./quizmarker";
import { playLine } from "./rules";
import type { Session } from "./session";
import { isBad } from "./shapes";
import { followTheme } from "./theme";
import type { TreeNode } from "./tree";

const TOLERANCE = 0.05;
const LONGEST = 12;

/** The questions that a side's mistakes make; empty where nothing is known of them. */
export function mistakeKeys(session: Session, side: Side): Key[] {
  const bad = session.tree.main.filter(
    (node) => node.parent && node.side === side && isBad(session.row(node.ply)?.label),
  );
  return bad.map((node) => keyOf(session, node)).filter((key) => key.candidates.length > 0);
}

function keyOf(session: Session, node: TreeNode): Key {
  const parent = node.parent as TreeNode;
  const row = session.row(node.ply);
  const candidates = known(session, node, row?.wpl ?? 0);
  const best = candidates[0];
  const lines = session.lines(parent).length;
  const last = candidates.filter((each) => each.uci !== node.uci).at(-1);
  const right = candidates.filter((each) => best && best.win - each.win <= TOLERANCE);
  const san = (uci: string) => playLine(parent.fen, [uci], session.tree.variant)[0]?.san ?? uci;
  return {
    id: `ply${node.ply}`,
    fen: parent.fen,
    chess960: session.tree.variant.chess960,
    side: node.side,
    prompt: `You played ${node.san}. Find a better move.`,
    bestMove: session.judgement.bestMove,
    ...(parent.uci ? { last: parent.uci } : {}),
    gameId: "",
    ply: node.ply,
    candidates,
    floor: best && last && lines > 1 ? best.win - last.win : null,
    tolerance: TOLERANCE,
    accept: [],
    wrong: {},
    only: false,
    hints: best ? [{ text: `Move the piece on ${best.uci.slice(0, 2)}.`, square: best.uci.slice(0, 2) }] : [],
    solution: {
      moves: right.map((each) => san(each.uci)),
      ...(best ? { uci: best.uci } : {}),
      line: best?.line ?? [],
      ...(row?.explanation ? { why: row.explanation } : {}),
      played: node.san,
    },
  };
}

/** The stored lines before a move, and the move itself, which loses at least what it was found to. */
function known(session: Session, node: TreeNode, loss: number): Candidate[] {
  const parent = node.parent as TreeNode;
  const found = session.lines(parent).flatMap((line): Candidate[] => {
    const white = winProbability(line);
    const uci = line.pv[0];
    if (white === undefined || uci === undefined) return [];
    return [{ uci, win: node.side === "white" ? white : 1 - white, line: line.pv.slice(0, LONGEST) }];
  });
  found.sort((one, other) => other.win - one.win);
  const best = found[0];
  const there = found.find((each) => each.uci === node.uci);
  if (!best || (there && best.win - there.win >= loss)) return found;
  const reply = session.lines(node)[0]?.pv ?? [];
  const played = { uci: node.uci, win: Math.max(0, best.win - loss), line: [node.uci, ...reply].slice(0, LONGEST) };
  return [...found.filter((each) => each !== there), played].sort((one, other) => other.win - one.win);
}

/** The two buttons, and the place of the quiz in the view. */
export class Learn {
  readonly root = el("div", { class: "cn-learn" });
  readonly panel = el("div", { class: "cn-learn-panel", hidden: true });
  readonly #session: Session;
  readonly #view: HTMLElement;
  #quiz: AbortController | undefined;

  constructor(session: Session, view: HTMLElement) {
    this.#session = session;
    this.#view = view;
    session.follow(["judgement", "game"], () => this.#update());
    for (const name of ["orientation", "hide_judgement", "lesson_state"]) {
      listen(session.model, `change:${name}`, () => this.#update(), session.signal);
    }
    session.signal.addEventListener("abort", () => this.#close(), { once: true });
  }

  get #side(): Side {
    return this.#session.model.get("orientation") === "black" ? "black" : "white";
  }

  #update(): void {
    const { model } = this.#session;
    const side = this.#side;
    const count = mistakeKeys(this.#session, side).length;
    const name = side === "white" ? "White" : "Black";
    const lesson = model.get("lesson_state");
    const chip = (text: string, sign: Parameters<typeof icon>[0], title: string, click: () => void) =>
      el("button", { type: "button", class: "cn-chip", title, on: { click } }, icon(sign), text);
    replace(
      this.root,
      count > 0 &&
        chip("Learn from your mistakes", "mistake", `${count} positions of ${name}`, () => void this.#open()),
      lesson !== undefined && chip("Add to lesson", "download", "Ask for this move in a lesson", () => this.#ask()),
      typeof lesson === "string" && lesson !== "" && el("span", { class: "cn-muted", role: "status" }, lesson),
    );
  }

  async #open(): Promise<void> {
    this.#close();
    const keys = mistakeKeys(this.#session, this.#side);
    const scope = new AbortController();
    this.#quiz = scope;
    const { model } = this.#session;
    const lookout = new Lookout(model, scope.signal);
    const marker = new Marker(keys, keys.map(() => ({ ...UNTOUCHED })), {
      ...(model.get("live_engine") === true
        ? { engine: { look: (key: Key, uci: string) => lookout.look({ ...key, ply: key.ply ?? 0 }, uci) } }
        : {}),
      record: (_index, key, verdict, before, seconds) =>
        model.send({
          kind: "learned",
          ply: key.ply,
          uci: verdict.uci,
          tries: before.tries + 1,
          hints: before.hints.length,
          seconds,
        }),
    });
    const host = el("div", { class: "cn-root cn-quiz-part" });
    const back = el(
      "button",
      { type: "button", class: "cn-chip", on: { click: () => this.#close() } },
      icon("back"),
      "Back to the game",
    );
    replace(this.panel, back, host);
    this.panel.hidden = false;
    this.#view.classList.add("cn-learning");
    followTheme(host, scope.signal);
    await buildQuiz(marker.model, host, scope.signal);
    host.focus({ preventScroll: true });
  }

  #close(): void {
    this.#quiz?.abort();
    this.#quiz = undefined;
    replace(this.panel);
    this.panel.hidden = true;
    this.#view.classList.remove("cn-learning");
  }

  #ask(): void {
    const ply = this.#session.tree.root(this.#session.node).ply;
    const note = el("input", { type: "text", placeholder: "a note for afterwards", "aria-label": "Note" });
    const add = () => {
      this.#session.model.send({ kind: "lesson", ply, note: note.value.trim() });
      this.#update();
    };
    note.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter") add();
      if (event.key === "Escape") this.#update();
    });
    const button = el("button", { type: "button", class: "cn-chip", on: { click: add } }, "Add");
    const cancel = el(
      "button",
      { type: "button", class: "cn-chip", on: { click: () => this.#update() } },
      "Cancel",
    );
    replace(this.root, note, button, cancel);
    // The click that opened it gives the focus to the view first.
    setTimeout(() => note.focus());
  }
}
