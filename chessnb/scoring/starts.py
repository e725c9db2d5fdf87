"""Scores of start positions, and with them the score before every ply."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from numbers import Real
from typing import TYPE_CHECKING, Any

import chess
import numpy as np

from chessnb.errors import TableError
from chessnb.scoring.plies import START_CP

if TYPE_CHECKING:
    import numpy.typing as npt
    import pandas as pd

    Floats = npt.NDArray[np.float64]
    Ints = npt.NDArray[np.int64]

__all__ = ["Starts"]

_USUAL = chess.STARTING_FEN.split()[:3]


@dataclass(eq=False)
class Starts:
    """What is known about the start of each game.

    Attributes
    ----------
    cp, mate : float64 arrays
        White's view, one entry a game; NaN where not known.
    fens : dict of int to str
        The start positions that were given, by number of the game.
    given : bool array
        Games whose start was said something about.
    """

    cp: Floats
    mate: Floats
    given: npt.NDArray[np.bool_]
    fens: dict[int, str] = field(default_factory=dict[int, str])

    @classmethod
    def read(cls, start: Any, game_ids: pd.Index[Any]) -> Starts:
        """Understand the argument ``start`` of :func:`.evals.score_evals`."""
        import pandas as pd

        games = len(game_ids)
        starts = cls(np.full(games, np.nan), np.full(games, np.nan), np.zeros(games, np.bool_))
        if start is None:
            return starts
        if _is_number(start):
            starts.fill(np.arange(games), np.full(games, float(start)), np.full(games, np.nan))
        elif isinstance(start, pd.DataFrame):
            starts._read_table(
                start.set_index("game_id") if "game_id" in start else start, game_ids
            )
        elif isinstance(start, Mapping | pd.Series):
            starts._read_values(dict(start.items()), game_ids)
        else:
            raise TableError(
                f"start={start!r}: give a number of centipawns, a mapping or Series from game_id "
                "to it, or a DataFrame by game_id with the columns cp, mate or fen"
            )
        return starts

    def fill(self, game: Ints, cp: Floats, mate: Floats) -> None:
        """Set the scores of some games, missing ones included."""
        self.cp[game], self.mate[game], self.given[game] = cp, mate, True

    def before(
        self,
        game: Ints,
        ply: Ints,
        white: npt.NDArray[np.bool_],
        cp_after: Floats,
        mate_after: Floats,
    ) -> tuple[Floats, Floats]:
        """Scores before each ply: after the one before it, or those of the start.

        Parameters
        ----------
        game, ply : int64 arrays
            Sorted by both.
        white : bool array
            Who moves; a game that Black begins has no usual start.
        cp_after, mate_after : float64 arrays
            White's view.
        """
        follows = np.zeros(len(game), dtype=np.bool_)
        follows[1:] = (np.diff(game) == 0) & (np.diff(ply) == 1)
        cp = np.where(follows, np.roll(cp_after, 1), np.nan)
        mate = np.where(follows, np.roll(mate_after, 1), np.nan)
        first = ply == 1
        starts = game[first]
        usual = ~self.given[starts] & white[first]
        cp[first] = np.where(usual, START_CP, self.cp[starts])
        mate[first] = self.mate[starts]
        return cp, mate

    def _read_table(self, table: pd.DataFrame, game_ids: pd.Index[Any]) -> None:
        names = [name for name in ("cp", "mate", "fen") if name in table.columns]
        if not names:
            raise TableError(
                f"start has none of the columns cp, mate, fen; it has: {list(table.columns)}"
            )
        found = table.loc[table.index.isin(game_ids), names]
        if found.index.has_duplicates:
            raise TableError("start has more than one row for some game_id")
        for game, row in zip(game_ids.get_indexer(found.index), found.itertuples(), strict=True):
            fen = getattr(row, "fen", None)
            if isinstance(fen, str):
                self._read_fen(int(game), fen)
            cp, mate = (_number(getattr(row, name, None)) for name in ("cp", "mate"))
            if not (np.isnan(cp) and np.isnan(mate) and "fen" in names):
                self.fill(np.array([game]), np.array([cp]), np.array([mate]))

    def _read_values(self, values: dict[Any, Any], game_ids: pd.Index[Any]) -> None:
        for game, game_id in enumerate(game_ids):
            if game_id not in values:
                continue
            value = values[game_id]
            if isinstance(value, str):
                self._read_fen(game, value)
            else:
                self.fill(np.array([game]), np.array([_number(value)]), np.array([np.nan]))

    def _read_fen(self, game: int, fen: str) -> None:
        try:
            chess.BaseBoard(fen.split()[0] if fen.strip() else "")
        except ValueError as error:
            raise TableError(f"start position {fen!r} is no FEN: {error}") from error
        self.fens[game] = fen
        self.given[game] = fen.split()[:3] != _USUAL


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and value is not True and value is not False


def _number(value: Any) -> float:
    """A score as float; NaN for any kind of missing."""
    import pandas as pd

    if value is None or bool(pd.isna(value)):
        return np.nan
    if not _is_number(value):
        raise TableError(f"a start score must be a number of centipawns, not {value!r}")
    return float(value)
