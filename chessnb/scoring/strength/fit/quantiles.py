"""Quantiles of the estimate given the rating, for intervals that are turned round from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chessnb.scoring.strength.intervals import Intervals, quantile_terms

if TYPE_CHECKING:
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

__all__ = ["fit_intervals"]

_TAIL = 0.11
"""A ninth rather than a tenth on either side: the low ends of short games, drawn down, make up for
the rest of the 20 % (:class:`.Intervals`)."""

_ROUNDS = 40
_SMOOTH = 2.0
_RIDGE = 1e-3


def fit_intervals(estimate: Floats, rating: Floats, judged: Floats) -> Intervals:
    """Fit the two outer quantiles of estimates made without the same game."""
    terms = quantile_terms(rating, judged)
    return Intervals(
        low=_quantile(terms, estimate, _TAIL), high=_quantile(terms, estimate, 1 - _TAIL)
    )


def _quantile(terms: Floats, values: Floats, share: float) -> Floats:
    """Quantile regression by reweighted least squares (Hunter and Lange's majorisation)."""
    penalty = np.eye(terms.shape[1]) * _RIDGE
    tilt = (2 * share - 1) * terms.sum(axis=0)
    found = np.linalg.solve(terms.T @ terms + penalty, terms.T @ values)
    for _ in range(_ROUNDS):
        weights = 1 / (_SMOOTH + np.abs(values - terms @ found))
        weighted = terms * weights[:, None]
        found = np.linalg.solve(weighted.T @ terms + penalty, weighted.T @ values + tilt)
    return np.asarray(found, dtype=np.float64)
