"""How far the bundled engine and an installed Stockfish agree on three real games."""

from __future__ import annotations

import os
from typing import Any

import pandas as pd
import pytest
from games import IMMORTAL_OF_1999, OPERA

import chessnb
from chessnb.engine.locate import find_engine
from chessnb.errors import EngineError

EVERGREEN = """[Event "Berlin"]
[White "Adolf Anderssen"]
[Black "Jean Dufresne"]
[Date "1852.??.??"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. b4 Bxb4 5. c3 Ba5 6. d4 exd4 7. O-O d3 8. Qb3 Qf6 9. e5 Qg6
10. Re1 Nge7 11. Ba3 b5 12. Qxb5 Rb8 13. Qa4 Bb6 14. Nbd2 Bb7 15. Ne4 Qf5 16. Bxd3 Qh5
17. Nf6+ gxf6 18. exf6 Rg8 19. Rad1 Qxf3 20. Rxe7+ Nxe7 21. Qxd7+ Kxd7 22. Bf5+ Ke8 23. Bd7+ Kf8
24. Bxe7# 1-0
"""

GAMES = (OPERA, EVERGREEN, IMMORTAL_OF_1999)
EFFORT = os.environ.get("CHESSNB_BENCH_EFFORT", "standard")


@pytest.fixture
def native() -> str:
    try:
        return find_engine("stockfish").path.as_posix()
    except EngineError as error:
        pytest.skip(f"no installed Stockfish: {error}")


def _moves(engine: str) -> pd.DataFrame:
    tables = [
        chessnb.analyze(game, engine=engine, effort=EFFORT, ruleset="nine-tier", cache=False).moves
        for game in GAMES
    ]
    return pd.concat(tables, keys=range(len(GAMES)))


def test_labels_and_win_probabilities_agree(benchmark: Any, native: str) -> None:
    tables: dict[str, pd.DataFrame] = {}

    def run() -> None:
        for engine in ("bundled", native):
            tables[engine] = _moves(engine)

    benchmark.pedantic(run, rounds=1, iterations=1)
    bundled, other = tables["bundled"], tables[native]
    judged = other["label"].notna() & (other["label"] != "Book")
    difference = (bundled["white_win_after"] - other["white_win_after"]).abs() * 100
    same_label = bundled["label"].astype("string") == other["label"].astype("string")
    same_choice = bundled["best_uci"] == other["best_uci"]
    result = {
        "effort": EFFORT,
        "moves": int(judged.sum()),
        "mean_difference_in_points": round(float(difference[judged].mean()), 2),
        "largest_difference_in_points": round(float(difference[judged].max()), 1),
        "share_of_equal_labels": round(float(same_label[judged].mean()), 3),
        "share_of_equal_first_choices": round(float(same_choice[judged].mean()), 3),
    }
    benchmark.extra_info.update(result)
    print(result)
    assert result["mean_difference_in_points"] < 5
    assert result["share_of_equal_labels"] > 0.5
