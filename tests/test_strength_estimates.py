"""Estimated strength through the public calls, on real games."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import chessnb
from chessnb.errors import SettingsError
from chessnb.scoring.plies import Plies
from chessnb.scoring.strength import ENGINE_SCALE, estimate, estimate_arrays
from chessnb.scoring.strength.fit.judgement import BANDS, judge
from chessnb.scoring.strength.fit.rated_games import RatedGames, read_json_games, read_pgn_games

ELO = ["elo_estimate", "elo_low", "elo_high"]

OPERA = """
    e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7
    O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8
"""
# Evaluations of a Stockfish search to depth 16 after each ply but the mate.
OPERA_SCORES = """
    0.27 0.39 0.5 0.52 0.57 0.85 0.67 1.09 1.4 1.22 1.06 2.16 2.02 2.32 1.82 1.95 1.98 2.9 2.93
    4.87 4.76 4.87 5.03 5.12 5.11 5.77 5.44 6.01 5.92 #2 #1 #1
"""

OPERA_MOVES, OPERA_EVALS = OPERA.split(), OPERA_SCORES.split()


def opera(time_control: str = "-") -> str:
    moves = " ".join(
        f"{san} {{ [%eval {score}] }}" for san, score in zip(OPERA_MOVES, OPERA_EVALS, strict=True)
    )
    return f'[White "Morphy"]\n[Black "Allies"]\n[TimeControl "{time_control}"]\n\n{moves} Rd8# 1-0'


@pytest.fixture(scope="module")
def opera_analysis() -> chessnb.Analysis:
    return chessnb.analyze(opera(), source="pgn")


@pytest.mark.parametrize("model", ["calibrated", "typical-loss"])
@pytest.mark.parametrize("calibration", ["refitted", "published"])
def test_the_opera_game_is_clearly_below_the_naive_curve(
    opera_analysis: chessnb.Analysis, model: str, calibration: str
) -> None:
    made = estimate(opera_analysis, model, calibration=calibration)
    assert made.loc["white", "elo_estimate"] < 2500
    assert made.loc["white", "elo_estimate"] > made.loc["black", "elo_estimate"]
    assert made["elo_model"].tolist() == [model] * 2


def test_the_opera_games_interval_admits_how_little_17_moves_say(
    opera_analysis: chessnb.Analysis,
) -> None:
    winner = estimate(opera_analysis).loc["white"]
    assert winner["elo_high"] - winner["elo_low"] > 1100
    assert winner["elo_estimate"] < 2300


def test_the_table_says_what_its_numbers_are(opera_analysis: chessnb.Analysis) -> None:
    made = chessnb.strength.estimate(opera_analysis)
    assert made.index.tolist() == ["white", "black"]
    assert made.columns.tolist() == [*ELO, "elo_model", "elo_scale", "judged_moves"]
    assert made["elo_scale"].tolist() == ["lichess-rapid"] * 2
    assert made["judged_moves"].between(10, 17).all()
    assert (made["elo_low"] <= made["elo_estimate"]).all()
    assert (made["elo_estimate"] <= made["elo_high"]).all()


def test_an_analysis_and_its_players_table_agree(opera_analysis: chessnb.Analysis) -> None:
    made = chessnb.strength.estimate(opera_analysis)
    assert opera_analysis.players[ELO].equals(made[ELO])


def test_ratings_and_the_result_in_the_headers_change_nothing() -> None:
    plain = chessnb.analyze(opera(), source="pgn")
    text = opera().replace("1-0", "0-1")
    told = chessnb.analyze(
        f'[WhiteElo "900"]\n[BlackElo "2700"]\n[Result "0-1"]\n{text}', source="pgn"
    )
    assert estimate(plain)[ELO].equals(estimate(told)[ELO])


def test_the_time_control_counts() -> None:
    made = [
        estimate(chessnb.analyze(opera(control), source="pgn")).loc["white", "elo_estimate"]
        for control in ("600+0", "-", "900+10")
    ]
    assert made[0] == made[1]
    assert made[0] != made[2]


def test_a_present_engines_evaluations_are_brought_to_the_datas_scale() -> None:
    analysis = chessnb.analyze(opera(), source="engine", nodes=500, engine="bundled")
    column = {
        name: analysis.moves[name].to_numpy(dtype=np.float64, na_value=np.nan)
        for name in ("cp_before", "mate_before", "cp_after", "mate_after")
    }
    plies = Plies.build(white=np.arange(33) % 2 == 0, **column)
    scaled = estimate_arrays(plies, cp_scale=ENGINE_SCALE).droplevel("game")
    plain = estimate_arrays(plies).droplevel("game")
    assert estimate(analysis)[ELO].equals(scaled[ELO])
    assert analysis.players[ELO].equals(scaled[ELO])
    assert not scaled[ELO].equals(plain[ELO])


def test_too_short_a_game_says_so_instead_of_guessing() -> None:
    moves = " ".join(
        f"{san} {{ [%eval {score}] }}"
        for san, score in zip(OPERA_MOVES[:18], OPERA_EVALS[:18], strict=True)
    )
    made = estimate(chessnb.analyze(f"{moves} *", source="pgn"))
    assert made[[*ELO, "elo_model", "elo_scale"]].isna().all(axis=None)
    assert made["judged_moves"].tolist() == [9, 9]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"model": "naive"}, r"unknown model 'naive'; there are: 'calibrated', 'typical-loss'"),
        ({"calibration": "mine"}, r"unknown calibration 'mine'; there are: 'refitted', 'pub"),
    ],
)
def test_unknown_names_are_refused_with_the_known_ones(wrong: dict[str, str], message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        estimate_arrays(Plies.build(white=[True]), **wrong)


def test_no_games_and_games_without_moves_give_empty_estimates() -> None:
    assert len(estimate_arrays(Plies.build(white=[]))) == 0
    made = estimate_arrays(Plies.build(games=2, white=[]))
    assert len(made) == 4
    assert made["elo_estimate"].isna().all()


def random_games(games: int, seed: int = 3) -> Plies:
    draw = np.random.default_rng(seed)
    lengths = draw.integers(0, 120, games)
    game = np.repeat(np.arange(games), lengths)
    after = np.cumsum(draw.normal(0, 40, len(game)))
    starts = np.searchsorted(game, game)
    place = np.arange(len(game)) - starts
    before = np.where(place == 0, 15, np.roll(after, 1))
    return Plies.build(
        games=games, game=game, white=place % 2 == 0, cp_before=before, cp_after=after
    )


def test_many_games_are_estimated_like_each_one_alone() -> None:
    plies = random_games(3000)
    times = np.where(np.arange(3000) % 3 == 0, np.nan, 900.0)
    made = estimate_arrays(plies, base_time=times, increment=10)
    for game in (0, 1, 1500, 2999):
        start, stop = np.searchsorted(plies.game, [game, game + 1])
        alone = estimate_arrays(
            plies.part(start, stop, game, game + 1), base_time=times[game], increment=10
        )
        pd.testing.assert_frame_equal(
            alone.reset_index(drop=True), made.loc[game].reset_index(drop=True)
        )


def test_the_constants_are_a_small_file() -> None:
    path = resources.files("chessnb.scoring.strength") / "constants.json"
    assert len(path.read_bytes()) < 100_000


# On rated games that the shipped constants were not fitted on


@pytest.fixture(scope="module")
def unseen(oracle: Path) -> tuple[RatedGames, np.ndarray]:
    """Games of the PGN file, and which sides are of games that are not in the training file."""
    seen = {hash(game.evals) for game in read_json_games(oracle / "rated-games-train.jsonl.gz")}
    games = RatedGames.of(read_pgn_games(oracle / "rated-games-7154.pgn.gz"))
    fresh = np.array([key not in seen for key in games.keys])
    assert fresh.sum() > 2800
    return games, np.repeat(fresh, 2)


def numbers(made: pd.DataFrame) -> np.ndarray:
    return made[ELO].to_numpy(dtype=np.float64, na_value=np.nan).T


@pytest.mark.oracle
def test_the_calibrated_model_on_unseen_games(unseen: tuple[RatedGames, np.ndarray]) -> None:
    games, fresh = unseen
    made = numbers(
        estimate_arrays(games.plies, base_time=games.time.base, increment=games.time.increment)
    )[:, fresh]
    found = judge(games.rating[fresh], *made)
    assert found.mean_error <= 310
    assert found.correlation >= 0.62
    assert 0.77 <= found.coverage <= 0.83
    assert len(found.bias) == len(BANDS)
    assert max(abs(bias) for bias in found.bias) <= 150
    assert all(0.72 <= share <= 0.88 for share in found.band_coverage)
    known = ~np.isnan(made[0])
    assert ((made[1] <= made[0]) & (made[0] <= made[2]))[known].all()


@pytest.mark.oracle
def test_it_holds_without_the_time_control(unseen: tuple[RatedGames, np.ndarray]) -> None:
    games, fresh = unseen
    found = judge(games.rating[fresh], *numbers(estimate_arrays(games.plies))[:, fresh])
    assert found.mean_error <= 310
    assert found.correlation >= 0.62
    assert max(abs(bias) for bias in found.bias) <= 150


@pytest.mark.oracle
def test_the_published_constants_are_off_on_these_games(
    unseen: tuple[RatedGames, np.ndarray],
) -> None:
    games, _ = unseen
    made = estimate_arrays(games.plies, model="typical-loss", calibration="published")
    found = judge(games.rating, numbers(made)[0])
    assert found.mean_error == pytest.approx(424, abs=6)
    assert found.correlation == pytest.approx(0.50, abs=0.015)
