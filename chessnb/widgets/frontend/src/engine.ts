// Stockfish in the page: the WASM build runs in a Worker whose `fetch` is answered from the page.
import type { TinyModel } from "./model";
import type { EngineLine, Live } from "./payload";
import { turnOf } from "./rules";

const DEPTH = 18;
const LINES = 3;

/** Answer the view's "live" messages with an engine in a Worker. */
export function provideEngine(
  model: TinyModel,
  loader: Uint8Array,
  wasm: Uint8Array,
  signal: AbortSignal,
): void {
  let engine: PageEngine | undefined;
  model.set("live_engine", true);
  model.on("sent", ((message: { kind: string; on: boolean; fen: string }) => {
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

/** A line of a UCI `info` from White's view; undefined where it carries no line. */
export function parseInfo(text: string, turn: "white" | "black"): EngineLine | undefined {
  const score = / score (cp|mate) (-?\d+)(?! (?:lower|upper)bound)/.exec(text);
  const pv = / pv (.+)$/.exec(text);
  if (!score || !pv || / (?:lower|upper)bound/.test(text)) return undefined;
  const value = Number(score[2]) * (turn === "white" ? 1 : -1);
  return {
    rank: Number(/ multipv (\d+)/.exec(text)?.[1] ?? 1),
    depth: Number(/ depth (\d+)/.exec(text)?.[1] ?? 0),
    pv: (pv[1] ?? "").trim().split(/\s+/),
    ...(score[1] === "cp" ? { cp: value } : { mate: value }),
  };
}

/** Start the engine; it answers UCI lines by messages. */
export function startWorker(loader: Uint8Array, wasm: Uint8Array): Worker {
  // A page opened from disk may not fetch, and a blob's address is refused at its null origin: the
  // Worker is handed the bytes, and its own `fetch` answers with them.
  const prelude = `
    const bytes = new Promise((resolve) => {
      self.addEventListener("message", function first(event) {
        if (!(event.data instanceof ArrayBuffer)) return;
        event.stopImmediatePropagation();
        self.removeEventListener("message", first);
        resolve(event.data);
      });
    });
    self.fetch = async () => new Response(await bytes, { headers: { "Content-Type": "application/wasm" } });
  `;
  const parts = [prelude, "\n", loader as BlobPart];
  const url = URL.createObjectURL(new Blob(parts, { type: "text/javascript" }));
  const worker = new Worker(`${url}#${encodeURIComponent("engine.wasm")}`);
  const buffer = wasm.slice().buffer as ArrayBuffer;
  worker.postMessage(buffer, [buffer]);
  return worker;
}
