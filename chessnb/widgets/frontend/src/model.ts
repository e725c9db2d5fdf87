// What the parts need of a widget model: anywidget gives one in a notebook, TinyModel in a page.

export interface Model {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  save_changes(): void;
  send(content: unknown, callbacks?: unknown, buffers?: ArrayBuffer[]): void;
  on(event: string, listener: Listener): void;
  off(event: string, listener: Listener): void;
  widget_manager?: { get_model(id: string): Promise<Model> };
}

export type Listener = (...details: never[]) => void;

/** Listen until the signal is aborted. */
export function listen(
  model: Model,
  event: string,
  listener: Listener,
  signal: AbortSignal,
): void {
  if (signal.aborted) return;
  model.on(event, listener);
  signal.addEventListener("abort", () => model.off(event, listener), { once: true });
}

/** Set a trait and send it to the kernel, unless it has that value already. */
export function write(model: Model, name: string, value: unknown): void {
  if (model.get(name) === value) return;
  model.set(name, value);
  model.save_changes();
}

/** A model that lives in a page without a kernel. */
export class TinyModel implements Model {
  readonly #state: Map<string, unknown>;
  readonly #listeners = new Map<string, Set<Listener>>();

  constructor(state: Record<string, unknown>) {
    this.#state = new Map(Object.entries(state));
  }

  get(name: string): unknown {
    return this.#state.get(name);
  }

  set(name: string, value: unknown): void {
    if (this.#state.get(name) === value) return;
    this.#state.set(name, value);
    this.#emit(`change:${name}`);
  }

  save_changes(): void {
    this.#emit("saved");
  }

  /** What a kernel would be asked: a listener of "sent" may answer it. */
  send(content: unknown): void {
    this.#emit("sent", content);
  }

  /** Answer as a kernel would. */
  answer(content: unknown): void {
    this.#emit("msg:custom", content);
  }

  on(event: string, listener: Listener): void {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener));
  }

  off(event: string, listener: Listener): void {
    this.#listeners.get(event)?.delete(listener);
  }

  #emit(event: string, ...details: unknown[]): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) {
      (listener as (...values: unknown[]) => void)(...details);
    }
  }
}
