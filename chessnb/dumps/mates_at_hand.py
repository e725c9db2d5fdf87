"""Which of thousands of positions allow a checkmate at once.

Almost none does, and to ask python-chess of each position takes seconds. Here the plain checks,
by a piece that steps to where it sees the king, are tried for all positions at once; positions
where a check of another kind is possible are few, and asked one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import chess
import numpy as np

from chessnb.dumps.attacks import (
    BIT,
    PAWN,
    bishop_attacks,
    marked,
    officers,
    piece_attacks,
    rook_attacks,
    single_bits,
    square_of,
)
from chessnb.dumps.hashes import codes_of_epds
from chessnb.dumps.mates import escapes
from chessnb.scoring.mate_at_hand import mate_at_hand

if TYPE_CHECKING:
    import numpy.typing as npt

    from chessnb.dumps.attacks import Bits, Flags, Ints

__all__ = ["mates_at_hand"]

_KING = chess.KING - 1
_EIGHT = np.uint64(8)
_NEARLY_PROMOTED = {True: np.uint64(chess.BB_RANK_7), False: np.uint64(chess.BB_RANK_2)}
_THIRD_RANK = {True: np.uint64(chess.BB_RANK_3), False: np.uint64(chess.BB_RANK_6)}
_A_FILE, _H_FILE = np.uint64(chess.BB_FILE_A), np.uint64(chess.BB_FILE_H)
_HOME = {True: np.uint64(chess.BB_E1), False: np.uint64(chess.BB_E8)}
# Where a rook that has castled gives check: on its file, or on the home rank.
_SEEN_BY_CASTLED = {
    white: np.uint64(chess.BB_FILE_D | chess.BB_FILE_F | rank)
    for white, rank in ((True, chess.BB_RANK_1), (False, chess.BB_RANK_8))
}


def mates_at_hand(epds: Sequence[str]) -> npt.NDArray[np.bool_]:
    """Whether the side to move can give checkmate at once, for each position (EPD).

    Examples
    --------
    >>> mates_at_hand(["rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq -"]).tolist()
    [True]
    """
    found = np.zeros(len(epds), dtype=np.bool_)
    if not epds:
        return found
    white = np.array([" w " in epd for epd in epds], dtype=np.bool_)
    passed = np.array([epd.split(None, 4)[3] != "-" for epd in epds], dtype=np.bool_)
    kinds, sides = _bitboards(epds)
    for mover in (True, False):
        rows = np.flatnonzero(white == mover)
        found[rows] = _likely(mover, kinds[:, rows], sides[:, rows])
    for place in np.flatnonzero(found | passed).tolist():
        found[place] = mate_at_hand(epds[place])
    return found


def _bitboards(epds: Sequence[str]) -> tuple[Bits, Bits]:
    """Kinds and sides of the pieces, as in :class:`.replay.Replay`."""
    codes = codes_of_epds(epds)
    pieces = np.stack([_packed(codes == code) for code in range(1, 13)])
    white, black = np.bitwise_or.reduce(pieces[:6]), np.bitwise_or.reduce(pieces[6:])
    return pieces[:6] | pieces[6:], np.stack([black, white])


def _packed(squares: npt.NDArray[np.bool_]) -> Bits:
    return np.packbits(squares, axis=1, bitorder="little").view("<u8").reshape(-1).astype(np.uint64)


def _likely(white: bool, kinds: Bits, sides: Bits) -> Flags:
    """Whether a plain check mates, or a check of another kind is possible."""
    own, enemy = sides[int(white)], sides[int(not white)]
    king = square_of(kinds[_KING] & enemy)
    found = _other_checks(white, king, kinds, own, enemy)
    for kind in (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN):
        found |= _mates_with(kind, white, king, kinds, sides)
    return found


def _mates_with(kind: int, white: bool, king: Ints, kinds: Bits, sides: Bits) -> Flags:
    """Whether a piece of a kind can step to where it sees the king, and mates there."""
    own, enemy = sides[int(white)], sides[int(not white)]
    occupied = own | enemy
    goals = piece_attacks(np.full(len(king), kind), king, occupied) & ~own
    rows, goal = single_bits(goals)
    reach = piece_attacks(np.full(len(rows), kind), square_of(goal), occupied[rows])
    places, origin = single_bits(reach & kinds[kind - 1][rows] & own[rows])
    rows, goal = rows[places], goal[places]
    after, both = kinds[:, rows] & ~goal, sides[:, rows] & ~goal
    after[kind - 1] ^= origin | goal
    both[int(white)] ^= origin | goal
    # Whether the move is legal is left to the second look: so few positions have a mate at all.
    return marked(rows[~escapes(not white, after, both)], len(king))


def _other_checks(white: bool, king: Ints, kinds: Bits, own: Bits, enemy: Bits) -> Flags:
    """Whether a pawn may check or promote, castling may, or a piece may uncover a check."""
    occupied = own | enemy
    pawns = kinds[0] & own
    found = (pawns & _NEARLY_PROMOTED[white]) != 0
    checking = PAWN[not white][king]
    found |= (checking & _pushed(white, pawns, ~occupied)) != 0
    found |= (checking & _taking(white, pawns) & enemy) != 0
    nearest = (rook_attacks(king, occupied) | bishop_attacks(king, occupied)) & own
    behind = officers(king, kinds, occupied & ~nearest) & ~officers(king, kinds, occupied)
    found |= (behind & own) != 0
    at_home = (kinds[_KING] & own & _HOME[white]) != 0
    return found | (at_home & ((BIT[king] & _SEEN_BY_CASTLED[white]) != 0))


def _pushed(white: bool, pawns: Bits, empty: Bits) -> Bits:
    """Squares that a side's pawns can step to."""
    if white:
        once = (pawns << _EIGHT) & empty
        return once | (((once & _THIRD_RANK[white]) << _EIGHT) & empty)
    once = (pawns >> _EIGHT) & empty
    return once | (((once & _THIRD_RANK[white]) >> _EIGHT) & empty)


def _taking(white: bool, pawns: Bits) -> Bits:
    """Squares that a side's pawns attack."""
    west, east = pawns & ~_A_FILE, pawns & ~_H_FILE
    if white:
        return (west << np.uint64(7)) | (east << np.uint64(9))
    return (west >> np.uint64(9)) | (east >> np.uint64(7))
