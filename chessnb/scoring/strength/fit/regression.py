"""Ridge regression with folds: each fold's sums are made once and put together as needed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from chessnb.scoring.strength.calibrated import Basis

if TYPE_CHECKING:
    import numpy.typing as npt

    from chessnb.scoring.strength.features import Features

    Floats = npt.NDArray[np.float64]
    Ints = npt.NDArray[np.int64]
    Flags = npt.NDArray[np.bool_]

__all__ = ["PAIRED", "FoldedRegression", "make_basis"]

PAIRED = [
    "judged", "plies", "time_expected", "pawns_log", "pawns", "win_square", "over_20",
    "ply_0:win", "ply_8:win", "ply_16:win", "ply_24:win", "after_quiet:pawns_log",
    "standing_0:share", "standing_45:share", "standing_88:share", "standing_45:over_20",
    "decided_plies", "mate_plies", "plies_beyond_20", "plies_beyond_45", "final",
]  # fmt: skip
"""Features whose products are terms: those that a search over pairs found to matter."""

_RIDGE = 1.2e-3
_BENDS = (0.25, 0.5, 0.75)


def make_basis(features: Features, rows: Flags) -> Basis:
    """Standardise the features and place their knots at the quartiles of some rows."""
    names = list(features.columns)
    matrix = features.matrix(names)[rows]
    mean, deviation = matrix.mean(axis=0), matrix.std(axis=0)
    deviation = np.where(deviation > 0, deviation, 1.0)
    knots = (np.quantile(matrix, _BENDS, axis=0).T - mean[:, None]) / deviation[:, None]
    return Basis(names, mean, deviation, knots, PAIRED)


@dataclass(frozen=True, eq=False)
class FoldedRegression:
    """Least squares of the rating on terms, for any choice of folds.

    Attributes
    ----------
    terms : float64 array of shape (rows, terms)
    fold : int64 array of shape (rows,)
    squares : float64 array of shape (folds, terms, terms)
        Sum of the terms' products in each fold.
    targets : float64 array of shape (folds, terms)
        Sum of the terms times the rating in each fold.
    """

    terms: Floats
    fold: Ints
    squares: Floats
    targets: Floats

    @classmethod
    def of(cls, terms: Floats, rating: Floats, fold: Ints) -> FoldedRegression:
        """Sum up each fold."""
        parts = [(terms[fold == k], rating[fold == k]) for k in range(int(fold.max()) + 1)]
        return cls(
            terms,
            fold,
            np.stack([part.T @ part for part, _ in parts]),
            np.stack([part.T @ ratings for part, ratings in parts]),
        )

    def weights(self, left_out: tuple[int, ...] = ()) -> Floats:
        """Weights of the terms, fitted on all folds but some."""
        used = [k for k in range(len(self.squares)) if k not in left_out]
        squares = self.squares[used].sum(axis=0)
        penalty = np.full(len(squares), _RIDGE * squares[0, 0])
        penalty[0] = 0.0
        return np.linalg.solve(squares + np.diag(penalty), self.targets[used].sum(axis=0))

    def cross_scores(self, left_out: tuple[int, ...] = ()) -> Floats:
        """Scores of the rows of each other fold by a fit without it; NaN in the folds left out."""
        scores = np.full(len(self.terms), np.nan)
        for k in range(len(self.squares)):
            if k not in left_out:
                rows = self.fold == k
                scores[rows] = self.terms[rows] @ self.weights((*left_out, k))
        return scores
