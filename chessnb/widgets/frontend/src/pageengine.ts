// The page's engine at the service of the view: live analysis, and answers looked at.
import { parseInfo, startWorker } from "./engine";
import type { Look, Looked } from "./lookout";
import type { TinyModel } from "./model";
import type { EngineLine, Live } from "./payload";
import { QuizEngine } from "./quizengine";
import { turnOf } from "./rules";

const DEPTH = 18;
const LINES = 3;

/** Answer the view's messages "live" and "look" with an engine in a Worker each. */
export function provideEngine(
  model: TinyModel,
  loader: Uint8Array,
  wasm: Uint8Array,
  signal: AbortSignal,
): void {
  let engine: PageEngine | undefined;
  model.set("live_engine", true);
  let marker: QuizEngine | undefined;
  model.on("sent", ((message: { kind: "live"; on: boolean; fen: string } | Look) => {
    if (message.kind === "look") {
      marker ??= new QuizEngine(loader, wasm);
      void marker.look(message, message.uci).then((found) =>
        model.answer({ kind: "looked", id: message.id, ...found } satisfies Looked),
      );
    }
    if (message.kind !== "live") return;
    engine ??= new PageEngine(loader, wasm, (live) => model.set("live", live));
    if (message.on) engine.search(message.fen);
    else engine.stop();
  }) as never);
  signal.addEventListener("abort", () => engine?.close(), { once: true });
}

/** One search at a time: a new position waits until the engine has let go of the last. */
class PageEngine {
  readonly #worker: Worker;
  readonly #tell: (live: Live) => void;
  #fen: string | undefined;
  #next: string | undefined;
  #searching = false;
  #ready = false;
  #lines: EngineLine[] = [];

  constructor(loader: Uint8Array, wasm: Uint8Array, tell: (live: Live) => void) {
    this.#tell = tell;
    this.#worker = startWorker(loader, wasm);
    this.#worker.onmessage = (event: MessageEvent<unknown>) => this.#read(String(event.data));
    this.#worker.onerror = (event) => {
      event.preventDefault();
      tell({ running: false, message: `The engine did not start: ${event.message}` });
    };
    this.#send("uci");
  }

  search(fen: string): void {
    this.#next = fen;
    this.#tell({ running: true, fen, message: this.#ready ? "" : "starting…" });
    if (this.#searching) this.#send("stop");
    else if (this.#ready) this.#go();
  }

  stop(): void {
    this.#next = undefined;
    if (this.#searching) this.#send("stop");
    this.#report(false);
  }

  close(): void {
    this.#worker.terminate();
  }

  #send(line: string): void {
    this.#worker.postMessage(line);
  }

  #go(): void {
    if (this.#next === undefined) return;
    this.#fen = this.#next;
    this.#next = undefined;
    this.#lines = [];
    this.#searching = true;
    this.#send(`position fen ${this.#fen}`);
    this.#send(`go depth ${DEPTH}`);
  }

  #read(line: string): void {
    if (line === "uciok") {
      this.#send(`setoption name MultiPV value ${LINES}`);
      this.#send("isready");
    } else if (line === "readyok") {
      this.#ready = true;
      this.#go();
    } else if (line.startsWith("bestmove")) {
      this.#searching = false;
      if (this.#next !== undefined) this.#go();
    } else if (line.startsWith("info ") && this.#fen !== undefined && this.#next === undefined) {
      this.#info(line);
    }
  }

  #info(text: string): void {
    const line = parseInfo(text, turnOf(this.#fen ?? ""));
    if (!line) return;
    this.#lines = [...this.#lines.filter((each) => each.rank !== line.rank), line].sort(
      (a, b) => a.rank - b.rank,
    );
    if (line.rank === Math.min(LINES, this.#lines.length)) this.#report(true);
  }

  #report(running: boolean): void {
    const depth = this.#lines[0]?.depth;
    this.#tell({
      running,
      ...(this.#fen === undefined ? {} : { fen: this.#fen }),
      ...(depth === undefined ? {} : { depth }),
      lines: this.#lines,
      message: `Stockfish in this page${depth ? ` · depth ${depth}` : ""}`,
    });
  }
}
