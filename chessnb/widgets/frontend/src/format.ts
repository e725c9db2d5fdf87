// Numbers as readers of chess write them.

export interface Score {
  cp?: number;
  mate?: number;
}

/** `+0.35`, `-1.20`, `#3`, `#-3`; White's view. */
export function scoreText(score: Score): string {
  if (score.mate !== undefined) return score.mate === 0 ? "#" : `#${score.mate}`;
  if (score.cp === undefined) return "";
  return signed(score.cp / 100, 2);
}

/** A short form for narrow places: one decimal, no sign of a mate's plus. */
export function shortScore(score: Score): string {
  if (score.mate !== undefined) return score.mate === 0 ? "#" : `#${Math.abs(score.mate)}`;
  if (score.cp === undefined) return "";
  return Math.abs(score.cp / 100).toFixed(Math.abs(score.cp) >= 1000 ? 0 : 1);
}

function signed(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return (value > 0 ? "+" : "−") + text;
}

/** White's win probability in [0, 1]; the same curve as chessnb.scoring. */
export function winProbability(score: Score): number | undefined {
  if (score.mate !== undefined) return score.mate > 0 ? 1 : 0;
  if (score.cp === undefined) return undefined;
  return 1 / (1 + Math.exp(-0.00368208 * score.cp));
}

/** `1:05:03`, `4:07`, `0:09.4` under ten seconds. */
export function clockText(seconds: number): string {
  const whole = Math.floor(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = String(whole % 60).padStart(2, "0");
  if (hours > 0) return `${hours}:${String(minutes).padStart(2, "0")}:${rest}`;
  const tenths = seconds < 10 && seconds % 1 > 0 ? `.${Math.floor((seconds % 1) * 10)}` : "";
  return `${minutes}:${rest}${tenths}`;
}

/** How long a move took: `0.8s`, `12s`, `3m 05s`. */
export function durationText(seconds: number): string {
  if (seconds < 10) return `${trimZero(seconds.toFixed(1))}s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole}s`;
  if (whole < 3600) return `${Math.floor(whole / 60)}m ${String(whole % 60).padStart(2, "0")}s`;
  return `${Math.floor(whole / 3600)}h ${String(Math.floor(whole / 60) % 60).padStart(2, "0")}m`;
}

function trimZero(text: string): string {
  return text.endsWith(".0") ? text.slice(0, -2) : text;
}

export function accuracyText(value: number | undefined): string {
  return value === undefined ? "–" : value.toFixed(1);
}

/** `23.` or `23…` before a move. */
export function moveNumber(number: number, side: "white" | "black"): string {
  return side === "white" ? `${number}.` : `${number}…`;
}

const NAGS: Record<number, string> = {
  1: "!",
  2: "?",
  3: "!!",
  4: "??",
  5: "!?",
  6: "?!",
  7: "□",
  10: "=",
  13: "∞",
  14: "⩲",
  15: "⩱",
  16: "±",
  17: "∓",
  18: "+−",
  19: "−+",
  22: "⨀",
  36: "↑",
  40: "→",
  132: "⇆",
  146: "N",
};

/** The signs that annotators use; a NAG without one is left out. */
export function nagText(nags: readonly number[] | undefined): string {
  return (nags ?? []).map((nag) => NAGS[nag] ?? "").join("");
}
