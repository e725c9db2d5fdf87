import assert from "node:assert/strict";
import { test } from "node:test";
import { actionOf } from "../src/keys";
import { packed, game, session as open } from "./fixtures";

test("steps along the game and stops at its ends", async () => {
  const { session, model } = await open();
  session.previous();
  assert.equal(model.get("ply"), 0);
  session.next();
  session.next();
  assert.equal(model.get("ply"), 2);
  session.last();
  session.next();
  assert.equal(model.get("ply"), 4);
  session.first();
  assert.equal(session.node.san, "");
});

test("one ply moves every listener, whoever set it", async () => {
  const { session, model } = await open();
  const seen: string[] = [];
  session.on("place", () => seen.push(session.node.san));
  model.set("ply", 3);
  session.previous();
  assert.deepEqual(seen, ["g4", "e5"]);
});

test("walks a variation, its siblings, and back", async () => {
  const { session, model } = await open();
  session.go(2);
  session.sibling(1);
  assert.equal(session.node.san, "d5");
  assert.equal(model.get("ply"), 1);
  session.next();
  assert.equal(session.node.comment, "open");
  session.previous();
  session.sibling(-1);
  assert.equal(session.node.id, "2");
  assert.equal(model.get("node"), "");
});

test("a ply set from outside leaves the variation", async () => {
  const { session, model } = await open();
  session.go(2);
  session.sibling(1);
  model.set("ply", 4);
  assert.equal(session.node.san, "Qh4#");
});

test("a known move is followed, a new one becomes a branch that can be dropped", async () => {
  const { session, model } = await open();
  session.play("f2f3");
  assert.equal(model.get("ply"), 1);
  session.play("c7c5");
  session.play("e2e4");
  assert.deepEqual(model.get("branches"), [
    { id: "u1", parent: "1", uci: "c7c5" },
    { id: "u2", parent: "u1", uci: "e2e4" },
  ]);
  assert.equal(session.node.san, "e4");
  const branch = session.tree.find("u1");
  assert.ok(branch);
  session.drop(branch);
  assert.deepEqual(model.get("branches"), []);
  assert.equal(session.node.id, "1");
});

test("an illegal move changes nothing", async () => {
  const { session, model } = await open();
  session.play("e2e5");
  assert.deepEqual(model.get("branches"), []);
});

test("seeks the next mistake round the end, and marked plies first", async () => {
  const { session, model } = await open();
  assert.deepEqual(session.mistakes(), [1, 3]);
  session.seek(1);
  session.seek(1);
  assert.equal(model.get("ply"), 3);
  session.seek(1);
  assert.equal(model.get("ply"), 1);
  model.set("selected", [2, 4]);
  session.seek(-1);
  assert.equal(model.get("ply"), 4);
});

test("a preview ends with the next step", async () => {
  const { session } = await open();
  session.show({ fen: session.node.fen, uci: "", owner: "lines" });
  assert.ok(session.preview);
  session.next();
  assert.equal(session.preview, undefined);
});

test("a game that arrives later replaces the tree", async () => {
  const { session, model } = await open();
  const changed = new Promise<void>((resolve) => session.on("game", resolve));
  model.set("_game", packed({ ...game(), plies: game().plies.slice(0, 2), branches: [] }));
  await changed;
  assert.equal(session.tree.length, 2);
});

test("nothing is heard after the end", async () => {
  const { session, model, scope } = await open();
  let heard = 0;
  session.on("place", () => (heard += 1));
  scope.abort();
  model.set("ply", 2);
  assert.equal(heard, 0);
});

test("keys have their actions, others have none", async () => {
  const { session, model } = await open();
  const press = (key: string) => actionOf({ key, shiftKey: false }, session, {})?.();
  press("ArrowRight");
  press("ArrowDown");
  press("End");
  press("f");
  press("x");
  assert.equal(model.get("orientation"), "black");
  assert.equal(actionOf({ key: "x", shiftKey: false }, session, {}), undefined);
  assert.equal(actionOf({ key: " ", shiftKey: false }, session, {}), undefined);
});
