// What is said of an answer, and of the solution.
import { moveNumber } from "./format";
import type { Solution, Verdict } from "./quizdata";
import { numberOf, playLine, turnOf, type Variant } from "./rules";

export function points(loss: number): string {
  const whole = Math.round(100 * loss);
  if (whole < 1) return "less than a point";
  return whole === 1 ? "1 point" : `${whole} points`;
}

/** The verdict in words; the author's own come first. */
export function verdictText(verdict: Verdict): string {
  const { san, loss } = verdict;
  const own = verdict.text ? `${verdict.text} ` : "";
  if (verdict.accepted === true) {
    if (verdict.best) return `${own}${san} is right: there is nothing better.`;
    if (loss === undefined || loss === 0) return `${own}${san} is right.`;
    return `${own}${san} is right, ${points(loss)} behind the best move.`;
  }
  if (verdict.accepted === undefined) return `${own}${san} is noted and will be marked later.`;
  if (loss === undefined || (own !== "" && loss < 0.01)) return own.trim() || `${san} is not the move.`;
  const much = `${verdict.atLeast ? "at least " : ""}${points(loss)}`;
  return `${own}${san} loses ${much} of win probability.`;
}

/** The solution in sentences. */
export function solutionTexts(solution: Solution, fen: string, variant: Variant): string[] {
  const [first, ...others] = solution.moves;
  const texts: string[] = [];
  if (first === undefined) texts.push("The solution is not known here.");
  else texts.push(others.length > 0 ? `Right: ${first}, also ${others.join(", ")}.` : `Right: ${first}.`);
  if (solution.line.length > 1) texts.push(`Best play: ${lineText(solution.line, fen, variant)}`);
  if (solution.why) texts.push(solution.why);
  if (solution.played) texts.push(`In the game: ${solution.played}.`);
  return texts;
}

/** A line with its move numbers. */
export function lineText(line: readonly string[], fen: string, variant: Variant): string {
  let before = fen;
  const words: string[] = [];
  for (const [index, move] of playLine(fen, line.slice(0, 7), variant).entries()) {
    const side = turnOf(before);
    if (side === "white" || index === 0) words.push(moveNumber(numberOf(before), side));
    words.push(move.san);
    before = move.fen;
  }
  return words.join(" ");
}
