"""Fitting the constants: the parts on made-up data, and the whole command."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

from chessnb.errors import FileError
from chessnb.scoring.calibrate import main
from chessnb.scoring.strength.calibrated import unfolding
from chessnb.scoring.strength.constants import Constants
from chessnb.scoring.strength.fit.curve import BIAS_BOUND, fit_curve
from chessnb.scoring.strength.fit.judgement import BANDS, judge
from chessnb.scoring.strength.fit.quantiles import fit_intervals
from chessnb.scoring.strength.fit.rated_games import RatedGames, read_json_games, read_pgn_games
from chessnb.scoring.strength.fit.regression import FoldedRegression


def made_up_game(draw: np.random.Generator) -> dict[str, object]:
    """A game whose players lose more the weaker they are."""
    rating = int(draw.integers(800, 2500))
    evals = np.cumsum(draw.normal(0, 300 - rating / 10, int(draw.integers(24, 80)))).round()
    return {
        "tc": "600+5",
        "evals": [int(value) for value in evals] + ["#-2"],
        "white": {"rating": rating, "provisional": False},
        "black": {"rating": rating + 20, "provisional": bool(draw.random() < 0.1)},
    }


def made_up_pgn(draw: np.random.Generator, games: int) -> str:
    texts: list[str] = []
    for _ in range(games):
        game = made_up_game(draw)
        evals = [f"{value / 100:.2f}" for value in game["evals"][:-1]]  # type: ignore[index]
        moves = " ".join(f"Nf3 {{ [%eval {value}] }}" for value in evals)
        names = draw.integers(0, 8, 2)
        texts.append(
            f'[White "p{names[0]}"]\n[Black "q{names[1]}"]\n[WhiteElo "1500"]\n[BlackElo "1600"]\n'
            f'[TimeControl "600+0"]\n\n{moves} 1-0\n'
        )
    return "\n".join(texts)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    draw = np.random.default_rng(1)
    path = tmp_path / "games.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(made_up_game(draw)) + "\n" for _ in range(300))
    return path


def test_the_command_writes_constants_that_can_be_used_and_a_report(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, text, players = tmp_path / "out.json", tmp_path / "report.md", tmp_path / "players.pgn"
    players.write_text(made_up_pgn(np.random.default_rng(2), 40), encoding="utf-8")
    command = [str(data), "--players", str(players), "--out", str(out), "--report", str(text)]
    assert main(command) == 0
    constants = Constants.from_dict(json.loads(out.read_text("utf-8")))
    assert 0 <= constants.shared <= 1
    assert constants.data["games"] == 300
    report = text.read_text("utf-8")
    assert report == capsys.readouterr().out
    for heading in ("models side by side", "By rating band", "By length", "returning players"):
        assert heading in report


def test_the_command_says_which_file_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path / "nowhere.jsonl")]) == 1
    assert "nowhere.jsonl" in capsys.readouterr().err


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(json.dumps(made_up_game(np.random.default_rng(0))) + '\n{"tc": 1}\n')
    with pytest.raises(FileError, match=r"line 2 of 'games.jsonl' is no rated game"):
        list(read_json_games(path))


def test_pgn_and_json_games_with_the_same_evaluations_have_the_same_key(tmp_path: Path) -> None:
    pgn, lines = tmp_path / "games.pgn", tmp_path / "games.jsonl"
    pgn.write_text(
        '[White "a"]\n[Black "b"]\n[WhiteElo "1500"]\n[BlackElo "1600"]\n[TimeControl "300+3"]\n\n'
        "1. e4 { [%eval 0.29] } e5 { [%eval -1.13,20] } 2. Nf3 { [%eval #-3] } 0-1\n"
    )
    side = {"rating": 1500, "provisional": True}
    game = {"tc": "300+3", "evals": [29, -113, "#-3"], "white": side, "black": side}
    lines.write_text(json.dumps(game))
    one, two = RatedGames.of(read_pgn_games(pgn)), RatedGames.of(read_json_games(lines))
    assert one.keys == two.keys
    assert one.plies.mate_after.tolist()[2] == -3
    assert one.plies.cp_before.tolist()[:2] == [15, 29]
    assert two.provisional.tolist() == [True, True]
    assert (one.time.base[0], one.time.increment[0]) == (300, 3)


def test_scores_of_a_fold_come_from_a_fit_without_it() -> None:
    draw = np.random.default_rng(0)
    terms = np.hstack([np.ones((400, 1)), draw.normal(size=(400, 3))])
    rating, fold = draw.normal(1500, 300, 400), draw.integers(0, 5, 400)
    regression = FoldedRegression.of(terms, rating, fold)
    before = regression.cross_scores()
    changed = np.where(fold == 2, rating + 1000, rating)
    after = FoldedRegression.of(terms, changed, fold).cross_scores()
    assert after[fold == 2] == pytest.approx(before[fold == 2])
    assert (after[fold == 1] > before[fold == 1]).all()


def test_the_curve_holds_every_bands_bias_within_the_bound() -> None:
    draw = np.random.default_rng(0)
    rating = np.clip(draw.normal(1570, 370, 8_000), 500, 2900)
    score = 1570 + 0.4 * (rating - 1570) + draw.normal(0, 180, len(rating))
    judged = np.full(len(rating), 60.0)
    knots, estimates = fit_curve(score, rating, judged)
    shares, fixed = unfolding(score, judged, knots)
    found = judge(rating, shares @ estimates + fixed)
    assert max(abs(bias) for bias in found.bias) < BIAS_BOUND + 15
    plain = judge(rating, score)
    assert max(abs(bias) for bias in plain.bias) > 250
    assert found.mean_error < np.abs(rating - np.median(rating)).mean() + 25


def test_intervals_cover_every_band_alike() -> None:
    draw = np.random.default_rng(0)
    rating = np.clip(draw.normal(1570, 370, 8_000), 500, 2900)
    judged = np.exp(draw.uniform(np.log(30), np.log(90), len(rating)))
    estimate = (
        1570 + 0.6 * (rating - 1570) + draw.normal(0, 260, len(rating)) * (60 / judged) ** 0.3
    )
    found = judge(
        rating, estimate, *fit_intervals(estimate, rating, judged).around(estimate, judged)
    )
    assert found.coverage == pytest.approx(0.78, abs=0.02)
    assert all(abs(share - 0.78) < 0.06 for share in found.band_coverage)
    assert len(found.band_coverage) == len(BANDS)
