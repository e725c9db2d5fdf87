"""The list of moves."""

from __future__ import annotations

from typing import Any

from chessnb.widgets.game_part import GamePart

__all__ = ["MoveList"]


class MoveList(GamePart):
    """The moves in two columns, with label, evaluation, time, comments and variations.

    Parameters
    ----------
    source
        A game, an analysis or a job.
    **traits
        ``ply``, ``selected``, ``hide_judgement``.
    """

    def __init__(self, source: Any, **traits: Any) -> None:
        super().__init__(source, part="movelist", **traits)
