"""The controls of an analysis."""

from __future__ import annotations

from typing import Any, Unpack

from chessnb.plan import Options
from chessnb.widgets.analysis_part import AnalysisPart

__all__ = ["Controls"]


class Controls(AnalysisPart):
    """Buttons to step, analyse, stop and resume; settings, progress, copies and downloads.

    Parameters
    ----------
    source
        A game, an analysis or a job.
    ply : int
        The position to begin with.
    **options
        As for :func:`chessnb.analyze`: what the button "Analyse" uses.
    """

    def __init__(self, source: Any, /, *, ply: int = 0, **options: Unpack[Options]) -> None:
        super().__init__(source, options, part="controls", ply=ply)
