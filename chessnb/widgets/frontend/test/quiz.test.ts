// Marking in the page follows chessnb/coach/verdict.py; the same cases are tested there.
import assert from "node:assert/strict";
import { test } from "node:test";
import { check } from "../src/lessonlog";
import type { Key } from "../src/quizdata";
import { judge, needsEngine } from "../src/quizgrade";
import { points, verdictText } from "../src/quizwords";
import { moveOf, outcomeOf } from "../src/rules";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const PLAIN = { rules: "standard", chess960: false };

function key(options: Partial<Key> = {}): Key {
  return {
    id: "q1",
    fen: START,
    chess960: false,
    side: "white",
    prompt: "?",
    bestMove: "#0d7a43",
    gameId: "",
    ply: null,
    candidates: [
      { uci: "e2e4", win: 0.55, line: ["e2e4", "e7e5"] },
      { uci: "d2d4", win: 0.5, line: ["d2d4"] },
      { uci: "f2f3", win: 0.4, line: ["f2f3", "e7e5"] },
    ],
    floor: 0.15,
    tolerance: 0.05,
    accept: [],
    wrong: {},
    only: false,
    hints: [],
    solution: { moves: [], line: [] },
    ...options,
  };
}

test("any move within the tolerance counts", () => {
  assert.equal(judge(key(), "e2e4", "e4").accepted, true);
  assert.equal(judge(key(), "d2d4", "d4").accepted, true);
  const bad = judge(key(), "f2f3", "f3");
  assert.equal(bad.accepted, false);
  assert.ok(Math.abs((bad.loss ?? 0) - 0.15) < 1e-9);
});

test("the author has the first word", () => {
  const asked = key({ accept: ["f2f3"], wrong: { e2e4: "Too common." } });
  assert.equal(judge(asked, "f2f3", "f3").accepted, true);
  const verdict = judge(asked, "e2e4", "e4");
  assert.equal(verdict.accepted, false);
  assert.match(verdictText(verdict), /^Too common\./);
  assert.equal(judge(key({ accept: ["d2d4"], only: true }), "e2e4", "e4").accepted, false);
});

test("a move beyond the stored lines is told from them", () => {
  const verdict = judge(key(), "a2a3", "a3");
  assert.deepEqual([verdict.accepted, verdict.loss, verdict.atLeast], [false, 0.15, true]);
  assert.ok(needsEngine(key(), "a2a3") && !needsEngine(key(), "d2d4"));
  const wide = key({ tolerance: 0.2 });
  assert.equal(judge(wide, "a2a3", "a3").accepted, undefined);
  const found = { uci: "a2a3", win: 0.54, line: ["a2a3"] };
  assert.equal(judge(key(), "a2a3", "a3", found).loss, 0.15);
  assert.equal(judge(wide, "a2a3", "a3", found).accepted, true);
});

test("codes have the same sum as in Python", () => {
  assert.equal(check("CN1.x1.QWRh.0-e2e4-0-12"), "1ae21ye");
});

test("moves are typed in SAN or UCI", () => {
  assert.equal(moveOf(START, "Nf3", PLAIN), "g1f3");
  assert.equal(moveOf(START, "e2e4", PLAIN), "e2e4");
  assert.equal(moveOf(START, "Nf6", PLAIN), undefined);
  assert.equal(moveOf("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "0-0", PLAIN), "e1g1");
  assert.equal(moveOf("8/P6k/8/8/8/8/7K/8 w - - 0 1", "a8=N", PLAIN), "a7a8n");
  assert.equal(moveOf("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "O-O", { rules: "chess960", chess960: true }), "e1f1");
});

test("the end of a game is told from the board", () => {
  assert.equal(outcomeOf("7k/6Q1/5K2/8/8/8/8/8 b - - 1 1", PLAIN), "white");
  assert.equal(outcomeOf("7k/5Q2/5K2/8/8/8/8/8 b - - 1 1", PLAIN), "draw");
  assert.equal(outcomeOf(START, PLAIN), undefined);
});

test("points are written as people say them", () => {
  assert.deepEqual([0.001, 0.012, 0.346].map(points), ["less than a point", "1 point", "35 points"]);
});
