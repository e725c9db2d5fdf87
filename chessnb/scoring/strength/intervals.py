"""80 % intervals from the quantiles of the estimate given the rating, turned round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from chessnb.scoring.strength.calibrated import HUMBLE_FROM, USUAL_MOVES, hats

if TYPE_CHECKING:
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

__all__ = ["ELO_RANGE", "RATING_KNOTS", "Intervals", "quantile_terms"]

ELO_RANGE = (400.0, 3000.0)
"""The ends of the rating scale; intervals and the calibrated estimate stay within them."""

RATING_KNOTS = np.array([700.0, 1000.0, 1300.0, 1600.0, 1900.0, 2200.0, 2500.0])
_GRID = np.arange(ELO_RANGE[0], ELO_RANGE[1] + 1, 25.0)
_HUMBLE_FULLY = 200.0
_FEWEST, _MOST = 10.0, 90.0
_PART = 1 << 13


@dataclass(frozen=True, eq=False)
class Intervals:
    """The outer quantiles of a model's estimate, given rating and judged moves, turned round.

    A rating belongs to the interval of an estimate when the estimate lies between the two
    quantiles for that rating: so the interval covers 80 % of the players of *every* rating, which
    an interval of likely ratings (a posterior) does not. Estimates over 1600 from short games are
    drawn down (:func:`.calibrated.unfolding`), and with them the low end: it is no nearer than it
    would be for the same estimate from a game of usual length.

    Attributes
    ----------
    low, high : float64 arrays
        Coefficients of the two quantiles (:func:`quantile_terms`).
    """

    low: Floats
    high: Floats

    def around(self, estimate: Floats, judged: Floats) -> tuple[Floats, Floats]:
        """Ends of the interval of each estimate; it contains the estimate, NaN stays NaN."""
        lows, highs = np.full(len(estimate), np.nan), np.full(len(estimate), np.nan)
        known = np.flatnonzero(~np.isnan(estimate))
        for start in range(0, len(known), _PART):
            rows = known[start : start + _PART]
            lows[rows], highs[rows] = self._ends(estimate[rows], judged[rows])
        return lows, highs

    def _ends(self, estimate: Floats, judged: Floats) -> tuple[Floats, Floats]:
        low = _crossing(estimate, judged, self.high)
        usual = _crossing(estimate, np.maximum(judged, USUAL_MOVES), self.high)
        humbled = np.clip((estimate - HUMBLE_FROM) / _HUMBLE_FULLY, 0.0, 1.0)
        low += humbled * np.minimum(usual - low, 0.0)
        high = _crossing(estimate, judged, self.low)
        return np.minimum(low, estimate), np.maximum(high, estimate)

    def to_dict(self) -> dict[str, Any]:
        """Plain lists for the file of constants."""
        return {"low": self.low.round(1).tolist(), "high": self.high.round(1).tolist()}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Intervals:
        """Read what :meth:`to_dict` wrote."""
        return cls(np.array(data["low"]), np.array(data["high"]))


def quantile_terms(rating: Floats, judged: Floats) -> Floats:
    """Terms of a quantile as a function of rating and judged moves.

    Straight between the rating knots, and at each knot a straight line, bent at 30 moves, in the
    logarithm of the judged moves: shape (ratings, 3 · knots).
    """
    shares = hats(rating, RATING_KNOTS)
    return np.hstack([shares * factor[:, None] for factor in _length_factors(judged)])


def _length_factors(judged: Floats) -> tuple[Floats, Floats, Floats]:
    length = np.log(np.clip(judged, _FEWEST, _MOST) / USUAL_MOVES)
    return np.ones_like(length), length, np.maximum(length, 0.0)


def _crossing(estimate: Floats, judged: Floats, coefficients: Floats) -> Floats:
    """The rating for which a quantile equals the estimate, at the ends of the scale if none."""
    by_factor = coefficients.reshape(3, -1) @ hats(_GRID, RATING_KNOTS).T
    quantiles = np.stack(_length_factors(judged), axis=1) @ by_factor
    quantiles = np.maximum.accumulate(quantiles, axis=1)
    above = (quantiles < estimate[:, None]).sum(axis=1)
    at = np.clip(above, 1, len(_GRID) - 1)
    rows = np.arange(len(estimate))
    left, right = quantiles[rows, at - 1], quantiles[rows, at]
    step = np.where(right > left, right - left, 1.0)
    share = np.clip((estimate - left) / step, 0.0, 1.0)
    return _GRID[at - 1] + share * (_GRID[at] - _GRID[at - 1])
