// Stockfish in the page: the WASM build runs in a Worker whose `fetch` is answered from the page.
import type { EngineLine } from "./payload";

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
