"""Accuracies and centipawn losses: worked examples, published checks, missing values."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scoring_helpers import judged, one_move

from chessnb.scoring.accuracy import accuracy_curve
from chessnb.scoring.plies import Plies, Scores
from chessnb.scoring.rulesets import rulesets
from chessnb.scoring.score import group_means, score
from chessnb.scoring.win import win_probability

NAN = math.nan


def game(cps: list[float], *, white_first: bool = True, start: float = 15) -> Plies:
    """A game of evaluations after each ply, White's view."""
    white = [(i % 2 == 0) == white_first for i in range(len(cps))]
    return Plies.build(games=1, white=white, cp_before=[start, *cps][:-1], cp_after=cps)


def accuracies(scores: Scores) -> tuple[float, float]:
    white, black = scores.game_accuracy[0]
    return float(white), float(black)


def test_published_win_probabilities() -> None:
    cps = [-1000, -300, -100, 0, 35, 100, 200, 300, 450, 1000]
    published = [0.0246, 0.2489, 0.4090, 0.5, 0.5322, 0.5910, 0.6762, 0.7511, 0.8398, 0.9754]
    assert win_probability(cps, [NAN] * 10).round(4).tolist() == published
    assert win_probability([NAN] * 3, [3, -3, 0], zero_mate_wins=True).tolist() == [1, 0, 1]
    assert np.isnan(win_probability(NAN, NAN))


@pytest.mark.parametrize(
    ("loss", "classic", "nine_tier"),
    [(0, 100, 100), (2, 90.18, 90.18), (5, 77.18, 77.18), (10, 59.41, 59.41), (20, 34.79, 34.78)],
)
def test_worked_accuracies(loss: float, classic: float, nine_tier: float) -> None:
    losses = np.array([float(loss)])
    assert accuracy_curve(losses, rulesets["classic"])[0] == pytest.approx(classic, abs=0.005)
    assert accuracy_curve(losses, rulesets["nine-tier"])[0] == pytest.approx(nine_tier, abs=0.006)


@pytest.mark.parametrize("white", [True, False])
def test_worked_example_of_classic(white: bool) -> None:
    scores = score(one_move(white, cp_before=450, cp_after=0), "classic")
    assert scores.mover_win_before[0] == pytest.approx(0.8398, abs=5e-5)
    assert scores.mover_win_after[0] == 0.5
    assert scores.white_win_after[0] == 0.5
    assert scores.wpl[0] == pytest.approx(0.3398, abs=5e-5)
    assert scores.accuracy[0] == pytest.approx(15.70, abs=0.005)
    assert scores.cp_loss[0] == 450


@pytest.mark.parametrize("ruleset", ["classic", "expected-points"])
@pytest.mark.parametrize("white", [True, False])
def test_overrides_of_classic(ruleset: str, white: bool) -> None:
    def of(**mover: object) -> float:
        return float(score(one_move(white, **mover), ruleset).accuracy[0])

    assert of(before=90, after=10, is_book=True) == 100
    assert of(mate_before=1, mate_after=0) == 100
    assert of(before=99.99, mate_after=3) == 100
    assert of(before=80, after=40, first_choice=1) == 80
    assert of(before=80, after=79, first_choice=1) > 80
    assert of(before=99, after=1, first_choice=0) == 10
    assert of(before=70, mate_after=-1, first_choice=0) == 10


@pytest.mark.parametrize("white", [True, False])
def test_nine_tier_has_no_floors(white: bool) -> None:
    def of(**mover: object) -> float:
        return float(score(one_move(white, **mover), "nine-tier").accuracy[0])

    assert of(before=99, after=1) == 0
    assert of(before=90, after=10, is_book=True) == 100
    assert of(mate_before=1, mate_after=0) == 100
    assert of(before=80, after=60, first_choice=1) == pytest.approx(34.78, abs=0.01)


