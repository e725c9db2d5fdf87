// Code that many widgets share: held by one widget model, loaded once a page.
import type { Model } from "./model";
import { unpackText, type Packed } from "./pack";

interface Shared {
  modules: Map<string, Promise<unknown>>;
}

const KEY = Symbol.for("chessnb.shared");
const shared = ((globalThis as Record<symbol, unknown>)[KEY] ??= { modules: new Map() }) as Shared;

const REFERENCE = "IPY_MODEL_";

/** The model that a trait refers to. */
export async function referred(model: Model, trait: string): Promise<Model> {
  const value = model.get(trait);
  if (typeof value !== "string") return value as Model;
  if (!model.widget_manager) throw new Error(`chessnb: no widget manager to look up ${trait}`);
  const id = value.startsWith(REFERENCE) ? value.slice(REFERENCE.length) : value;
  return model.widget_manager.get_model(id);
}

/** The module in the library that a trait refers to. */
export async function load<T>(model: Model, trait: string): Promise<T> {
  const library = await referred(model, trait);
  const digest = String(library.get("digest"));
  const known = shared.modules.get(digest);
  if (known) return known as Promise<T>;
  const loading = importPacked(library);
  shared.modules.set(digest, loading);
  // A failure must not stay for the page's life.
  loading.catch(() => shared.modules.delete(digest));
  return loading as Promise<T>;
}

async function importPacked(library: Model): Promise<unknown> {
  const style = library.get("sheet") as Packed;
  if (style && style.byteLength > 0) addStyle(String(library.get("digest")), await unpackText(style));
  return importText(await unpackText(library.get("code") as DataView));
}

async function importText(text: string): Promise<unknown> {
  const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  try {
    return await import(url);
  } finally {
    URL.revokeObjectURL(url);
  }
}

function addStyle(digest: string, text: string): void {
  const id = `chessnb-style-${digest}`;
  if (document.getElementById(id)) return;
  const style = document.createElement("style");
  style.id = id;
  style.textContent = text;
  document.head.append(style);
}
