// What is to be said of the current move: its label, its sentence, the better move, "Show me".
import { el, replace } from "./dom";
import { moveNumber } from "./format";
import { icon } from "./icons";
import { badge } from "./labels";
import { listen } from "./model";
import { refutation, Show } from "./refutation";
import type { Session } from "./session";
import { isBad } from "./shapes";
import type { TreeNode } from "./tree";

export class Note {
  readonly root = el("div", { class: "cn-note", role: "group", "aria-label": "About this move" });
  readonly #session: Session;
  readonly #show: Show;

  constructor(session: Session) {
    this.#session = session;
    this.#show = new Show(session, () => this.#update());
    session.follow(["place", "judgement", "game"], () => this.#update());
    listen(session.model, "change:hide_judgement", () => this.#update(), session.signal);
  }

  #update(): void {
    const { node, model } = this.#session;
    if (model.get("hide_judgement") === true) return replace(this.root);
    if (!node.parent) return replace(this.root, ...this.#opening());
    if (!node.main) return replace(this.root, ...this.#branch(node));
    replace(this.root, ...this.#move(node));
  }

  #opening(): HTMLElement[] {
    const { game, judgement } = this.#session;
    const text = judgement.opening ?? (game.event || "Start position");
    return [el("div", { class: "cn-note-head" }, el("b", {}, text))];
  }

  #branch(node: TreeNode): HTMLElement[] {
    const text = `${moveNumber(node.number, node.side)} ${node.san}`;
    return [
      el("div", { class: "cn-note-head" }, el("b", {}, text), el("span", { class: "cn-muted" }, "variation")),
      el(
        "div",
        { class: "cn-note-actions" },
        node.own &&
          this.#action("Analyse", "cpu", () =>
            this.#session.model.send({ kind: "live", on: true, fen: node.fen }),
          ),
        node.own && this.#action("Drop", "close", () => this.#session.drop(node)),
        this.#action("Back to the game", "back", () =>
          this.#session.goTo(this.#session.tree.root(node)),
        ),
      ),
    ];
  }

  #move(node: TreeNode): (HTMLElement | false)[] {
    const row = this.#session.row(node.ply);
    const text = `${moveNumber(node.number, node.side)} ${node.san}`;
    const running = this.#show.running;
    const spoken = running ? this.#session.preview?.text : row?.explanation;
    return [
      el(
        "div",
        { class: "cn-note-head" },
        row?.label !== undefined && badge(this.#session.judgement.palette, row.label),
        el("b", {}, text),
        row?.label !== undefined && el("span", { class: "cn-note-label" }, row.label),
        row?.eval !== undefined && el("span", { class: "cn-note-eval" }, row.eval),
      ),
      spoken !== undefined && el("p", { class: "cn-note-text" }, spoken),
      this.#actions(node),
    ];
  }

  #actions(node: TreeNode): HTMLElement | false {
    const row = this.#session.row(node.ply);
    const actions: HTMLElement[] = [];
    if (this.#show.running) actions.push(this.#action("Stop", "stop", () => this.#show.stop()));
    else if (isBad(row?.label) && refutation(this.#session, node).length > 0) {
      actions.push(this.#action("Show me", "eye", () => this.#show.start(node)));
    }
    const best = row?.bestUci;
    if (row?.best && best && best !== node.uci && row.label !== "Book" && node.parent) {
      const parent = node.parent;
      actions.push(
        this.#action(`Best was ${row.best}`, "play", () => {
          this.#session.goTo(parent);
          this.#session.play(best);
        }),
      );
    }
    return actions.length > 0 && el("div", { class: "cn-note-actions" }, ...actions);
  }

  #action(text: string, name: Parameters<typeof icon>[0], action: () => void): HTMLElement {
    return el("button", { type: "button", class: "cn-chip", on: { click: action } }, icon(name), text);
  }
}
