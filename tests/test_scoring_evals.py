"""`score_evals`: the table of evaluations in, the tables of moves and players out."""

from __future__ import annotations

from typing import Any

import chess
import numpy as np
import pandas as pd
import pytest

import chessnb
from chessnb import schema
from chessnb.errors import RulesetError, TableError
from chessnb.scoring.evals import score_evals

OPERA_UCI = (
    "e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5 "
    "c3b5 c6b5 c4b5 b8d7 e1c1 a8d8 d1d7 d8d7 h1d1 e7e6 b5d7 f6d7 b3b8 d7b8 d1d8"
)
OPERA = OPERA_UCI.split()


def evals(cps: list[float | None], *, white_first: bool = True, **more: Any) -> pd.DataFrame:
    """One game of evaluations, `game_id` g."""
    sides = ["white", "black"] if white_first else ["black", "white"]
    return pd.DataFrame(
        {
            "game_id": "g",
            "ply": range(1, len(cps) + 1),
            "side": [sides[i % 2] for i in range(len(cps))],
            "cp": pd.array(cps, dtype="Int64"),
            "mate": pd.array([None] * len(cps), dtype="Int64"),
            **more,
        }
    )


def test_tables_are_those_of_the_schema() -> None:
    moves, players = chessnb.score_evals(evals([20, -30, 400]), ruleset="classic")
    assert moves.index.names == ["game_id", "ply"]
    assert moves.index.to_list() == [("g", 1), ("g", 2), ("g", 3)]
    assert players.index.to_list() == [("g", "white"), ("g", "black")]
    for table, name in ((moves, "moves"), (players, "players")):
        contract = schema.TABLES[name]
        assert [c for c in contract.names if c in table.columns] == list(table.columns)
        for column in table.columns:
            wanted = contract[column]
            assert str(table[column].dtype).startswith(wanted.dtype), column
    assert moves["cp_before"].tolist() == [15, 20, -30]
    assert moves["label"].dtype.ordered
    assert players["move_count"].tolist() == [2, 1]
    elo = ["elo_estimate", "elo_low", "elo_high", "elo_model", "elo_scale"]
    assert [name for name in elo if name in players.columns] == elo
    assert players["elo_estimate"].isna().all()


def test_default_ruleset_is_nine_tier() -> None:
    table = evals([0, 220])
    pd.testing.assert_frame_equal(score_evals(table)[0], score_evals(table, "nine-tier")[0])
    with pytest.raises(RulesetError, match="unknown ruleset 'x'; choose one of"):
        score_evals(table, "x")


def test_rows_in_any_order_and_input_untouched() -> None:
    ordered = pd.concat(
        [evals([10, 20, -300, 5]), evals([0, 500], white_first=False).assign(game_id="h")]
    )
    shuffled = ordered.sample(frac=1, random_state=3)
    copy = shuffled.copy()
    moves, players = score_evals(shuffled, "classic")
    pd.testing.assert_frame_equal(shuffled, copy)
    expected_moves, expected_players = score_evals(ordered, "classic")
    pd.testing.assert_frame_equal(moves.sort_index(), expected_moves.sort_index())
    pd.testing.assert_frame_equal(players.sort_index(), expected_players.sort_index())
    again = score_evals(ordered.set_index(["game_id", "ply"]), "classic")[0]
    pd.testing.assert_frame_equal(again, expected_moves)


def test_missing_evaluations_and_missing_rows() -> None:
    moves, players = score_evals(evals([10, None, 30, 40, 50]).drop(index=3), "classic")
    assert moves["accuracy"].isna().tolist() == [False, True, True, True]
    assert moves["cp_before"].isna().tolist() == [False, False, True, True]
    assert players["move_count"].tolist() == [1, 0]
    assert pd.isna(players.loc[("g", "black"), "accuracy"])


def before(moves: pd.DataFrame) -> list[Any]:
    return [None if pd.isna(cp) else int(cp) for cp in moves["cp_before"]]


def test_start_values() -> None:
    table = evals([20, 30])
    game = evals([20, 30]).assign(game_id="h")
    both = pd.concat([table, game])
    assert before(score_evals(both)[0]) == [15, 20, 15, 20]
    assert before(score_evals(both, start=-40)[0]) == [-40, 20, -40, 20]
    assert before(score_evals(both, start={"h": 50})[0]) == [15, 20, 50, 20]
    assert before(score_evals(both, start=pd.Series({"g": 7, "x": 9}))[0]) == [7, 20, 15, 20]
    assert before(score_evals(both, start={"h": None})[0]) == [15, 20, None, 20]
    zero = pd.DataFrame({"game_id": ["h"], "ply": [0], "side": [None], "cp": [60], "mate": [None]})
    assert before(score_evals(pd.concat([both, zero]))[0]) == [15, 20, 60, 20]


def test_start_tables_and_positions() -> None:
    both = pd.concat([evals([20, 30]), evals([20, 30]).assign(game_id="h")])
    table = pd.DataFrame({"cp": [None, 33], "mate": [4, None]}, index=["g", "h"])
    moves = score_evals(both, start=table)[0]
    assert before(moves) == [None, 20, 33, 20]
    assert moves["mate_before"].tolist()[0] == 4
    other = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    fens = pd.DataFrame({"game_id": ["g", "h"], "fen": [chess.STARTING_FEN, other]})
    assert before(score_evals(both, start=fens)[0]) == [15, 20, None, 20]
    assert before(score_evals(both, start={"g": other})[0]) == [None, 20, 15, 20]
    scored = fens.assign(cp=[None, 120])
    assert before(score_evals(both, start=scored)[0]) == [15, 20, 120, 20]


