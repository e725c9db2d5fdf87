// The game and everything that branches off it: PGN variations and moves tried on the board.
import type { Branch, GameData, Ply } from "./payload";
import { play, turnOf, numberOf, type Variant } from "./rules";

/** A position that can be stood on. The main line's ids are its plies: "0" is the start. */
export interface TreeNode {
  id: string;
  ply: number;
  parent: TreeNode | undefined;
  children: TreeNode[];
  uci: string;
  san: string;
  fen: string;
  number: number;
  side: "white" | "black";
  main: boolean;
  own: boolean;
  comment: string | undefined;
  nags: number[];
  played: Ply | undefined;
}

export class Tree {
  readonly variant: Variant;
  readonly #nodes = new Map<string, TreeNode>();
  readonly #main: TreeNode[] = [];

  constructor(game: GameData, own: readonly Branch[] = []) {
    this.variant = { rules: game.rules, chess960: game.chess960 };
    this.#addMain(game);
    for (const branch of game.branches) this.#addBranch(branch, false);
    for (const branch of own) this.#addBranch(branch, true);
  }

  get length(): number {
    return this.#main.length - 1;
  }

  get main(): readonly TreeNode[] {
    return this.#main;
  }

  at(ply: number): TreeNode {
    const index = Math.max(0, Math.min(this.length, Math.trunc(ply) || 0));
    return this.#main[index] as TreeNode;
  }

  find(id: string): TreeNode | undefined {
    return this.#nodes.get(id);
  }

  /** The main-line node that a node hangs on. */
  root(node: TreeNode): TreeNode {
    let current = node;
    while (!current.main && current.parent) current = current.parent;
    return current;
  }

  /** From the game's start to the node, the start left out. */
  path(node: TreeNode): TreeNode[] {
    const path: TreeNode[] = [];
    for (let at: TreeNode | undefined = node; at?.parent; at = at.parent) path.unshift(at);
    return path;
  }

  /** The node reached by a move, if it is in the tree. */
  child(node: TreeNode, uci: string): TreeNode | undefined {
    return node.children.find((child) => child.uci === uci);
  }

  /** The other moves tried where this one was played, this one included. */
  siblings(node: TreeNode): TreeNode[] {
    return node.parent?.children ?? [];
  }

  #addMain(game: GameData): void {
    const start = this.#node("0", undefined, "", "", game.start, true);
    start.comment = game.intro;
    this.#main.push(start);
    for (const ply of game.plies) {
      const parent = this.#main[this.#main.length - 1];
      const node = this.#node(String(ply.ply), parent, ply.uci, ply.san, ply.fen, true);
      node.number = ply.number;
      node.side = ply.side;
      node.comment = ply.comment;
      node.nags = ply.nags ?? [];
      node.played = ply;
      this.#main.push(node);
    }
  }

  #addBranch(branch: Branch, own: boolean): void {
    const parent = this.#nodes.get(branch.parent);
    const played = parent && play(parent.fen, branch.uci, this.variant);
    if (!parent || !played || this.#nodes.has(branch.id)) return;
    const node = this.#node(branch.id, parent, played.uci, played.san, played.fen, false);
    node.own = own;
    node.comment = branch.comment;
    node.nags = branch.nags ?? [];
  }

  #node(
    id: string,
    parent: TreeNode | undefined,
    uci: string,
    san: string,
    fen: string,
    main: boolean,
  ): TreeNode {
    const before = parent?.fen ?? fen;
    const node: TreeNode = {
      id,
      ply: (parent?.ply ?? -1) + 1,
      parent,
      children: [],
      uci,
      san,
      fen,
      number: numberOf(before),
      side: turnOf(before),
      main,
      own: false,
      comment: undefined,
      nags: [],
      played: undefined,
    };
    parent?.children.push(node);
    this.#nodes.set(id, node);
    return node;
  }
}

/** An id for the next own move that no branch of the list has. */
export function nextBranchId(own: readonly Branch[]): string {
  const numbers = own.map((branch) => Number(branch.id.slice(1)) || 0);
  return `u${Math.max(0, ...numbers) + 1}`;
}

/** The list without a branch and everything that hangs on it. */
export function without(own: readonly Branch[], id: string): Branch[] {
  const dropped = new Set([id]);
  for (const branch of own) if (dropped.has(branch.parent)) dropped.add(branch.id);
  return own.filter((branch) => !dropped.has(branch.id));
}
