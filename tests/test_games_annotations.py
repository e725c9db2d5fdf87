"""What comments say: scores, clocks, arrows; and the time spent."""

from __future__ import annotations

import time

import pytest

from chessnb.games import Game, read_game
from chessnb.games.annotations import parse_clock, parse_comment
from chessnb.games.timecontrol import Stage, parse_time_control, times_spent


@pytest.mark.parametrize(
    ("value", "cp", "mate", "depth"),
    [
        ("0.25", 25, None, None),
        ("-1.2,20", -120, None, 20),
        ("0.25/20", 25, None, 20),
        ("+3", 300, None, None),
        ("1.234", 123, None, None),
        (".5", 50, None, None),
        ("-0.0", 0, None, None),
        ("#3", None, 3, None),
        ("#-3,30", None, -3, 30),
        ("-M5", None, -5, None),
        ("M3", None, 3, None),
        ("-#2", None, -2, None),
        ("#0", None, 0, None),
        ("  0.3 ", 30, None, None),
        ("mate -3", None, -3, None),
        ("mate in 3", None, 3, None),
        ("m3", None, 3, None),
        ("−0.35", -35, None, None),
        ("0.35 20", 35, None, 20),
        ("0.35 d20", 35, None, 20),
        ("0.35 (20)", 35, None, 20),
        ("0.35, depth 20", 35, None, 20),
        ("-0,35/20", -35, None, 20),
        ("0.35,20", 35, None, 20),
        ("0,35", None, None, None),
        ("35,20", None, None, None),
        ("good", None, None, None),
        ("", None, None, None),
        ("9" * 5000, None, None, None),
    ],
)
def test_evaluations(value: str, cp: int | None, mate: int | None, depth: int | None):
    note = parse_comment(f"[%eval {value}] text")
    assert (note.cp, note.mate, note.depth, note.text) == (cp, mate, depth, "text")


def test_the_first_evaluation_counts():
    assert parse_comment("[%eval 0.1] [%eval 0.9]").cp == 10


@pytest.mark.parametrize(
    ("comment", "white", "black", "elapsed", "text"),
    [
        ("+0.35/18 2.1s", 35, -35, 2.1, None),
        ("-0.12/24 3.4s, White mates", -12, 12, 3.4, "White mates"),
        ("0.00/1 0s", 0, 0, 0.0, None),
        ("d=30, sd=55, mt=12345, wv=-0.35, pv=e4", -35, -35, 12.345, None),
        ("book", None, None, None, "book"),
        ("we won 1.5/2 points", None, None, None, "we won 1.5/2 points"),
    ],
)
def test_engine_matches(
    comment: str, white: int | None, black: int | None, elapsed: float | None, text: str | None
):
    note = parse_comment(comment, white_moved=True)
    assert (note.cp, note.elapsed, note.text) == (white, elapsed, text)
    assert parse_comment(comment, white_moved=False).cp == black


def test_mates_of_engine_matches():
    assert parse_comment("-M5/20 0.5s", white_moved=False).mate == 5


def test_scores_of_two_engines_are_no_evaluation_of_the_game():
    game = read_game("1. e4 {+0.35/18 2.1s} e5 {-0.30/17 1.9s} *")
    assert [ply.eval_cp for ply in game.plies] == [35, 30]
    assert [ply.time_spent for ply in game.plies] == [2.1, 1.9]
    assert not game.has_evals


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("0:01:59.1", 119.1),
        ("1:19:46", 4786),
        ("1:02", 62),
        ("59.5", 59.5),
        ("0:00:00", 0),
        ("0:00:05,3", 5.3),
        ("-0:00:01", None),
        ("soon", None),
    ],
)
def test_clocks(text: str, seconds: float | None):
    assert parse_clock(text) == seconds


def test_foreign_commands_are_no_text():
    note = parse_comment("[%c_effect e5;square;e5] [%mdl 4] [%csl Rc6, Ga1]\n[%cal Gd2d4] idea")
    assert note.text == "idea"
    assert (note.squares, note.arrows) == (("Rc6", "Ga1"), ("Gd2d4",))


@pytest.mark.parametrize(
    ("text", "stages"),
    [
        ("300+3", [Stage(300, None, 3)]),
        ("600", [Stage(600)]),
        ("40/7200:3600", [Stage(7200, 40), Stage(3600)]),
        ("40/5400+30:1800+30", [Stage(5400, 40, 30), Stage(1800, None, 30)]),
        ("1/86400", [Stage(86400, 1)]),
        ("*180", [Stage(180)]),
        ("300+5d", [Stage(300, None, 0, 5)]),
        ("180 2", [Stage(180, None, 2)]),
        ("180 + 2", [Stage(180, None, 2)]),
        ("180 2 1", []),
        ("90 min + 30 sec", [Stage(5400, None, 30)]),
        ("90'+30''", [Stage(5400, None, 30)]),
        ("G/60", [Stage(3600)]),
        ("3 days/move", [Stage(259200, 1)]),
        ("-", []),
        ("?", []),
        ("", []),
        ("rapid", []),
    ],
)
def test_time_controls(text: str, stages: list[Stage]):
    assert list(parse_time_control(text).stages) == stages


