"""Several games of one player: what the games' errors share, and how pooled estimates do."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from chessnb.scoring.strength.calibrated import hats
from chessnb.scoring.strength.estimates import calibrated_estimates
from chessnb.scoring.strength.intervals import RATING_KNOTS
from chessnb.scoring.strength.pooled import pooled_interval

if TYPE_CHECKING:
    import numpy.typing as npt

    from chessnb.scoring.strength.constants import Constants
    from chessnb.scoring.strength.fit.rated_games import RatedGames

    Floats = npt.NDArray[np.float64]

__all__ = ["PlayerGames", "pool_players", "shared_variance"]


@dataclass(frozen=True, eq=False)
class PlayerGames:
    """Estimated sides of games whose players are known by name.

    Attributes
    ----------
    rating, estimate, low, high, judged : float64 arrays
        Per side with an estimate.
    of_player : dict of str to list of int
        Rows of each player.
    """

    rating: Floats
    estimate: Floats
    low: Floats
    high: Floats
    judged: Floats
    of_player: dict[str, list[int]]

    @classmethod
    def of(cls, games: RatedGames, constants: Constants) -> PlayerGames:
        """Estimate every side of the games by given constants."""
        made = calibrated_estimates(games.plies, games.time, constants)
        known = np.flatnonzero(~np.isnan(made[0]))
        estimate, low, high, judged = made[:, known]
        of_player: dict[str, list[int]] = defaultdict(list)
        for row, side in enumerate(known.tolist()):
            of_player[games.names[side]].append(row)
        return cls(games.rating[known], estimate, low, high, judged, dict(of_player))

    def only(self, names: list[str]) -> PlayerGames:
        """The games of some players, told apart by name alone."""
        return replace(self, of_player={name: self.of_player[name] for name in names})


def shared_variance(games: PlayerGames) -> float:
    """Share of an estimate's variance, given the rating, that a player's games have in common.

    The mean product of the errors of two games of one player over the mean square; 1 (games add
    nothing) where no player has two games.
    """
    shares = hats(games.rating, RATING_KNOTS)
    error = games.estimate - shares @ np.linalg.lstsq(shares, games.estimate, rcond=None)[0]
    products, pairs = 0.0, 0
    for rows in games.of_player.values():
        own = error[rows]
        products += own.sum() ** 2 - (own**2).sum()
        pairs += len(rows) * (len(rows) - 1)
    return float(np.clip(products / pairs / (error**2).mean(), 0.0, 1.0)) if pairs else 1.0


def pool_players(games: PlayerGames, size: int, shared: float) -> Floats:
    """Pool the games of each player in groups of ``size``, in their order.

    Returns
    -------
    float64 array of shape (5, groups)
        Mean rating, plain mean of the estimates, pooled estimate and the ends of its interval.
    """
    pooled: list[tuple[float, ...]] = []
    for rows in games.of_player.values():
        for start in range(0, len(rows) - size + 1, size):
            group = rows[start : start + size]
            mean = games.estimate[group].mean()
            triple = games.estimate[group], games.low[group], games.high[group]
            pooled.append(
                (games.rating[group].mean(), mean, *pooled_interval(*triple, shared=shared))
            )
    return np.array(pooled).reshape(-1, 5).T
