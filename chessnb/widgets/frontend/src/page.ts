// The entry of the page written by Analysis.to_html: the same view on a model without a kernel.
import { TinyModel } from "./model";
import { fromBase64 } from "./pack";
import { provideEngine } from "./pageengine";
import { render } from "./runtime";

function data(id: string): string | undefined {
  return document.getElementById(id)?.textContent?.trim() || undefined;
}

function packed(id: string): Uint8Array {
  const text = data(id);
  return text ? fromBase64(text) : new Uint8Array();
}

/** Read what the page carries and draw the view into its main element. */
async function start(): Promise<void> {
  const host = document.getElementById("view");
  if (!host) return;
  const state = JSON.parse(data("state") ?? "{}") as Record<string, unknown>;
  const model = new TinyModel({
    ...state,
    part: "view",
    _game: packed("game"),
    _judgement: packed("judgement"),
    _charts: packed("charts"),
    _table: packed("table"),
    plotly: new TinyModel({ digest: "plotly", code: packed("plotly") }),
  });
  const signal = new AbortController().signal;
  const engine = data("engine");
  if (engine) provideEngine(model, packed("engine-loader"), fromBase64(engine), signal);
  await render(model, host, signal);
  // Arrow keys work at once; the ring is for those who came by the keyboard.
  const root = host.querySelector<HTMLElement>(".cn-root");
  root?.focus({ preventScroll: true, focusVisible: false } as FocusOptions);
}

void start();
