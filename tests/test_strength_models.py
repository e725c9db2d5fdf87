"""The strength models' parts: judged moves, typical loss, features, intervals, pooling."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chessnb.errors import SettingsError, TableError
from chessnb.scoring.plies import Plies
from chessnb.scoring.strength import combine
from chessnb.scoring.strength.constants import Constants, shipped_constants
from chessnb.scoring.strength.course import game_course
from chessnb.scoring.strength.features import move_features
from chessnb.scoring.strength.intervals import ELO_RANGE
from chessnb.scoring.strength.moves import StrengthMoves
from chessnb.scoring.strength.time_controls import TimeControls
from chessnb.scoring.strength.typical_loss import (
    PUBLISHED,
    loss_weights,
    typical_loss,
    typical_loss_elo,
)

NAN = float("nan")
MANY = np.array([1e9])


def plies_of(evals: list[float], **more: object) -> Plies:
    """One game from its evaluations after each ply, the start counting 15 cp."""
    return Plies.build(
        white=[ply % 2 == 0 for ply in range(len(evals))],
        cp_before=[15, *evals[:-1]],
        cp_after=evals,
        **more,
    )


# Judged moves


def test_a_move_is_judged_unless_decided_for_the_same_side_before_and_after() -> None:
    moves = StrengthMoves.of(plies_of([1200, 1500, -1100, -1300, 0]))
    # White from +15 cp to +10: judged; Black stays lost: not; White throws it away: judged.
    assert moves.judged.tolist() == [True, False, True, False, True]
    assert moves.loss[2] == 20.0


def test_mates_count_as_the_bound_with_the_mates_sign() -> None:
    plies = Plies.build(
        white=[True, False, True],
        cp_before=[50, NAN, NAN],
        mate_before=[NAN, 4, -2],
        cp_after=[NAN, NAN, 30],
        mate_after=[4, -2, NAN],
    )
    moves = StrengthMoves.of(plies)
    assert moves.after.tolist() == [10.0, 10.0, 0.3]
    assert moves.before.tolist() == [0.5, -10.0, -10.0]


def test_a_move_that_mates_wins_for_its_mover() -> None:
    plies = Plies.build(white=[False], cp_before=[-500], mate_after=[0])
    moves = StrengthMoves.of(plies)
    assert (moves.after[0], moves.win_after[0], moves.loss[0]) == (10.0, 100.0, 0.0)


def test_missing_scores_and_null_moves_are_not_judged() -> None:
    plies = Plies.build(
        white=[True, False, True],
        cp_before=[NAN, 10, 20],
        cp_after=[10, NAN, 30],
        is_null=[False, False, True],
    )
    assert not StrengthMoves.of(plies).judged.any()


# Typical loss


@pytest.mark.parametrize(("loss", "elo"), [(1.13, 1175), (0.77, 1501), (0.51, 1851), (0.21, 2604)])
def test_the_published_curve_gives_its_published_values(loss: float, elo: float) -> None:
    assert round(float(typical_loss_elo(np.array([loss]), MANY)[0])) == elo


@pytest.mark.parametrize(("loss", "elo"), [(0.0, 2850), (1e-4, 2850), (20.0, 100)])
def test_the_curve_is_bounded(loss: float, elo: float) -> None:
    assert round(float(typical_loss_elo(np.array([loss]), MANY)[0])) == elo


@pytest.mark.parametrize("judged", [10.0, 12.0, 40.0])
def test_short_games_are_trusted_less_but_only_from_above(judged: float) -> None:
    above, below = typical_loss_elo(np.array([0.3, 1.2]), np.full(2, judged))
    raw = PUBLISHED.level - PUBLISHED.slope * np.log(100 * np.array([0.3, 1.2]))
    assert above == pytest.approx(1500 + (raw[0] - 1500) * judged / (judged + 12))
    assert below == pytest.approx(raw[1])


def test_fewer_than_ten_judged_moves_give_nothing() -> None:
    assert np.isnan(typical_loss_elo(np.array([0.5]), np.array([9.0]))[0])


@pytest.mark.parametrize(
    ("advantage", "loss", "weight"),
    [
        (-4.0, 0.2, 1.0),
        (0.0, 3.0, 1.0),
        (5.0, 0.49, 0.65),
        (5.0, 0.5, 1.5),
        (10.0, 0.1, 0.3),
        (10.0, 9.0, 2.0),
    ],
)
def test_losses_are_weighed_by_the_advantage(advantage: float, loss: float, weight: float) -> None:
    found = loss_weights(np.array([advantage]), np.array([loss]))[0]
    assert found == pytest.approx(weight)


def test_the_typical_loss_is_a_weighted_mean_per_side() -> None:
    moves = StrengthMoves.of(plies_of([215, 215, 115, 115]))
    white, black = typical_loss(moves)
    # White: no loss from +0.15 (weight 1 − 0.07·0.15), then a pawn from +2.15 (1 + 0.1·2.15).
    weights = np.array([1 - 0.07 * 0.15, 1.215])
    assert white == pytest.approx(weights[1] / weights.sum())
    assert black == 0.0


# Features

evaluations = st.lists(st.integers(-2000, 2000), min_size=20, max_size=90)


def features_of(plies: Plies) -> pd.DataFrame:
    times = TimeControls.of(plies.games, 600, 0)
    return pd.DataFrame(move_features(plies, times, shipped_constants().priors).columns)


@settings(max_examples=25, deadline=None)
@given(evaluations)
def test_features_are_finite_and_do_not_know_the_colours(evals: list[int]) -> None:
    same = Plies.build(
        white=[ply % 2 == 0 for ply in range(len(evals))],
        cp_before=[0, *evals[:-1]],
        cp_after=evals,
    )
    turned = Plies.build(white=~same.white, cp_before=-same.cp_before, cp_after=-same.cp_after)
    made, mirrored = features_of(same), features_of(turned)
    assert np.isfinite(made.to_numpy()).all()
    pd.testing.assert_frame_equal(made, mirrored.iloc[::-1].reset_index(drop=True))


def test_a_mating_move_does_not_change_the_course_of_the_game() -> None:
    evals = [30.0, 40.0] * 12 + [900.0]
    before = plies_of(evals)
    with_mate = Plies.build(
        white=[ply % 2 == 0 for ply in range(len(evals) + 1)],
        cp_before=[15, *evals],
        cp_after=[*evals, NAN],
        mate_after=[NAN] * len(evals) + [0],
    )
    for name, values in game_course(before, StrengthMoves.of(before)).items():
        found = game_course(with_mate, StrengthMoves.of(with_mate))[name]
        assert found.tolist() == values.tolist(), name


def test_unknown_time_controls_count_as_the_usual_one() -> None:
    known, unknown = TimeControls.of(1, 600, 0).columns(), TimeControls.of(1).columns()
    assert {name: values.tolist() for name, values in known.items()} == {
        name: values.tolist() for name, values in unknown.items()
    }


def test_a_time_control_of_the_wrong_shape_is_refused() -> None:
    with pytest.raises(SettingsError, match=r"base_time has the shape \(3,\).*2 games"):
        TimeControls.of(2, [600, 600, 600])


# The shipped constants


def test_the_constants_are_small_and_survive_being_written() -> None:
    constants = shipped_constants()
    again = Constants.from_dict(constants.to_dict())
    matrix = np.tile(constants.calibrated.basis.mean, (3, 1)) + np.array([[-1.0], [0.0], [2.0]])
    one, two = constants.calibrated.score(matrix), again.calibrated.score(matrix)
    assert one == pytest.approx(two, abs=1)


def test_the_curve_rises_with_the_score_and_short_games_are_humbled_above() -> None:
    model = shipped_constants().calibrated
    scores = np.linspace(1000, 2200, 200)
    long, short = (model.estimate(scores, np.full(200, moves)) for moves in (60.0, 12.0))
    assert (np.diff(long) > 0).all()
    assert (np.diff(short) > 0).all()
    assert (short[long > 1800] < long[long > 1800] - 50).all()
    assert short[long < 1400] == pytest.approx(long[long < 1400])


@settings(deadline=None)
@given(st.floats(*ELO_RANGE), st.floats(10, 120))
def test_intervals_contain_their_estimate_within_the_scale(elo: float, judged: float) -> None:
    low, high = shipped_constants().intervals.around(np.array([elo]), np.array([judged]))
    assert ELO_RANGE[0] <= low[0] <= elo <= high[0] <= ELO_RANGE[1]


def test_intervals_of_missing_estimates_are_missing() -> None:
    low, high = shipped_constants().intervals.around(np.array([NAN]), np.array([4.0]))
    assert np.isnan(low[0])
    assert np.isnan(high[0])


def test_short_games_have_wider_intervals() -> None:
    estimates = np.array([1000.0, 1400.0, 1700.0])
    ends = [
        shipped_constants().intervals.around(estimates, np.full(3, moves)) for moves in (12.0, 50.0)
    ]
    short, long = (high - low for low, high in ends)
    assert (short > long).all()


# Several games together


def games(*estimates: float | None, model: str = "calibrated") -> pd.DataFrame:
    known = pd.array(estimates, dtype="Float64")
    return pd.DataFrame(
        {
            "elo_estimate": known,
            "elo_low": known - 500,
            "elo_high": known + 600,
            "elo_model": model,
            "elo_scale": "lichess-rapid",
        }
    )


def test_one_game_pools_to_itself() -> None:
    pooled = combine(games(1700.0))
    assert pooled.tolist() == [1700.0, 1200.0, 2300.0, "calibrated", "lichess-rapid", 1]


def test_intervals_shrink_with_more_games_but_not_without_end() -> None:
    widths = []
    for count in (1, 2, 5, 20, 10_000):
        pooled = combine(games(*[1700.0] * count))
        assert pooled["elo_low"] <= pooled["elo_estimate"] <= pooled["elo_high"]
        widths.append(pooled["elo_high"] - pooled["elo_low"])
    assert widths == sorted(widths, reverse=True)
    floor = 1100 * np.sqrt(shipped_constants().shared)
    assert widths[-1] == pytest.approx(floor, abs=5)
    assert floor > 200


def test_games_without_an_estimate_are_left_out() -> None:
    pooled = combine(games(1500.0, None, 1700.0))
    assert pooled["games"] == 2
    assert 1500 < pooled["elo_estimate"] < 1700


def test_no_estimate_at_all_is_missing() -> None:
    pooled = combine(games(None, None))
    assert pooled["games"] == 0
    assert pooled.drop("games").isna().all()


def test_different_models_are_not_pooled() -> None:
    mixed = pd.concat([games(1500.0), games(1600.0, model="typical-loss")])
    with pytest.raises(TableError, match=r"elo_model is \['calibrated', 'typical-loss'\]"):
        combine(mixed)


def test_a_table_without_estimates_is_refused() -> None:
    with pytest.raises(TableError, match="no column 'elo_low'"):
        combine(games(1500.0).drop(columns="elo_low"))
