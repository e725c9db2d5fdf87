"""Chess game analysis for notebooks: every move a row, every number with its source.

The names below are loaded when they are first used, so that ``import chessnb`` is quick.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from chessnb import charts, errors, schema, season
    from chessnb.analysis import Analysis
    from chessnb.batch import analyze_many
    from chessnb.coach import Lesson, find_moments, grade, to_cards
    from chessnb.dumps.score_pgn import score_pgn
    from chessnb.engine import cache
    from chessnb.engine.locate import engines
    from chessnb.errors import AnalysisInterrupted, ChessnbError
    from chessnb.export.archive import load
    from chessnb.export.csv import read_moves
    from chessnb.games import Game, chesscom, lichess, read_game, read_games
    from chessnb.jobs import AnalysisJob
    from chessnb.library import Library
    from chessnb.magic import load_ipython_extension
    from chessnb.nested import allow_nested_loop
    from chessnb.runner import analyze, submit
    from chessnb.scoring import strength
    from chessnb.scoring.evals import score_evals
    from chessnb.scoring.rulesets import Ruleset, rulesets
    from chessnb.versions import show_versions
    from chessnb.widgets import (
        AnalysisView,
        BoardView,
        ChartView,
        Controls,
        EngineLines,
        EvalBar,
        MoveList,
        MoveTable,
        link,
        view,
    )

    # Not in __all__: a star import must not hide the built-in one.
    from chessnb.widgets import open as open
    from chessnb.widgets.quiz import Quiz
    from chessnb.widgets.season_view import SeasonView

__version__ = "0.1.0"

_HOMES = {
    "Analysis": "chessnb.analysis",
    "AnalysisInterrupted": "chessnb.errors",
    "AnalysisJob": "chessnb.jobs",
    "AnalysisView": "chessnb.widgets",
    "BoardView": "chessnb.widgets",
    "ChartView": "chessnb.widgets",
    "ChessnbError": "chessnb.errors",
    "Controls": "chessnb.widgets",
    "EngineLines": "chessnb.widgets",
    "EvalBar": "chessnb.widgets",
    "Game": "chessnb.games",
    "Library": "chessnb.library",
    "Lesson": "chessnb.coach",
    "MoveList": "chessnb.widgets",
    "MoveTable": "chessnb.widgets",
    "Quiz": "chessnb.widgets.quiz",
    "Ruleset": "chessnb.scoring.rulesets",
    "SeasonView": "chessnb.widgets.season_view",
    "allow_nested_loop": "chessnb.nested",
    "analyze": "chessnb.runner",
    "analyze_many": "chessnb.batch",
    "cache": "chessnb.engine.cache",
    "charts": "chessnb.charts",
    "chesscom": "chessnb.games.chesscom",
    "engines": "chessnb.engine.locate",
    "errors": "chessnb.errors",
    "find_moments": "chessnb.coach",
    "grade": "chessnb.coach",
    "lichess": "chessnb.games.lichess",
    "link": "chessnb.widgets",
    "load": "chessnb.export.archive",
    "load_ipython_extension": "chessnb.magic",
    "open": "chessnb.widgets",
    "read_game": "chessnb.games",
    "read_games": "chessnb.games",
    "read_moves": "chessnb.export.csv",
    "rulesets": "chessnb.scoring.rulesets",
    "schema": "chessnb.schema",
    "season": "chessnb.season",
    "score_evals": "chessnb.scoring.evals",
    "score_pgn": "chessnb.dumps.score_pgn",
    "show_versions": "chessnb.versions",
    "strength": "chessnb.scoring.strength",
    "submit": "chessnb.runner",
    "to_cards": "chessnb.coach",
    "view": "chessnb.widgets",
}
_MODULES = {"cache", "charts", "chesscom", "errors", "lichess", "schema", "season", "strength"}

__all__ = [
    "Analysis",
    "AnalysisInterrupted",
    "AnalysisJob",
    "AnalysisView",
    "BoardView",
    "ChartView",
    "ChessnbError",
    "Controls",
    "EngineLines",
    "EvalBar",
    "Game",
    "Lesson",
    "Library",
    "MoveList",
    "MoveTable",
    "Quiz",
    "Ruleset",
    "SeasonView",
    "allow_nested_loop",
    "analyze",
    "analyze_many",
    "cache",
    "charts",
    "chesscom",
    "engines",
    "errors",
    "find_moments",
    "grade",
    "lichess",
    "link",
    "load",
    "load_ipython_extension",
    "read_game",
    "read_games",
    "read_moves",
    "rulesets",
    "schema",
    "score_evals",
    "score_pgn",
    "season",
    "show_versions",
    "strength",
    "submit",
    "to_cards",
    "view",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'chessnb' has no attribute {name!r}")
    module = importlib.import_module(home)
    value = module if name in _MODULES else getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
