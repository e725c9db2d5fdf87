"""One half-move of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import chess

if TYPE_CHECKING:
    from chessnb.games.annotations import Annotation
    from chessnb.games.model import Game

__all__ = ["Ply"]


class Ply:
    """One half-move; SAN and FENs are worked out for the whole game when first asked for.

    Scores are from White's view. ``ply`` counts from 1, whoever began.
    """

    __slots__ = ("_game", "_index", "move", "ply")

    def __init__(self, game: Game, index: int) -> None:
        self._game = game
        self._index = index
        self.ply: int = index + 1
        self.move: chess.Move = game.chess_moves[index]

    @property
    def side(self) -> Literal["white", "black"]:
        """Who made the move."""
        return "white" if self._game.white_first == (self._index % 2 == 0) else "black"

    @property
    def move_number(self) -> int:
        """The move number of the position, so a game may begin at move 38."""
        odd = 0 if self._game.white_first else 1
        return self._game.first_move_number + (self._index + odd) // 2

    @property
    def san(self) -> str:
        """The move in canonical SAN; ``"--"`` for a null move."""
        return self._game.sans()[self._index]

    @property
    def uci(self) -> str:
        """The move in UCI; Chess960 castling as king-takes-rook."""
        return self.move.uci()

    @property
    def fen_before(self) -> str:
        """The position the move was made in."""
        return self._game.fens()[self._index]

    @property
    def fen_after(self) -> str:
        """The position after the move."""
        return self._game.fens()[self._index + 1]

    @property
    def is_null(self) -> bool:
        """Whether no piece was moved (``--``)."""
        return not self.move

    @property
    def _note(self) -> Annotation:
        return self._game.notes()[self._index]

    def _is_checkmate(self) -> bool:
        """Whether the game ends with this move in checkmate; no move can follow that."""
        is_last = self._index == len(self._game) - 1
        return is_last and self._game.final_board().is_checkmate()

    @property
    def clock(self) -> float | None:
        """Seconds left on the mover's clock after the move."""
        return self._note.clock

    @property
    def time_spent(self) -> float | None:
        """Seconds used for the move, never negative."""
        return self._game.times_spent()[self._index]

    @property
    def timestamp(self) -> int | None:
        """The ``[%timestamp]`` of the move, in tenths of a second."""
        return self._note.timestamp

    @property
    def eval_cp(self) -> int | None:
        """Centipawns after the move, as the file has them."""
        return self._note.cp

    @property
    def eval_mate(self) -> int | None:
        """Moves to mate after the move, as the file has them; 0 is checkmate on the board.

        A 0 is missing where the board shows no checkmate: it does not tell who would win.
        """
        mate = self._note.mate
        return None if mate == 0 and not self._is_checkmate() else mate

    @property
    def eval_depth(self) -> int | None:
        """The depth of the evaluation, where the file tells it."""
        return self._note.depth

    @property
    def nags(self) -> tuple[int, ...]:
        """The NAGs of the move (1 is ``!``, 2 is ``?``, …)."""
        return self._game.nags[self._index]

    @property
    def comment(self) -> str | None:
        """The comment's text, without the commands in it."""
        return self._note.text

    @property
    def arrows(self) -> tuple[str, ...]:
        """Arrows drawn on the board, as ``"Gd2d4"``: colour, from, to."""
        return self._note.arrows

    @property
    def squares(self) -> tuple[str, ...]:
        """Squares marked on the board, as ``"Gf3"``: colour, square."""
        return self._note.squares

    @property
    def variations(self) -> tuple[str, ...]:
        """The alternatives to this move that the file gives, as SAN text."""
        from chessnb.games.convert import variation_texts

        return variation_texts(self._game).get(self._index, ())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ply):
            return NotImplemented
        return self._index == other._index and self._game == other._game

    def __hash__(self) -> int:
        return hash((self._index, self.move))

    def __repr__(self) -> str:
        dots = "." if self.side == "white" else "..."
        return f"<Ply {self.ply}: {self.move_number}{dots} {self.san}>"
