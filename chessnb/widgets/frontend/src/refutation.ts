// "Show me": plays the answer to a bad move on the board, until it has cost material or mates.
import { playLine, captured, type Played } from "./rules";
import type { Session } from "./session";
import type { TreeNode } from "./tree";

const STEP_MS = 900;
const MOST_MOVES = 9;

/** The moves that show what is wrong with a move: the engine's line after it, as far as needed. */
export function refutation(session: Session, node: TreeNode): Played[] {
  const pv = session.lines(node)[0]?.pv ?? [];
  const played = playLine(node.fen, pv.slice(0, MOST_MOVES), session.tree.variant);
  return telling(played, node.parent?.fen ?? node.fen, node.side);
}

/** As many of the moves as show what a side loses by them, against the position before. */
export function telling(played: Played[], fen: string, side: "white" | "black"): Played[] {
  const loser = side === "white" ? 1 : -1;
  const before = captured(fen).lead * loser;
  for (const [index, move] of played.entries()) {
    if (move.san.endsWith("#")) return played.slice(0, index + 1);
    // Material counts once the exchange is over: the loser has had the answer and stands worse.
    const settled = index >= 1 && !played[index + 1]?.san.includes("x");
    if (settled && captured(move.fen).lead * loser < before) return played.slice(0, index + 1);
  }
  return played;
}

export class Show {
  readonly #session: Session;
  readonly #changed: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(session: Session, changed: () => void) {
    this.#session = session;
    this.#changed = changed;
    session.on("place", () => this.stop());
    session.on("preview", () => {
      if (this.running && session.preview?.owner !== "show") this.stop();
    });
    session.signal.addEventListener("abort", () => clearTimeout(this.#timer), { once: true });
  }

  get running(): boolean {
    return this.#timer !== undefined;
  }

  start(node: TreeNode): void {
    this.#step(refutation(this.#session, node), 0);
  }

  stop(): void {
    if (!this.running) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#session.preview?.owner === "show") this.#session.show(undefined);
    this.#changed();
  }

  #step(moves: Played[], index: number): void {
    const move = moves[index];
    if (!move) {
      // The last position stays until the reader goes on.
      this.#timer = setTimeout(() => this.stop(), 4 * STEP_MS);
      return;
    }
    this.#timer = setTimeout(() => this.#step(moves, index + 1), STEP_MS);
    const shown = moves.slice(0, index + 1).map((each) => each.san);
    this.#session.show({
      fen: move.fen,
      uci: move.uci,
      owner: "show",
      text: shown.join(" "),
      arrows: [[move.uci.slice(0, 2), move.uci.slice(2, 4), index % 2 === 0 ? "best" : "hint"]],
    });
    this.#changed();
  }
}
