import assert from "node:assert/strict";
import { test } from "node:test";
import { refutation } from "../src/refutation";
import { session as open } from "./fixtures";

test("the refutation ends with the mate", async () => {
  const { session } = await open();
  session.go(3);
  assert.deepEqual(refutation(session, session.node).map((move) => move.san), ["Qh4#"]);
});

test("a move without lines after it has none", async () => {
  const { session } = await open();
  session.go(1);
  assert.deepEqual(refutation(session, session.node), []);
});
