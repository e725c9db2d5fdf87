from __future__ import annotations

import chess
from engines import OPERA, moves_of

from chessnb.engine.blocks import BLOCK_LENGTH, cut, most_decisive_first
from chessnb.engine.evaluation import Evaluation, Line
from chessnb.engine.positions import positions_of


def blocks_of(pgn: str):
    return cut(positions_of(*moves_of(pgn)))


def indices(blocks):
    return [[position.index for position in block.positions] for block in blocks]


def test_blocks_are_searched_from_their_last_position_to_their_first():
    assert indices(blocks_of(OPERA)) == [
        list(range(15, -1, -1)),
        list(range(31, 15, -1)),
        [32],  # 33 is checkmate
    ]


def test_the_cut_does_not_depend_on_what_follows():
    start, moves = moves_of(OPERA)
    short = cut(positions_of(start, moves[:20]))
    assert indices(short)[0] == indices(blocks_of(OPERA))[0]


def test_positions_that_need_no_engine_make_no_block():
    assert indices(cut(positions_of(chess.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 1 1"), []))) == []
    assert indices(cut(positions_of(chess.Board(), []))) == [[0]]


def test_a_block_holds_its_range_whether_searched_or_not():
    block = blocks_of(OPERA)[2]
    assert block.holds(32) and block.holds(33) and not block.holds(31)


def test_what_is_left_after_or_without_a_position():
    block = blocks_of(OPERA)[0]
    third = block.positions[2]
    assert block.after(third).positions == block.positions[3:]
    assert indices([block.without({15, 3})])[0] == [14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 2, 1, 0]


def test_the_block_with_the_largest_swing_comes_first():
    blocks = blocks_of(OPERA)
    evaluations = [Evaluation((Line(1, cp=20),)) for _ in range(34)]
    evaluations[20] = Evaluation((Line(1, cp=300),))
    evaluations[3] = Evaluation((Line(1, cp=60),))
    evaluations[7] = None
    ordered = most_decisive_first(blocks, evaluations)
    assert [block.number for block in ordered] == [1, 0, 2]


def test_the_swing_across_a_block_border_belongs_to_the_block_before_the_move():
    blocks = blocks_of(OPERA)
    evaluations = [Evaluation((Line(1, cp=20),)) for _ in range(34)]
    for index in range(BLOCK_LENGTH, 34):
        evaluations[index] = Evaluation((Line(1, mate=-3),))
    assert most_decisive_first(blocks, evaluations)[0].number == 0
