// The evaluation bar: White's share of the expected score, with the score at its winning end.
import { el, setText } from "./dom";
import { listen } from "./model";
import { scoreText, shortScore, winProbability, type Score } from "./format";
import type { Live } from "./payload";
import type { Session } from "./session";

export class EvalBar {
  readonly root: HTMLElement;
  readonly #session: Session;
  readonly #fill = el("div", { class: "cn-evalbar-fill" });
  readonly #text = el("div", { class: "cn-evalbar-text", "aria-hidden": "true" });

  constructor(session: Session) {
    this.#session = session;
    this.root = el(
      "div",
      {
        class: "cn-evalbar",
        role: "meter",
        "aria-label": "Evaluation",
        "aria-valuemin": "0",
        "aria-valuemax": "100",
      },
      this.#fill,
      this.#text,
    );
    session.follow(["place", "judgement", "game"], () => this.#update());
    for (const name of ["orientation", "live", "hide_judgement"]) {
      listen(session.model, `change:${name}`, () => this.#update(), session.signal);
    }
  }

  #score(): Score | undefined {
    const { node, model } = this.#session;
    const live = model.get("live") as Live | undefined;
    const line = live?.fen === node.fen ? live.lines?.[0] : undefined;
    if (line) return line;
    return node.main ? this.#session.row(node.ply) : undefined;
  }

  #update(): void {
    const hidden = this.#session.model.get("hide_judgement") === true;
    const score = hidden ? undefined : this.#score();
    const win = score && this.#win(score);
    const down = this.#session.model.get("orientation") === "black";
    this.root.classList.toggle("cn-evalbar-flipped", down);
    this.root.classList.toggle("cn-evalbar-unknown", win === undefined);
    this.#fill.style.height = `${(win ?? 0.5) * 100}%`;
    this.root.setAttribute("aria-valuenow", String(Math.round((win ?? 0.5) * 100)));
    this.root.setAttribute("aria-valuetext", win === undefined ? "unknown" : scoreText(score ?? {}));
    setText(this.#text, win === undefined ? "" : shortScore(score ?? {}));
    this.#text.classList.toggle("cn-evalbar-white", (win ?? 0) >= 0.5);
  }

  #win(score: Score): number | undefined {
    // A mate on the board has no sign of its own: the row says who won.
    if (score.mate === 0) return (score as { win?: number }).win ?? winProbability(score);
    return winProbability(score);
  }
}
