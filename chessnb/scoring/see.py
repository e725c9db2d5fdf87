"""Static exchange evaluation: what captures on one square win or lose.

Material is counted in pawns: knight and bishop 3, rook 5, queen 9. Both sides may stop capturing at
any time and choose their captures freely among the legal ones, so x-rays, promotions, en passant,
pins, checks and kings count as they do on the board; no piece moves anywhere but to that square.

>>> import chess
>>> from chessnb.scoring.see import see, winnable
>>> board = chess.Board("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1")
>>> see(board, chess.Move.from_uci("e1e5"))
1
>>> winnable(board, chess.E5)
1
"""

from __future__ import annotations

from collections.abc import Iterator

import chess

__all__ = ["SACRIFICE_PAWNS", "VALUES", "is_sacrifice", "see", "winnable"]

VALUES = (0, 1, 3, 3, 5, 9, 0)
"""Pawns that a piece is worth, by python-chess' piece type; the king cannot be won."""

SACRIFICE_PAWNS = 2
"""What a sacrifice gives up at least."""

_LAST_RANKS = chess.BB_RANK_1 | chess.BB_RANK_8
_MOST = 100


class Exchange:
    """The captures on one square of a position.

    Pieces that have captured leave their square in ``alive``; what stands on the square itself is
    told by the arguments.
    """

    def __init__(self, board: chess.BaseBoard, square: chess.Square) -> None:
        self.board = board
        self.square = square
        self.mask = chess.BB_SQUARES[square]
        self.bonus = 8 if self.mask & _LAST_RANKS else 0
        self.by_value = (
            (board.pawns, 1),
            (board.knights | board.bishops, 3),
            (board.rooks, 5),
            (board.queens, 9),
        )
        self.kings = tuple(board.kings & side for side in board.occupied_co)

    def gain(self, side: chess.Color, value: int, alive: int, alpha: int, beta: int) -> int:
        """Pawns that the side to move wins on the square, as far as between alpha and beta.

        Parameters
        ----------
        side : bool
            Who may capture.
        value : int
            What stands on the square, in pawns.
        alive : int
            Squares of all pieces that are still where they were, without the square itself.
        alpha, beta : int
            Gains that need not be told apart below and above.
        """
        if beta <= 0 or value + self.bonus <= alpha:
            return 0
        best = 0
        for origin, worth, promoted in self._captures(side, alive):
            taken = value + promoted
            alive_after, least = alive & ~origin, max(alpha, best)
            reply = self.gain(not side, worth + promoted, alive_after, taken - beta, taken - least)
            best = max(best, taken - reply)
            if best >= beta:
                break
        return best

    def _captures(self, side: chess.Color, alive: int) -> Iterator[tuple[int, int, int]]:
        """Legal captures, cheapest piece first: where from, its worth, what a promotion adds."""
        attackers = self._attackers_of(self.square, side, alive)
        for pieces, worth in self.by_value:
            takers = attackers & pieces
            while takers:
                origin = takers & -takers
                takers ^= origin
                if self._is_legal(side, alive & ~origin):
                    yield origin, worth, self.bonus if worth == 1 else 0
        king = attackers & self.kings[side]
        if king and not self._attackers_of(self.square, not side, alive & ~king):
            yield king, 0, 0

    def _is_legal(self, side: chess.Color, alive: int) -> bool:
        king = self.kings[side]
        return not king or not self._attackers_of(king.bit_length() - 1, not side, alive)

    def _attackers_of(self, square: chess.Square, side: chess.Color, alive: int) -> int:
        occupied = alive | self.mask
        attackers = self.board.attackers_mask(side, square, occupied)
        return attackers & alive & self.board.occupied_co[side]


def see(board: chess.Board, move: chess.Move) -> int:
    """Pawns that a move wins or loses once all captures on its target square are played out.

    Parameters
    ----------
    board : chess.Board
        The position before the move.
    move : chess.Move
        A legal move; castling and null moves give 0.
    """
    if not move or board.is_castling(move):
        return 0
    captured, taken_on = captured_by(board, move)
    mover = board.piece_type_at(move.from_square) or 0
    worth = VALUES[move.promotion or mover]
    promoted = worth - 1 if move.promotion else 0
    gone = chess.BB_SQUARES[move.from_square] | taken_on | chess.BB_SQUARES[move.to_square]
    exchange = Exchange(board, move.to_square)
    reply = exchange.gain(not board.turn, worth, board.occupied & ~gone, -1, _MOST)
    return captured + promoted - reply


def captured_by(board: chess.Board, move: chess.Move) -> tuple[int, int]:
    """Pawns that a move captures, and the square (as a mask) of what it captures; 0 for none."""
    mask = chess.BB_SQUARES[move.to_square]
    if board.is_en_passant(move):
        return 1, chess.BB_SQUARES[move.to_square + (-8 if board.turn else 8)]
    if not mask & board.occupied_co[not board.turn]:
        return 0, 0
    return VALUES[board.piece_type_at(move.to_square) or 0], mask


def winnable(board: chess.Board, square: chess.Square) -> int:
    """Pawns that the side to move wins by capturing what stands on a square; 0 if none.

    The square holds a piece of the side that is not to move.
    """
    return _gain_on(board, square, board.turn, -1, _MOST)


def _gain_on(
    board: chess.BaseBoard, square: chess.Square, side: chess.Color, alpha: int, beta: int
) -> int:
    value = VALUES[board.piece_type_at(square) or 0]
    alive = board.occupied & ~chess.BB_SQUARES[square]
    return Exchange(board, square).gain(side, value, alive, alpha, beta)


def hangs(board: chess.BaseBoard, side: chess.Color, pawns: int) -> bool:
    """Whether some piece of a side, no pawn, can be won for at least so many pawns.

    The other side is taken to be on the move.
    """
    own = board.occupied_co[side]
    pieces = board.queens & own
    if pawns <= VALUES[chess.ROOK]:
        pieces |= board.rooks & own
    if pawns <= VALUES[chess.KNIGHT]:
        pieces |= (board.knights | board.bishops) & own
    return any_winnable(board, pieces, pawns)


def any_winnable(board: chess.BaseBoard, squares: chess.Bitboard, pawns: int) -> bool:
    """Whether the other side wins at least so many pawns by exchanges on one of the squares."""
    for square in chess.scan_forward(squares):
        taker = not board.color_at(square)
        if _gain_on(board, square, taker, pawns - 1, pawns) >= pawns:
            return True
    return False


def is_sacrifice(board: chess.Board, move: chess.Move) -> bool:
    """Whether a move gives up a piece: the material side of a *sound sacrifice*.

    After the move some piece (not a pawn) of the mover can be won by exchanges for at least two
    pawns more than the move captured, no piece could be won for two pawns before it, the move is
    no promotion, and there was another legal one.

    Parameters
    ----------
    board : chess.Board
        The position before the move; the same after the call.
    move : chess.Move
        A legal move.

    Examples
    --------
    >>> board = chess.Board("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4")
    >>> is_sacrifice(board, chess.Move.from_uci("f3e5")), see(board, chess.Move.from_uci("f3e5"))
    (True, -2)
    """
    if move.promotion or not move:
        return False
    mover, captured = board.turn, captured_by(board, move)[0]
    board.push(move)
    given = hangs(board, mover, captured + SACRIFICE_PAWNS)
    board.pop()
    return given and not hangs(board, mover, SACRIFICE_PAWNS) and has_choice(board)


def has_choice(board: chess.Board) -> bool:
    """Whether there is more than one legal move."""
    moves = iter(board.legal_moves)
    return next(moves, None) is not None and next(moves, None) is not None
