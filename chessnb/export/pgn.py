"""An analysis as annotated PGN that python-chess and Lichess studies read back without loss."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import chess
import chess.engine
import chess.pgn
import chess.svg

from chessnb.errors import SettingsError
from chessnb.export.clean import clean_text
from chessnb.export.summary import present
from chessnb.export.text_file import write_text
from chessnb.games.convert import from_chess
from chessnb.scoring.plies import START_CP

if TYPE_CHECKING:
    import pandas as pd

    from chessnb.analysis import Analysis
    from chessnb.engine.evaluation import Evaluation

__all__ = ["LABEL_NAGS", "to_pgn"]

LABEL_NAGS = {
    "Brilliant": chess.pgn.NAG_BRILLIANT_MOVE,
    "Great": chess.pgn.NAG_GOOD_MOVE,
    "Inaccuracy": chess.pgn.NAG_DUBIOUS_MOVE,
    "Mistake": chess.pgn.NAG_MISTAKE,
    "Blunder": chess.pgn.NAG_BLUNDER,
    "Miss": chess.pgn.NAG_MISTAKE,
}
"""The glyph that a label becomes; the other labels have none."""

_JUDGEMENTS = set(range(1, 7))


def to_pgn(
    analysis: Analysis,
    path: str | Path | None = None,
    *,
    evals: bool = True,
    clocks: bool = True,
    nags: bool = True,
    comments: bool = True,
    variations: bool = True,
    line_length: int = 8,
    arrows: bool = False,
    squares: bool = False,
) -> str | None:
    """Write the game with what the analysis found; the original comments and variations stay.

    Parameters
    ----------
    analysis
        The analysis.
    path
        The file to write; without one the text is returned.
    evals
        ``[%eval]`` after each move (and before the first), with the depth.
    clocks
        Keep the clocks of the original.
    nags
        ``$1``–``$6`` by the label, where the original has none of them.
    comments
        The explanations.
    variations
        The engine's line beside each judged move that was not its first choice.
    line_length
        Plies of that line, at least 1.
    arrows
        The engine's move in green, a judged one played instead in red.
    squares
        The square that a judged move went to: good ones in green, bad ones in red.

    Returns
    -------
    str or None
        The PGN, where no path was given.

    Raises
    ------
    SettingsError
        A line of no moves.
    FileError
        The file cannot be written.
    """
    if line_length < 1:
        raise SettingsError(f"line_length={line_length}: give 1 or more, or variations=False")
    tree = analysis.game.to_chess()
    rows = [row for _, row in analysis.moves.iterrows()]
    if evals:
        _set_start(tree, analysis.evaluations[0])
    for node, row, before, after in zip(
        list(tree.mainline()), rows, analysis.evaluations, analysis.evaluations[1:], strict=False
    ):
        if evals:
            _set_eval(node, after)
        if not clocks:
            node.set_clock(None)
            node.set_emt(None)
        judged = row["label"] in LABEL_NAGS
        if nags and judged and not node.nags & _JUDGEMENTS:
            node.nags.add(LABEL_NAGS[row["label"]])
        if comments and (text := present(row["explanation"])):
            _add_text(node, text)
        if arrows:
            _add_marks(node, _arrows(node, row, judged=judged))
        if squares and judged:
            good = row["label"] in ("Brilliant", "Great")
            _add_marks(node, [_square(node.move.to_square, "green" if good else "red")])
        if variations and judged and before:
            _add_line(node, before, line_length)
    text = clean_text(from_chess(tree).to_pgn())
    if path is None:
        return text
    write_text(path, text + "\n", newline="\n")
    return None


def _set_start(tree: chess.pgn.Game, evaluation: Evaluation | None) -> None:
    """Write the start's value, unless it is what a reader takes without one."""
    best = evaluation.best if evaluation else None
    if best and (best.cp != START_CP or tree.board().fen() != chess.STARTING_FEN):
        _set_eval(tree, evaluation)


def _set_eval(node: chess.pgn.GameNode, evaluation: Evaluation | None) -> None:
    best = evaluation.best if evaluation else None
    if best is None or node.board().is_checkmate():
        return
    score = chess.engine.Cp(best.cp) if best.cp is not None else chess.engine.Mate(best.mate or 0)
    node.set_eval(chess.engine.PovScore(score, chess.WHITE), best.depth or None)


def _add_text(node: chess.pgn.GameNode, text: str) -> None:
    # A brace would end the comment.
    text = text.replace("{", "(").replace("}", ")")
    # A game that was annotated before is not told the same twice.
    if text not in node.comment:
        node.comment = f"{node.comment} {text}".strip()


def _arrows(
    node: chess.pgn.ChildNode, row: pd.Series[Any], *, judged: bool
) -> list[chess.svg.Arrow]:
    best = present(row["best_uci"])
    move = chess.Move.from_uci(best) if best else None
    made: list[chess.svg.Arrow] = []
    if judged and move != node.move:
        made.append(chess.svg.Arrow(node.move.from_square, node.move.to_square, color="red"))
    if move:
        made.append(chess.svg.Arrow(move.from_square, move.to_square, color="green"))
    return made


def _square(square: chess.Square, colour: str) -> chess.svg.Arrow:
    return chess.svg.Arrow(square, square, color=colour)


def _add_marks(node: chess.pgn.ChildNode, marks: list[chess.svg.Arrow]) -> None:
    """Draw arrows and squares, except between squares that have one already."""
    drawn = node.arrows()
    taken = {(each.tail, each.head) for each in drawn}
    fresh = [each for each in marks if (each.tail, each.head) not in taken]
    if fresh:
        node.set_arrows([*drawn, *fresh])


def _add_line(node: chess.pgn.ChildNode, before: Evaluation, length: int) -> None:
    """Put the engine's line beside the move, unless it or its first move is there already."""
    best = before.best
    if best is None or not best.pv:
        return
    board = node.parent.board()
    line: list[chess.Move] = []
    for uci in best.pv[:length]:
        try:
            line.append(board.push_uci(uci))
        except ValueError:
            break
    if line and not node.parent.has_variation(line[0]):
        node.parent.add_line(line)
