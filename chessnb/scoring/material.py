"""What material an engine's line wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import chess

from chessnb.scoring.see import VALUES, winnable

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Gain", "line_gain"]

_KINDS = range(chess.PAWN, chess.KING)
_LONGEST_LINE = 8


@dataclass(frozen=True)
class Gain:
    """Pieces won less pieces given.

    Attributes
    ----------
    pieces : tuple of int
        By piece type, pawns first; empty where only the sum is known.
    pawns : int
        The sum in pawns.
    """

    pieces: tuple[int, ...]
    pawns: int

    def message(self) -> tuple[str, int] | None:
        """Key of the message that names the gain, and the pawns; None where it cannot be named.

        Examples
        --------
        >>> Gain((0, 1, 0, 0, 0), 3).message(), Gain((0, -1, 0, 1, 0), 2).message()
        (('gain_2', 3), ('gain_exchange', 2))
        """
        won = [(kind, n) for kind, n in zip(_KINDS, self.pieces, strict=False) if n]
        if won == [(chess.PAWN, self.pawns)] and self.pawns > 1:
            return "gain_pawns", self.pawns
        if len(won) == 1 and won[0][1] == 1:
            return f"gain_{won[0][0]}", self.pawns
        if won in ([(chess.KNIGHT, -1), (chess.ROOK, 1)], [(chess.BISHOP, -1), (chess.ROOK, 1)]):
            return "gain_exchange", self.pawns
        return ("gain_worth", self.pawns) if self.pawns > 1 else None


def line_gain(
    board: chess.Board, line: Sequence[str], side: chess.Color, since: chess.BaseBoard | None = None
) -> Gain | None:
    """What a side has won or, negative, lost at the end of a line.

    The line is followed for eight plies, and on while it captures; what could be captured back
    there counts as captured.

    Parameters
    ----------
    board : chess.Board
        The position that the line starts from.
    line : sequence of str
        Its moves in UCI.
    side : bool
        Whose gain.
    since : chess.BaseBoard, optional
        The position to compare with, where that is an earlier one.

    Returns
    -------
    Gain or None
        None where the line has a move that is not legal, or ends in checkmate.
    """
    start = _balance(since or board, side)
    end = board.copy(stack=False)
    hanging = 0
    for number, uci in enumerate(line):
        move = _legal(end, uci)
        if move is None:
            return None
        captures = end.is_capture(move)
        if number >= _LONGEST_LINE and not captures:
            break
        end.push(move)
        hanging = winnable(end, move.to_square) if captures else 0
    if end.is_checkmate():
        return None
    pieces = tuple(now - then for now, then in zip(_balance(end, side), start, strict=True))
    pawns = sum(VALUES[kind] * n for kind, n in zip(_KINDS, pieces, strict=True))
    if hanging:
        # What an exchange that the line leaves open wins is known in pawns only.
        return Gain((), pawns + (hanging if end.turn == side else -hanging))
    return Gain(pieces, pawns)


def _legal(board: chess.Board, uci: str) -> chess.Move | None:
    try:
        return board.parse_uci(uci)
    except ValueError:
        return None


def _balance(board: chess.BaseBoard, side: chess.Color) -> tuple[int, ...]:
    return tuple(
        len(board.pieces(kind, side)) - len(board.pieces(kind, not side)) for kind in _KINDS
    )