def test_game_accuracy_as_written() -> None:
    """The formula of `classic`, spelled out for one player of 23 moves."""
    rng = np.random.default_rng(5)
    cps = rng.integers(-400, 400, size=46).astype(float).tolist()
    scores = score(game(cps), "classic")
    mine = slice(0, 46, 2)
    before = 100 * scores.mover_win_before[mine]
    accuracy = scores.accuracy[mine]
    n, k = 23, 2
    windows = [before[:k]] * (k - 1) + [before[i : i + k] for i in range(n - k + 1)]
    weights = np.clip([w.std() for w in windows], 0.5, 12)
    weighted = (accuracy * weights).sum() / weights.sum()
    expected = (weighted + n / (1 / accuracy).sum()) / 2
    assert scores.game_accuracy[0, 0] == pytest.approx(expected, abs=1e-12)
    assert scores.move_count.tolist() == [[23, 23]]


def test_windows_grow_with_the_game_up_to_eight() -> None:
    rng = np.random.default_rng(6)
    cps = rng.integers(-300, 300, size=240).astype(float).tolist()
    scores = score(game(cps), "nine-tier")
    before, accuracy = 100 * scores.mover_win_before[::2], scores.accuracy[::2]
    windows = [before[max(0, i - 7) :][:8] for i in range(120)]
    weights = np.clip([w.std() for w in windows], 0.5, 12)
    weighted = (accuracy * weights).sum() / weights.sum()
    expected = (weighted + 120 / (1 / np.maximum(accuracy, 1)).sum()) / 2
    assert scores.game_accuracy[0, 0] == pytest.approx(expected, abs=1e-12)


def test_one_move_and_none() -> None:
    scores = score(game([-150.0]), "classic")
    assert scores.game_accuracy[0, 0] == scores.accuracy[0]
    assert np.isnan(scores.game_accuracy[0, 1])
    empty = score(Plies.build(games=1, white=[]), "classic")
    assert np.isnan(empty.game_accuracy).all()
    assert np.isnan(empty.acpl).all()
    assert empty.move_count.tolist() == [[0, 0]]
    assert empty.label_counts.sum() == 0


@pytest.mark.parametrize("white", [True, False])
@pytest.mark.parametrize("name", ["nine-tier", "classic", "expected-points"])
def test_the_accuracy_of_one_move_is_the_players(name: str, white: bool) -> None:
    """No floor lifts it: it keeps one move from outweighing others, and there are none."""
    for ruleset in (rulesets[name], rulesets[name].replace(accuracy_floor=0)):
        scores = score(one_move(white, mate_before=1, mate_after=-5), ruleset)
        assert scores.accuracy[0] == ruleset.accuracy_floor
        assert scores.game_accuracy[0, int(not white)] == scores.accuracy[0]
        scores = score(one_move(white, before=70, after=61.3), ruleset)
        assert scores.game_accuracy[0, int(not white)] == scores.accuracy[0]


def test_lichess_puts_one_move_through_its_whole_formula() -> None:
    """Its formula knows no exception, and what the site publishes is reproduced."""
    lowered = rulesets["lichess"].replace(curve_shift=-50)
    scores = score(game([-900.0, 900.0, 900.0]), lowered)
    assert scores.accuracy[1] == 0 and scores.game_accuracy[0, 1] == 0.5


def test_acpl_counts_mates_and_bounds_losses() -> None:
    """+3000 → mate against: 2000 + 2000 and more, bounded to 1000 a move."""
    plies = Plies.build(
        white=[True, False, True],
        cp_before=[3000, NAN, 50],
        mate_before=[NAN, -3, NAN],
        cp_after=[NAN, 50, 20],
        mate_after=[-3, NAN, NAN],
    )
    scores = score(plies, "classic")
    assert scores.cp_loss.tolist() == [1000, 1000, 30]
    assert scores.acpl.tolist() == [[515, 1000]]
    assert score(plies, rulesets["classic"].replace(loss_cap=None)).cp_loss[0] == 5000


def test_what_a_lone_blunder_really_costs() -> None:
    """A blunder costs more in a clean game than the same blunder in a bad one."""
    clean = [0.0] * 60
    bad = [float(-90 * (i % 4 < 2)) for i in range(60)]

    def cost(cps: list[float]) -> float:
        spoilt = [*cps[:30], *(cp - 500 for cp in cps[30:])]
        before, after = (score(game(c, start=0), "classic") for c in (cps, spoilt))
        return float(before.game_accuracy[0, 0] - after.game_accuracy[0, 0])

    assert cost(clean) > cost(bad) > 0


