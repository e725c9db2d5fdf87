// The engine's lines of the position on the board: hover a move to see it, click to play up to it.
import { el, replace } from "./dom";
import { moveNumber, scoreText } from "./format";
import { Later } from "./later";
import { listen } from "./model";
import type { EngineLine, Live } from "./payload";
import { playLine, turnOf, numberOf, type Played } from "./rules";
import type { Session } from "./session";

const SHOWN_MOVES = 12;
/** So long a reader stays before the live engine looks at the position. */
const FOLLOW_MS = 150;

export class Lines {
  readonly root: HTMLElement;
  readonly #session: Session;
  readonly #list = el("div", { class: "cn-lines-list" });
  readonly #toggle: HTMLButtonElement;
  readonly #source = el("span", { class: "cn-lines-source" });
  #shown = "";

  constructor(session: Session) {
    this.#session = session;
    this.#toggle = el(
      "button",
      {
        type: "button",
        class: "cn-switch",
        role: "switch",
        "aria-checked": "false",
        title: "Let the engine look at whatever stands on the board",
        on: { click: () => this.#switch() },
      },
      el("span", { class: "cn-switch-knob" }),
    );
    this.root = el(
      "div",
      { class: "cn-lines", role: "group", "aria-label": "Engine lines" },
      el("div", { class: "cn-lines-head" }, this.#toggle, el("span", {}, "Live engine"), this.#source),
      this.#list,
    );
    this.#list.addEventListener("mouseleave", () => session.show(undefined));
    session.follow(["place", "judgement", "game"], () => this.#update());
    for (const name of ["live", "live_engine", "hide_judgement"]) {
      listen(session.model, `change:${name}`, () => this.#update(), session.signal);
    }
    const later = new Later(() => this.#ask(), session.signal, FOLLOW_MS);
    session.on("place", () => later.call());
  }

  get #live(): Live | undefined {
    return this.#session.model.get("live") as Live | undefined;
  }

  #switch(): void {
    const running = this.#live?.running === true;
    this.#session.model.send({ kind: "live", on: !running, fen: this.#session.node.fen });
  }

  /** The live engine follows the board. */
  #ask(): void {
    const { node, model } = this.#session;
    const live = this.#live;
    if (live?.running && live.fen !== node.fen) model.send({ kind: "live", on: true, fen: node.fen });
  }

  #update(): void {
    const { node, judgement, model } = this.#session;
    const live = this.#live;
    const isLive = live?.running === true || live?.fen === node.fen;
    const lines = live?.fen === node.fen && live.lines?.length ? live.lines : this.#session.lines(node);
    const hidden = model.get("hide_judgement") === true;
    this.#toggle.parentElement?.toggleAttribute("hidden", model.get("live_engine") !== true);
    this.#toggle.setAttribute("aria-checked", String(live?.running === true));
    const depth = lines[0]?.depth;
    const about = [judgement.engine, depth ? `depth ${depth}` : undefined].filter(Boolean).join(" · ");
    this.#source.textContent = live?.message ?? about;
    const key = JSON.stringify([node.fen, hidden, lines]);
    if (key === this.#shown) return;
    this.#shown = key;
    if (hidden || lines.length === 0) {
      const text = hidden || isLive ? "" : this.#emptyText();
      replace(this.#list, text !== "" && el("div", { class: "cn-lines-empty" }, text));
      return;
    }
    replace(this.#list, ...lines.map((line) => this.#row(line, node.fen)));
  }

  #emptyText(): string {
    const { node } = this.#session;
    if (!node.main) return "No engine lines for this variation yet";
    return this.#session.row(node.ply)?.eval?.startsWith("#") ? "" : "No engine lines here";
  }

  #row(line: EngineLine, fen: string): HTMLElement {
    const played = playLine(fen, line.pv.slice(0, SHOWN_MOVES), this.#session.tree.variant);
    const better = line.mate !== undefined ? line.mate > 0 : (line.cp ?? 0) >= 0;
    const score = el(
      "span",
      { class: `cn-lines-score ${better ? "cn-white" : "cn-black"}` },
      scoreText(line),
    );
    const moves = played.map((move, index) => this.#move(played, index, fen, move));
    return el("div", { class: "cn-line" }, score, el("span", { class: "cn-lines-moves" }, ...moves));
  }

  #move(played: Played[], index: number, fen: string, move: Played): HTMLElement {
    const before = index === 0 ? fen : (played[index - 1]?.fen ?? fen);
    const side = turnOf(before);
    const number = side === "white" || index === 0 ? `${moveNumber(numberOf(before), side)} ` : "";
    const preview = () =>
      this.#session.show({ fen: move.fen, uci: move.uci, owner: "lines", text: move.san });
    return el(
      "button",
      {
        type: "button",
        class: "cn-lines-move",
        tabindex: "-1",
        on: {
          mouseenter: preview,
          click: () => this.#playTo(played.slice(0, index + 1)),
        },
      },
      number !== "" && el("span", { class: "cn-lines-number" }, number),
      move.san,
    );
  }

  #playTo(moves: Played[]): void {
    this.#session.show(undefined);
    for (const move of moves) this.#session.play(move.uci);
  }
}
