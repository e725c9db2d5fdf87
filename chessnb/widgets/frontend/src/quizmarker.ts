// Marking in the browser: what a kernel does for a quiz, done from the questions' stored lines.
import { TinyModel } from "./model";
import { variantOf, type Candidate, type Key, type Progress, type Request, type Verdict } from "./quizdata";
import { judge, needsEngine } from "./quizgrade";
import { play } from "./rules";

export interface Means {
  engine?: { look(key: Key, uci: string): Promise<Candidate | undefined> };
  record: (index: number, key: Key, verdict: Verdict, before: Progress, seconds: number) => void;
}

/** Marks the answers of one quiz, in place of a kernel. */
export class Marker {
  readonly model: TinyModel;
  readonly #keys: Key[];
  readonly #means: Means;

  constructor(keys: Key[], progress: Progress[], means: Means) {
    this.#keys = keys;
    this.#means = means;
    const open = Math.max(0, progress.findIndex((each) => each.state === "open"));
    this.model = new TinyModel({ part: "quiz", title: "", questions: keys, current: open, progress });
    this.model.on("sent", ((request: Request) => void this.#obey(request)) as never);
  }

  get progress(): Progress[] {
    return this.model.get("progress") as Progress[];
  }

  async #obey(request: Request): Promise<void> {
    const index = request.question;
    const key = this.#keys[index];
    const before = this.progress[index];
    if (!key || !before || ["right", "revealed", "thinking"].includes(before.state)) return;
    if (request.kind === "answer") return this.#mark(index, key, before, request);
    if (request.kind === "retry") return this.#set(index, { ...before, state: "open" }, ["verdict"]);
    if (request.kind === "reveal") {
      return this.#set(index, { ...before, state: "revealed", solution: key.solution }, ["verdict"]);
    }
    const hint = key.hints[before.hints.length];
    this.#set(index, hint ? { ...before, hints: [...before.hints, hint] } : { ...before, no_more_hints: true });
  }

  async #mark(
    index: number,
    key: Key,
    before: Progress,
    request: { uci: string; seconds: number },
  ): Promise<void> {
    const played = play(key.fen, request.uci, variantOf(key));
    if (!played) return;
    let verdict = judge(key, played.uci, played.san);
    const { engine, record } = this.#means;
    if (engine && needsEngine(key, played.uci)) {
      this.#set(index, { ...before, state: "thinking", verdict });
      verdict = judge(key, played.uci, played.san, await engine.look(key, played.uci));
    }
    record(index, key, verdict, before, request.seconds);
    this.#set(index, after(before, verdict, key));
  }

  #set(index: number, value: Progress, dropped: (keyof Progress)[] = []): void {
    const kept = Object.fromEntries(
      Object.entries(value).filter(([name]) => !dropped.includes(name as keyof Progress)),
    ) as unknown as Progress;
    this.model.set("progress", this.progress.map((each, place) => (place === index ? kept : each)));
    this.model.save_changes();
  }
}

function after(before: Progress, verdict: Verdict, key: Key): Progress {
  const { accepted } = verdict;
  const state = accepted === undefined ? "unmarked" : accepted ? "right" : "wrong";
  const solution = accepted ? { solution: key.solution } : {};
  return { ...before, state, tries: before.tries + 1, verdict, ...solution };
}
