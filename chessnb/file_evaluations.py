"""The evaluations that a game's file carries itself, in `[%eval]` comments."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chess

from chessnb.engine.evaluation import Evaluation, Line
from chessnb.engine.positions import positions_of
from chessnb.scoring.plies import START_CP

if TYPE_CHECKING:
    from chessnb.games import Game

__all__ = ["pgn_evaluations"]


def pgn_evaluations(game: Game) -> list[Evaluation | None]:
    """Give the evaluations that a game carries itself, one for each position.

    The end of the game is scored from the board. A standard start without a value counts as
    15 cp; another start without one is missing. So is a value that says it is mate where the
    board shows none.
    """
    positions = positions_of(game.start_board(), game.chess_moves)
    given: list[tuple[int | None, int | None, int | None]] = [
        (*_start_score(game), None),
        *((ply.eval_cp, ply.eval_mate, ply.eval_depth) for ply in game.plies),
    ]
    return [
        position.settled or _from_file(*score)
        for position, score in zip(positions, given, strict=True)
    ]


def _start_score(game: Game) -> tuple[int | None, int | None]:
    cp, mate = game.start_eval
    if cp is None and mate is None and game.start_fen == chess.STARTING_FEN:
        return int(START_CP), None
    return cp, mate


def _from_file(cp: int | None, mate: int | None, depth: int | None) -> Evaluation | None:
    # Where it is mate the board says so, before the file is asked.
    if (cp is None and mate is None) or mate == 0:
        return None
    return Evaluation((Line(1, cp=cp, mate=mate, depth=depth),), source="pgn")
