// The rules of chess, by chessops: for moves off the game's path. The game itself comes from Python.
import { chessgroundDests, lichessRules } from "chessops/compat";
import { makeFen, parseFen } from "chessops/fen";
import { makeSan, parseSan } from "chessops/san";
import { isNormal, type Move, type SquareName } from "chessops/types";
import { kingCastlesTo, makeUci, parseUci } from "chessops/util";
import { setupPosition } from "chessops/variant";
import { castlingSide, normalizeMove, type Position } from "chessops/chess";

export interface Variant {
  rules: string;
  chess960: boolean;
}

export interface Played {
  uci: string;
  san: string;
  fen: string;
}

type LichessVariant = Parameters<typeof lichessRules>[0];

/** The position of a FEN, or undefined where it is none that can be played on. */
export function positionOf(fen: string, variant: Variant): Position | undefined {
  const setup = parseFen(fen);
  if (setup.isErr) return undefined;
  const rules = lichessRules(variant.rules as LichessVariant) ?? "chess";
  const position = setupPosition(rules, setup.value);
  return position.isErr ? undefined : position.value;
}

/** All legal moves, from → to, in the form that the board takes. */
export function destinations(fen: string, variant: Variant): Map<SquareName, SquareName[]> {
  const position = positionOf(fen, variant);
  if (!position) return new Map();
  return chessgroundDests(position, { chess960: variant.chess960 });
}

/** Play a UCI move: its canonical UCI, its SAN and the position after it; undefined if illegal. */
export function play(fen: string, uci: string, variant: Variant): Played | undefined {
  const position = positionOf(fen, variant);
  const move = position && legalMove(position, uci);
  if (!position || !move) return undefined;
  const text = uciOf(position, move, variant);
  const san = makeSan(position, move);
  position.play(move);
  return { uci: text, san, fen: makeFen(position.toSetup()) };
}

/** Play a line as far as it is legal. */
export function playLine(fen: string, line: readonly string[], variant: Variant): Played[] {
  const played: Played[] = [];
  let current = fen;
  for (const uci of line) {
    const next = play(current, uci, variant);
    if (!next) break;
    played.push(next);
    current = next.fen;
  }
  return played;
}

export function turnOf(fen: string): "white" | "black" {
  return fen.split(" ")[1] === "b" ? "black" : "white";
}

export function numberOf(fen: string): number {
  return Number(fen.split(" ")[5] ?? 1) || 1;
}

/** The side whose king is attacked, if it is its turn. */
export function checkOf(fen: string, variant: Variant): "white" | "black" | undefined {
  const position = positionOf(fen, variant);
  return position?.isCheck() ? position.turn : undefined;
}

/** Does a pawn move from → to need a choice of piece? */
export function isPromotion(fen: string, from: string, to: string): boolean {
  const rank = to[1];
  if (rank !== "8" && rank !== "1") return false;
  const setup = parseFen(fen);
  if (setup.isErr) return false;
  const move = parseUci(from + to);
  return !!move && isNormal(move) && setup.value.board.pawn.has(move.from);
}

function legalMove(position: Position, uci: string): Move | undefined {
  const move = parseUci(uci);
  if (!move) return undefined;
  const normal = normalizeMove(position, move);
  return position.isLegal(normal) ? normal : undefined;
}

function uciOf(position: Position, move: Move, variant: Variant): string {
  const side = castlingSide(position, move);
  // Standard chess writes castling as the king's own path, Chess960 as king takes rook.
  if (!side || variant.chess960 || !isNormal(move)) return makeUci(move);
  return makeUci({ from: move.from, to: kingCastlesTo(position.turn, side) });
}

export interface Captured {
  white: string[];
  black: string[];
  lead: number;
}

const VALUES: Record<string, number> = { q: 9, r: 5, b: 3, n: 3, p: 1 };
const FULL: Record<string, number> = { q: 1, r: 2, b: 2, n: 2, p: 8 };

/** What each side has taken, dearest first, and White's lead in pawns. */
export function captured(fen: string): Captured {
  const counts = new Map<string, number>();
  for (const letter of (fen.split(" ")[0] ?? "").replace(/[^a-zA-Z]/g, "")) {
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  const result: Captured = { white: [], black: [], lead: 0 };
  for (const [piece, value] of Object.entries(VALUES)) {
    const white = counts.get(piece.toUpperCase()) ?? 0;
    const black = counts.get(piece) ?? 0;
    result.lead += (white - black) * value;
    const full = FULL[piece] ?? 0;
    result.white.push(...Array<string>(Math.max(0, full - black)).fill(piece));
    result.black.push(...Array<string>(Math.max(0, full - white)).fill(piece));
  }
  return result;
}

/** A typed move, SAN or UCI, as UCI; undefined where it is not legal. */
export function moveOf(fen: string, text: string, variant: Variant): string | undefined {
  const position = positionOf(fen, variant);
  if (!position) return undefined;
  const san = text.replace(/0-0-0/g, "O-O-O").replace(/0-0/g, "O-O").replace(/[!?]+$/, "");
  const move = parseSan(position, san);
  return play(fen, move ? makeUci(move) : text.toLowerCase(), variant)?.uci;
}

/** Who has won in a position where the game is over, or a draw; undefined where it goes on. */
export function outcomeOf(fen: string, variant: Variant): "white" | "black" | "draw" | undefined {
  const position = positionOf(fen, variant);
  const outcome = position?.outcome();
  return outcome ? (outcome.winner ?? "draw") : undefined;
}