def test_phases_are_plain_means() -> None:
    scores = score(game([0.0, 0.0, -100.0, -100.0]), "classic")
    plies = game([0.0, 0.0, -100.0, -100.0])
    means = group_means(plies, scores.accuracy, np.array([0, 0, 1, -1]), 3)
    assert means.shape == (1, 2, 3)
    assert means[0, 0, 0] == scores.accuracy[0]
    assert means[0, 0, 1] == scores.accuracy[2]
    assert np.isnan(means[0, 1, 1:]).all()


SERIES = [
    ([15, 15], 100, 1, 100, 1),
    ([-900, -900], 10, 5, 100, 1),
    ([15, 900], 100, 1, 10, 5),
    ([-900, 0], 10, 5, 10, 5),
    ([15] * 20, 100, 1, 100, 1),
    ([*[15] * 20, -900], 50, 5, 100, 1),
    ([-50, 15] * 50, 76, 8, 76, 8),
    ([-135, 15] * 50, 54, 8, 54, 8),
    ([-435, 15] * 50, 20, 8, 20, 8),
]


@pytest.mark.parametrize(("cps", "first", "near", "second", "near_second"), SERIES)
@pytest.mark.parametrize("white_first", [True, False], ids=["white", "black"])
def test_published_checks_of_lichess(
    cps: list[int], first: int, near: int, second: int, near_second: int, white_first: bool
) -> None:
    series = [float(cp if white_first else -cp) for cp in cps]
    found = accuracies(score(game(series, white_first=white_first), "lichess"))
    mine, theirs = found if white_first else found[::-1]
    assert mine == pytest.approx(first, abs=near)
    assert theirs == pytest.approx(second, abs=near_second)


@pytest.mark.parametrize("cps", [[], [15.0]])
@pytest.mark.parametrize("white_first", [True, False])
def test_lichess_needs_a_move_of_each_side(cps: list[float], white_first: bool) -> None:
    scores = score(game(cps, white_first=white_first), "lichess")
    assert np.isnan(scores.game_accuracy).all()


def test_lichess_counts_every_start_as_fifteen() -> None:
    """Also in a game from another start, and where that start's own score is known."""
    for start in (15.0, 300.0, NAN):
        scores = score(game([-100.0, -80.0], white_first=False, start=start), "lichess")
        assert scores.cp_loss.tolist() == [0, 0]
        scores = score(game([-100.0, -80.0], start=start), "lichess")
        assert scores.cp_loss.tolist() == [115, 20]
        assert scores.accuracy[0] < 70


def test_lichess_leaves_a_mating_move_out() -> None:
    plies = Plies.build(
        white=[True, False, True],
        cp_before=[15, 30, NAN],
        mate_before=[NAN, NAN, 1],
        cp_after=[30, NAN, NAN],
        mate_after=[NAN, 1, 0],
    )
    scores = score(plies, "lichess")
    assert np.isnan(scores.accuracy[2])
    assert np.isnan(scores.cp_loss[2])
    assert scores.move_count.tolist() == [[1, 1]]
    assert score(plies, "classic").move_count.tolist() == [[2, 1]]


def test_lichess_bounds_scores_to_a_thousand() -> None:
    plies = game([5000.0, 1200.0, 900.0])
    scores = score(plies, "lichess")
    assert scores.cp_loss.tolist() == [0, 0, 100]
    assert judged("lichess", True, mate_before=3, mate_after=30, gate=1) is None


def test_a_missing_evaluation_leaves_the_rest() -> None:
    cps = [20.0, 10.0, NAN, 40.0, 30.0, 35.0]
    for name in rulesets:
        scores = score(game(cps), name)
        assert np.isnan(scores.accuracy[[2, 3]]).all()
        assert np.isfinite(scores.accuracy[[0, 1, 4, 5]]).all()
        assert scores.move_count.tolist() == [[2, 2]]
        assert np.isfinite(scores.game_accuracy).all()
        assert np.isfinite(scores.acpl).all()
