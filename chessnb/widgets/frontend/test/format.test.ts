import assert from "node:assert/strict";
import { test } from "node:test";
import { parseInfo } from "../src/engine";
import { clockText, durationText, nagText, scoreText, shortScore, winProbability } from "../src/format";
import { fromBase64, unpack } from "../src/pack";
import { packed } from "./fixtures";

test("scores", () => {
  assert.equal(scoreText({ cp: 35 }), "+0.35");
  assert.equal(scoreText({ cp: -120 }), "−1.20");
  assert.equal(scoreText({ cp: 0 }), "0.00");
  assert.equal(scoreText({ mate: -3 }), "#-3");
  assert.equal(shortScore({ cp: -1234 }), "12");
  assert.equal(shortScore({ mate: -3 }), "#3");
});

test("win probability is that of the tables", () => {
  for (const [cp, win] of [[-300, 0.2489], [35, 0.5322], [450, 0.8398]] as const) {
    assert.ok(Math.abs((winProbability({ cp }) ?? 0) - win) < 5e-5);
  }
  assert.equal(winProbability({ mate: -2 }), 0);
  assert.equal(winProbability({}), undefined);
});

test("clocks and durations", () => {
  assert.equal(clockText(3903), "1:05:03");
  assert.equal(clockText(9.4), "0:09.4");
  assert.equal(clockText(600), "10:00");
  assert.equal(durationText(0.8), "0.8s");
  assert.equal(durationText(185), "3m 05s");
});

test("signs of annotators", () => assert.equal(nagText([1, 14, 240]), "!⩲"));

test("what was packed comes out", async () => {
  assert.deepEqual(await unpack(packed({ a: ["é", 1] })), { a: ["é", 1] });
  assert.equal(await unpack(undefined), undefined);
  assert.deepEqual([...fromBase64("AQID\n")], [1, 2, 3]);
});

test("an engine's line is turned to White's view", () => {
  const text = "info depth 12 seldepth 18 multipv 2 score cp 31 nodes 99 pv e7e5 g1f3";
  assert.deepEqual(parseInfo(text, "black"), { rank: 2, depth: 12, pv: ["e7e5", "g1f3"], cp: -31 });
  assert.equal(parseInfo("info depth 3 score mate -2 pv a7a6", "white")?.mate, -2);
  assert.equal(parseInfo("info depth 9 score cp 12 upperbound pv a7a6", "white"), undefined);
  assert.equal(parseInfo("info string hello", "white"), undefined);
});
