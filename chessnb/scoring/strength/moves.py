"""The moves of games as the strength models see them: bounded, from the mover's side, judged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from chessnb.scoring.win import mover_view, win_probability

if TYPE_CHECKING:
    import numpy.typing as npt

    from chessnb.scoring.plies import Plies

    Floats = npt.NDArray[np.float64]
    Ints = npt.NDArray[np.int64]
    Flags = npt.NDArray[np.bool_]

__all__ = ["BOUND", "MIN_JUDGED", "StrengthMoves"]

BOUND = 10.0
"""Evaluations are bounded to this many pawns for either side; a mate counts as the bound."""

MIN_JUDGED = 10
"""With fewer judged moves than this a player's strength is missing."""


@dataclass(frozen=True, eq=False)
class StrengthMoves:
    """The moves of ``games`` games, mover's view.

    Attributes
    ----------
    game : int64 array
        Number of the game of each move.
    side : int64 array
        ``2 · game`` for White's moves, ``2 · game + 1`` for Black's.
    games : int
        Number of games.
    before, after : float64 arrays
        Evaluations in pawns, bounded to ±10; NaN where missing.
    win_before, win_after : float64 arrays
        Win probability before and after the move, in points of 100; NaN where missing.
    judged : bool array
        Moves that say something: both evaluations are there, and the position was not at the
        bound, for the same side, both before and after.
    """

    game: Ints
    side: Ints
    games: int
    before: Floats
    after: Floats
    win_before: Floats
    win_after: Floats
    judged: Flags

    @classmethod
    def of(cls, plies: Plies) -> StrengthMoves:
        """See plies from their movers' sides.

        Examples
        --------
        >>> from chessnb.scoring.plies import Plies
        >>> moves = StrengthMoves.of(Plies.build(
        ...     white=[True, False, True], cp_before=[15, -35, 1500], cp_after=[-35, 1500, 1400]))
        >>> moves.before.tolist(), moves.after.tolist(), moves.judged.tolist()
        ([0.15, 0.35, 10.0], [-0.35, -10.0, 10.0], [True, True, False])
        """
        before = _bounded(plies.cp_before, plies.mate_before, plies.white)
        after = np.where(
            plies.is_mate, BOUND, _bounded(plies.cp_after, plies.mate_after, plies.white)
        )
        decided = (np.abs(before) == BOUND) & (before == after)
        known = ~(np.isnan(before) | np.isnan(after)) & ~plies.is_null
        win_after = _win_points(plies.cp_after, plies.mate_after, plies.white)
        return cls(
            game=plies.game,
            side=2 * plies.game + ~plies.white,
            games=plies.games,
            before=before,
            after=after,
            win_before=_win_points(plies.cp_before, plies.mate_before, plies.white),
            win_after=np.where(plies.is_mate, 100.0, win_after),
            judged=known & ~decided,
        )

    @property
    def loss(self) -> Floats:
        """Pawns lost by each move, not below 0; NaN where missing."""
        return np.maximum(0.0, self.before - self.after)

    @property
    def win_loss(self) -> Floats:
        """Points of win probability lost by each move, not below 0; NaN where missing."""
        return np.maximum(0.0, self.win_before - self.win_after)

    def sums(self, values: npt.ArrayLike, where: Flags) -> Floats:
        """Sum of the values per side over some moves, shape (2 · games,)."""
        weights = np.where(where, values, 0.0)
        sums = np.bincount(self.side, weights=weights, minlength=2 * self.games)
        return sums.astype(np.float64)

    def counts(self, where: Flags) -> Floats:
        """Number of moves per side among some moves, shape (2 · games,)."""
        return np.bincount(self.side[where], minlength=2 * self.games).astype(np.float64)


def _bounded(cp: Floats, mate: Floats, white: Flags) -> Floats:
    """Pawns within the bound, mover's view; a missing pair stays NaN."""
    pawns = np.where(np.isnan(mate), cp / 100, np.sign(mate) * BOUND)
    return mover_view(np.clip(pawns, -BOUND, BOUND), white)


def _win_points(cp: Floats, mate: Floats, white: Flags) -> Floats:
    return 100 * win_probability(mover_view(cp, white), mover_view(mate, white))
