"""Checkmate in many positions at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chess
import numpy as np

from chessnb.dumps.attacks import (
    BIT,
    KING,
    PAWN,
    attacked_by,
    attackers,
    marked,
    officers,
    single_bits,
    square_of,
)

if TYPE_CHECKING:
    from chessnb.dumps.attacks import Bits, Flags, Ints

__all__ = ["escapes"]

_ONE = np.uint64(1)
_KING = chess.KING - 1
_BETWEEN = np.array(
    [[chess.between(one, other) for other in chess.SQUARES] for one in chess.SQUARES],
    dtype=np.uint64,
)
_START_RANK = {True: np.uint64(chess.BB_RANK_2), False: np.uint64(chess.BB_RANK_7)}


def escapes(white: bool, kinds: Bits, sides: Bits) -> Flags:
    """Whether a side that is in check, and on the move, has a legal answer.

    Taking in passing is left out: :attr:`.positions.Positions.en_passant` knows.

    Parameters
    ----------
    white
        Whose king is in check.
    kinds, sides : uint64 arrays of shape (6, positions) and (2, positions)
        As in :class:`.replay.Replay`.
    """
    own, enemy = sides[int(white)], sides[int(not white)]
    king = square_of(kinds[_KING] & own)
    found = _king_can_step(white, king, kinds, own, enemy)
    checkers = attackers(not white, king, kinds, enemy, own | enemy)
    rows = np.flatnonzero(~found & ((checkers & (checkers - _ONE)) == 0))
    found[rows] = _others_can_help(
        white, king[rows], checkers[rows], kinds[:, rows], own[rows], enemy[rows]
    )
    return found


def _king_can_step(white: bool, king: Ints, kinds: Bits, own: Bits, enemy: Bits) -> Flags:
    rows, goal = single_bits(KING[king] & ~own)
    occupied = (own | enemy) & ~BIT[king]
    attacked = attacked_by(
        not white, square_of(goal), kinds[:, rows], enemy[rows] & ~goal, occupied[rows]
    )
    return marked(rows[~attacked], len(king))


def _others_can_help(
    white: bool, king: Ints, checker: Bits, kinds: Bits, own: Bits, enemy: Bits
) -> Flags:
    """Whether a piece can take the one checker, or step between, and leaves the king safe."""
    rows, goal = single_bits(_BETWEEN[king, square_of(checker)] | checker)
    helpers, occupied = (own & ~kinds[_KING])[rows], (own | enemy)[rows]
    places, mover = single_bits(
        _movers(white, goal, checker[rows], kinds[:, rows], helpers, occupied)
    )
    rows, goal = rows[places], goal[places]
    occupied = (occupied[places] & ~mover) | goal
    attacked = attacked_by(not white, king[rows], kinds[:, rows], enemy[rows] & ~goal, occupied)
    return marked(rows[~attacked], len(king))


def _movers(
    white: bool, goal: Bits, checker: Bits, kinds: Bits, helpers: Bits, occupied: Bits
) -> Bits:
    """Which of the helpers reach a square: the checker's, or an empty one."""
    square = square_of(goal)
    reach = officers(square, kinds, occupied) & helpers
    pawns = kinds[0] & helpers
    taking = PAWN[not white][square] & pawns
    behind = _backwards(white, goal)
    twice = _backwards(white, behind & ~occupied) & _START_RANK[white]
    return reach | np.where(goal == checker, taking, (behind | twice) & pawns)


def _backwards(white: bool, bits: Bits) -> Bits:
    return bits >> np.uint64(8) if white else bits << np.uint64(8)
