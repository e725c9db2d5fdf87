"""The board."""

from __future__ import annotations

from typing import Any

import traitlets

from chessnb.widgets.game_part import GamePart

__all__ = ["BoardView"]

_START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


class BoardView(GamePart):
    """A board to step through a game and to try moves on.

    With an analysis it shows the label of each move, the engine's choice as a green arrow, and a
    bad move in its label's colour; arrows and squares of the PGN's comments are always shown.

    Parameters
    ----------
    source
        A FEN, a game, an analysis, a job; the start position by default.
    details : bool, optional
        Show players, clocks, what was taken and the evaluation bar around the board: by default
        where there is a game or an analysis, not for a lone position.
    **traits
        ``ply``, ``orientation``, ``movable``, ``hide_judgement``.

    Examples
    --------
    >>> board = BoardView("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
    >>> board.orientation, len(board.game)
    ('white', 0)
    """

    details = traitlets.Bool(False).tag(sync=True)

    def __init__(self, source: Any = _START, *, details: bool | None = None, **traits: Any) -> None:
        super().__init__(source, part="board", **traits)
        self.details = len(self.game) > 0 if details is None else details
