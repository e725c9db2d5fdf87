"""UCI moves as arrays, and many games replayed at once on boards of 64 bytes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import chess
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    Boards = npt.NDArray[np.int8]
    Ints = npt.NDArray[np.int64]
    Flags = npt.NDArray[np.bool_]

__all__ = ["Moves", "Replay", "board_of", "replay"]

_LETTERS = np.zeros(256, dtype=np.int8)
for _type, _letter in ((2, "n"), (3, "b"), (4, "r"), (5, "q")):
    _LETTERS[ord(_letter)] = _type


@dataclass(frozen=True, eq=False)
class Moves:
    """Moves as arrays of equal length.

    Attributes
    ----------
    origin, target : int64 arrays
        Squares, 0 = a1 … 63 = h8.
    promotion : int8 array
        Piece type promoted to, 0 for none.
    valid : bool array
        Whether the text was a move on a board at all (null moves and drops are not).
    """

    origin: Ints
    target: Ints
    promotion: npt.NDArray[np.int8]
    valid: Flags

    @classmethod
    def parse(cls, uci: Sequence[str | None]) -> Moves:
        """Moves from UCI texts, such as ``e2e4``, ``e7e8q`` or ``e1h1``; None is no move."""
        texts = np.array([text.encode() if isinstance(text, str) else b"" for text in uci], "S5")
        codes = np.frombuffer(texts.tobytes(), dtype=np.uint8).reshape(-1, 5).astype(np.int64)
        files, ranks = codes[:, [0, 2]] - ord("a"), codes[:, [1, 3]] - ord("1")
        inside = (files >= 0) & (files < 8) & (ranks >= 0) & (ranks < 8)
        valid = inside[:, 0] & inside[:, 1]
        squares = np.where(valid[:, None], files + 8 * ranks, 0)
        return cls(squares[:, 0], squares[:, 1], _LETTERS[codes[:, 4]], valid)

    def part(self, where: Ints) -> Moves:
        """Some of the moves, by their places."""
        return Moves(
            self.origin[where], self.target[where], self.promotion[where], self.valid[where]
        )


@dataclass(frozen=True, eq=False)
class Replay:
    """The boards of replayed games.

    Attributes
    ----------
    before, after : int8 arrays of shape (plies, 64)
        Piece type on each square, negative for Black, 0 for none.
    captured : int8 array
        Piece type that each move captured, 0 for none.
    possible : bool array
        Whether the game could be followed up to and with this move.
    """

    before: Boards
    after: Boards
    captured: npt.NDArray[np.int8]
    possible: Flags


def board_of(fen: str) -> npt.NDArray[np.int8]:
    """The 64 bytes of a position (FEN or EPD)."""
    squares = np.zeros(64, dtype=np.int8)
    for square, piece in chess.BaseBoard(fen.split()[0]).piece_map().items():
        squares[square] = piece.piece_type if piece.color else -piece.piece_type
    return squares


def replay(starts: Boards, game: Ints, white: Flags, moves: Moves) -> Replay:
    """Play games side by side: one step for all their first moves, one for all second ones, ….

    Parameters
    ----------
    starts : int8 array of shape (games, 64)
        Start positions.
    game : int64 array
        Number of the game of each move, never falling.
    white : bool array
        Who makes each move.
    moves : Moves
    """
    counts = np.bincount(game, minlength=len(starts)).astype(np.int64)
    firsts = np.cumsum(counts) - counts
    made = Replay(
        np.zeros((len(game), 64), dtype=np.int8),
        np.zeros((len(game), 64), dtype=np.int8),
        np.zeros(len(game), dtype=np.int8),
        np.zeros(len(game), dtype=np.bool_),
    )
    boards, running = starts.copy(), np.ones(len(starts), dtype=np.bool_)
    by_length = np.argsort(-counts, kind="stable")
    for step in range(int(counts.max(initial=0))):
        playing = by_length[: int(np.searchsorted(-counts[by_length], -step, side="left"))]
        _step(boards, running, playing, firsts[playing] + step, white, moves, made)
    return made


def _step(
    boards: Boards,
    running: Flags,
    playing: Ints,
    plies: Ints,
    white: Flags,
    moves: Moves,
    made: Replay,
) -> None:
    """Make one move in each of the games that are still being played, in place."""
    made.before[plies] = boards[playing]
    side = np.where(white[plies], 1, -1).astype(np.int8)
    origin, target = moves.origin[plies], moves.target[plies]
    piece, taken = boards[playing, origin] * side, boards[playing, target] * side
    castles = (piece == chess.KING) & (
        (taken == chess.ROOK) | (np.abs((origin & 7) - (target & 7)) > 1)
    )
    running[playing] &= moves.valid[plies] & (piece > 0) & ((taken <= 0) | castles)
    passes = (piece == chess.PAWN) & (taken == 0) & ((origin & 7) != (target & 7))
    promoted = np.where(moves.promotion[plies] > 0, moves.promotion[plies], piece)
    boards[playing, origin] = 0
    boards[playing[passes], (origin & 56 | target & 7)[passes]] = 0
    plain = ~castles
    boards[playing[plain], target[plain]] = (promoted * side)[plain]
    if castles.any():
        _castle(boards, playing[castles], origin[castles], target[castles], side[castles])
    made.after[plies] = boards[playing]
    made.captured[plies] = np.where(plain, np.maximum(-taken, passes), 0)
    made.possible[plies] = running[playing]


def _castle(
    boards: Boards, playing: Ints, origin: Ints, target: Ints, side: npt.NDArray[np.int8]
) -> None:
    """Castling, written as the king's two steps or as the king taking its own rook."""
    kingside, rank = target > origin, origin & 56
    corner = rank + np.where(kingside, 7, 0)
    takes_rook = boards[playing, target] == side * chess.ROOK
    boards[playing, np.where(takes_rook, target, corner)] = 0
    boards[playing, rank + np.where(kingside, 6, 2)] = side * chess.KING
    boards[playing, rank + np.where(kingside, 5, 3)] = side * chess.ROOK
