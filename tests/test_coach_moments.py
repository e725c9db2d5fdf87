from __future__ import annotations

import pandas as pd
import pytest
from coach_helpers import by_hand, opera, three_games

import chessnb
from chessnb import schema
from chessnb.coach.moments import LINES
from chessnb.errors import SettingsError

# Without queens no position is in the opening book.
START = '[SetUp "1"]\n[FEN "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1"]\n\n'
PGN = START + "1. e4 e5 2. Nf3 f6 3. Nxe5 fxe5 *"


def blunders() -> chessnb.Analysis:
    lines = {
        4: [("b8c6", 20), ("g8f6", 30), ("d7d6", 90)],
        5: [("f3e5", 140), ("f1c4", 60)],
        6: [("d7d6", 100), ("f6e5", 500)],
    }
    return by_hand(PGN, lines, [20, 20, 20, 20, 140, 100, 500])


def test_the_table_is_as_its_contract_says() -> None:
    moments = opera().moments()
    schema.validate(moments, "moments")
    assert len(moments) >= 5
    assert moments["difficulty"].between(0, 1).all()
    assert all(why.endswith(".") and why.count("\n") == 0 for why in moments["why"])


def test_acceptable_moves_are_the_stored_ones_within_the_tolerance() -> None:
    moments = chessnb.find_moments(blunders(), side="black", kinds=["Mistake", "Blunder", "Miss"])
    row = moments.set_index("ply").loc[4]
    assert (row["san"], row["best_san"], row["acceptable"]) == ("f6", "Nc6", ["Nc6", "Nf6"])
    wider = chessnb.find_moments(blunders(), side="black", kinds=["Mistake"], tolerance=0.09)
    assert wider.set_index("ply").loc[4, "acceptable"] == ["Nc6", "Nf6", "d6"]


def test_what_cost_more_comes_first() -> None:
    moments = chessnb.find_moments(blunders(), side="black")
    assert moments["ply"].tolist()[0] == 6
    assert moments["wpl"].iloc[0] > moments["wpl"].iloc[-1]


def test_kinds_and_sides_and_labels_choose() -> None:
    everything = opera().moments()
    black = opera().moments(side="black", kinds=["Mistake", "Blunder", "Miss"])
    assert set(black["side"]) == {"black"}
    assert set(black["label"]) <= {"Mistake", "Blunder", "Miss"}
    assert len(opera().moments(max=2)) == 2
    assert opera().moments(max=2)["ply"].tolist() == everything["ply"].tolist()[:2]
    only = opera().moments(kinds="only move")
    assert set(only["kind"]) <= {"only move", "mistake", "missed win", "turning point"}
    assert opera().moments(kinds="great").equals(opera().moments(kinds=["Great"]))


def test_forced_and_book_moves_teach_nothing() -> None:
    moments = opera().moments().set_index("ply")
    moves = opera().moves
    assert not moves.loc[moments.index, "forced"].any()
    assert not (moments["label"] == "Book").any()


def test_positions_are_given_once_over_many_games() -> None:
    games = [opera(), *three_games(), opera()]
    moments = chessnb.find_moments(games)
    assert not moments["fen"].duplicated().any()
    assert moments["game_id"].nunique() >= 2


def test_an_idea_missed_again_and_again_is_one_moment() -> None:
    pgn = START + "1. e4 e5 2. Nf3 a6 3. Nc3 a5 4. d4 *"
    lines = {ply: [("d2d4", 250), ("a2a3", 0)] for ply in (3, 5)}
    moments = chessnb.find_moments(
        by_hand(pgn, lines, [20, 20, 250, 0, 250, 0, 250, 250]), side="white", kinds="mistake"
    )
    assert len(moments) == 1


def test_a_player_is_found_on_either_side() -> None:
    names = '[White "Ada"]\n[Black "Ben"]\n\n'
    swapped = '[White "Ben"]\n[Black "ada "]\n\n'
    pgn = "1. e4 { [%eval 0.2] } e5 { [%eval 0.3] } 2. Ba6 { [%eval -3.5] } h5 { [%eval 3] } *"
    games = [chessnb.analyze(head + pgn, source="pgn") for head in (names, swapped)]
    found = chessnb.find_moments(games, player="Ada")
    assert sorted(found["side"]) == ["black", "white"]


def test_an_unknown_player_is_told_who_is_there() -> None:
    game = chessnb.analyze('[White "Ada"]\n[Black "Ben"]\n\n1. e4 {[%eval 0.2]} *', source="pgn")
    with pytest.raises(SettingsError, match="no player 'Eve' in these games; there are: 'Ada', 'B"):
        chessnb.find_moments(game, player="Eve")


def test_time_trouble_is_told_by_the_clock() -> None:
    pgn = (
        '[TimeControl "300"]\n\n1. e4 {[%eval 0.2] [%clk 0:05:00]} e5 {[%eval 0.3] [%clk 0:04:59]}'
        " 2. Ba6 {[%eval -3.5] [%clk 0:00:06]} *"
    )
    moments = chessnb.find_moments(chessnb.analyze(pgn, source="pgn"), kinds="time trouble")
    assert moments["kind"].tolist() == ["time trouble"]
    assert "6 s left" in moments["why"][0]


def test_the_lines_travel_with_the_table() -> None:
    moments = opera().moments(max=3)
    assert set(moments[moments["side"] == "white"].attrs[LINES]) == set(moments["fen"])
    assert isinstance(pd.concat([moments, opera().moments(side="black")]), pd.DataFrame)


def test_nothing_found_is_an_empty_table() -> None:
    empty = chessnb.find_moments([])
    schema.validate(empty, "moments")
    assert empty.empty
    assert opera().moments(max=0).empty


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"side": "red"}, "red"),
        ({"kinds": ["Blundr"]}, "Blundr"),
        ({"max": -1}, "-1"),
        ({"tolerance": 2}, "tolerance=2"),
    ],
)
def test_settings_without_a_meaning(options: dict[str, object], said: str) -> None:
    with pytest.raises(chessnb.errors.SettingsError, match=said):
        chessnb.find_moments(opera(), **options)


@pytest.mark.parametrize("source", ["1. e4 *", 3, [chessnb.read_game("1. e4 *")]])
def test_something_else_than_analyses(source: object) -> None:
    with pytest.raises(chessnb.errors.InputError, match="analysis"):
        chessnb.find_moments(source)
