"""The two-character moves in which chess.com's web site sends a game.

A square is one character, a1 to h8 in the order of ``_SQUARES``. A promotion has one of the twelve
characters of ``_PROMOTIONS`` in place of its target: three each for queen, knight, rook and bishop,
for a pawn that takes towards the a-file, goes straight, or takes towards the h-file.
"""

from __future__ import annotations

from typing import Final

import chess

__all__ = ["moves_from_tcn"]

_SQUARES: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!?"
_PROMOTIONS: Final = "{~}(^)[_]@#$"
_PIECES: Final = (chess.QUEEN, chess.KNIGHT, chess.ROOK, chess.BISHOP)


def moves_from_tcn(text: str, board: chess.Board) -> list[chess.Move]:
    """Decode a whole game and check each move on the board.

    Parameters
    ----------
    text : str
        Two characters a move.
    board : chess.Board
        The start position; it is left as it is.

    Raises
    ------
    ValueError
        The text is of another form, or a move is not legal; the message names the move.

    Examples
    --------
    >>> [move.uci() for move in moves_from_tcn("mC0Kgv", chess.Board())]
    ['e2e4', 'e7e5', 'g1f3']
    """
    board = board.copy(stack=False)
    moves: list[chess.Move] = []
    for start in range(0, len(text), 2):
        code = text[start : start + 2]
        move = _on_board(_decoded(code), board)
        if move is None:
            raise ValueError(f"move {len(moves) + 1} ({code!r}) is not legal in {board.fen()!r}")
        board.push(move)
        moves.append(move)
    return moves


def _decoded(code: str) -> chess.Move | None:
    if len(code) != 2 or code[0] not in _SQUARES:
        return None
    origin = _SQUARES.index(code[0])
    if code[1] in _SQUARES:
        return chess.Move(origin, _SQUARES.index(code[1]))
    if code[1] not in _PROMOTIONS:
        return None
    piece, way = divmod(_PROMOTIONS.index(code[1]), 3)
    forward = 8 if chess.square_rank(origin) > 3 else -8
    return chess.Move(origin, origin + forward + way - 1, promotion=_PIECES[piece])


def _on_board(move: chess.Move | None, board: chess.Board) -> chess.Move | None:
    """Give the legal move meant, whichever way the site writes castling; None for none."""
    if move is None or not 0 <= move.to_square < 64:
        return None
    try:
        return board.parse_uci(move.uci())
    except ValueError:
        return next(iter(_castlings(move, board)), None)


def _castlings(move: chess.Move, board: chess.Board) -> list[chess.Move]:
    """Read a king's step to the g- or c-file, or onto its own rook, as that side's castling."""
    king = chess.Piece(chess.KING, board.turn)
    onto_rook = board.piece_at(move.to_square) == chess.Piece(chess.ROOK, board.turn)
    onto_castled = chess.square_file(move.to_square) in (2, 6)
    if board.piece_at(move.from_square) != king or not (onto_rook or onto_castled):
        return []
    towards_h = move.to_square > move.from_square
    return [
        castling
        for castling in board.generate_castling_moves(
            chess.BB_SQUARES[move.from_square], chess.BB_RANKS[chess.square_rank(move.to_square)]
        )
        if board.is_kingside_castling(castling) == towards_h
    ]
