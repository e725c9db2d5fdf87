"""Unfolding a regression: the smallest error that keeps the bias of every band bounded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chessnb.scoring.strength.calibrated import unfolding
from chessnb.scoring.strength.fit.judgement import BANDS

if TYPE_CHECKING:
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

__all__ = ["BIAS_BOUND", "fit_curve"]

BIAS_BOUND = 90.0
"""The mean error allowed in a band of the fitted games, on either side, in rating points."""

_KNOTS = (0.005, 0.05, 0.15, 0.35, 0.6, 0.8, 0.93, 0.99)
_ROUNDS = 100
_SMOOTH = 15.0
_FIRMNESS = 0.1


def fit_curve(score: Floats, rating: Floats, judged: Floats) -> tuple[Floats, Floats]:
    """Fit the estimate as a broken line in the score.

    A regression calls everyone average: by its nature it is right on the mean of those it gives a
    value to, and so wrong, by hundreds of points, on the mean of the strong and of the weak. The
    opposite, no bias in any band, costs as much error as a constant. Between the two this finds
    the broken line of least mean absolute error among those whose bias in each band of
    :data:`.judgement.BANDS` stays within :data:`BIAS_BOUND`.

    Parameters
    ----------
    score, rating, judged : float64 arrays
        Scores by a fit without the same game, ratings, and judged moves.

    Returns
    -------
    tuple of float64 arrays
        Scores at the knots and the estimates that belong to them.

    Notes
    -----
    The absolute error is taken as a reweighted square, the bound as a penalty that grows until it
    holds; each round solves for the estimates at the knots.
    """
    knots = np.quantile(score, _KNOTS)
    shares, fixed = unfolding(score, judged, knots)
    target = rating - fixed
    band_shares, band_target = _band_means(shares, target, rating)
    estimates = knots.copy()
    for turn in range(_ROUNDS):
        weights = 1 / np.maximum(np.abs(shares @ estimates - target), _SMOOTH) / len(rating)
        left = (shares * weights[:, None]).T @ shares
        right = (shares * weights[:, None]).T @ target
        bias = band_shares @ estimates - band_target
        over = np.abs(bias) > BIAS_BOUND
        firmness = _FIRMNESS * min(1.0, (turn + 1) / 60)
        goal = band_target + np.sign(bias) * BIAS_BOUND
        left += firmness * band_shares[over].T @ band_shares[over]
        right += firmness * band_shares[over].T @ goal[over]
        # Half steps: a band at its bound would else be held and let go in turn.
        estimates = (estimates + np.linalg.solve(left, right)) / 2
    return knots, np.maximum.accumulate(estimates)


def _band_means(shares: Floats, target: Floats, rating: Floats) -> tuple[Floats, Floats]:
    inside = [(rating >= low) & (rating < high) for low, high in BANDS]
    inside = [rows for rows in inside if rows.any()]
    return (
        np.stack([shares[rows].mean(axis=0) for rows in inside]),
        np.array([target[rows].mean() for rows in inside]),
    )
