// The answers given in a lesson's page: kept in the page's own storage, as CSV, as a short code.
import type { Key, Progress, Verdict } from "./quizdata";

/** A row of the `answers` table; `number` counts the lesson's questions from 0. */
export interface Row {
  number: number;
  question: string;
  game_id: string;
  ply: number | null;
  fen: string;
  san: string;
  uci: string;
  loss: number | null;
  accepted: boolean | null;
  tries: number;
  hints: number;
  seconds: number;
  at: string;
}

interface Stored {
  pupil: string;
  rows: Row[];
  progress: Progress[][];
}

const COLUMNS = [
  "pupil", "question", "game_id", "ply", "fen", "san", "loss", "accepted", "tries", "hints",
  "seconds", "at",
] as const;

export class Log {
  pupil = "";
  rows: Row[] = [];
  progress: Progress[][] = [];
  readonly #lesson: string;
  readonly #listeners = new Set<() => void>();

  constructor(lesson: string) {
    this.#lesson = lesson;
    const stored = read(lesson);
    if (!stored) return;
    this.pupil = stored.pupil;
    this.rows = stored.rows;
    this.progress = stored.progress;
  }

  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  record(number: number, key: Key, verdict: Verdict, before: Progress, seconds: number): void {
    this.rows.push({
      number,
      question: key.id,
      game_id: key.gameId,
      ply: key.ply,
      fen: key.fen,
      san: verdict.san,
      uci: verdict.uci,
      loss: verdict.loss ?? null,
      accepted: verdict.accepted ?? null,
      tries: before.tries + 1,
      hints: before.hints.length,
      seconds: Math.round(10 * seconds) / 10,
      at: `${new Date().toISOString().slice(0, 19)}+00:00`,
    });
    this.save();
  }

  save(): void {
    try {
      const stored: Stored = { pupil: this.pupil, rows: this.rows, progress: this.progress };
      localStorage.setItem(name(this.#lesson), JSON.stringify(stored));
    } catch {
      // Some browsers keep nothing for a page from disk: the answers live as long as the page.
    }
    for (const listener of this.#listeners) listener();
  }

  clear(): void {
    this.rows = [];
    this.progress = [];
    this.save();
  }

  csv(): string {
    const lines = this.rows.map((row) =>
      COLUMNS.map((column) => cell(column === "pupil" ? this.pupil : row[column])).join(","),
    );
    return [COLUMNS.join(","), ...lines, ""].join("\n");
  }

  /** As chessnb/coach/code.py reads it. */
  code(): string {
    const body = this.rows.map(
      (row) => `${row.number}-${row.uci}-${Math.min(999, row.hints)}-${Math.round(row.seconds)}`,
    );
    const text = `CN1.${this.#lesson}.${base64(this.pupil)}.${body.join("_")}`;
    return `${text}.${check(text)}`;
  }
}

function name(lesson: string): string {
  return `chessnb-lesson-${lesson}`;
}

function read(lesson: string): Stored | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(name(lesson)) ?? "null") as Stored | null;
    return stored && Array.isArray(stored.rows) && Array.isArray(stored.progress) ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** A cell that a spreadsheet takes neither for a formula nor for two cells. */
function cell(value: string | number | boolean | null): string {
  if (value === null || value === "") return "";
  if (typeof value === "boolean") return value ? "True" : "False";
  const text = typeof value === "string" && /^[=+\-@\t\r|%]/.test(value) ? `'${value}` : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function base64(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** FNV-1a of 32 bits, in base 36. */
export function check(text: string): string {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  }
  return value.toString(36);
}
