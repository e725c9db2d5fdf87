"""Start positions: FEN in its many spellings, repaired where it can be, refused where not."""

from __future__ import annotations

import chess

__all__ = ["PLAYABLE", "fault", "make_board"]

# The variants that the engine plays.
PLAYABLE = ("standard", "chess960")

_FAULTS = (
    (chess.STATUS_EMPTY, "the board is empty"),
    (chess.STATUS_NO_WHITE_KING, "White has no king"),
    (chess.STATUS_NO_BLACK_KING, "Black has no king"),
    (chess.STATUS_TOO_MANY_KINGS, "there are more than two kings"),
    (chess.STATUS_PAWNS_ON_BACKRANK, "there is a pawn on the first or eighth rank"),
    (chess.STATUS_TOO_MANY_WHITE_PAWNS, "White has more than eight pawns"),
    (chess.STATUS_TOO_MANY_BLACK_PAWNS, "Black has more than eight pawns"),
    (chess.STATUS_TOO_MANY_WHITE_PIECES, "White has more than sixteen pieces"),
    (chess.STATUS_TOO_MANY_BLACK_PIECES, "Black has more than sixteen pieces"),
    (chess.STATUS_OPPOSITE_CHECK, "the side not to move is in check"),
    (chess.STATUS_TOO_MANY_CHECKERS, "more than two pieces give check"),
    (chess.STATUS_IMPOSSIBLE_CHECK, "the check cannot have come about"),
)


def make_board(fen: str, variant: str) -> chess.Board:
    """A board of the variant; names that python-chess does not know are set up as chess."""
    if variant == "standard":
        return chess.Board(fen)
    if variant == "chess960":
        return chess.Board(fen, chess960=True)
    from chess import variant as variants

    try:
        kind = variants.find_variant(variant)
    except ValueError:
        kind = chess.Board
    return kind(fen)


def fault(board: chess.Board) -> str | None:
    """Why a position is impossible, in words, or None.

    Castling rights and en-passant squares do not count: they are repaired on reading.
    """
    status = board.status()
    if status == chess.STATUS_VALID:
        return None
    for flag, reason in _FAULTS:
        if status & flag:
            return reason
    return None
