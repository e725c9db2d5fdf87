// A quiz as it is synced; chessnb/widgets/quiz_payload.py writes it.

export type Side = "white" | "black";

/** What the pupil sees of a question; nothing in it tells the answer. */
export interface Question {
  id: string;
  fen: string;
  chess960: boolean;
  side: Side;
  prompt: string;
  bestMove: string;
  last?: string;
}

export interface Verdict {
  uci: string;
  san: string;
  accepted?: boolean;
  loss?: number;
  atLeast: boolean;
  best: boolean;
  text?: string;
  line: string[];
}

export interface Hint {
  text: string;
  square?: string;
}

export interface Solution {
  moves: string[];
  uci?: string;
  line: string[];
  why?: string;
  played?: string;
}

export type State = "open" | "thinking" | "right" | "wrong" | "unmarked" | "revealed";

/** Where the pupil is with a question. */
export interface Progress {
  state: State;
  tries: number;
  hints: Hint[];
  no_more_hints?: boolean;
  verdict?: Verdict;
  solution?: Solution;
}

/** What the front-end asks of whoever marks: the kernel, or the page itself. */
export type Request =
  | { kind: "answer"; question: number; uci: string; seconds: number }
  | { kind: "hint" | "reveal" | "retry"; question: number };

export interface Candidate {
  uci: string;
  win: number;
  line: string[];
}

/** A question with everything that marks it: only in a page that marks by itself. */
export interface Key extends Question {
  gameId: string;
  ply: number | null;
  candidates: Candidate[];
  floor: number | null;
  tolerance: number;
  accept: string[];
  wrong: Record<string, string>;
  only: boolean;
  hints: Hint[];
  solution: Solution;
}

export const UNTOUCHED: Progress = { state: "open", tries: 0, hints: [] };

/** A move to look at, as far as an engine needs it. */
export type Asked = Pick<Key, "fen" | "chess960" | "side">;

export function variantOf(question: Asked): { rules: string; chess960: boolean } {
  return { rules: question.chess960 ? "chess960" : "standard", chess960: question.chess960 };
}
