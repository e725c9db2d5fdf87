from __future__ import annotations

import inspect
import io
import os
import re
import signal
import threading
import time

import chess
import chess.pgn
import numpy as np
import pandas as pd
import pytest
from games import BLACK_FIRST, EVALUATED, IMMORTAL_OF_1999, OPERA, STALEMATE, THREEFOLD, long_game

import chessnb
from chessnb.errors import (
    AnalysisInterrupted,
    InputError,
    PositionError,
    SettingsError,
    VariantError,
)
from chessnb.schema import validate


def analyze(game: object, **options: object) -> chessnb.Analysis:
    options = {"engine": "bundled", "depth": 4, "progress": False} | options
    return chessnb.analyze(game, **options)


@pytest.mark.parametrize("path", [OPERA, IMMORTAL_OF_1999])
def test_real_games_have_every_row(path) -> None:
    game = chessnb.read_game(path)
    analysis = analyze(game)
    moves = validate(analysis.moves, "moves")
    assert len(moves) == len(game.plies)
    assert analysis.complete
    assert moves[["label", "accuracy", "eval", "wpl", "white_win_after"]].notna().all().all()
    assert (moves["cp_after"].notna() ^ moves["mate_after"].notna()).all()
    assert moves["error"].isna().all()
    assert set(moves["source"]) <= {"engine", "cache", "board"}
    validate(analysis.lines, "lines")
    validate(analysis.players, "players")


def test_mate_at_the_end_is_scored_from_the_board() -> None:
    last = analyze(OPERA).moves.iloc[-1]
    assert (last["san"], last["source"], last["mate_after"]) == ("Rd8#", "board", 0)
    assert last["eval"] == "#+0" and last["white_win_after"] == 1
    assert last["label"] == "Best" and last["accuracy"] == 100


def test_black_first() -> None:
    moves = analyze(BLACK_FIRST).moves
    assert moves["side"].tolist() == ["black", "white"]
    assert moves["move_number"].tolist() == [38, 39]
    assert moves.iloc[-1]["eval"] == "0.00"
    assert moves.iloc[-1]["source"] == "board"


def test_stalemate_throws_the_win_away() -> None:
    moves = analyze(STALEMATE, ruleset="classic").moves
    row = moves.loc[1]
    assert row["mate_before"] > 0 and row["cp_after"] == 0
    assert row["label"] == "Miss"


def test_a_draw_that_can_be_claimed_at_the_end() -> None:
    moves = analyze(THREEFOLD, depth=8).moves
    assert len(moves) == 8
    assert moves.iloc[-1]["eval"] == "0.00"
    assert moves.loc[4, "white_win_after"] > 0.6, "an earlier repetition is still played on"


def test_a_game_without_moves() -> None:
    analysis = analyze(chess.STARTING_FEN)
    assert validate(analysis.moves, "moves").empty
    assert analysis.players["accuracy"].isna().all()
    assert not analysis.lines.empty, "the position itself was searched"
    assert validate(analyze('[Result "*"]\n\n*').moves, "moves").empty


def test_one_move() -> None:
    moves = analyze("1. e4 *").moves
    assert len(moves) == 1 and moves["accuracy"].notna().all()


def test_320_plies() -> None:
    analysis = analyze(long_game(320), depth=1)
    assert len(analysis.moves) == 320
    assert analysis.moves.iloc[-1]["fen_after"].endswith(" 320 161")


def test_whatever_read_game_takes() -> None:
    game = chess.pgn.Game.from_board(chess.Board())
    game.add_main_variation(chess.Move.from_uci("e2e4"))
    board = chess.Board()
    board.push_san("e4")
    for source in (game, board, "e4", "1. e4 *"):
        assert analyze(source, depth=1).moves["san"].tolist() == ["e4"]


def test_auto_takes_the_evaluations_of_the_file() -> None:
    analysis = chessnb.analyze(EVALUATED)
    assert analysis.provenance["source"] == "pgn"
    assert "no engine ran" in analysis.provenance["note"]
    assert set(analysis.moves["source"]) == {"pgn", "board"}
    assert analysis.moves["best_san"].isna().all()
    assert set(analyze(EVALUATED).moves["source"]) <= {"engine", "cache", "board"}


@pytest.mark.parametrize(
    "options",
    [
        {"depth": 3, "nodes": 10},
        {"effort": "enormous"},
        {"source": "pgn", "depth": 3},
        {"source": "pgn", "engine": "bundled"},
        {"source": "elsewhere"},
        {"ruleset": "nine"},
        {"multipv": 0},
        {"workers": 0},
    ],
)
def test_contradictions_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(SettingsError):
        chessnb.analyze(EVALUATED, **options)


