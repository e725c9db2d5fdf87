from __future__ import annotations

import pandas as pd
import pytest
from games import EVALUATED

import chessnb
from chessnb.players import time_trouble_limit
from chessnb.schema import validate


def test_players_of_a_game() -> None:
    players = validate(chessnb.analyze(EVALUATED, ruleset="classic").players, "players")
    white, black = players.loc["white"], players.loc["black"]
    assert (white["name"], white["rating"], white["result"]) == ("Ada Finch", 1612, "win")
    assert (black["name"], black["rating"], black["result"]) == ("Ben Holm", 1588, "loss")
    assert (white["move_count"], black["move_count"]) == (4, 3)
    assert black["Blunder"] == 1
    assert black["mean_time"] == pytest.approx((3 + 12 + 34) / 3)
    assert white["time_trouble_moves"] == 0
    assert white["accuracy_opening"] == pytest.approx(
        chessnb.analyze(EVALUATED, ruleset="classic")
        .moves.query("side == 'white'")["accuracy"]
        .mean()
    )


def test_what_is_not_known_is_missing() -> None:
    players = chessnb.analyze("1. e4 { [%eval 0.1] } *").players
    assert players["name"].isna().all() and players["rating"].isna().all()
    assert players["result"].isna().all()
    assert players["time_trouble_moves"].isna().all()
    assert players.loc["black", "accuracy"] is pd.NA


def test_time_trouble_is_five_per_cent_but_at_least_ten_seconds() -> None:
    assert time_trouble_limit(5400) == 270
    assert time_trouble_limit(30) == 10
    pgn = EVALUATED.replace("0:04:20", "0:00:14")
    assert chessnb.analyze(pgn).black["time_trouble_moves"] == 1
