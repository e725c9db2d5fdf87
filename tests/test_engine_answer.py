from __future__ import annotations

import chess
import pytest

from chessnb.engine.answer import Answer
from chessnb.errors import EngineError

BLACK = chess.Board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")


def answer(*infos: str, best: str) -> Answer:
    result = Answer()
    for info in infos:
        result.add(info.encode())
    result.finish(f"bestmove {best} ponder a7a6".encode())
    return result


def info(rank: int, score: str, pv: str, depth: int = 10) -> str:
    return f"info depth {depth} seldepth 12 multipv {rank} score {score} nodes 500 nps 9 pv {pv}"


def test_scores_are_turned_to_whites_view():
    lines = answer(info(1, "cp 20", "e7e5 g1f3"), info(2, "mate -3", "f7f6"), best="e7e5").lines(
        BLACK
    )
    assert [(line.rank, line.cp, line.mate) for line in lines] == [(1, -20, None), (2, None, 3)]
    assert lines[0].pv == ("e7e5", "g1f3")
    assert (lines[0].depth, lines[0].nodes) == (10, 500)


def test_only_the_last_complete_set_counts():
    result = answer(
        info(1, "cp 10", "e7e5", 9),
        info(2, "cp 5", "c7c5", 9),
        info(1, "cp 40", "c7c5", 10),
        info(2, "cp 30", "e7e5", 10),
        info(1, "cp 99", "a7a6", 11),
        best="c7c5",
    )
    assert [line.cp for line in result.lines(BLACK)] == [-40, -30]


def test_a_bound_is_no_score():
    result = answer(
        info(1, "cp 10", "e7e5", 9), info(1, "cp 80 lowerbound", "e7e5", 10), best="e7e5"
    )
    assert result.lines(BLACK)[0].cp == -10


def test_a_bound_is_taken_where_the_best_move_hangs_on_it():
    result = answer(
        info(1, "cp 10", "e7e5", 9), info(1, "cp 80 lowerbound", "c7c5", 10), best="c7c5"
    )
    assert result.lines(BLACK)[0].cp == -80


def test_a_bound_is_taken_where_there_is_nothing_else():
    # A search of a few nodes may end before its first score is exact.
    assert answer(info(1, "cp 7 lowerbound", "e7e5"), best="e7e5").lines(BLACK)[0].cp == -7


@pytest.mark.parametrize(
    "third", [info(3, "cp 4", "e7e5"), info(3, "cp 4", "c7c5"), info(4, "cp 4", "a7a6")]
)
def test_lines_end_where_their_ranks_say_nothing(third):
    result = answer(info(1, "cp 7", "e7e5"), info(2, "cp 5", "c7c5"), third, best="e7e5")
    assert [(line.rank, line.cp) for line in result.lines(BLACK)] == [(1, -7), (2, -5)]


def test_an_engine_without_multipv_has_one_line():
    result = answer("info depth 3 score cp 7 pv e7e5", best="e7e5")
    assert [line.rank for line in result.lines(BLACK)] == [1]


def test_castling_in_chess960_is_king_takes_rook_however_the_engine_spells_it():
    board = chess.Board("4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", chess960=True)
    line = answer(info(1, "cp 7", "e1g1 e8e7"), best="e1g1").lines(board)[0]
    assert line.pv == ("e1h1", "e8e7")


@pytest.mark.parametrize(
    ("infos", "best"),
    [
        ([info(1, "cp 7", "e7e5")], "e2e4"),
        ([info(1, "cp 7", "e7e5")], "(none)"),
        ([info(1, "cp 7", "e7e5")], "0000"),
        ([info(1, "cp 7", "e7e5 e2e4")], "e7e5"),
        ([info(1, "cp 7", "e7e5 0000")], "e7e5"),
        ([info(1, "cp much", "e7e5")], "e7e5"),
        ([info(1, "mate 0", "e7e5")], "e7e5"),
        ([info(1, "elo 1500", "e7e5")], "e7e5"),
        (["info depth 3 pv e7e5", "info string score cp 3 pv e7e5"], "e7e5"),
        ([], "e7e5"),
        ([info(1, "cp 7", "")], "e7e5"),
        ([info(1, f"cp {10**30}", "e7e5")], "e7e5"),
        ([info(1, "mate -" + "9" * 5000, "e7e5")], "e7e5"),
        ([info(0, "cp 7", "e7e5")], "e7e5"),
        ([info(2, "cp 7", "e7e5")], "e7e5"),
        (["info multipv " + "9" * 5000 + " score cp 3 pv e7e5"], "e7e5"),
    ],
)
def test_a_lie_is_found_out(infos, best):
    with pytest.raises(EngineError) as caught:
        answer(*infos, best=best).lines(BLACK)
    assert caught.value.kind == "lied"
    assert " in 'rnbqkbnr" in str(caught.value)


def test_numbers_that_cannot_be_are_left_out():
    said = f"info depth -3 multipv 1 score cp 7 nodes {10**30} pv e7e5"
    line = answer(said, best="e7e5").lines(BLACK)[0]
    assert (line.cp, line.depth, line.nodes) == (-7, None, None)


def test_what_comes_after_the_best_move_is_not_heard():
    result = answer(info(1, "cp 7", "e7e5"), best="e7e5")
    result.add(info(1, "cp 9999", "e7e5", 11).encode())
    assert result.lines(BLACK)[0].cp == -7


def iteration(depth: int, nodes: int, bound: str = "") -> bytes:
    return f"info depth {depth} score cp 20{bound} nodes {nodes} pv e2e4".encode()


@pytest.mark.parametrize(
    ("lines", "stuck"),
    [
        ([iteration(9, 1000), iteration(10, 9000, " lowerbound")], True),
        ([iteration(9, 1000), iteration(10, 9000)], False),
        ([iteration(9, 5000), iteration(10, 9000, " upperbound")], False),
        ([iteration(10, 9000, " lowerbound")], False),
        ([], False),
    ],
)
def test_a_search_is_stuck_where_its_last_iteration_took_most_of_it(lines, stuck) -> None:
    answer = Answer()
    for line in lines:
        answer.add(line)
    answer.finish(b"bestmove e2e4")
    assert answer.stuck is stuck