def test_source_pgn_without_evaluations() -> None:
    with pytest.raises(InputError, match=r"no \[%eval\]"):
        chessnb.analyze("1. e4 e5 *", source="pgn")


def test_variants_and_impossible_positions_are_refused() -> None:
    with pytest.raises(VariantError, match="crazyhouse"):
        analyze('[Variant "Crazyhouse"]\n\n1. e4 e5 *')
    with pytest.raises(PositionError, match="king"):
        analyze("8/8/8/8/8/8/4P3/4K3 w - - 0 1")


def test_limits_and_widths_are_followed() -> None:
    analysis = analyze("1. e4 e5 *", depth=3, multipv=2)
    lines = analysis.lines
    assert lines["depth"].tolist() == [3] * 6
    assert lines.groupby("ply").size().tolist() == [2, 2, 2]
    assert analysis.provenance["settings"] == "depth 3 multipv 2"


def test_help_lists_every_option() -> None:
    names = list(inspect.signature(chessnb.analyze).parameters)
    assert names[:4] == ["game", "progress", "effort", "depth"]
    assert "options" not in names
    assert inspect.signature(chessnb.submit).parameters["source"].default == "auto"


def interrupt_soon(after: float) -> None:
    def send() -> None:
        time.sleep(after)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=send).start()


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise on Windows")
def test_an_interrupt_keeps_what_was_finished(capsys: pytest.CaptureFixture[str]) -> None:
    interrupt_soon(2.5)
    with pytest.raises(AnalysisInterrupted, match=r"\d+ of 34 positions kept") as caught:
        chessnb.analyze(OPERA, engine="bundled", depth=30, cache=False)
    assert isinstance(caught.value, KeyboardInterrupt)
    assert not isinstance(caught.value, Exception)
    analysis = caught.value.analysis
    assert len(analysis.moves) == 33 and not analysis.complete
    assert "Stopped" in capsys.readouterr().err


def test_the_bar_states_the_time_left(capsys: pytest.CaptureFixture[str]) -> None:
    chessnb.analyze(OPERA, engine="bundled", depth=3, cache=False)
    shown = capsys.readouterr().err
    assert "left" in shown and "34 of 34" in shown


def test_the_same_call_gives_the_same_table() -> None:
    first = analyze(OPERA, cache=False)
    second = analyze(OPERA, cache=False)
    pd.testing.assert_frame_equal(first.moves, second.moves)
    pd.testing.assert_frame_equal(first.lines, second.lines)


class _Broken(io.StringIO):
    def write(self, _text: str) -> int:
        raise BrokenPipeError("the reader is gone")


@pytest.mark.parametrize("where", ["nowhere", "closed", "broken"])
def test_a_bar_that_cannot_be_shown_costs_nothing(where, monkeypatch) -> None:
    stream = {"nowhere": None, "closed": io.StringIO(), "broken": _Broken()}[where]
    if where == "closed":
        stream.close()
    monkeypatch.setattr("sys.stderr", stream)
    assert analyze("1. e4 e5 *", progress=True).complete


def test_a_second_interrupt_loses_no_row(monkeypatch) -> None:
    def interrupt(*_arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(chessnb.AnalysisJob, "wait", interrupt)
    with monkeypatch.context() as patch:
        patch.setattr(chessnb.AnalysisJob, "stop", interrupt)
        with pytest.raises(AnalysisInterrupted) as caught:
            analyze("1. e4 e5 *", depth=2)
    assert len(caught.value.analysis.moves) == 2


@pytest.mark.parametrize(
    "wrong",
    [
        {"workers": 0},
        {"workers": True},
        {"workers": "2"},
        {"workers": [2]},
        {"workers": 1.5},
        {"hash_mb": b"16"},
        {"hash_mb": -1},
        {"cache": "yes"},
        {"cache": 1.0},
        {"progressive": "no"},
        {"language": "xx"},
    ],
)
def test_an_argument_that_means_nothing_is_quoted_at_once(wrong) -> None:
    (value,) = wrong.values()
    with pytest.raises(SettingsError, match=re.escape(repr(value))):
        chessnb.submit("1. e4 *", engine="bundled", **wrong)


def test_numpy_integers_are_numbers() -> None:
    number = np.int64(1)
    assert analyze("1. e4 *", workers=number, depth=number, multipv=number).complete
