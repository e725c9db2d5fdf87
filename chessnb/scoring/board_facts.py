"""What only the board knows about a move: whether it recaptures, whether it sacrifices."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import chess
import numpy as np

from chessnb.scoring.bitboards import attacked, bits_where
from chessnb.scoring.moves import Moves, Replay, board_of, replay
from chessnb.scoring.see import SACRIFICE_PAWNS, VALUES, any_winnable, has_choice

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy.typing as npt

    Ints = npt.NDArray[np.int64]
    Answers = npt.NDArray[np.int8]

__all__ = ["BoardFacts"]

B = TypeVar("B", bound=chess.BaseBoard)
_VALUES = np.array(VALUES, dtype=np.int8)


class BoardFacts:
    """Answers the questions of label rules by replaying the games that are asked about.

    Parameters
    ----------
    game : int64 array
        Number of the game of each ply, never falling.
    white : bool array
        Who makes the move.
    uci : sequence of str or None
        The moves; castling as the king's two steps or as king takes rook. From a move on that is
        missing or not possible, the game's answers are −1.
    starts : mapping of int to str, optional
        Start positions (FEN) of the games that do not start from the usual one.
    legal_count : int16 array, optional
        Number of legal moves before each move, −1 where not known.
    """

    def __init__(
        self,
        game: Ints,
        white: npt.NDArray[np.bool_],
        uci: Sequence[str | None],
        starts: Mapping[int, str] | None = None,
        legal_count: npt.NDArray[np.int16] | None = None,
    ) -> None:
        self._game = game
        self._white = white
        self._moves = Moves.parse(uci)
        self._starts = {number: board_of(fen) for number, fen in (starts or {}).items()}
        self._usual = board_of(chess.STARTING_FEN)
        self._legal_count = legal_count

    def recapture(self, plies: Ints) -> Answers:
        """Per ply: 1 if it takes on the square the move before took on, else 0; −1 unknown."""
        replayed, places, _ = self._replay(plies)
        target = self._moves.target[plies]
        first = np.diff(self._game, prepend=-1)[plies] > 0
        same = ~first & (target == self._moves.target[plies - 1])
        takes = (replayed.captured[places] > 0) & (replayed.captured[places - 1] > 0)
        return _answers(same & takes, replayed.possible[places])

    def sacrifice(self, plies: Ints) -> Answers:
        """Per ply: 1 if it is a sacrifice in the sense of :func:`.see.is_sacrifice`, else 0."""
        replayed, places, _ = self._replay(plies)
        white = self._white[plies]
        given = _VALUES[replayed.captured[places]] + SACRIFICE_PAWNS
        hit = _attacked_pieces(replayed.after[places], white, given)
        hit[(self._moves.promotion[plies] > 0) | ~replayed.possible[places]] = 0
        found = np.zeros(len(plies), dtype=np.bool_)
        closer = np.flatnonzero(hit)
        closer = closer[_loses(replayed.after[places[closer]], hit[closer], given[closer])]
        before = replayed.before[places[closer]]
        offered = _attacked_pieces(before, white[closer], np.full(len(closer), SACRIFICE_PAWNS))
        closer = closer[~_loses(before, offered, np.full(len(closer), SACRIFICE_PAWNS))]
        for place in closer.tolist():
            found[place] = self._has_choice(int(plies[place]), replayed.before[places[place]])
        return _answers(found, replayed.possible[places])

    def _replay(self, plies: Ints) -> tuple[Replay, Ints, Ints]:
        """The replayed games of some plies, where in them each ply is, and the plies replayed."""
        asked = np.unique(self._game[plies])
        begins = np.searchsorted(self._game, asked, side="left")
        ends = np.searchsorted(self._game, asked, side="right")
        part = np.concatenate([np.arange(b, e) for b, e in zip(begins, ends, strict=True)])
        starts = np.stack([self._starts.get(int(number), self._usual) for number in asked])
        game = np.repeat(np.arange(len(asked)), ends - begins)
        replayed = replay(starts, game, self._white[part], self._moves.part(part))
        return replayed, np.searchsorted(part, plies), part

    def _has_choice(self, ply: int, before: npt.NDArray[np.int8]) -> bool:
        if self._legal_count is not None and self._legal_count[ply] >= 0:
            return bool(self._legal_count[ply] > 1)
        board = Positions(before[None]).playable(0, bool(self._white[ply]))
        return has_choice(board)


def _answers(found: npt.NDArray[np.bool_], possible: npt.NDArray[np.bool_]) -> Answers:
    return np.where(possible, found, -1).astype(np.int8)


def _attacked_pieces(
    boards: npt.NDArray[np.int8], white: npt.NDArray[np.bool_], pawns: npt.NDArray[np.int8]
) -> npt.NDArray[np.uint64]:
    """Squares of a side's pieces (no pawns) that are attacked and worth at least so many pawns."""
    side = np.where(white, 1, -1).astype(np.int8)
    worth = np.where(boards * side[:, None] > 0, _VALUES[np.abs(boards)], 0)
    pieces = bits_where((worth > 1) & (worth >= pawns[:, None]))
    return pieces & attacked(boards, -side)


def _loses(
    boards: npt.NDArray[np.int8], targets: npt.NDArray[np.uint64], pawns: npt.NDArray[np.int8]
) -> npt.NDArray[np.bool_]:
    """Whether exchanges on some of the target squares win at least so many pawns."""
    positions = Positions(boards)
    asked = zip(targets.tolist(), pawns.tolist(), strict=True)
    lost = [any_winnable(positions[i], squares, n) for i, (squares, n) in enumerate(asked)]
    return np.array(lost, dtype=np.bool_)


class Positions:
    """Positions of 64 bytes each as python-chess' boards, without castling or en passant."""

    def __init__(self, boards: npt.NDArray[np.int8]) -> None:
        kinds = np.abs(boards)
        masks = [bits_where(kinds == kind) for kind in range(1, 7)]
        masks += [bits_where(boards < 0), bits_where(boards > 0)]
        self._masks: list[list[int]] = np.stack(masks, axis=1).tolist()

    def __getitem__(self, place: int) -> chess.BaseBoard:
        return _with_pieces(chess.BaseBoard.empty(), self._masks[place])

    def playable(self, place: int, turn: chess.Color) -> chess.Board:
        """The position with a side to move."""
        board = _with_pieces(chess.Board.empty(), self._masks[place])
        board.turn = turn
        return board


def _with_pieces(board: B, masks: list[int]) -> B:
    board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings = masks[:6]
    black, white = masks[6:]
    board.occupied_co[chess.BLACK], board.occupied_co[chess.WHITE] = black, white
    board.occupied = black | white
    return board
