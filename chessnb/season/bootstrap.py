"""Means with bands: games drawn again and again from the games there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

__all__ = ["Band", "mean_band"]

_DRAWS = 400
_SEED = 20_260_101
_ENDS = (0.025, 0.975)


class Band(NamedTuple):
    """A mean, the ends of its 95 % interval, and the number of games it rests on."""

    mean: float
    low: float
    high: float
    games: int


def mean_band(values: Floats) -> Band:
    """The mean of some games' values, with its interval by bootstrap over the games.

    Missing values drop out; one game has a mean and no interval.

    Examples
    --------
    >>> mean_band(np.array([80.0, 90.0, np.nan, 85.0])).games
    3
    """
    known = values[~np.isnan(values)]
    if not len(known):
        return Band(np.nan, np.nan, np.nan, 0)
    if len(known) == 1:
        return Band(float(known[0]), np.nan, np.nan, 1)
    random = np.random.default_rng(_SEED)
    drawn = known[random.integers(0, len(known), (_DRAWS, len(known)))].mean(axis=1)
    low, high = np.quantile(drawn, _ENDS)
    return Band(float(known.mean()), float(low), float(high), len(known))
