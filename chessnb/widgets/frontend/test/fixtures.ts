// A small game with a variation and a judgement, packed as Python packs them.
import { gzipSync } from "node:zlib";
import { TinyModel } from "../src/model";
import type { GameData, Judgement } from "../src/payload";
import { play } from "../src/rules";
import { Session } from "../src/session";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const STANDARD = { rules: "standard", chess960: false };

/** 1. f3 e5 2. g4 Qh4#, with 1... d5 2. e4 as a variation. */
export function game(): GameData {
  let fen = START;
  const plies = ["f2f3", "e7e5", "g2g4", "d8h4"].map((uci, index) => {
    const played = play(fen, uci, STANDARD);
    if (!played) throw new Error(uci);
    fen = played.fen;
    const side = index % 2 === 0 ? ("white" as const) : ("black" as const);
    return { ply: index + 1, number: Math.floor(index / 2) + 1, side, san: played.san, uci, fen };
  });
  return {
    start: START,
    chess960: false,
    rules: "standard",
    white: { name: "Anna" },
    black: { name: "Ben" },
    result: "0-1",
    event: "",
    plies,
    branches: [
      { id: "v1", parent: "1", uci: "d7d5" },
      { id: "v2", parent: "v1", uci: "e2e4", comment: "open" },
    ],
    warnings: [],
    pgn: "1. f3 e5 2. g4 Qh4# 0-1",
  };
}

export function judgement(): Judgement {
  return {
    rows: [
      { label: "Inaccuracy", cp: -60, eval: "-0.60" },
      { label: "Best", cp: -60, eval: "-0.60" },
      { label: "Blunder", mate: -1, eval: "#-1", best: "e4", bestUci: "e2e4" },
      { label: "Best", mate: 0, eval: "#-0", win: 0 },
    ],
    lines: [[], [], [], [{ rank: 1, mate: -1, pv: ["d8h4"] }], []],
    start: { cp: 20, eval: "+0.20" },
    players: {},
    palette: { Blunder: { fill: "#da1238", ink: "#ffffff", sign: "??" } },
    bestMove: "#0d7a43",
    ruleset: "nine-tier",
  };
}

export function packed(value: unknown): DataView {
  const bytes = gzipSync(JSON.stringify(value));
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function model(): TinyModel {
  return new TinyModel({
    _game: packed(game()),
    _judgement: packed(judgement()),
    ply: 0,
    node: "",
    branches: [],
    selected: [],
  });
}

export async function session(): Promise<{ session: Session; model: TinyModel; scope: AbortController }> {
  const scope = new AbortController();
  const own = model();
  return { session: await Session.open(own, scope.signal), model: own, scope };
}
