from __future__ import annotations

import dataclasses

import chess
import pytest
from engines import OPERA, moves_of

from chessnb.engine.blocks import cut, most_decisive_first
from chessnb.engine.evaluation import Evaluation, Line
from chessnb.engine.positions import positions_of


def blocks_of(pgn: str):
    return cut(positions_of(*moves_of(pgn)))


def indices(blocks):
    return [[position.index for position in block.positions] for block in blocks]


def test_blocks_are_searched_from_their_last_position_to_their_first():
    assert indices(blocks_of(OPERA)) == [
        [32],  # 33 is checkmate
        list(range(31, 23, -1)),
        list(range(23, 15, -1)),
        list(range(15, 7, -1)),
        list(range(7, 3, -1)),
        list(range(3, -1, -1)),
    ]


@pytest.mark.parametrize(
    ("count", "lengths"),
    [
        (1, [1]),
        (4, [4]),
        (5, [1, 4]),
        (8, [4, 4]),
        (15, [7, 4, 4]),
        (16, [8, 4, 4]),
        (45, [5, 8, 8, 8, 8, 4, 4]),
    ],
)
def test_blocks_are_long_and_at_the_start_of_the_game_short_which_comes_last(count, lengths):
    moves = [chess.Move.from_uci(text) for text in ("g1f3", "g8f6", "f3g1", "f6g8")]
    start = chess.Board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1")
    positions = positions_of(start, [moves[index % 4] for index in range(count - 1)])
    blocks = cut([dataclasses.replace(position, settled=None) for position in positions])
    assert [len(block.span) for block in blocks] == lengths
    assert [index for block in reversed(blocks) for index in block.span] == list(range(count))
    assert all(len(block.positions) == len(block.span) for block in blocks)


def test_positions_that_need_no_engine_make_no_block():
    assert indices(cut(positions_of(chess.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 1 1"), []))) == []
    assert indices(cut(positions_of(chess.Board(), []))) == [[0]]


def test_a_block_holds_its_range_whether_searched_or_not():
    block = blocks_of(OPERA)[0]
    assert block.holds(32) and block.holds(33) and not block.holds(31)


def test_what_is_left_after_or_without_a_position():
    block = blocks_of(OPERA)[-1]
    third = block.positions[2]
    assert block.after(third).positions == block.positions[3:]
    assert indices([block.without({2, 3})])[0] == [1, 0]


def test_the_block_with_the_largest_swing_comes_first():
    blocks = blocks_of(OPERA)
    evaluations = [Evaluation((Line(1, cp=20),)) for _ in range(34)]
    evaluations[20] = Evaluation((Line(1, cp=300),))
    evaluations[3] = Evaluation((Line(1, cp=60),))
    evaluations[7] = None
    ordered = most_decisive_first(blocks, evaluations)
    assert [block.span.start for block in ordered] == [16, 0, 32, 24, 8, 4]


def test_the_swing_across_a_block_border_belongs_to_the_block_before_the_move():
    blocks = blocks_of(OPERA)
    evaluations = [Evaluation((Line(1, cp=20),)) for _ in range(34)]
    for index in range(16, 34):
        evaluations[index] = Evaluation((Line(1, mate=-3),))
    assert most_decisive_first(blocks, evaluations)[0].span.start == 8
