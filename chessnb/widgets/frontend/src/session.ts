// One view's reading of its model: the data unpacked, the place where the reader stands, and the
// moves between places. Synced state lives in the model's traits; the preview lives here alone.
import { listen, write, type Model } from "./model";
import { unpack, type Packed } from "./pack";
import type { Branch, EngineLine, GameData, Judgement, Row } from "./payload";
import { play } from "./rules";
import { nextBranchId, Tree, without, type TreeNode } from "./tree";

export type Topic = "game" | "place" | "judgement" | "preview" | "selection";

/** A position shown for a moment: a line under the pointer, or a refutation being played. */
export interface Preview {
  fen: string;
  uci: string;
  owner: string;
  text?: string;
  arrows?: [string, string, string][];
}

const EMPTY_GAME: GameData = {
  start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
  chess960: false,
  rules: "standard",
  white: { name: "?" },
  black: { name: "?" },
  result: "*",
  event: "",
  plies: [],
  branches: [],
  warnings: [],
  pgn: "",
};

const EMPTY_JUDGEMENT: Judgement = {
  rows: [],
  lines: [],
  start: {},
  players: {},
  palette: {},
  bestMove: "#0d7a43",
  ruleset: "",
};

export class Session {
  readonly model: Model;
  readonly signal: AbortSignal;
  game = EMPTY_GAME;
  judgement = EMPTY_JUDGEMENT;
  tree = new Tree(EMPTY_GAME);
  preview: Preview | undefined;
  readonly #listeners = new Map<Topic, Set<() => void>>();
  #unpacking = new Map<string, number>();

  private constructor(model: Model, signal: AbortSignal) {
    this.model = model;
    this.signal = signal;
  }

