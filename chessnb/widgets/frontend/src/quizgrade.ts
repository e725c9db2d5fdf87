// Marking one answer in the page: the same rules in the same order as chessnb/coach/verdict.py.
import type { Candidate, Key, Verdict } from "./quizdata";

// A tolerance of 5 points takes a loss of exactly 5 points, whatever its last binary digit.
const SLACK = 1e-9;

/** Whether neither the author nor the stored lines know the answer. */
export function needsEngine(key: Key, uci: string): boolean {
  const decided = key.accept.includes(uci) || uci in key.wrong || key.only;
  return !decided && !key.candidates.some((each) => each.uci === uci);
}

/** Mark an answer; `found` is what an engine said of a move that is not among the stored lines. */
export function judge(key: Key, uci: string, san: string, found?: Candidate): Verdict {
  const verdict: Verdict = { uci, san, atLeast: false, best: false, line: [] };
  const text = key.wrong[uci];
  if (text !== undefined) verdict.text = text;
  const stored = key.candidates.find((each) => each.uci === uci);
  const candidate = stored ?? found;
  const best = key.candidates[0];
  if (candidate && best) {
    // The stored lines saw deeper than the look at this one move.
    const least = stored ? 0 : (key.floor ?? 0);
    const loss = Math.max(0, best.win - candidate.win, least);
    verdict.loss = loss;
    verdict.best = loss === 0;
    verdict.accepted = loss <= key.tolerance + SLACK;
    verdict.line = candidate.line;
  } else if (key.floor !== null) {
    verdict.loss = key.floor;
    verdict.atLeast = true;
    if (key.floor > key.tolerance + SLACK) verdict.accepted = false;
  }
  if (key.accept.includes(uci)) return { ...verdict, accepted: true };
  if (text !== undefined || key.only) return { ...verdict, accepted: false, best: false };
  return verdict;
}