def test_a_game_that_black_begins_has_no_usual_start() -> None:
    table = evals([20, 30, 40], white_first=False)
    moves, players = score_evals(table, "classic")
    assert before(moves) == [None, 20, 30]
    assert players["move_count"].tolist() == [1, 1]
    assert before(score_evals(table, "classic", start=-25)[0]) == [-25, 20, 30]
    accuracy = score_evals(table, "lichess")[0]["accuracy"]
    assert accuracy.notna().all()


def test_mates_and_checkmate() -> None:
    table = evals([20, None, None]).assign(mate=pd.array([None, 1, 0], dtype="Int64"))
    for given in (table, table.assign(mate=[None, 1, None], is_mate=[False, False, True])):
        moves = score_evals(given, "classic")[0]
        assert moves["label"].tolist()[2] == "Best"
        assert moves["mate_after"].tolist()[1:] == [1, 0]
        assert moves["accuracy"].tolist()[2] == 100
        assert moves["white_win_after"].tolist()[1:] == [1, 1]
    lichess = score_evals(table, "lichess")
    assert pd.isna(lichess[0]["accuracy"].iloc[2])
    assert lichess[1]["move_count"].tolist() == [1, 1]


def test_optional_columns_are_used() -> None:
    more = {
        "uci": ["e2e4", "e7e5", "0000"],
        "best_uci": ["e2e4", None, None],
        "second_cp": [-150, None, None],
        "legal_count": [20, 1, None],
        "is_book": [False, True, None],
    }
    moves = score_evals(evals([20, 30, 40], **more), "classic")[0]
    assert moves["label"].tolist()[:2] == ["Great", "Book"]
    assert moves["label"].isna().tolist() == [False, False, True]
    assert moves["forced"].tolist()[:2] == [False, True]
    assert pd.isna(moves["forced"].iloc[2])
    assert pd.isna(moves["accuracy"].iloc[2])
    assert moves["best_uci"].isna().tolist() == [False, True, True]
    gated = evals([-400, -400], gate=[0, 1])
    assert score_evals(gated, "lichess")[0]["label"].isna().all()
    assert score_evals(gated.assign(gate=[1, 1]), "lichess")[0]["label"].tolist()[0] == "Blunder"


def test_sacrifices_are_found_by_replaying() -> None:
    """Rxd7, the Opera game's sacrifice, with the scores of a steadily winning White."""
    cps: list[float | None] = [470.0 if ply > 22 else 250.0 for ply in range(len(OPERA))]
    table = evals(cps, uci=OPERA)
    labels = score_evals(table, "nine-tier")[0]["label"]
    assert labels.loc[("g", 25)] == "Brilliant"
    assert score_evals(table.drop(columns="uci"))[0]["label"].loc[("g", 25)] == "Excellent"
    rules = chessnb.rulesets["classic"].replace(brilliant="sacrifice")
    assert score_evals(table, rules)[0]["label"].loc[("g", 25)] == "Brilliant"
    elsewhere = {"g": "4k3/8/8/8/8/8/8/4K2R w - - 0 1"}
    assert score_evals(table, start=elsewhere)[0]["label"].loc[("g", 25)] == "Excellent"


def test_no_rows() -> None:
    for table in (evals([]), evals([1]).assign(ply=0)):
        moves, players = score_evals(table, "classic")
        assert len(moves) == 0
        assert "label" in moves.columns
        assert players["accuracy"].isna().all()
    assert players.index.to_list() == [("g", "white"), ("g", "black")]


WRONG = [
    ({"side": "w"}, "side of evals must be 'white' or 'black' .who moved., not 'w'"),
    ({"side": None}, "side of evals must be 'white' or 'black'"),
    ({"ply": [1, 1]}, "evals have ply 1 of game 'g' more than once"),
    ({"ply": [1, 1.5]}, r"ply of evals must be 1, 2, 3, .*, not (np.float64\()?1.5"),
    ({"ply": [-1, 1]}, "ply of evals must be 1, 2, 3"),
    ({"cp": ["a", "b"]}, "cp of evals must be numbers"),
    ({"cp": [np.inf, 1]}, "cp of evals holds an infinite number"),
    ({"game_id": None}, "'game_id' of evals is missing in some rows"),
]


@pytest.mark.parametrize(("changes", "message"), WRONG)
def test_wrong_values(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(TableError, match=message):
        score_evals(evals([1, 2]).assign(**changes))


@pytest.mark.parametrize("column", ["game_id", "ply", "side"])
def test_missing_column(column: str) -> None:
    with pytest.raises(TableError, match=f"evals need the column '{column}'; they have: "):
        score_evals(evals([1, 2]).drop(columns=column))


def test_wrong_starts() -> None:
    table = evals([1, 2])
    with pytest.raises(TableError, match="start=\\[1\\]: give a number of centipawns"):
        score_evals(table, start=[1])  # type: ignore[arg-type]
    with pytest.raises(TableError, match="a start score must be a number of centipawns, not True"):
        score_evals(table, start={"g": True})
    with pytest.raises(TableError, match="start position 'nonsense' is no FEN"):
        score_evals(table, start={"g": "nonsense"})
    with pytest.raises(TableError, match="none of the columns cp, mate, fen"):
        score_evals(table, start=pd.DataFrame({"x": [1]}, index=["g"]))


def test_many_games_at_once_are_those_games_one_by_one() -> None:
    rng = np.random.default_rng(1)
    games = [
        evals(rng.integers(-500, 500, size=size).tolist()).assign(game_id=size)
        for size in (1, 2, 40, 77)
    ]
    for name in chessnb.rulesets:
        moves, players = score_evals(pd.concat(games), name)
        alone = [score_evals(game, name) for game in games]
        pd.testing.assert_frame_equal(moves, pd.concat([m for m, _ in alone]))
        pd.testing.assert_frame_equal(players, pd.concat([p for _, p in alone]))
