// The moves in two columns, with label, evaluation and time; variations and comments between them.
import { el, replace, setText } from "./dom";
import { durationText, moveNumber, nagText } from "./format";
import { badge } from "./labels";
import { listen } from "./model";
import type { Session } from "./session";
import type { TreeNode } from "./tree";

/** Ten full rows: number, move, answer. */
const BLOCK = 30;

interface Cell {
  root: HTMLButtonElement;
  icon: HTMLElement;
  eval: HTMLElement;
  label: string | undefined;
}

export class MoveList {
  readonly root: HTMLElement;
  readonly #session: Session;
  readonly #cells = new Map<string, Cell>();
  readonly #list = el("div");
  #current: HTMLElement | undefined;

  constructor(session: Session) {
    this.#session = session;
    this.root = el("div", { class: "cn-moves", role: "group", "aria-label": "Moves" }, this.#list);
    session.follow(["game"], () => this.#build());
    session.follow(["judgement"], () => this.#judge());
    session.follow(["selection"], () => this.#mark());
    session.follow(["place", "game"], () => this.#show());
    listen(session.model, "change:hide_judgement", () => this.#judge(), session.signal);
    this.#keepInView();
  }

  #build(): void {
    const { tree, game } = this.#session;
    this.#cells.clear();
    const children: Node[] = [];
    const start = tree.at(0);
    if (start.comment) children.push(comment(start.comment));
    for (const node of tree.main.slice(1)) this.#addMove(children, node);
    if (tree.length > 0 && game.result !== "*") {
      children.push(el("div", { class: "cn-moves-result" }, game.result));
    }
    if (tree.length === 0) children.push(el("div", { class: "cn-moves-empty" }, "No moves"));
    for (const warning of game.warnings) {
      children.push(el("div", { class: "cn-moves-warning" }, warning));
    }
    replace(this.#list, ...blocks(children));
    this.#current = undefined;
    this.#judge();
    this.#mark();
  }

  /** A move in its column; a new row where the column of the other side must stay empty. */
  #addMove(children: Node[], node: TreeNode): void {
    const last = children.at(-1) as HTMLElement | undefined;
    const follows = last?.dataset["side"] === "white" && node.side === "black";
    if (!follows) {
      children.push(el("div", { class: "cn-moves-number" }, `${node.number}`));
      if (node.side === "black") children.push(el("div", { class: "cn-moves-gap" }, "…"));
    }
    children.push(this.#cell(node));
    const notes = this.#notes(node);
    if (notes.length > 0) {
      if (node.side === "white") children.push(el("div", { class: "cn-moves-gap" }, "…"));
      children.push(...notes);
    }
  }

  #cell(node: TreeNode): HTMLElement {
    const cell: Cell = {
      root: this.#moveButton(node, "cn-move"),
      icon: el("span", { class: "cn-move-icon" }),
      eval: el("span", { class: "cn-move-eval" }),
      label: undefined,
    };
    const time = node.played?.time;
    cell.root.dataset["side"] = node.side;
    cell.root.append(
      cell.icon,
      el("span", { class: "cn-move-san" }, node.san + nagText(node.nags)),
      el(
        "span",
        { class: "cn-move-facts" },
        cell.eval,
        time !== undefined && el("span", { class: "cn-move-time" }, durationText(time)),
      ),
    );
    this.#cells.set(node.id, cell);
    return cell.root;
  }

  #moveButton(node: TreeNode, name: string): HTMLButtonElement {
    const button = el("button", {
      type: "button",
      class: name,
      tabindex: "-1",
      on: { click: () => this.#session.goTo(node) },
    });
    button.dataset["node"] = node.id;
    return button;
  }

  /** The comment after a move, and the variations that replace it. */
  #notes(node: TreeNode): HTMLElement[] {
    const notes: HTMLElement[] = [];
    if (node.comment) notes.push(comment(node.comment));
    const others = this.#session.tree.siblings(node).filter((sibling) => sibling !== node);
    if (others.length > 0) notes.push(...others.map((other) => this.#variation(other)));
    return notes.concat(this.#tail(node));
  }

  /** Moves tried after the last move of the game. */
  #tail(node: TreeNode): HTMLElement[] {
    if (node.ply !== this.#session.tree.length) return [];
    return node.children.map((child) => this.#variation(child));
  }

  #variation(node: TreeNode): HTMLElement {
    const line = el("div", { class: "cn-variation" });
    this.#appendLine(line, node, true);
    if (node.own) {
      line.append(
        el(
          "button",
          {
            type: "button",
            class: "cn-variation-drop",
            tabindex: "-1",
            title: "Drop this variation",
            "aria-label": `Drop the variation ${node.san}`,
            on: { click: () => this.#session.drop(node) },
          },
          "×",
        ),
      );
    }
    return line;
  }

  #appendLine(line: HTMLElement, first: TreeNode, numbered: boolean): void {
    let needsNumber = numbered;
    for (let node: TreeNode | undefined = first; node; node = node.children[0]) {
      const button = this.#moveButton(node, "cn-variation-move");
      const number = needsNumber || node.side === "white" ? moveNumber(node.number, node.side) : "";
      button.append(`${number}${number && " "}${node.san}${nagText(node.nags)}`);
      this.#cells.set(node.id, { root: button, icon: el("i"), eval: el("i"), label: undefined });
      line.append(button);
      needsNumber = false;
      if (node.comment) {
        line.append(el("span", { class: "cn-variation-comment" }, node.comment));
        needsNumber = true;
      }
      for (const other of node.children.slice(1)) {
        const inner = el("span", { class: "cn-variation-inner" });
        this.#appendLine(inner, other, true);
        line.append(inner);
        needsNumber = true;
      }
    }
  }

  #judge(): void {
    const hidden = this.#session.model.get("hide_judgement") === true;
    for (const node of this.#session.tree.main.slice(1)) {
      const cell = this.#cells.get(node.id);
      const row = hidden ? undefined : this.#session.row(node.ply);
      if (!cell) continue;
      setText(cell.eval, row?.eval ?? "");
      if (cell.label === row?.label) continue;
      cell.label = row?.label;
      replace(cell.icon, row?.label !== undefined && badge(this.#session.judgement.palette, row.label));
    }
  }

  #mark(): void {
    const selected = new Set(this.#session.selected.map(String));
    for (const [id, cell] of this.#cells) cell.root.classList.toggle("cn-marked", selected.has(id));
  }

  #show(): void {
    const cell = this.#cells.get(this.#session.node.id)?.root;
    if (cell !== this.#current) {
      this.#current?.classList.remove("cn-current");
      this.#current?.removeAttribute("aria-current");
      cell?.classList.add("cn-current");
      cell?.setAttribute("aria-current", "true");
      this.#current = cell;
    }
    this.#scroll();
  }

  /** Scroll the list alone: scrollIntoView would move the notebook as well. */
  #scroll(): void {
    const cell = this.#current;
    if (!cell) {
      if (this.#session.node.ply === 0) this.root.scrollTop = 0;
      return;
    }
    const box = this.root.getBoundingClientRect();
    const at = cell.getBoundingClientRect();
    if (at.top < box.top + 4 || at.bottom > box.bottom - 4) {
      this.root.scrollTop += at.top - box.top - (box.height - at.height) / 2;
    }
  }

  #keepInView(): void {
    const observer = new ResizeObserver(() => this.#scroll());
    observer.observe(this.root);
    this.#session.signal.addEventListener("abort", () => observer.disconnect(), { once: true });
  }
}

/** A long list in blocks: those out of sight cost nothing when the page is painted. */
function blocks(children: Node[]): HTMLElement[] {
  const made: HTMLElement[] = [];
  for (const child of children) {
    const begins = child instanceof HTMLElement && child.classList.contains("cn-moves-number");
    const open = made.at(-1);
    if (!open || (begins && open.childElementCount >= BLOCK)) made.push(el("div", { class: "cn-moves-grid" }, child));
    else open.append(child);
  }
  return made;
}

function comment(text: string): HTMLElement {
  return el("div", { class: "cn-comment" }, text);
}
