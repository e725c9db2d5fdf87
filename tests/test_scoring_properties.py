"""What holds for any evaluations: bounds, symmetry, purity, independence of games."""

from __future__ import annotations

import dataclasses
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import chessnb.scoring.score as scoring
from chessnb.scoring.accuracy import accuracy_curve
from chessnb.scoring.plies import Plies, Scores
from chessnb.scoring.rulesets import rulesets
from chessnb.scoring.score import score

NAMES = list(rulesets)
SIDED = ("game_accuracy", "acpl", "move_count", "label_counts")

scores_or_none = st.one_of(
    st.none(),
    st.tuples(st.just("cp"), st.integers(-12_000, 12_000)),
    st.tuples(st.just("mate"), st.integers(-40, 40).filter(bool)),
)
few = settings(max_examples=25, deadline=None)


DETAILS = (
    "first_choice",
    "gate",
    "sacrifice",
    "recapture",
    "legal_count",
    "is_book",
    "is_null",
    "second_cp",
)
details = st.tuples(
    st.integers(-1, 1),
    st.integers(-1, 1),
    st.integers(0, 1),
    st.integers(0, 1),
    st.integers(-1, 3),
    st.booleans(),
    st.integers(0, 9).map(lambda n: n == 0),
    st.integers(-900, 900),
)


@st.composite
def games(draw: st.DrawFn) -> Plies:
    """One to three games of any evaluations, some missing."""
    columns: dict[str, list[Any]] = {
        name: [] for name in ("game", "white", "cp_before", "mate_before", "cp_after", "mate_after")
    }
    count = draw(st.integers(1, 3))
    for number in range(count):
        series = draw(st.lists(scores_or_none, min_size=1, max_size=20))
        white = draw(st.booleans())
        for before, after in pairwise(series):
            columns["game"].append(number)
            columns["white"].append(white)
            white = not white
            for when, found in (("before", before), ("after", after)):
                for kind in ("cp", "mate"):
                    value = found[1] if found and found[0] == kind else np.nan
                    columns[f"{kind}_{when}"].append(value)
    size = len(columns["white"])
    rows = draw(st.lists(details, min_size=size, max_size=size))
    more = {name: [row[i] for row in rows] for i, name in enumerate(DETAILS)}
    return Plies.build(games=count, **columns, **more)


def same(one: Scores, other: Scores, *names: str) -> None:
    for name in names or [field.name for field in dataclasses.fields(Scores)]:
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name), err_msg=name)


@few
@given(games(), st.sampled_from(NAMES))
def test_accuracies_are_within_bounds(plies: Plies, ruleset: str) -> None:
    scores = score(plies, ruleset)
    for values in (scores.accuracy, scores.game_accuracy):
        known = values[~np.isnan(values)]
        assert ((known >= 0) & (known <= 100)).all()
    for name in ("wpl", "mover_win_before", "mover_win_after", "white_win_after"):
        known = getattr(scores, name)[~np.isnan(getattr(scores, name))]
        assert ((known >= 0) & (known <= 1)).all()
    assert not (scores.cp_loss < 0).any()


@given(st.lists(st.floats(0, 100), min_size=2), st.sampled_from(NAMES))
def test_the_curve_falls_with_the_loss(losses: list[float], ruleset: str) -> None:
    curve = accuracy_curve(np.sort(np.array(losses)), rulesets[ruleset])
    assert (np.diff(curve) <= 0).all()


@few
@given(games(), st.sampled_from([name for name in NAMES if name != "lichess"]))
def test_mirror_images_are_equal(plies: Plies, ruleset: str) -> None:
    negated = ("cp_before", "mate_before", "cp_after", "mate_after", "second_cp", "second_mate")
    mirrored = dataclasses.replace(
        plies, white=~plies.white, **{name: -getattr(plies, name) for name in negated}
    )
    scores, mirror = score(plies, ruleset), score(mirrored, ruleset)
    same(scores, mirror, "label", "accuracy", "cp_loss", "wpl", "mover_win_before")
    for name in SIDED:
        np.testing.assert_array_equal(getattr(scores, name), getattr(mirror, name)[:, ::-1])


@few
@given(games(), st.sampled_from(NAMES))
def test_scoring_is_pure(plies: Plies, ruleset: str) -> None:
    copy = dataclasses.replace(
        plies, **{f.name: np.copy(getattr(plies, f.name)) for f in dataclasses.fields(plies)[:-1]}
    )
    first = score(plies, ruleset)
    same(first, score(plies, ruleset))
    for field in dataclasses.fields(plies):
        np.testing.assert_array_equal(getattr(plies, field.name), getattr(copy, field.name))


@few
@given(games(), st.sampled_from(NAMES))
def test_missing_evaluations_stay_missing(plies: Plies, ruleset: str) -> None:
    scores = score(plies, ruleset)
    after = np.isnan(plies.cp_after) & np.isnan(plies.mate_after)
    before = np.isnan(plies.cp_before) & np.isnan(plies.mate_before)
    assert np.isnan(scores.wpl[after | before]).all()
    for name in ("accuracy", "cp_loss", "mover_win_after", "white_win_after"):
        assert np.isnan(getattr(scores, name)[after]).all()
    assert (scores.label[after & ~plies.is_book] == -1).all()


@few
@given(games(), st.sampled_from(NAMES))
def test_each_game_is_scored_for_itself(plies: Plies, ruleset: str) -> None:
    together = score(plies, ruleset)
    for number in range(plies.games):
        places = np.flatnonzero(plies.game == number)
        start, stop = (int(places[0]), int(places[-1]) + 1) if len(places) else (0, 0)
        alone = score(plies.part(start, stop, number, number + 1), ruleset)
        np.testing.assert_array_equal(together.label[start:stop], alone.label)
        np.testing.assert_array_equal(together.accuracy[start:stop], alone.accuracy)
        for name in SIDED:
            np.testing.assert_array_equal(getattr(together, name)[number], getattr(alone, name)[0])


@settings(few, max_examples=15)
@given(games(), st.sampled_from(NAMES), st.integers(1, 20))
def test_parts_do_not_show(plies: Plies, ruleset: str, size: int) -> None:
    whole = score(plies, ruleset)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scoring, "_PART", size)
        same(whole, score(plies, ruleset))


def test_games_without_plies_keep_their_rows() -> None:
    plies = Plies.build(
        games=4, game=[1, 1], white=[True, False], cp_before=[0, 0], cp_after=[0, 0]
    )
    scores = score(plies, "classic")
    assert scores.move_count.tolist() == [[0, 0], [1, 1], [0, 0], [0, 0]]
    assert np.isnan(scores.game_accuracy[[0, 2, 3]]).all()
