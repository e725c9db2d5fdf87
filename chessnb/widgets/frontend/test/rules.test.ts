import assert from "node:assert/strict";
import { test } from "node:test";
import { captured, checkOf, destinations, isPromotion, play, playLine } from "../src/rules";

const STANDARD = { rules: "standard", chess960: false };
const CHESS960 = { rules: "chess960", chess960: true };
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const CASTLE = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

test("the start has twenty moves", () => {
  const all = [...destinations(START, STANDARD).values()].flat();
  assert.equal(all.length, 20);
});

test("castling is written as each kind of chess writes it", () => {
  assert.deepEqual(play(CASTLE, "e1g1", STANDARD)?.uci, "e1g1");
  assert.deepEqual(play(CASTLE, "e1h1", STANDARD)?.uci, "e1g1");
  assert.deepEqual(play(CASTLE, "e1h1", CHESS960)?.uci, "e1h1");
  assert.equal(play(CASTLE, "e1c1", STANDARD)?.san, "O-O-O");
});

test("a line is played as far as it is legal", () => {
  const played = playLine(START, ["e2e4", "e7e5", "e4e6", "a2a3"], STANDARD);
  assert.deepEqual(played.map((move) => move.san), ["e4", "e5"]);
});

test("promotions and checks are recognised", () => {
  const fen = "7k/P7/8/8/8/8/8/K7 w - - 0 1";
  assert.equal(isPromotion(fen, "a7", "a8"), true);
  assert.equal(isPromotion(fen, "a1", "a2"), false);
  assert.equal(play(fen, "a7a8q", STANDARD)?.san, "a8=Q+");
  assert.equal(play(fen, "a7a8n", STANDARD)?.san, "a8=N");
  assert.equal(checkOf(play(fen, "a7a8q", STANDARD)?.fen ?? "", STANDARD), "black");
});

test("a position without a king has no moves and no error", () => {
  assert.equal(destinations("8/8/8/8/8/8/8/8 w - - 0 1", STANDARD).size, 0);
  assert.equal(destinations("rubbish", STANDARD).size, 0);
});

test("variants follow their own rules", () => {
  const atomic = { rules: "atomic", chess960: false };
  const fen = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
  const after = play(fen, "e4d5", atomic)?.fen ?? "";
  assert.equal(after.split(" ")[0], "rnbqkbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR");
});

test("captured pieces are counted, dearest first", () => {
  const { white, black, lead } = captured("rnb1kbnr/pppp1ppp/8/8/8/8/PPPPPPP1/RNBQKBNR w KQkq - 0 1");
  assert.deepEqual(white, ["q", "p"]);
  assert.deepEqual(black, ["p"]);
  assert.equal(lead, 9);
});
