"""What a widget may be given, and what it shows then."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from chessnb.analysis import Analysis
from chessnb.errors import ChessnbError
from chessnb.games import Game, read_game
from chessnb.jobs import AnalysisJob

if TYPE_CHECKING:
    from chessnb.scoring.rulesets import Ruleset

__all__ = ["Shown", "blank_analysis", "shown_of"]


@dataclass(frozen=True)
class Shown:
    """A game, with its analysis or the job that makes it, where there is one."""

    game: Game
    analysis: Analysis | None = None
    job: AnalysisJob | None = None


def shown_of(source: Any) -> Shown:
    """Tell what a widget's first argument stands for.

    Raises
    ------
    InputError
        It is nothing that can be read.
    """
    if isinstance(source, Analysis):
        return Shown(source.game, analysis=source)
    if isinstance(source, AnalysisJob):
        return Shown(source.game, job=source)
    game = read_game(source)
    return Shown(game, analysis=_own_evaluations(game))


def _own_evaluations(game: Game) -> Analysis | None:
    """The analysis that the game's own ``[%eval]`` comments are; no engine runs."""
    from chessnb.runner import analyze

    if not game.has_evals:
        return None
    try:
        return analyze(game, source="pgn", progress=False)
    except ChessnbError:
        # A variant is shown as it is, without a judgement.
        return None


def blank_analysis(game: Game, ruleset: Ruleset) -> Analysis:
    """An analysis in which nothing is known yet."""
    evaluations = [None] * (len(game.plies) + 1)
    return Analysis(game, evaluations, ruleset=ruleset, provenance={"game_id": game.game_id})
