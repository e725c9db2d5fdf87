// Answers that no stored line knows: whoever has an engine, the kernel or the page, is asked.
import { listen, type Model } from "./model";
import type { Asked, Candidate } from "./quizdata";

const PATIENCE_MS = 60_000;

/** Look at this move. */
export interface Look extends Asked {
  kind: "look";
  id: number;
  ply: number;
  uci: string;
}

/** What it comes to; without a win probability where no engine could tell. */
export interface Looked {
  kind: "looked";
  id: number;
  win?: number;
  line?: string[];
}

export class Lookout {
  readonly #model: Model;
  readonly #waiting = new Map<number, (found: Candidate | undefined) => void>();
  #last = 0;

  constructor(model: Model, signal: AbortSignal) {
    this.#model = model;
    listen(model, "msg:custom", (message: Looked) => this.#take(message), signal);
  }

  /** What a move comes to; undefined where nobody can tell. */
  look(key: Asked & { ply: number }, uci: string): Promise<Candidate | undefined> {
    const id = ++this.#last;
    const { fen, chess960, side, ply } = key;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#take({ kind: "looked", id }), PATIENCE_MS);
      this.#waiting.set(id, (found) => {
        clearTimeout(timer);
        resolve(found && { ...found, uci });
      });
      this.#model.send({ kind: "look", id, ply, uci, fen, chess960, side } satisfies Look);
    });
  }

  #take({ kind, id, win, line }: Looked): void {
    if (kind !== "looked") return;
    this.#waiting.get(id)?.(win === undefined ? undefined : { uci: "", win, line: line ?? [] });
    this.#waiting.delete(id);
  }
}
