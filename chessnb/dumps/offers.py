"""Which moves of replayed games recapture, and which sacrifice: what label rules ask the board.

The answers are those of :class:`chessnb.scoring.board_facts.BoardFacts`. Here the positions are
there already, and exchanges that a look at all positions at once settles are never played out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import chess
import numpy as np

from chessnb.dumps.attacks import (
    BIT,
    PAWN,
    attacked_by,
    dangerous_lines,
    marked,
    officers,
    single_bits,
    square_of,
)
from chessnb.dumps.replay import start_bitboards
from chessnb.scoring.see import SACRIFICE_PAWNS, VALUES, any_winnable, has_choice

if TYPE_CHECKING:
    import numpy.typing as npt

    from chessnb.dumps.attacks import Bits, Flags, Ints
    from chessnb.dumps.positions import Positions


__all__ = ["Offers"]

_NONE = np.uint64(0)
_ONE = np.uint64(1)
_KING = chess.KING - 1
_PRICELESS = 100
_LAST_RANKS = np.uint64(chess.BB_RANK_1 | chess.BB_RANK_8)
_VALUES = np.array(VALUES, dtype=np.int64)


class Offers:
    """Answers about plies of replayed games."""

    def __init__(self, positions: Positions) -> None:
        self._positions = positions
        self._start = [np.array(masks, dtype=np.uint64) for masks in start_bitboards()]

    def recapture(self, plies: npt.NDArray[np.int64]) -> npt.NDArray[np.int8]:
        """Per ply: 1 if it takes on the square the move before took on, else 0."""
        made, number = self._positions.replay, self._positions.number
        takes = (made.captured[plies] > 0) & (made.captured[plies - 1] > 0)
        same = made.target[plies] == made.target[plies - 1]
        return (takes & same & (number[plies] > 0)).astype(np.int8)

    def sacrifice(self, plies: npt.NDArray[np.int64]) -> npt.NDArray[np.int8]:
        """Per ply: 1 if it is a sacrifice in the sense of :func:`.see.is_sacrifice`, else 0."""
        made = self._positions.replay
        found = np.zeros(len(plies), dtype=np.int8)
        for mover in (True, False):
            rows = np.flatnonzero(
                (self._positions.white[plies] == mover) & (made.promotion[plies] == 0)
            )
            asked = plies[rows]
            need = _VALUES[made.captured[asked]] + SACRIFICE_PAWNS
            gives = _hanging(mover, made.kinds[:, asked], made.sides[:, asked], need)
            rows = rows[gives]
            kinds, sides = self._before(plies[rows])
            hung = _hanging(mover, kinds, sides, np.full(len(rows), SACRIFICE_PAWNS))
            for row in rows[~hung].tolist():
                found[row] = has_choice(self._positions.board_before(int(plies[row])))
        return found

    def _before(self, plies: Ints) -> tuple[Bits, Bits]:
        made = self._positions.replay
        first = self._positions.number[plies] == 0
        kinds, sides = self._start
        return (
            np.where(first, kinds[:, None], made.kinds[:, plies - 1]),
            np.where(first, sides[:, None], made.sides[:, plies - 1]),
        )


def _hanging(white: bool, kinds: Bits, sides: Bits, need: npt.NDArray[np.int64]) -> Flags:
    """Whether some piece of a side, no pawn, can be won by exchanges for at least `need` pawns."""
    row, square = _targets(white, kinds, sides, need)
    offered, lost = _offered(white, kinds[:, row], sides[:, row], square, need[row])
    squares = np.zeros(kinds.shape[1], dtype=np.uint64)
    np.bitwise_or.at(squares, row[offered], BIT[square[offered]])
    hanging = marked(row[lost], kinds.shape[1])
    for place in np.flatnonzero((squares != 0) & ~hanging).tolist():
        board = _board(kinds[:, place].tolist(), sides[:, place].tolist())
        hanging[place] = any_winnable(board, int(squares[place]), int(need[place]))
    return hanging


def _targets(
    white: bool, kinds: Bits, sides: Bits, need: npt.NDArray[np.int64]
) -> tuple[Ints, Ints]:
    """Each piece of a side that is worth enough: the position's place, and the piece's square."""
    wanted = np.zeros(kinds.shape[1], dtype=np.uint64)
    for kind in range(chess.KNIGHT, chess.KING):
        wanted |= np.where(_VALUES[kind] >= need, kinds[kind - 1], _NONE)
    rows, ones = single_bits(wanted & sides[int(white)])
    return rows, square_of(ones)


def _offered(
    white: bool, kinds: Bits, sides: Bits, square: Ints, need: npt.NDArray[np.int64]
) -> tuple[Flags, Flags]:
    """Whether the piece on a square is attacked and not seen to be safe; and whether it is lost.

    Safe it is where pieces that no check or pin binds surely take back, or the king does, and
    the most that the exchanges can bring is less than `need`. Lost it is where a piece that no
    check or pin binds takes it, and nothing takes back or the taker is worth so much less.
    """
    own, enemy = sides[int(white)], sides[int(not white)]
    occupied = own | enemy
    reach = officers(square, kinds, occupied)
    takers = (reach & enemy) | (PAWN[white][square] & kinds[0] & enemy)
    guards = (reach & own) | (PAWN[not white][square] & kinds[0] & own)
    behind = officers(square, kinds, occupied & ~takers & ~guards)
    every = takers | (behind & enemy)
    worth, promoting = _worth(kinds, BIT[square]), (BIT[square] & _LAST_RANKS) != 0
    king = square_of(kinds[_KING] & own)
    # Whichever takers have left their squares, the king is not attacked.
    free = ~attacked_by(not white, king, kinds, enemy, occupied & ~every)
    sure = guards & ~dangerous_lines(king, kinds, enemy) & ~kinds[_KING]
    safe = free & (sure != 0) & (worth - _least_cost(kinds, every, sure) < need)
    by_king = ((guards & kinds[_KING]) != 0) & _count_is(every, 1)
    safe |= by_king & (worth - _cheapest(kinds, every) < need)
    safe &= ~(promoting & ((kinds[0] & takers) != 0))
    king = square_of(kinds[_KING] & enemy)
    checked = attacked_by(white, king, kinds, own, occupied)
    able = np.where(checked, _NONE, takers & ~dangerous_lines(king, kinds, own))
    lost = (able != 0) & ((guards | (behind & own)) == 0)
    lost |= ~promoting & (worth - _cheapest(kinds, able) >= need)
    return (takers != 0) & ~safe, lost


def _least_cost(kinds: Bits, takers: Bits, guards: Bits) -> npt.NDArray[np.int64]:
    """What taking a guarded piece costs at least, in pawns.

    The taker is lost to the cheapest guard. One other taker may take that guard, for nothing
    where a second guard takes back; of more it is assumed that they lose nothing.
    """
    cheap, dear = _cheapest(kinds, takers), _dearest(kinds, takers)
    guard = _cheapest(kinds, guards)
    later = np.maximum(0, guard - np.where(_count_is(takers, 2), dear, 0))
    alone = _count_is(takers, 1)
    second_guard = ((guards & (guards - _ONE)) != 0) & _count_is(takers, 2)
    swapped = dear - np.maximum(0, guard - cheap)
    twice = np.minimum(cheap - later, swapped)
    return np.where(alone, cheap, np.where(second_guard, twice, cheap - guard))


def _count_is(bits: Bits, count: int) -> Flags:
    """Whether each bitboard has one or two bits."""
    rest = bits & (bits - _ONE)
    if count == 1:
        return (bits != 0) & (rest == 0)
    return (rest != 0) & ((rest & (rest - _ONE)) == 0)


def _cheapest(kinds: Bits, pieces: Bits) -> npt.NDArray[np.int64]:
    """The value of the cheapest piece; a king, which cannot be given up, comes last, as none."""
    found = np.full(pieces.shape, _PRICELESS)
    for kind in range(chess.QUEEN, 0, -1):
        found[(kinds[kind - 1] & pieces) != 0] = _VALUES[kind]
    return found


def _dearest(kinds: Bits, pieces: Bits) -> npt.NDArray[np.int64]:
    """The value of the dearest piece."""
    found = np.zeros(pieces.shape, dtype=np.int64)
    for kind in range(chess.PAWN, chess.KING):
        found[(kinds[kind - 1] & pieces) != 0] = _VALUES[kind]
    found[(kinds[_KING] & pieces) != 0] = _PRICELESS
    return found


def _worth(kinds: Bits, pieces: Bits) -> npt.NDArray[np.int64]:
    """Pawns that the piece on each one-square bitboard is worth."""
    found = np.zeros(len(pieces), dtype=np.int64)
    for kind in range(chess.PAWN, chess.KING):
        found += _VALUES[kind] * ((kinds[kind - 1] & pieces) != 0)
    return found


def _board(kinds: list[int], sides: list[int]) -> chess.BaseBoard:
    board = chess.BaseBoard.empty()
    board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings = kinds
    board.occupied_co[chess.BLACK], board.occupied_co[chess.WHITE] = sides
    board.occupied = sides[0] | sides[1]
    return board
