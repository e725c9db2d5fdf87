"""The evaluation bar."""

from __future__ import annotations

from typing import Any

from chessnb.widgets.game_part import GamePart

__all__ = ["EvalBar"]


class EvalBar(GamePart):
    """White's win probability at the current ply as an upright bar, with the score.

    Parameters
    ----------
    source
        An analysis, a job, or a game that carries evaluations.
    **traits
        ``ply``, ``orientation``, ``hide_judgement``.
    """

    def __init__(self, source: Any, **traits: Any) -> None:
        traits.setdefault("layout", {"width": "36px", "flex": "0 0 auto"})
        super().__init__(source, part="evalbar", **traits)
