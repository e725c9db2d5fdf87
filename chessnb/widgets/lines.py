"""The engine's lines."""

from __future__ import annotations

from typing import Any

from chessnb.widgets.game_part import GamePart

__all__ = ["EngineLines"]


class EngineLines(GamePart):
    """The engine's lines of the current position; hover a move to see it, click to play it.

    Parameters
    ----------
    source
        An analysis or a job.
    **traits
        ``ply``, ``hide_judgement``.
    """

    def __init__(self, source: Any, **traits: Any) -> None:
        super().__init__(source, part="lines", **traits)
