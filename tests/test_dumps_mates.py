"""Checkmates and offers, many at once: what python-chess and single exchanges say of each."""

from __future__ import annotations

import chess
import numpy as np
import pytest
from dump_games import random_game
from hypothesis import given, settings
from hypothesis import strategies as st

from chessnb.dumps import offers
from chessnb.dumps.mates import escapes
from chessnb.scoring.see import any_winnable, hangs

MATES_AND_CHECKS = (
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    "6k1/5ppp/8/8/8/8/5PPP/3r2K1 w - - 0 1",
    "6k1/5ppp/8/8/8/7B/5PPP/3r2K1 w - - 0 1",
    "6rk/5Npp/8/8/8/8/8/6K1 b - - 0 1",
    "7k/6pp/5N2/8/8/8/6PP/3R2K1 b - - 0 1",
    "3rk3/3p4/8/1B6/8/8/4R3/4K3 b - - 0 1",
    "4k3/8/8/8/7b/8/3PPP2/3QKR2 w - - 0 1",
    "8/8/8/8/k1pP3R/8/8/4K3 b - - 0 1",
    "r3k2r/ppp2Npp/1b5n/4p2b/2B1P2q/BQP2P2/P5PP/RN5K b kq - 0 1",
    "4r1k1/8/8/8/8/8/4N3/q3K2R w - - 0 1",
)


def _arrays(boards: list[chess.Board]) -> tuple[np.ndarray, np.ndarray]:
    kinds = [[b.pawns, b.knights, b.bishops, b.rooks, b.queens, b.kings] for b in boards]
    sides = [list(b.occupied_co) for b in boards]
    return np.array(kinds, dtype=np.uint64).T.copy(), np.array(sides, dtype=np.uint64).T.copy()


def _check_mates(boards: list[chess.Board]) -> None:
    for turn in (True, False):
        asked = [
            b for b in boards if b.turn == turn and b.is_check() and not b.has_legal_en_passant()
        ]
        if asked:
            found = escapes(turn, *_arrays(asked)).tolist()
            assert found == [not board.is_checkmate() for board in asked]


def test_checkmate_of_known_positions() -> None:
    boards = [chess.Board(fen) for fen in MATES_AND_CHECKS]
    assert sum(board.is_checkmate() for board in boards) >= 3
    _check_mates(boards)
    _check_mates([board.mirror() for board in boards])


@given(seed=st.integers(0, 10**6))
@settings(max_examples=15, deadline=None)
def test_checkmate_of_any_position(seed: int) -> None:
    game = random_game(seed)
    boards: list[chess.Board] = []
    board = chess.Board()
    for move in game.move_stack:
        board.push(move)
        boards.append(board.copy(stack=False))
    _check_mates(boards)


@given(seed=st.integers(0, 10**6), need=st.sampled_from([2, 3, 5, 7]))
@settings(max_examples=15, deadline=None)
def test_what_one_look_settles_exchanges_settle_alike(seed: int, need: int) -> None:
    board, boards = chess.Board(), list[chess.Board]()
    for move in random_game(seed, 120).move_stack:
        board.push(move)
        boards.append(board.copy(stack=False))
    kinds, sides = _arrays(boards)
    needs = np.full(len(boards), need)
    for white in (True, False):
        found = offers._hanging(white, kinds, sides, needs)
        assert found.tolist() == [hangs(board, white, need) for board in boards]
        rows, squares = offers._targets(white, kinds, sides, needs)
        offered, lost = offers._offered(white, kinds[:, rows], sides[:, rows], squares, needs[rows])
        for row, square, may, must in zip(rows, squares, offered, lost, strict=True):
            won = any_winnable(boards[row], 1 << int(square), need)
            assert must <= won <= may, (boards[row].fen(), chess.square_name(square))


@pytest.mark.parametrize(
    ("fen", "square", "may", "must"),
    [
        ("4k3/8/2p5/3N4/8/8/8/4K3 w - - 0 1", "d5", True, True),
        ("4k3/8/2p5/8/8/3N4/8/4K3 w - - 0 1", "d3", False, False),
        ("4k3/8/8/3q4/3N4/2P5/8/4K3 w - - 0 1", "d4", False, False),
        ("4k3/8/8/3q4/3N4/3K4/8/8 w - - 0 1", "d4", False, False),
        ("3rk3/8/8/3q4/3N4/3K4/8/8 w - - 0 1", "d4", True, False),
        ("4k3/4q3/8/4N3/8/8/4R3/4K3 w - - 0 1", "e5", True, False),
        ("4k3/4q3/8/4N3/8/8/4R3/3K4 w - - 0 1", "e5", False, False),
    ],
)
def test_a_look_tells_what_is_lost_and_what_is_safe(
    fen: str, square: str, may: bool, must: bool
) -> None:
    kinds, sides = _arrays([chess.Board(fen)])
    places = np.array([chess.parse_square(square)])
    offered, lost = offers._offered(True, kinds, sides, places, np.array([2]))
    assert (offered[0], lost[0]) == (may, must)
