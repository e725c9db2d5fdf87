"""Input and output of the scoring: the plies of any number of games as equally long arrays."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np

from chessnb.errors import TableError

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy.typing as npt

__all__ = ["START_CP", "Plies", "Scores"]

START_CP = 15.0
"""What the standard start position counts without a value of its own, in cp for White."""

_FILL: dict[str, tuple[Any, Any]] = {
    "game": (np.int64, None),
    "white": (np.bool_, None),
    "cp_before": (np.float64, np.nan),
    "mate_before": (np.float64, np.nan),
    "cp_after": (np.float64, np.nan),
    "mate_after": (np.float64, np.nan),
    "is_mate": (np.bool_, False),
    "first_choice": (np.int8, -1),
    "second_cp": (np.float64, np.nan),
    "second_mate": (np.float64, np.nan),
    "legal_count": (np.int16, -1),
    "is_book": (np.bool_, False),
    "is_null": (np.bool_, False),
    "gate": (np.int8, -1),
    "recapture": (np.int8, -1),
    "sacrifice": (np.int8, -1),
}


@dataclass(frozen=True, eq=False)
class Plies:
    """The plies of ``games`` games, one after the other, as arrays of equal length.

    Use :meth:`build`, which fills what is not known and checks the lengths.

    Attributes
    ----------
    game : int64 array
        Number of the game, 0…``games`` − 1, never falling.
    white : bool array
        Whether White made the move (from the position, not from the ply's number).
    cp_before, mate_before, cp_after, mate_after : float64 arrays
        Scores before and after the move, **White's view**, NaN where missing; of each pair at most
        one is there. ``mate_after == 0`` says that the move gave checkmate.
    is_mate : bool array
        The move gave checkmate.
    first_choice : int8 array
        Whether the move is the engine's first line: 1, 0, or −1 where that is not known.
    second_cp, second_mate : float64 arrays
        Score of the engine's second line before the move, White's view.
    legal_count : int16 array
        Number of legal moves before the move; −1 where not known.
    is_book, is_null : bool arrays
        A move of the opening book; a null move.
    gate : int8 array
        Whether Lichess would judge the move: 1, 0, or −1 where not known.
    recapture, sacrifice : int8 arrays
        The move takes on the square just taken on; it leaves a piece to be won: 1, 0, or −1 where
        that has to be asked of the board.
    games : int
        Number of games, those without a ply included.
    """

    game: npt.NDArray[np.int64]
    white: npt.NDArray[np.bool_]
    cp_before: npt.NDArray[np.float64]
    mate_before: npt.NDArray[np.float64]
    cp_after: npt.NDArray[np.float64]
    mate_after: npt.NDArray[np.float64]
    is_mate: npt.NDArray[np.bool_]
    first_choice: npt.NDArray[np.int8]
    second_cp: npt.NDArray[np.float64]
    second_mate: npt.NDArray[np.float64]
    legal_count: npt.NDArray[np.int16]
    is_book: npt.NDArray[np.bool_]
    is_null: npt.NDArray[np.bool_]
    gate: npt.NDArray[np.int8]
    recapture: npt.NDArray[np.int8]
    sacrifice: npt.NDArray[np.int8]
    games: int

    def __len__(self) -> int:
        return len(self.game)

    @classmethod
    def build(cls, *, games: int | None = None, **arrays: npt.ArrayLike) -> Plies:
        """Make plies from what is known; the rest counts as not known.

        Parameters
        ----------
        games : int, optional
            Number of games; by default the last number in ``game`` plus one.
        **arrays : array-like
            Any of the attributes; ``white`` is required, ``game`` is all 0 by default.

        Raises
        ------
        TableError
            An unknown name, arrays of different lengths, or game numbers that fall.

        Examples
        --------
        >>> plies = Plies.build(white=[True, False], cp_before=[15, 30], cp_after=[30, 20])
        >>> len(plies), plies.games, plies.first_choice.tolist()
        (2, 1, [-1, -1])
        """
        if "white" not in arrays:
            raise TableError("plies need the array 'white' (True where White made the move)")
        _check_names(arrays)
        length = len(np.atleast_1d(np.asarray(arrays["white"])))
        arrays.setdefault("game", np.zeros(length, dtype=np.int64))
        made = {name: _array(name, arrays.get(name), length) for name in _FILL}
        made["is_mate"] = made["is_mate"] | (made["mate_after"] == 0)
        made["mate_after"] = np.where(made["is_mate"], 0.0, made["mate_after"])
        made["cp_after"] = np.where(made["is_mate"], np.nan, made["cp_after"])
        found = int(made["game"][-1]) + 1 if length else 0
        games = found if games is None else games
        _check_games(made["game"], games, found)
        return cls(games=games, **made)

    def part(self, start: int, stop: int, first_game: int, end_game: int) -> Plies:
        """The plies ``start:stop``, which are those of the games ``first_game:end_game``."""
        cut = {name: getattr(self, name)[start:stop] for name in _FILL}
        cut["game"] = cut["game"] - first_game
        return Plies(games=end_game - first_game, **cut)


def _check_names(arrays: Mapping[str, object]) -> None:
    unknown = sorted(set(arrays) - set(_FILL))
    if unknown:
        raise TableError(f"plies have no array {unknown[0]!r}; they have: {', '.join(_FILL)}")


def _check_games(game: npt.NDArray[np.int64], games: int, found: int) -> None:
    if len(game) and (game[0] < 0 or bool((np.diff(game) < 0).any())):
        raise TableError("the game numbers of plies start at 0 and never fall: sort the plies")
    if games < found:
        raise TableError(f"games={games}, but there are plies of game {found - 1}")


def _array(name: str, given: npt.ArrayLike | None, length: int) -> npt.NDArray[Any]:
    dtype, fill = _FILL[name]
    if given is None:
        return np.full(length, fill, dtype=dtype)
    made = np.asarray(given, dtype=dtype)
    if made.shape != (length,):
        raise TableError(f"{name!r} has the shape {made.shape}, but 'white' has {length} plies")
    return made


@dataclass(frozen=True, eq=False)
class Scores:
    """What a ruleset says about :class:`Plies`.

    Attributes
    ----------
    label : int8 array
        Index into :data:`chessnb.schema.LABELS`; −1 where there is no label.
    accuracy : float64 array, [0, 100]
    cp_loss : float64 array
        The ruleset's centipawn loss of the mover, not below 0.
    wpl : float64 array, [0, 1]
        Win probability that the mover lost.
    mover_win_before, mover_win_after, white_win_after : float64 arrays, [0, 1]
    game_accuracy, acpl : float64 arrays of shape (games, 2)
        Per game and side; column 0 is White, 1 is Black. NaN where missing.
    move_count : int64 array of shape (games, 2)
        Number of moves with an accuracy.
    label_counts : int64 array of shape (games, 2, 10)
        How often each label was given.
    """

    label: npt.NDArray[np.int8]
    accuracy: npt.NDArray[np.float64]
    cp_loss: npt.NDArray[np.float64]
    wpl: npt.NDArray[np.float64]
    mover_win_before: npt.NDArray[np.float64]
    mover_win_after: npt.NDArray[np.float64]
    white_win_after: npt.NDArray[np.float64]
    game_accuracy: npt.NDArray[np.float64]
    acpl: npt.NDArray[np.float64]
    move_count: npt.NDArray[np.int64]
    label_counts: npt.NDArray[np.int64]

    @staticmethod
    def join(parts: list[Scores]) -> Scores:
        """Scores of consecutive parts as one."""
        if len(parts) == 1:
            return parts[0]
        names = [field.name for field in fields(Scores)]
        return Scores(
            **{name: np.concatenate([getattr(part, name) for part in parts]) for name in names}
        )
