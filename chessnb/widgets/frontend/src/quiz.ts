// The quiz: a position, what is asked, and the pupil's way through the questions.
import { el, replace, setText, uniqueId } from "./dom";
import { listen, write, type Model } from "./model";
import { QuizBoard } from "./quizboard";
import { variantOf, UNTOUCHED, type Progress, type Question, type Request } from "./quizdata";
import { solutionTexts, verdictText } from "./quizwords";
import { moveOf } from "./rules";

const SIGNS: Partial<Record<Progress["state"], string>> = {
  right: "✓",
  wrong: "✗",
  revealed: "–",
  unmarked: "?",
};

/** Draw the quiz of a model into an element. */
export async function buildQuiz(model: Model, root: HTMLElement, signal: AbortSignal): Promise<void> {
  const [first] = (model.get("questions") as Question[] | undefined) ?? [];
  if (!first) return;
  const quiz = new Quiz(model, root, signal);
  await quiz.open();
}

class Quiz {
  readonly #model: Model;
  readonly #root: HTMLElement;
  readonly #signal: AbortSignal;
  readonly #marks = el("ol", { class: "cn-quiz-marks", "aria-label": "Questions" });
  readonly #prompt = el("p", { class: "cn-quiz-prompt" });
  readonly #turn = el("span", { class: "cn-dot" });
  readonly #feedback = el("div", { class: "cn-quiz-feedback", role: "status", "aria-live": "polite" });
  readonly #hints = el("ul", { class: "cn-quiz-hints" });
  readonly #input: HTMLInputElement;
  readonly #buttons: Record<"hint" | "retry" | "reveal" | "play" | "next", HTMLButtonElement>;
  #board: QuizBoard | undefined;
  #since = performance.now();
  #shown = "";
  #complaint = "";

