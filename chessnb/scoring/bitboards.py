"""Bitboards of many positions at once: which squares a side attacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chess
import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    Bits = npt.NDArray[np.uint64]

__all__ = ["attacked", "bits_where"]

_NOT_A = np.uint64(~chess.BB_FILE_A & chess.BB_ALL)
_NOT_H = np.uint64(~chess.BB_FILE_H & chess.BB_ALL)
_ALL = np.uint64(chess.BB_ALL)
_NOT_AB = np.uint64(~(chess.BB_FILE_A | chess.BB_FILE_B) & chess.BB_ALL)
_NOT_GH = np.uint64(~(chess.BB_FILE_G | chess.BB_FILE_H) & chess.BB_ALL)

_STRAIGHT = ((8, _ALL), (-8, _ALL), (1, _NOT_A), (-1, _NOT_H))
_DIAGONAL = ((9, _NOT_A), (-9, _NOT_H), (7, _NOT_H), (-7, _NOT_A))
_JUMPS = (
    (17, _NOT_A),
    (-17, _NOT_H),
    (15, _NOT_H),
    (-15, _NOT_A),
    (10, _NOT_AB),
    (-10, _NOT_GH),
    (6, _NOT_GH),
    (-6, _NOT_AB),
)


def bits_where(squares: npt.NDArray[np.bool_]) -> Bits:
    """Bitboards from flags of shape (positions, 64); bit 0 is a1."""
    packed = np.packbits(squares, axis=1, bitorder="little")
    return packed.view("<u8").reshape(-1).astype(np.uint64)


def attacked(boards: npt.NDArray[np.int8], side: npt.NDArray[np.int8]) -> Bits:
    """Squares that a side attacks in each position, pins not looked at.

    Parameters
    ----------
    boards : int8 array of shape (positions, 64)
        Piece types, negative for Black.
    side : int8 array
        1 for White's attacks, −1 for Black's.
    """
    own = boards * side[:, None]
    pieces = [bits_where(own == piece) for piece in range(7)]
    empty = pieces[0]
    straight = pieces[chess.ROOK] | pieces[chess.QUEEN]
    diagonal = pieces[chess.BISHOP] | pieces[chess.QUEEN]
    white = side > 0
    found = np.where(white, _shift(pieces[chess.PAWN], 9, _NOT_A), np.uint64(0))
    found |= np.where(white, _shift(pieces[chess.PAWN], 7, _NOT_H), np.uint64(0))
    found |= np.where(white, np.uint64(0), _shift(pieces[chess.PAWN], -9, _NOT_H))
    found |= np.where(white, np.uint64(0), _shift(pieces[chess.PAWN], -7, _NOT_A))
    for steps, mask in _JUMPS:
        found |= _shift(pieces[chess.KNIGHT], steps, mask)
    for sliders, directions in ((straight, _STRAIGHT), (diagonal, _DIAGONAL)):
        for steps, mask in directions:
            found |= _slide(sliders, empty, steps, mask)
            found |= _shift(pieces[chess.KING], steps, mask)
    return found


def _shift(bits: Bits, steps: int, mask: np.uint64) -> Bits:
    """All bits moved by so many squares, those that would wrap round the edge masked out."""
    moved = bits << np.uint64(steps) if steps > 0 else bits >> np.uint64(-steps)
    return moved & mask


def _slide(sliders: Bits, empty: Bits, steps: int, mask: np.uint64) -> Bits:
    """Squares that sliders reach in one direction (a fill that doubles its reach)."""
    free = empty & mask
    filled = sliders
    for doubled in (steps, 2 * steps, 4 * steps):
        filled = filled | (free & _shift(filled, doubled, _ALL))
        free = free & _shift(free, doubled, _ALL)
    return _shift(filled, steps, mask)
