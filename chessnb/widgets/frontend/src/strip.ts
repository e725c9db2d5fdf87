// The line above and below the board: who plays, what was taken, the clock.
import { el, replace, setText } from "./dom";
import { clockText } from "./format";
import { listen } from "./model";
import type { Side } from "./payload";
import { captured, turnOf } from "./rules";
import type { Session } from "./session";

const NAMES: Record<string, string> = { q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };

export class Strip {
  readonly root: HTMLElement;
  readonly #session: Session;
  readonly #top: boolean;
  readonly #dot = el("span", { class: "cn-strip-side", "aria-hidden": "true" });
  readonly #name = el("span", { class: "cn-strip-name" });
  readonly #rating = el("span", { class: "cn-strip-rating" });
  readonly #taken = el("span", { class: "cn-strip-taken cg-wrap", role: "img" });
  readonly #clock = el("span", { class: "cn-strip-clock" });

  constructor(session: Session, place: "top" | "bottom") {
    this.#session = session;
    this.#top = place === "top";
    this.root = el(
      "div",
      { class: "cn-strip" },
      this.#dot,
      this.#name,
      this.#rating,
      this.#taken,
      this.#clock,
    );
    session.follow(["place", "preview", "game"], () => this.#update());
    listen(session.model, "change:orientation", () => this.#update(), session.signal);
  }

  get #side(): Side {
    const flipped = this.#session.model.get("orientation") === "black";
    return this.#top === flipped ? "white" : "black";
  }

  #update(): void {
    const { game, node, preview } = this.#session;
    const side = this.#side;
    const tag = game[side];
    const fen = preview?.fen ?? node.fen;
    this.root.dataset["side"] = side;
    this.root.classList.toggle("cn-strip-turn", turnOf(fen) === side);
    setText(this.#name, [tag.title, tag.name].filter(Boolean).join(" "));
    this.#name.title = tag.name;
    setText(this.#rating, tag.rating ?? "");
    this.#showTaken(fen, side);
    const clock = this.#clockOf(side);
    setText(this.#clock, clock === undefined ? "" : clockText(clock));
    this.#clock.hidden = clock === undefined;
  }

  #showTaken(fen: string, side: Side): void {
    const { white, black, lead } = captured(fen);
    const pieces = side === "white" ? white : black;
    const ahead = side === "white" ? lead : -lead;
    const other = side === "white" ? "black" : "white";
    const shown = pieces.map((piece, index) =>
      el("piece" as "span", {
        class: `${NAMES[piece]} ${other} ${pieces[index - 1] === piece ? "cn-again" : ""}`,
      }),
    );
    const names = pieces.map((piece) => NAMES[piece]).join(", ");
    this.#taken.setAttribute("aria-label", names ? `has taken ${names}` : "");
    replace(this.#taken, ...shown, ahead > 0 && el("span", { class: "cn-strip-lead" }, `+${ahead}`));
  }

  /** What the side's clock showed after its last move up to here. */
  #clockOf(side: Side): number | undefined {
    const { node, tree, game } = this.#session;
    for (let ply = tree.root(node).ply; ply > 0; ply -= 1) {
      const played = tree.at(ply).played;
      if (played?.side === side && played.clock !== undefined) return played.clock;
    }
    return game.clock;
  }
}
