// The board of a quiz: one position, a move tried on it, a line played on it.
import { Board } from "./board";
import { TinyModel } from "./model";
import type { GameData, Ply } from "./payload";
import { variantOf, type Question } from "./quizdata";
import { telling } from "./refutation";
import { playLine, type Played } from "./rules";
import { Session } from "./session";

const STEP_MS = 850;
const LONGEST_LINE = 8;

export class QuizBoard {
  readonly root: HTMLElement;
  readonly #session: Session;
  readonly #model: TinyModel;
  readonly #answered: (uci: string) => void;
  #question: Question;
  #mark: string | undefined;
  #placing = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wanted: string | undefined;

  private constructor(
    model: TinyModel,
    session: Session,
    question: Question,
    answered: (uci: string) => void,
  ) {
    this.#model = model;
    this.#session = session;
    this.#question = question;
    this.#answered = answered;
    session.on("game", () => this.#markStart());
    this.root = new Board(session).root;
    session.on("place", () => this.#placed());
    session.on("game", () => this.#catchUp());
    session.signal.addEventListener("abort", () => clearTimeout(this.#timer), { once: true });
    this.#refresh();
  }

  static async open(
    question: Question,
    signal: AbortSignal,
    answered: (uci: string) => void,
  ): Promise<QuizBoard> {
    const model = new TinyModel({
      part: "board",
      _game: await packed(question),
      ply: 0,
      node: "",
      branches: [],
      orientation: question.side,
      movable: true,
      hide_judgement: true,
    });
    return new QuizBoard(model, await Session.open(model, signal), question, answered);
  }

  get question(): Question {
    return this.#question;
  }

  /** Whether the question's position has arrived on the board. */
  get #ready(): boolean {
    return this.#session.game.start === this.#question.fen;
  }

  async ask(question: Question): Promise<void> {
    if (question === this.#question) return;
    this.#question = question;
    this.#mark = undefined;
    this.#wanted = undefined;
    this.#stop();
    this.#model.set("node", "");
    this.#model.set("orientation", question.side);
    const game = await packed(question);
    if (this.#question === question) this.#model.set("_game", game);
  }

  /** Back to the question's position. */
  reset(movable: boolean): void {
    this.#stop();
    this.#wanted = undefined;
    this.#model.set("node", "");
    this.#model.set("movable", movable);
    this.#refresh();
  }

  /** Show the position after a move, which cannot be moved on. */
  place(uci: string): void {
    this.#model.set("movable", false);
    this.#wanted = uci;
    this.#catchUp();
  }

  mark(square: string | undefined): void {
    if (this.#mark === square) return;
    this.#mark = square;
    this.#refresh();
  }

  /** Play what an answer runs into, as far as it tells; then show the answer again. */
  refute(line: readonly string[]): void {
    const played = this.#played(line);
    const shown = telling(played.slice(1), this.#question.fen, this.#question.side);
    this.#step([played[0], ...shown].filter((move) => move !== undefined), 1, "Blunder");
  }

  /** Play a line from the question's position. */
  playLine(line: readonly string[]): void {
    this.#step(this.#played(line), 0, "best");
  }

  #played(line: readonly string[]): Played[] {
    return playLine(this.#question.fen, line.slice(0, LONGEST_LINE), variantOf(this.#question));
  }

  #step(moves: Played[], index: number, brush: string): void {
    clearTimeout(this.#timer);
    const move = moves[index];
    if (!move) {
      this.#timer = setTimeout(() => this.#stop(), 2 * STEP_MS);
      return;
    }
    this.#timer = setTimeout(() => {
      this.#session.show({
        fen: move.fen,
        uci: move.uci,
        owner: "quiz",
        text: moves.slice(0, index + 1).map((each) => each.san).join(" "),
        arrows: [[move.uci.slice(0, 2), move.uci.slice(2, 4), brush === "best" ? "best" : "red"]],
      });
      this.#step(moves, index + 1, brush);
    }, STEP_MS);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#session.show(undefined);
  }

  /** Grow the tree anew: drops what was tried, and draws the marks again. */
  #refresh(): void {
    this.#model.set("branches", []);
  }

  #markStart(): void {
    const start = this.#session.tree.at(0);
    start.uci = this.#question.last ?? "";
    if (this.#mark) start.played = { squares: [[this.#mark, "yellow"]] } as unknown as Ply;
  }

  #catchUp(): void {
    const uci = this.#wanted;
    if (uci === undefined || !this.#ready || this.#placing) return;
    const { node } = this.#session;
    if (node.uci === uci && !node.main) return;
    this.#placing = true;
    this.#model.set("node", "");
    this.#session.play(uci);
    this.#placing = false;
  }

  #placed(): void {
    const { node } = this.#session;
    if (this.#placing || !this.#ready || node.main || this.#model.get("movable") === false) return;
    this.#model.set("movable", false);
    this.#wanted = node.uci;
    this.#answered(node.uci);
  }
}

async function packed(question: Question): Promise<Uint8Array> {
  const { rules, chess960 } = variantOf(question);
  const game: GameData = {
    start: question.fen,
    chess960,
    rules,
    white: { name: "White" },
    black: { name: "Black" },
    result: "*",
    event: "",
    plies: [],
    branches: [],
    warnings: [],
    pgn: "",
  };
  const stream = new Blob([JSON.stringify(game)]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
