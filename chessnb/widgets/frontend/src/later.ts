// Work that need not be done before the next paint: a key press shows the new position first.

/** Run once after the next paint, and `wait` ms after the last call. */
export class Later {
  readonly #run: () => void;
  readonly #wait: number;
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(run: () => void, signal: AbortSignal, wait = 0) {
    this.#run = run;
    this.#wait = wait;
    signal.addEventListener("abort", () => this.#cancel(), { once: true });
  }

  call(): void {
    if (this.#wait > 0) this.#cancel();
    if (this.#frame !== 0 || this.#timer !== undefined) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        this.#run();
      }, this.#wait);
    });
  }

  #cancel(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    this.#frame = 0;
    this.#timer = undefined;
  }
}
