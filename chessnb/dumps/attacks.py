"""Attacks in many positions at once, on bitboards of one number a position (bit 0 is a1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chess
import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    Bits = npt.NDArray[np.uint64]
    Ints = npt.NDArray[np.intp]
    Flags = npt.NDArray[np.bool_]

__all__ = [
    "BIT",
    "attacked_by",
    "attackers",
    "bishop_attacks",
    "dangerous_lines",
    "marked",
    "officers",
    "piece_attacks",
    "rook_attacks",
    "single_bits",
    "square_of",
]

_NONE = np.uint64(0)
_ONE = np.uint64(1)
BIT: Bits = _ONE << np.arange(64, dtype=np.uint64)
"""The bitboard of each square."""

_DEBRUIJN = np.uint64(0x03F79D71B4CB0A89)
_SHIFT = np.uint64(58)
_SQUARES = np.zeros(64, dtype=np.intp)
with np.errstate(over="ignore"):
    _SQUARES[((BIT * _DEBRUIJN) >> _SHIFT).astype(np.intp)] = np.arange(64)


def _bits(masks: list[int]) -> Bits:
    return np.array(masks, dtype=np.uint64)


def _diagonal(square: int, step: int) -> int:
    """The squares on a line through a square that rises (step 1) or falls (step −1) eastwards."""
    file, rank = chess.square_file(square), chess.square_rank(square)
    return sum(
        chess.BB_SQUARES[other]
        for other in chess.SQUARES
        if other != square
        and chess.square_rank(other) - rank == step * (chess.square_file(other) - file)
    )


KNIGHT = _bits(list(chess.BB_KNIGHT_ATTACKS))
KING = _bits(list(chess.BB_KING_ATTACKS))
PAWN = {white: _bits(list(chess.BB_PAWN_ATTACKS[white])) for white in (True, False)}
"""Squares that a pawn of a colour attacks."""

_LEAPS = np.zeros((7, 64), dtype=np.uint64)
_LEAPS[chess.KNIGHT], _LEAPS[chess.KING] = KNIGHT, KING
_ROW = _bits([chess.BB_RANKS[s >> 3] & ~chess.BB_SQUARES[s] for s in chess.SQUARES])
_FILE = _bits([chess.BB_FILES[s & 7] & ~chess.BB_SQUARES[s] for s in chess.SQUARES])
_RISING = _bits([_diagonal(s, 1) for s in chess.SQUARES])
_FALLING = _bits([_diagonal(s, -1) for s in chess.SQUARES])
_RANK = _bits(
    [
        chess.BB_RANK_ATTACKS[file][occupied & chess.BB_RANK_MASKS[file]]
        for file in range(8)
        for occupied in range(256)
    ]
)


def square_of(bits: Bits) -> Ints:
    """The square of each bitboard with one bit; of an empty one any square."""
    return _SQUARES[((bits * _DEBRUIJN) >> _SHIFT).astype(np.intp)]


def _line(squares: Ints, occupied: Bits, masks: Bits) -> Bits:
    """Squares that a slider sees along one line, by subtraction from both ends."""
    mask, bit = masks[squares], BIT[squares]
    ahead = occupied & mask
    behind = ahead.byteswap() - bit.byteswap()
    return ((ahead - bit) ^ behind.byteswap()) & mask


def rook_attacks(squares: Ints, occupied: Bits) -> Bits:
    """Squares that a rook attacks, the first blockers included."""
    rank = (squares & 56).astype(np.uint64)
    row = ((occupied >> rank) & np.uint64(255)).astype(np.intp)
    along = _RANK[((squares & 7) << 8) + row] << rank
    return along | _line(squares, occupied, _FILE)


def bishop_attacks(squares: Ints, occupied: Bits) -> Bits:
    """Squares that a bishop attacks, the first blockers included."""
    return _line(squares, occupied, _RISING) | _line(squares, occupied, _FALLING)


def dangerous_lines(squares: Ints, kinds: Bits, enemy: Bits) -> Bits:
    """All squares on those lines through a square on which an enemy slider of that kind stands.

    Whatever stands between, a piece that is not there can move without uncovering the square.
    """
    _, _, bishops, rooks, queens, _ = kinds
    straight, diagonal = (rooks | queens) & enemy, (bishops | queens) & enemy
    found = np.zeros(len(squares), dtype=np.uint64)
    for masks, sliders in (
        (_ROW, straight),
        (_FILE, straight),
        (_RISING, diagonal),
        (_FALLING, diagonal),
    ):
        line = masks[squares]
        found |= np.where((line & sliders) != 0, line, _NONE)
    return found


def marked(rows: Ints, count: int) -> Flags:
    """True in these of so many places."""
    found = np.zeros(count, dtype=np.bool_)
    found[rows] = True
    return found


def single_bits(bits: Bits) -> tuple[Ints, Bits]:
    """Every bit of some bitboards on its own: the places of their boards, and the bits.

    >>> single_bits(np.array([5, 0, 2], dtype=np.uint64))
    (array([0, 2, 0]), array([1, 2, 4], dtype=uint64))
    """
    rows, ones = [np.zeros(0, dtype=np.intp)], [np.zeros(0, dtype=np.uint64)]
    left, places = bits, np.arange(len(bits))
    while True:
        some = np.flatnonzero(left)
        if not len(some):
            return np.concatenate(rows), np.concatenate(ones)
        places, left = places[some], left[some]
        one = left & (~left + _ONE)
        rows.append(places)
        ones.append(one)
        left = left ^ one


def piece_attacks(kinds: Ints, squares: Ints, occupied: Bits) -> Bits:
    """Squares from which pieces of some kinds (no pawns) attack the given squares."""
    straight = (kinds == chess.ROOK) | (kinds == chess.QUEEN)
    diagonal = (kinds == chess.BISHOP) | (kinds == chess.QUEEN)
    found = _LEAPS[kinds, squares]
    found |= np.where(straight, rook_attacks(squares, occupied), _NONE)
    return found | np.where(diagonal, bishop_attacks(squares, occupied), _NONE)


def attacked_by(white: bool, squares: Ints, kinds: Bits, side: Bits, occupied: Bits) -> Flags:
    """Whether a side attacks the given squares; parameters as of :func:`attackers`."""
    return attackers(white, squares, kinds, side, occupied) != 0


def attackers(white: bool, squares: Ints, kinds: Bits, side: Bits, occupied: Bits) -> Bits:
    """The pieces of a side that attack the given squares.

    Parameters
    ----------
    white
        Whose attacks.
    squares : int array
        One square a position.
    kinds : uint64 array of shape (6, positions)
        Pawns, knights, bishops, rooks, queens, kings of both sides.
    side, occupied : uint64 arrays
        The attacker's pieces that may take part, and all squares that block.
    """
    # A pawn attacks a square from where a pawn of the other colour on it would attack.
    return ((PAWN[not white][squares] & kinds[0]) | officers(squares, kinds, occupied)) & side


def officers(squares: Ints, kinds: Bits, occupied: Bits) -> Bits:
    """Pieces of both sides, no pawns, that attack the given squares."""
    _, knights, bishops, rooks, queens, kings = kinds
    found = (KNIGHT[squares] & knights) | (KING[squares] & kings)
    found |= rook_attacks(squares, occupied) & (rooks | queens)
    return found | (bishop_attacks(squares, occupied) & (bishops | queens))
