// The buttons under the moves: first, back, play, on, last, the mistakes, and turning the board.
import { el, setAttribute } from "./dom";
import { icon, type IconName } from "./icons";
import { flip, type Session } from "./session";

const PLAY_MS = 1100;

export class Stepper {
  readonly root: HTMLElement;
  readonly #session: Session;
  readonly #back: HTMLButtonElement[];
  readonly #forward: HTMLButtonElement[];
  readonly #play: HTMLButtonElement;
  readonly #seekers: HTMLButtonElement[];
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(session: Session) {
    this.#session = session;
    const act = (name: IconName, text: string, action: () => void) => button(name, text, action);
    this.#back = [
      act("first", "First position (Home)", () => session.first()),
      act("back", "Back (←)", () => session.previous()),
    ];
    this.#play = act("play", "Play through (space)", () => this.toggle());
    this.#forward = [
      act("forward", "Forward (→)", () => session.next()),
      act("last", "Last position (End)", () => session.last()),
    ];
    this.#seekers = [
      act("mistakeBack", "Previous mistake", () => session.seek(-1)),
      act("mistake", "Next mistake (m)", () => session.seek(1)),
    ];
    this.root = el(
      "div",
      { class: "cn-stepper", role: "toolbar", "aria-label": "Moves" },
      el("div", { class: "cn-group" }, ...this.#back, this.#play, ...this.#forward),
      el("div", { class: "cn-group" }, ...this.#seekers, act("flip", "Flip the board (f)", () => flip(session.model))),
    );
    session.follow(["place", "game", "judgement", "selection"], () => this.#update());
    session.signal.addEventListener("abort", () => this.#stop(), { once: true });
  }

  toggle(): void {
    if (this.#timer === undefined) this.#start();
    else this.#stop();
  }

  #start(): void {
    const session = this.#session;
    if (session.node.children.length === 0) session.first();
    this.#timer = setInterval(() => {
      session.next();
      if (session.node.children.length === 0) this.#stop();
    }, PLAY_MS);
    this.#showPlay("pause", "Pause (space)");
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#showPlay("play", "Play through (space)");
  }

  #showPlay(name: IconName, text: string): void {
    this.#play.replaceChildren(icon(name));
    this.#play.title = text;
    this.#play.setAttribute("aria-label", text);
  }

  #update(): void {
    const { node, selected } = this.#session;
    for (const each of this.#back) each.disabled = node.parent === undefined;
    for (const each of this.#forward) each.disabled = node.children.length === 0;
    const target = selected.length > 0 ? "marked move" : "mistake";
    const none = selected.length === 0 && this.#session.mistakes().length === 0;
    for (const [index, each] of this.#seekers.entries()) {
      const text = `${index === 0 ? "Previous" : "Next"} ${target}${index === 0 ? " (Shift+m)" : " (m)"}`;
      each.disabled = none;
      setAttribute(each, "title", text);
      setAttribute(each, "aria-label", text);
    }
  }
}

export function button(name: IconName, text: string, action: () => void): HTMLButtonElement {
  return el(
    "button",
    { type: "button", class: "cn-icon-button", title: text, "aria-label": text, on: { click: action } },
    icon(name),
  );
}