@pytest.mark.parametrize(
    ("control", "clocks", "spent"),
    [
        ("60+1", [59.0, 58.5, 55.0], [2.0, 2.5, 5.0]),
        ("60", [60.4, None, 60.4, 50], [0.0, None, 0.0, None]),
        ("60", [50, 50, 65, 40], [10, 10, None, 10]),
        ("1/86400", [86000, 80000, 86400], [400, 6400, 0]),
        ("2/60:30", [50, 50, 70, 40, 65], [10, 10, 10, 10, 5]),
        ("?", [59, 58, 57], [None, None, 2]),
    ],
)
def test_time_spent(control: str, clocks: list[float | None], spent: list[float | None]):
    assert times_spent(parse_time_control(control), clocks) == spent


def test_time_spent_is_taken_from_the_best_source():
    game = read_game(
        '[TimeControl "60"]\n\n1. e4 {[%clk 0:00:50] [%emt 0:00:09]} e5 {[%clk 0:00:58]} '
        "2. Nf3 {[%timestamp 34]} *"
    )
    assert [ply.time_spent for ply in game.plies] == [9.0, 2.0, 3.4]


def test_minutes_in_the_time_control_are_told_by_the_clocks():
    game = read_game('[TimeControl "15+10"]\n\n1. e4 {[%clk 0:14:58]} e5 {[%clk 0:15:05]} *')
    assert game.time_control.base == 900
    assert [ply.time_spent for ply in game.plies] == [12.0, 5.0]


def test_comments_before_the_first_move_and_evals_of_all():
    game = read_game("{hello [%eval 0.2]} 1. e4 {[%eval 0.3]} e5 {[%eval #2]} *")
    assert game.start_eval == (20, None)
    assert game.has_evals
    assert game.start_comment == "hello [%eval 0.2]"


@pytest.mark.parametrize(
    "text", ["[%eval ", " ", "[%", "[%eval 0.3 ", "[", "[%a"], ids=["eval", "blank", *"abcd"]
)
def test_a_damaged_comment_takes_no_time(text: str):
    comment = f"{text * 20_000}[%{'a' * 20_000} e"
    begin = time.process_time()
    parse_comment(comment)
    assert time.process_time() - begin < 2


@pytest.mark.parametrize("command", ["[%eval:0.3]", "[%eval=0.3]", "[%Eval 0.3]", "[%EVAL: 0.3]"])
def test_commands_in_other_spellings(command: str):
    note = parse_comment(f"{command} [%CLK 0:01:00] [%CSL Ga1][%CAL Re2e4] text")
    assert (note.cp, note.clock, note.text) == (30, 60.0, "text")
    assert (note.squares, note.arrows) == (("Ga1",), ("Re2e4",))


def with_evals(values: str) -> Game:
    moves = ["1. e4", "e5", "2. Nf3", "Nc6"]
    return read_game(
        " ".join(
            f"{move} {{[%eval {value}] so}}"
            for move, value in zip(moves, values.split("; "), strict=False)
        )
        + " *"
    )


@pytest.mark.parametrize(
    ("values", "found", "note"),
    [
        ("0,35; 0,2; 1,41", [(35, None), (20, None), (141, None)], "decimal comma"),
        ("+0,35", [(35, None)], "decimal comma"),
        ("-0,5; 1,2", [(-50, None), (120, None)], "decimal comma"),
        ("−0,35", [(-35, None)], "decimal comma"),
        ("35,20; -12,21; #3,22", [(35, 20), (-12, 21), (None, 22)], "centipawns and depth"),
        ("0,35", [(None, None)], "write 0.35 or 0.35,20"),
        ("1,2", [(None, None)], "write 0.35 or 0.35,20"),
        ("0.35,20; 1,20", [(35, 20), (None, None)], "write 0.35 or 0.35,20"),
        ("0.3; equal", [(30, None), (None, None)], "cannot be read are left out: 'equal'"),
        ("0.3; ", [(30, None), (None, None)], "cannot be read"),
    ],
)
def test_evaluations_with_commas_and_unreadable_ones_are_told(
    values: str, found: list[tuple[int | None, int | None]], note: str
):
    game = with_evals(values)
    assert [(ply.eval_cp, ply.eval_depth) for ply in game.plies] == found
    assert {ply.comment for ply in game.plies} == {"so"}
    assert len(game.warnings) == 1
    assert note in game.warnings[0]
    assert [ply.eval_cp for ply in read_game(game.to_pgn()).plies] == [cp for cp, _ in found]


def test_plain_evaluations_need_no_note():
    assert not with_evals("0.35; -1.2,20; #-3; #3,18").warnings


@pytest.mark.parametrize("value", ["#0", "#-0", "M0", "-M0", "mate 0", "#0,20"])
def test_mate_where_the_board_shows_none_is_missing(value: str):
    game = with_evals(f"0.3; 0.3; {value}; 0.3")
    assert [ply.eval_mate for ply in game.plies] == [None] * 4
    assert "mate where the board shows none are left out: ply 3" in game.warnings[0]


@pytest.mark.parametrize(
    ("text", "mate"),
    [
        ("1. f3 e5 2. g4 Qh4# {[%eval #0]} 0-1", 0),
        ("1. f3 e5 2. g4 {[%eval #-0]} Qh4# 0-1", None),
    ],
)
def test_mate_of_the_last_move_is_checkmate(text: str, mate: int | None):
    game = read_game(text)
    assert game.plies[-1].eval_mate == mate
    assert len(game.warnings) == (mate is None)
