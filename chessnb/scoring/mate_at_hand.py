"""Whether the side to move can give checkmate at once, judged from the board alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import chess

__all__ = ["can_mate", "mate_at_hand"]


# The positions of the default book, which games come back to by the thousands, fit twice.
@lru_cache(maxsize=1 << 15)
def mate_at_hand(epd: str) -> bool:
    """Whether the side to move can give checkmate at once in a position (EPD).

    Examples
    --------
    >>> mate_at_hand("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq -")
    True
    """
    board, _ = chess.Board.from_epd(epd)
    return can_mate(board)


def can_mate(board: chess.Board) -> bool:
    """Whether the side to move can give checkmate at once."""
    return any(_is_mate(board, move) for move in _possible_checks(board))


def _is_mate(board: chess.Board, move: chess.Move) -> bool:
    board.push(move)
    found = board.is_checkmate()
    board.pop()
    return found


def _possible_checks(board: chess.Board) -> Iterator[chess.Move]:
    """The legal moves that may give check: of most positions they are a few.

    A check comes from where a queen or a knight would see the king, or from behind a piece that
    stands there; what castles or takes in passing may uncover more.
    """
    king = board.king(not board.turn)
    if king is None:
        return
    own = board.occupied_co[board.turn]
    lines = _queen_attacks(board, king)
    reach = lines | chess.BB_KNIGHT_ATTACKS[king]
    uncovering = own & (lines | board.kings)
    yield from board.generate_legal_moves(uncovering)
    yield from board.generate_legal_moves(own & ~uncovering, reach & ~own)
    yield from board.generate_legal_ep(own & ~uncovering, chess.BB_ALL & ~reach)


def _queen_attacks(board: chess.Board, square: chess.Square) -> chess.Bitboard:
    occupied = board.occupied
    return (
        chess.BB_DIAG_ATTACKS[square][chess.BB_DIAG_MASKS[square] & occupied]
        | chess.BB_FILE_ATTACKS[square][chess.BB_FILE_MASKS[square] & occupied]
        | chess.BB_RANK_ATTACKS[square][chess.BB_RANK_MASKS[square] & occupied]
    )
