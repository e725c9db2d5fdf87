// Stockfish in the page, asked about one answer at a time with a fixed small budget.
import { parseInfo, startWorker } from "./engine";
import { winProbability } from "./format";
import type { EngineLine } from "./payload";
import type { Asked, Candidate } from "./quizdata";
import { variantOf } from "./quizdata";
import { outcomeOf, play, turnOf } from "./rules";

const NODES = 150_000;
const PATIENCE_MS = 60_000;

export class QuizEngine {
  readonly #loader: Uint8Array;
  readonly #wasm: Uint8Array;
  #worker: Worker | undefined;
  #busy: Promise<unknown> = Promise.resolve();

  constructor(loader: Uint8Array, wasm: Uint8Array) {
    this.#loader = loader;
    this.#wasm = wasm;
  }

  /** What a move of the question comes to; undefined where no engine answers. */
  look(key: Asked, uci: string): Promise<Candidate | undefined> {
    const looking = this.#busy.then(() => this.#look(key, uci)).catch(() => undefined);
    this.#busy = looking;
    return looking;
  }

  async #look(key: Asked, uci: string): Promise<Candidate | undefined> {
    const variant = variantOf(key);
    const after = play(key.fen, uci, variant);
    if (!after) return undefined;
    const over = outcomeOf(after.fen, variant);
    if (over !== undefined) return { uci, win: over === "draw" ? 0.5 : over === key.side ? 1 : 0, line: [uci] };
    const line = await this.#search(after.fen, key.chess960);
    const white = line && winProbability(line);
    if (!line || white === undefined) return undefined;
    const win = key.side === "white" ? white : 1 - white;
    return { uci, win, line: [uci, ...line.pv.slice(0, 11)] };
  }

  async #search(fen: string, chess960: boolean): Promise<EngineLine | undefined> {
    let best: EngineLine | undefined;
    await this.#start();
    await this.#ask(["ucinewgame", `setoption name UCI_Chess960 value ${chess960}`, "isready"], (line) =>
      line === "readyok",
    );
    await this.#ask([`position fen ${fen}`, `go nodes ${NODES}`], (line) => {
      if (line.startsWith("info ")) best = parseInfo(line, turnOf(fen)) ?? best;
      return line.startsWith("bestmove");
    });
    return best;
  }

  async #start(): Promise<void> {
    if (this.#worker) return;
    this.#worker = startWorker(this.#loader, this.#wasm);
    await this.#ask(["uci"], (line) => line === "uciok");
    await this.#ask(["setoption name Hash value 64", "isready"], (line) => line === "readyok");
  }

  /** Send lines, and read until one is the last. */
  #ask(lines: string[], last: (line: string) => boolean): Promise<void> {
    const worker = this.#worker as Worker;
    return new Promise((resolve, reject) => {
      const fail = () => {
        worker.terminate();
        this.#worker = undefined;
        reject(new Error("the engine does not answer"));
      };
      const timer = setTimeout(fail, PATIENCE_MS);
      worker.onmessage = (event: MessageEvent<unknown>) => {
        if (!last(String(event.data))) return;
        clearTimeout(timer);
        resolve();
      };
      worker.onerror = (event) => {
        event.preventDefault();
        clearTimeout(timer);
        fail();
      };
      for (const line of lines) worker.postMessage(line);
    });
  }
}
