// What is drawn on the board: arrows and squares of comments, the engine's choice, the badge.
import type { DrawBrush, DrawShape } from "@lichess-org/chessground/draw";
import type { Key } from "@lichess-org/chessground/types";
import { squareBadge, styleOf } from "./labels";
import type { Preview, Session } from "./session";
import type { TreeNode } from "./tree";

const KEY = /^[a-h][1-8]$/;

export function squaresOf(uci: string): Key[] {
  const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)];
  return KEY.test(from) && KEY.test(to) ? [from as Key, to as Key] : [];
}

/** The brushes of the engine's choice, of hints, and of each label. */
export function brushesOf(session: Session): Record<string, DrawBrush> {
  const { palette, bestMove } = session.judgement;
  const brush = (key: string, color: string, opacity = 0.85): DrawBrush => ({
    key,
    color,
    opacity,
    lineWidth: 9,
  });
  const brushes: Record<string, DrawBrush> = {
    best: brush("best", bestMove),
    hint: brush("hint", bestMove, 0.45),
  };
  for (const label of Object.keys(palette)) {
    brushes[label] = brush(label, styleOf(palette, label).fill, 0.75);
  }
  return brushes;
}

export function previewShapes(preview: Preview): DrawShape[] {
  return arrowsOf(preview.arrows ?? []);
}

/** Everything for a node of the game. */
export function shapesOf(session: Session, node: TreeNode): DrawShape[] {
  const shapes = [...commentShapes(node), ...markShapes(session, node)];
  const judged = session.model.get("hide_judgement") !== true;
  if (judged && node.main) shapes.push(...engineShapes(session, node), ...badgeShapes(session, node));
  return shapes;
}

/** A ring round the move that is one of the marked ones. */
function markShapes(session: Session, node: TreeNode): DrawShape[] {
  const target = squaresOf(node.uci)[1];
  return target && node.main && session.selected.includes(node.ply)
    ? [{ orig: target, brush: "yellow" }]
    : [];
}

function commentShapes(node: TreeNode): DrawShape[] {
  const squares = (node.played?.squares ?? []).map(
    ([square, color]): DrawShape => ({ orig: square as Key, brush: color }),
  );
  return [...squares, ...arrowsOf(node.played?.arrows ?? [])];
}

function arrowsOf(arrows: [string, string, string][]): DrawShape[] {
  return arrows.map(([orig, dest, brush]) => ({ orig: orig as Key, dest: dest as Key, brush }));
}

/** What the engine would have played instead of this move, and the played move by its label. */
function engineShapes(session: Session, node: TreeNode): DrawShape[] {
  const row = session.row(node.ply);
  const [from, to] = squaresOf(row?.bestUci ?? "");
  if (!row?.label || !from || !to || row.bestUci === node.uci || row.label === "Book") return [];
  const shapes: DrawShape[] = [{ orig: from, dest: to, brush: "best" }];
  const [playedFrom, playedTo] = squaresOf(node.uci);
  if (playedFrom && playedTo && playedFrom !== playedTo && isBad(row.label)) {
    shapes.push({ orig: playedFrom, dest: playedTo, brush: row.label });
  }
  return shapes;
}

export function isBad(label: string | undefined): boolean {
  return label === "Inaccuracy" || label === "Mistake" || label === "Blunder" || label === "Miss";
}

function badgeShapes(session: Session, node: TreeNode): DrawShape[] {
  const label = session.row(node.ply)?.label;
  const target = squaresOf(node.uci)[1];
  if (!label || !target) return [];
  const html = squareBadge(session.judgement.palette, label);
  return [{ orig: target, customSvg: { html, center: "orig" } }];
}
