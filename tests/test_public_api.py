"""The public names: a change here is a change of the interface, and reviewed as one."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import chessnb

NAMES = [
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


def test_the_names() -> None:
    assert sorted(chessnb.__all__) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_there_and_documented(name: str) -> None:
    value = getattr(chessnb, name)
    assert value.__doc__
    assert name in dir(chessnb)


def test_an_unknown_name() -> None:
    with pytest.raises(AttributeError, match="analyse"):
        _ = chessnb.analyse


def heavy_modules_after(code: str) -> set[str]:
    script = f"import sys, json\n{code}\nprint(json.dumps(sorted(sys.modules)))"
    out = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True).stdout
    heavy = {"pandas", "numpy", "plotly", "ipywidgets", "anywidget", "httpx", "IPython", "wasmtime"}
    return heavy & set(json.loads(out.splitlines()[-1]))


def test_reading_a_game_loads_nothing_heavy() -> None:
    code = "import chessnb; assert len(chessnb.read_game('1. e4 e5 *').plies) == 2"
    assert heavy_modules_after(code) == set()