  /** Read the model and follow it until the signal is aborted. */
  static async open(model: Model, signal: AbortSignal): Promise<Session> {
    const session = new Session(model, signal);
    await Promise.all([session.#readGame(), session.#readJudgement()]);
    const follow = (event: string, listener: () => void) => listen(model, event, listener, signal);
    follow("change:_game", () => void session.#readGame());
    follow("change:_judgement", () => void session.#readJudgement());
    follow("change:ply", () => session.#moved());
    follow("change:node", () => session.#moved());
    follow("change:branches", () => session.#growTree());
    follow("change:selected", () => session.#tell("selection"));
    return session;
  }

  on(topic: Topic, listener: () => void): void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(listener));
  }

  /** Call the listener now and whenever one of the topics changes. */
  follow(topics: Topic[], listener: () => void): void {
    for (const topic of topics) this.on(topic, listener);
    listener();
  }

  // Where the reader stands

  /** The node on the board; a branch counts only while `ply` still names its root. */
  get node(): TreeNode {
    const ply = Number(this.model.get("ply") ?? 0);
    const node = this.tree.find(String(this.model.get("node") ?? ""));
    return node && !node.main && this.tree.root(node).ply === ply ? node : this.tree.at(ply);
  }

  get selected(): readonly number[] {
    return (this.model.get("selected") as number[] | undefined) ?? [];
  }

  row(ply: number): Row | undefined {
    return ply === 0 ? this.judgement.start : (this.judgement.rows[ply - 1] ?? undefined);
  }

  /** The engine's lines of the position that a main-line node shows. */
  lines(node: TreeNode): readonly EngineLine[] {
    return node.main ? (this.judgement.lines[node.ply] ?? []) : [];
  }

  // Moves between places

  go(ply: number): void {
    this.goTo(this.tree.at(ply));
  }

  goTo(node: TreeNode): void {
    this.show(undefined);
    const branch = node.main ? "" : node.id;
    const ply = this.tree.root(node).ply;
    const changed = this.model.get("node") !== branch || this.model.get("ply") !== ply;
    if (!changed) return;
    this.model.set("node", branch);
    this.model.set("ply", ply);
    this.model.save_changes();
  }

  next(): void {
    const child = this.node.children[0];
    if (child) this.goTo(child);
  }

  previous(): void {
    const parent = this.node.parent;
    if (parent) this.goTo(parent);
  }

  first(): void {
    this.go(0);
  }

  last(): void {
    let node = this.node;
    while (node.children[0]) node = node.children[0];
    this.goTo(node);
  }

  /** To the move before (−1) or after (+1) among those tried in this position. */
  sibling(step: number): void {
    const siblings = this.tree.siblings(this.node);
    if (siblings.length < 2) return;
    const at = siblings.indexOf(this.node);
    const target = siblings[(at + step + siblings.length) % siblings.length];
    if (target) this.goTo(target);
  }

  /** To the next marked ply, or, with no selection, to the next mistake; round the end. */
  seek(step: 1 | -1): void {
    const plies = this.selected.length > 0 ? [...this.selected] : this.mistakes();
    if (plies.length === 0) return;
    const here = this.tree.root(this.node).ply;
    const ahead = step > 0 ? plies.filter((ply) => ply > here) : plies.filter((ply) => ply < here);
    const target = step > 0 ? (ahead[0] ?? plies[0]) : (ahead.at(-1) ?? plies.at(-1));
    if (target !== undefined) this.go(target);
  }

  mistakes(): number[] {
    const bad = new Set(["Inaccuracy", "Mistake", "Blunder", "Miss"]);
    return this.judgement.rows.flatMap((row, index) => (bad.has(row?.label ?? "") ? [index + 1] : []));
  }

  // Moves tried on the board

  get own(): readonly Branch[] {
    return (this.model.get("branches") as Branch[] | undefined) ?? [];
  }

  /** Play a move here: along the tree where it is known, else as a new branch. */
  play(uci: string): void {
    const node = this.node;
    const played = play(node.fen, uci, this.tree.variant);
    if (!played) return;
    const known = this.tree.child(node, played.uci);
    if (known) return this.goTo(known);
    const id = nextBranchId(this.own);
    this.model.set("branches", [...this.own, { id, parent: node.id, uci: played.uci }]);
    this.model.save_changes();
    const added = this.tree.find(id);
    if (added) this.goTo(added);
  }

  drop(node: TreeNode): void {
    if (!node.own || !node.parent) return;
    this.goTo(node.parent);
    this.model.set("branches", without(this.own, node.id));
    this.model.save_changes();
  }

  show(preview: Preview | undefined): void {
    if (!preview && !this.preview) return;
    this.preview = preview;
    this.#tell("preview");
  }

  // Reading the model

  async #readGame(): Promise<void> {
    const game = await this.#latest<GameData>("_game");
    if (!game) return;
    this.game = game;
    this.tree = new Tree(game, this.own);
    if (this.judgement === EMPTY_JUDGEMENT && game.palette) {
      this.judgement = { ...EMPTY_JUDGEMENT, palette: game.palette };
    }
    this.#tell("game");
    this.#tell("place");
  }

  async #readJudgement(): Promise<void> {
    const judgement = await this.#latest<Judgement>("_judgement");
    if (!judgement) return;
    this.judgement = judgement;
    this.#tell("judgement");
  }

  /** Unpack a trait; undefined where a newer value arrived meanwhile. */
  async #latest<T>(name: string): Promise<T | undefined> {
    const turn = (this.#unpacking.get(name) ?? 0) + 1;
    this.#unpacking.set(name, turn);
    const value = await unpack<T>(this.model.get(name) as Packed);
    return this.#unpacking.get(name) === turn && !this.signal.aborted ? value : undefined;
  }

  #growTree(): void {
    this.tree = new Tree(this.game, this.own);
    this.#tell("game");
    this.#tell("place");
  }

  #moved(): void {
    this.preview = undefined;
    this.#tell("place");
  }

  #tell(topic: Topic): void {
    if (this.signal.aborted) return;
    for (const listener of this.#listeners.get(topic) ?? []) listener();
  }
}

/** Turn the board round. */
export function flip(model: Model): void {
  write(model, "orientation", model.get("orientation") === "black" ? "white" : "black");
}
