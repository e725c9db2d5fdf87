// The synced data, as chessnb/widgets/payload.py writes it.

export type Side = "white" | "black";

export interface PlayerTag {
  name: string;
  rating?: string;
  title?: string;
}

/** One ply of the game as it was played; `fen` is the position after it. */
export interface Ply {
  ply: number;
  number: number;
  side: Side;
  san: string;
  uci: string;
  fen: string;
  clock?: number;
  time?: number;
  nags?: number[];
  comment?: string;
  arrows?: [string, string, string][];
  squares?: [string, string][];
}

/** A move outside the game: its parent is a ply's number or another node's id. */
export interface Branch {
  id: string;
  parent: string;
  uci: string;
  comment?: string;
  nags?: number[];
}

/** What never changes while the analysis grows. */
export interface GameData {
  start: string;
  chess960: boolean;
  rules: string;
  white: PlayerTag;
  black: PlayerTag;
  result: string;
  event: string;
  intro?: string;
  clock?: number;
  plies: Ply[];
  branches: Branch[];
  warnings: string[];
  pgn: string;
  /** The labels' looks, for a table that shows book moves before any judgement is there. */
  palette?: Record<string, LabelStyle>;
}

/** The judgement of one ply; a missing value is left out. */
export interface Row {
  label?: string;
  accuracy?: number;
  eval?: string;
  cp?: number;
  mate?: number;
  win?: number;
  wpl?: number;
  best?: string;
  bestUci?: string;
  bestPv?: string;
  explanation?: string;
  phase?: string;
  opening?: string;
  eco?: string;
}

export interface EngineLine {
  rank: number;
  cp?: number;
  mate?: number;
  depth?: number;
  pv: string[];
}

export interface PlayerSummary {
  accuracy?: number;
  acpl?: number;
  moves: number;
  counts: Record<string, number>;
  elo?: number;
  eloLow?: number;
  eloHigh?: number;
  eloScale?: string;
}

export interface LabelStyle {
  fill: string;
  ink: string;
  sign: string;
}

/** What grows while the engine works. `lines[i]` are those of the position before ply i + 1. */
export interface Judgement {
  rows: (Row | null)[];
  lines: EngineLine[][];
  start: Row;
  players: Partial<Record<Side, PlayerSummary>>;
  palette: Record<string, LabelStyle>;
  bestMove: string;
  opening?: string;
  ruleset: string;
  engine?: string;
}

export interface Status {
  state: "idle" | "running" | "stopping" | "stopped" | "done" | "failed";
  done: number;
  total: number;
  seconds?: number | null;
  message?: string;
}

export interface Choice {
  value: string;
  text: string;
}

/** The settings that the controls offer. */
export interface Settings {
  effort: string;
  efforts: Choice[];
  multipv: number;
  ruleset: string;
  rulesets: Choice[];
  engine: string;
  engines: Choice[];
}

/** A live evaluation of whatever stands on the board. */
export interface Live {
  running: boolean;
  fen?: string;
  depth?: number;
  lines?: EngineLine[];
  message?: string;
}

export interface TableData {
  columns: { field: string; title: string; kind: "text" | "number" | "share" | "label" }[];
  rows: Record<string, string | number | boolean | null>[];
}
