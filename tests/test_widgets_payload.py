"""What the browser is told of a game and its analysis."""

from __future__ import annotations

import json

import pytest
from dump_games import lichess_pgn, random_game

import chessnb
from chessnb.errors import TableError
from chessnb.widgets.pack import pack, unpack
from chessnb.widgets.payload import game_payload, judgement_payload, table_payload

PGN = """[White "Anna"]
[Black "Ben"]
[WhiteElo "1800"]
[TimeControl "300+2"]
[Result "0-1"]

{Before the game.} 1. f3 {[%eval -0.6][%clk 0:05:02]} e5 $1
{A reply. [%eval -0.6][%cal Ge5e4,Rd8h4][%csl Ye5]}
(1... d5 2. e4 {open}) 2. g4 {[%eval #-1]} Qh4# 0-1
"""


@pytest.fixture(scope="module")
def analysis() -> chessnb.Analysis:
    return chessnb.analyze(PGN)


def test_the_game(analysis: chessnb.Analysis) -> None:
    game = game_payload(analysis.game)
    assert game["white"] == {"name": "Anna", "rating": "1800"}
    assert game["black"] == {"name": "Ben"}
    assert game["intro"] == "Before the game."
    assert game["clock"] == 300
    assert [ply["san"] for ply in game["plies"]] == ["f3", "e5", "g4", "Qh4#"]
    second = game["plies"][1]
    assert second["comment"] == "A reply."
    assert second["nags"] == [1]
    assert second["arrows"] == [["e5", "e4", "green"], ["d8", "h4", "red"]]
    assert second["squares"] == [["e5", "yellow"]]
    assert game["branches"] == [
        {"id": "v1", "parent": "1", "uci": "d7d5"},
        {"id": "v2", "parent": "v1", "uci": "e2e4", "comment": "open"},
    ]


def test_the_judgement(analysis: chessnb.Analysis) -> None:
    judgement = judgement_payload(analysis)
    assert [row["label"] for row in judgement["rows"]] == analysis.moves["label"].tolist()
    assert judgement["rows"][2]["mate"] == -1
    assert judgement["rows"][3]["win"] == 0
    assert set(judgement["palette"]) == set(chessnb.schema.LABELS)
    assert judgement["players"]["black"]["counts"]["Best"] >= 1


def test_half_a_game_shows_no_strength() -> None:
    text = lichess_pgn(random_game(1, 80), 1)
    whole = chessnb.analyze(text, source="pgn")
    assert judgement_payload(whole)["players"]["white"]["elo"] > 0
    known = text.index("[%eval", len(text) // 2)
    half = chessnb.analyze(text[:known] + text[known:].replace("%eval", "%none"), source="pgn")
    assert half.players["elo_estimate"].notna().all()
    assert "elo" not in judgement_payload(half)["players"]["white"]


def test_unknown_values_are_left_out() -> None:
    from chessnb.scoring.rulesets import get_ruleset
    from chessnb.widgets.sources import blank_analysis

    game = chessnb.read_game("1. e4 e5 *")
    judgement = judgement_payload(blank_analysis(game, get_ruleset("nine-tier")))
    assert judgement["players"] == {}
    assert judgement["lines"] == [[], [], []]
    assert all("cp" not in (row or {}) for row in judgement["rows"])


def test_everything_is_json(analysis: chessnb.Analysis) -> None:
    for value in (
        game_payload(analysis.game),
        judgement_payload(analysis),
        table_payload(analysis.moves, list(analysis.moves.columns)),
    ):
        assert unpack(pack(value)) == json.loads(json.dumps(value, allow_nan=False))


def test_a_game_without_moves_and_one_from_a_position() -> None:
    empty = game_payload(chessnb.read_game("8/8/8/4k3/8/8/4P3/4K3 b - - 3 40"))
    assert empty["plies"] == []
    assert empty["start"].split()[1] == "b"


def test_table_columns(analysis: chessnb.Analysis) -> None:
    table = table_payload(analysis.moves, ["san", "label", "wpl", "cp_loss"])
    assert [column["kind"] for column in table["columns"]] == ["text", "label", "share", "number"]
    assert table["rows"][0]["ply"] == 1
    with pytest.raises(TableError, match="'nothing'"):
        table_payload(analysis.moves, ["nothing"])
