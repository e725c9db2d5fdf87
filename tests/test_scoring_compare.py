"""Several rulesets side by side."""

from __future__ import annotations

import pandas as pd
import pytest

from chessnb.errors import RulesetError
from chessnb.scoring.compare import compare_rulesets
from chessnb.scoring.plies import Plies
from chessnb.scoring.rulesets import rulesets

PLIES = Plies.build(
    white=[True, False, True], cp_before=[0, -220, -215], cp_after=[-220, -215, -210]
)
NAMES = ["classic", "nine-tier", "lichess", "expected-points"]


def test_one_row_per_ply_and_one_column_per_ruleset() -> None:
    index = pd.RangeIndex(1, 4, name="ply")
    compared = compare_rulesets(PLIES, NAMES, index=index)
    assert list(compared.columns) == NAMES
    assert compared.index.name == "ply"
    assert compared.iloc[0].tolist() == ["Mistake", "Blunder", "Blunder", "Mistake"]
    assert compared["lichess"].isna().tolist() == [False, True, True]
    assert type(compared.head(1)) is pd.DataFrame
    assert compared.disagreements.index.tolist() == [1, 2, 3]


def test_summary_of_disagreements() -> None:
    summary = compare_rulesets(PLIES, ["classic", "nine-tier", "lichess"]).summary
    assert summary.loc[("classic", "nine-tier"), ["plies", "same", "different"]].tolist() == [
        3,
        2,
        1,
    ]
    assert summary.loc[("classic", "nine-tier"), "most_often"] == "Mistake → Blunder"
    assert summary.loc[("classic", "lichess"), "same"] == 0
    crossed = compare_rulesets(PLIES, NAMES).crosstab("classic", "lichess")
    assert crossed.loc["Mistake", "Blunder"] == 1


def test_rulesets_of_one_name_are_told_apart() -> None:
    own = rulesets["classic"].replace(blunder=15)
    compared = compare_rulesets(PLIES, ["classic", own])
    assert list(compared.columns) == ["classic", "classic (2)"]
    assert compared.iloc[0].tolist() == ["Mistake", "Blunder"]
    assert compare_rulesets(PLIES, ["classic"]).summary.empty


def test_what_is_refused() -> None:
    with pytest.raises(RulesetError, match="in a list, not as 'classic'"):
        compare_rulesets(PLIES, "classic")
    with pytest.raises(RulesetError, match="no rulesets to compare"):
        compare_rulesets(PLIES, [])
    with pytest.raises(RulesetError, match="unknown ruleset 'x'"):
        compare_rulesets(PLIES, ["x"])
