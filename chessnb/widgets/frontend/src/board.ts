// The board: chessground shows a position and says what was moved; it knows no rules.
import { Chessground } from "@lichess-org/chessground";
import type { Api } from "@lichess-org/chessground/api";
import type { Config } from "@lichess-org/chessground/config";
import type { DrawShape } from "@lichess-org/chessground/draw";
import type { Key } from "@lichess-org/chessground/types";
import { el, setText } from "./dom";
import { listen } from "./model";
import { askPromotion } from "./promotion";
import { checkOf, destinations, isPromotion, turnOf } from "./rules";
import type { Session } from "./session";
import { brushesOf, previewShapes, shapesOf, squaresOf } from "./shapes";

const ANIMATION_MS = 160;

export class Board {
  readonly root: HTMLElement;
  readonly #session: Session;
  readonly #ground: Api;
  readonly #frame = el("div", { class: "cn-board-frame" });
  readonly #spoken = el("div", { class: "cn-spoken", role: "status", "aria-live": "polite" });
  readonly #still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  #shown = "";
  #shownAt = 0;
  #sized = false;

  constructor(session: Session) {
    this.#session = session;
    const ground = el("div", { class: "cn-ground" });
    this.#frame.append(ground);
    this.root = el("div", { class: "cn-board" }, this.#frame, this.#spoken);
    this.#ground = Chessground(ground, this.#config());
    session.signal.addEventListener("abort", () => this.#ground.destroy(), { once: true });
    session.follow(["place", "preview", "judgement", "game", "selection"], () => this.#update());
    listen(session.model, "change:orientation", () => this.#orient(), session.signal);
    listen(session.model, "change:hide_judgement", () => this.#update(), session.signal);
    listen(session.model, "change:movable", () => this.#update(), session.signal);
    this.#keepSize();
  }

  #config(): Config {
    return {
      orientation: this.#orientation,
      animation: { enabled: !this.#still, duration: ANIMATION_MS },
      movable: { free: false, showDests: true, events: { after: (from, to) => this.#moved(from, to) } },
      premovable: { enabled: false },
      draggable: { showGhost: true },
      drawable: { enabled: true, brushes: this.#brushes() },
      disableContextMenu: true,
    };
  }

  get #orientation(): "white" | "black" {
    return this.#session.model.get("orientation") === "black" ? "black" : "white";
  }

  #brushes(): NonNullable<NonNullable<Config["drawable"]>["brushes"]> {
    const basic = (key: string, color: string) => ({ key, color, opacity: 0.85, lineWidth: 9 });
    return {
      green: basic("green", "#15781b"),
      red: basic("red", "#882020"),
      blue: basic("blue", "#003088"),
      yellow: basic("yellow", "#e68f00"),
      ...brushesOf(this.#session),
    };
  }

  #update(): void {
    const { preview, node, tree } = this.#session;
    const fen = preview?.fen ?? node.fen;
    const uci = preview?.uci ?? node.uci;
    const turn = turnOf(fen);
    const still = this.#session.model.get("movable") === false || preview !== undefined;
    const dests = still ? new Map() : (destinations(fen, tree.variant) as Map<Key, Key[]>);
    const now = performance.now();
    this.#ground.set({
      fen,
      // Whoever steps faster than pieces move wants to see positions, not half-way pieces.
      animation: { enabled: !this.#still && now - this.#shownAt > ANIMATION_MS },
      turnColor: turn,
      lastMove: squaresOf(uci),
      check: checkOf(fen, tree.variant) ?? false,
      movable: { color: turn, dests },
      drawable: {
        brushes: this.#brushes(),
        autoShapes: this.#shapes(),
      },
    });
    if (fen !== this.#shown) {
      this.#ground.setShapes([]);
      this.#shown = fen;
      this.#shownAt = now;
    }
    this.#speak();
  }

  #shapes(): DrawShape[] {
    // A board without a size has no place for them.
    if (!this.#sized) return [];
    const { preview, node } = this.#session;
    return preview ? previewShapes(preview) : shapesOf(this.#session, node);
  }

  #speak(): void {
    const { node, game, preview } = this.#session;
    const row = node.main ? this.#session.row(node.ply) : undefined;
    const move = node.parent ? `${node.number}${node.side === "white" ? "." : "…"} ${node.san}` : "";
    const place = node.parent ? move : "Start position";
    const side = turnOf(node.fen) === "white" ? "White" : "Black";
    const text = [place, row?.label, row?.eval, `${side} to move`].filter(Boolean).join(", ");
    setText(this.#spoken, preview ? (preview.text ?? text) : text);
    this.#frame.setAttribute("role", "img");
    this.#frame.setAttribute(
      "aria-label",
      `Chess board, ${game.white.name} against ${game.black.name}. ${text}`,
    );
  }

  #orient(): void {
    this.#ground.set({ orientation: this.#orientation });
  }

  async #moved(from: Key, to: Key): Promise<void> {
    const session = this.#session;
    let uci = from + to;
    if (isPromotion(session.node.fen, from, to)) {
      const role = await askPromotion(this.#frame, to, turnOf(session.node.fen), this.#orientation, session.signal);
      if (!role) return this.#update();
      uci += role;
    }
    session.play(uci);
    this.#update();
  }

  /** Whole pixels a square, redrawn when the place for the board changes. */
  #keepSize(): void {
    const observer = new ResizeObserver(() => {
      const room = this.root.clientWidth;
      const size = Math.max(8, Math.floor(room / 8) * 8);
      if (room === 0 || this.#frame.style.width === `${size}px`) return;
      this.#frame.style.width = `${size}px`;
      this.#frame.style.height = `${size}px`;
      this.#ground.redrawAll();
      if (!this.#sized) {
        this.#sized = true;
        this.#update();
      }
    });
    observer.observe(this.root);
    this.#session.signal.addEventListener("abort", () => observer.disconnect(), { once: true });
  }
}
