"""Quantiles of the estimate given the rating, for intervals that are turned round from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chessnb.scoring.strength.intervals import Intervals, quantile_terms

if TYPE_CHECKING:
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

__all__ = ["fit_intervals"]

_LOW, _HIGH = 0.1, 0.9
_ROUNDS = 40
_SMOOTH = 2.0
_RIDGE = 1e-3


def fit_intervals(estimate: Floats, rating: Floats, judged: Floats) -> Intervals:
    """Fit the 10 % and 90 % quantiles of estimates made without the same game."""
    terms = quantile_terms(rating, judged)
    return Intervals(low=_quantile(terms, estimate, _LOW), high=_quantile(terms, estimate, _HIGH))


def _quantile(terms: Floats, values: Floats, share: float) -> Floats:
    """Quantile regression by reweighted least squares (Hunter and Lange's majorisation)."""
    penalty = np.eye(terms.shape[1]) * _RIDGE
    tilt = (2 * share - 1) * terms.sum(axis=0)
    found = np.linalg.solve(terms.T @ terms + penalty, terms.T @ values)
    for _ in range(_ROUNDS):
        weights = 1 / (_SMOOTH + np.abs(values - terms @ found))
        weighted = terms * weights[:, None]
        found = np.linalg.solve(weighted.T @ terms + penalty, weighted.T @ values + tilt)
    return found