  constructor(model: Model, root: HTMLElement, signal: AbortSignal) {
    this.#model = model;
    this.#root = root;
    this.#signal = signal;
    this.#input = el("input", {
      type: "text",
      id: uniqueId("move"),
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      placeholder: "or type a move: Nf3",
      "aria-label": "Type a move",
    });
    const button = (text: string, act: () => void, primary = false) =>
      el(
        "button",
        { type: "button", class: `cn-button${primary ? " cn-primary" : ""}`, on: { click: act } },
        text,
      );
    this.#buttons = {
      hint: button("Hint", () => this.#ask("hint")),
      retry: button("Try again", () => this.#ask("retry"), true),
      reveal: button("Show solution", () => this.#ask("reveal")),
      play: button("Play the best line", () => this.#playBest()),
      next: button("Next", () => this.#go(this.#index + 1), true),
    };
  }

  async open(): Promise<void> {
    const host = el("div", { class: "cn-quiz-board" });
    this.#layOut(host);
    this.#board = await QuizBoard.open(this.#question, this.#signal, (uci) => this.#answer(uci));
    if (this.#signal.aborted) return;
    host.append(this.#board.root);
    const follow = (name: string, listener: () => void) =>
      listen(this.#model, `change:${name}`, listener, this.#signal);
    follow("progress", () => this.#update());
    follow("current", () => void this.#change());
    this.#startClock();
    this.#root.addEventListener("keydown", (event) => this.#pressed(event), { signal: this.#signal });
    this.#update();
  }

  get #questions(): Question[] {
    return this.#model.get("questions") as Question[];
  }

  get #index(): number {
    return Number(this.#model.get("current") ?? 0);
  }

  get #question(): Question {
    return this.#questions[this.#index] as Question;
  }

  #progressOf(index: number): Progress {
    return ((this.#model.get("progress") as Progress[] | undefined) ?? [])[index] ?? UNTOUCHED;
  }

  #layOut(board: HTMLElement): void {
    const title = String(this.#model.get("title") ?? "");
    const form = el("form", { class: "cn-quiz-form" }, this.#input);
    form.addEventListener("submit", (event) => event.preventDefault());
    this.#input.addEventListener("keydown", (event) => {
      // JupyterLab takes Enter away before a form would be sent.
      event.stopPropagation();
      if (event.key === "Enter") this.#typed();
      if (event.key === "Escape") this.#root.focus();
    });
    const { hint, retry, reveal, play, next } = this.#buttons;
    const side = el(
      "div",
      { class: "cn-quiz-side" },
      el("div", { class: "cn-quiz-question" }, this.#turn, this.#prompt),
      this.#feedback,
      this.#hints,
      form,
      el("div", { class: "cn-quiz-buttons" }, retry, next, hint, reveal, play),
    );
    this.#root.classList.add("cn-quiz");
    this.#root.tabIndex = 0;
    this.#root.setAttribute("role", "region");
    this.#root.setAttribute("aria-label", title || "Quiz");
    this.#root.setAttribute("data-lm-suppress-shortcuts", "true");
    this.#root.append(
      el("div", { class: "cn-quiz-head" }, title !== "" && el("strong", {}, title), this.#marks),
      el("div", { class: "cn-quiz-main" }, board, side),
    );
  }

  // What the pupil does

  #answer(uci: string): void {
    this.#complaint = "";
    const seconds = (performance.now() - this.#since) / 1000;
    this.#send({ kind: "answer", question: this.#index, uci, seconds });
  }

  #ask(kind: "hint" | "reveal" | "retry"): void {
    this.#send({ kind, question: this.#index });
    this.#root.focus({ preventScroll: true });
  }

  #send(request: Request): void {
    this.#model.send(request);
  }

  #typed(): void {
    const text = this.#input.value.trim();
    if (text === "" || this.#progressOf(this.#index).state !== "open") return;
    const uci = moveOf(this.#question.fen, text, variantOf(this.#question));
    if (uci === undefined) {
      this.#complaint = `${text} is no legal move here.`;
      return this.#update();
    }
    this.#input.value = "";
    this.#board?.place(uci);
    this.#answer(uci);
  }

  #go(index: number): void {
    if (index < 0 || index >= this.#questions.length) return;
    write(this.#model, "current", index);
    this.#root.focus({ preventScroll: true });
  }

  #playBest(): void {
    const { solution } = this.#progressOf(this.#index);
    if (!solution) return;
    this.#board?.reset(false);
    this.#board?.playLine(solution.line);
  }

  #pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if ((event.target as Element).closest("input, textarea, select")) return;
    const actions: Record<string, () => void> = {
      h: () => this.#buttons.hint.click(),
      r: () => this.#buttons.retry.click(),
      s: () => this.#buttons.reveal.click(),
      n: () => this.#go(this.#index + 1),
      p: () => this.#go(this.#index - 1),
      ArrowRight: () => this.#go(this.#index + 1),
      ArrowLeft: () => this.#go(this.#index - 1),
      m: () => this.#input.focus(),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  // What is shown

  /** The time to the first answer runs from when the quiz first comes into sight. */
  #startClock(): void {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      this.#since = performance.now();
      observer.disconnect();
    });
    observer.observe(this.#root);
    this.#signal.addEventListener("abort", () => observer.disconnect(), { once: true });
  }

  async #change(): Promise<void> {
    this.#since = performance.now();
    this.#complaint = "";
    this.#input.value = "";
    await this.#board?.ask(this.#question);
    this.#update();
  }

  #update(): void {
    const progress = this.#progressOf(this.#index);
    this.#showMarks();
    this.#showBoard(progress);
    setText(this.#prompt, this.#question.prompt);
    this.#turn.className = `cn-dot cn-dot-${this.#question.side}`;
    this.#turn.title = this.#question.side === "white" ? "White to move" : "Black to move";
    this.#root.dataset["state"] = progress.state;
    replace(this.#hints, ...progress.hints.map((hint) => el("li", {}, hint.text)));
    replace(this.#feedback, ...this.#words(progress).map((text) => el("p", {}, text)));
    this.#showButtons(progress);
  }

  #words(progress: Progress): string[] {
    if (this.#complaint) return [this.#complaint];
    const { state, verdict, solution } = progress;
    if (state === "thinking") return [verdict ? `${verdict.san}… the engine looks at it.` : "…"];
    const words = verdict ? [verdictText(verdict)] : [];
    if (!solution) return words;
    return [...words, ...solutionTexts(solution, this.#question.fen, variantOf(this.#question))];
  }

  #showMarks(): void {
    const marks = this.#questions.map((_question, index) => {
      const { state } = this.#progressOf(index);
      const current = index === this.#index;
      const props = {
        type: "button",
        class: "cn-quiz-mark",
        "data-state": state,
        "aria-current": current ? "step" : undefined,
        "aria-label": `Question ${index + 1}: ${state}`,
        on: { click: () => this.#go(index) },
      };
      return el("li", {}, el("button", props, SIGNS[state] ?? String(index + 1)));
    });
    replace(this.#marks, ...(this.#questions.length > 1 ? marks : []));
  }

  #showBoard(progress: Progress): void {
    const board = this.#board;
    if (!board || board.question !== this.#question) return;
    const key = JSON.stringify([this.#index, progress.state, progress.tries, progress.verdict]);
    board.mark(progress.state === "open" ? progress.hints.at(-1)?.square : undefined);
    if (key === this.#shown) return;
    this.#shown = key;
    const { state, verdict, solution } = progress;
    if (state === "open") return board.reset(true);
    if (state === "revealed") {
      board.reset(false);
      if (solution) board.playLine(solution.line);
      return;
    }
    if (verdict) board.place(verdict.uci);
    if (state === "wrong" && verdict && verdict.line.length > 1) board.refute(verdict.line);
  }

  #showButtons(progress: Progress): void {
    const { hint, retry, reveal, play, next } = this.#buttons;
    const { state } = progress;
    const closed = state === "right" || state === "revealed";
    hint.hidden = state !== "open" || progress.no_more_hints === true;
    retry.hidden = state !== "wrong" && state !== "unmarked";
    reveal.hidden = closed || state === "thinking";
    play.hidden = !closed || (progress.solution?.line.length ?? 0) < 1;
    next.hidden = !closed && state !== "unmarked" ? true : this.#index + 1 >= this.#questions.length;
    this.#input.disabled = state !== "open";
  }
}
