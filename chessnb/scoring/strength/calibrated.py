"""The calibrated model: a spline regression on features, unfolded, with an inverted interval."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

__all__ = ["HUMBLE_FROM", "USUAL_MOVES", "Basis", "Calibrated", "hats", "unfolding"]

USUAL_MOVES = 30.0
"""Judged moves of a player in a game of usual length."""

HUMBLE_FROM = 1600.0
"""What a short game shows beyond this rating is trusted only in part."""

_EXTREME = 5.0
_EXTREME_PRODUCT = 9.0


@dataclass(frozen=True, eq=False)
class Basis:
    """Features as the terms of a regression.

    Each feature is standardised, and bent at its knots; products of pairs of some of them say how
    one changes the meaning of another (a low loss says more in a long game).

    Attributes
    ----------
    names : list of str
        The features.
    mean, deviation : float64 arrays of shape (features,)
    knots : float64 array of shape (features, bends)
        In standardised units.
    paired : list of str
        Features whose products with each other, and squares, are terms too.
    """

    names: list[str]
    mean: Floats
    deviation: Floats
    knots: Floats
    paired: list[str]

    def terms(self, matrix: Floats) -> Floats:
        """The terms, first a constant: shape (rows, 1 + features · (1 + bends) + pairs)."""
        z = np.clip((matrix - self.mean) / self.deviation, -_EXTREME, _EXTREME)
        bends = [np.maximum(z - knots, 0.0) for knots in self.knots.T]
        some = z[:, [self.names.index(name) for name in self.paired]]
        left, right = np.triu_indices(len(self.paired))
        products = np.clip(some[:, left] * some[:, right], -_EXTREME_PRODUCT, _EXTREME_PRODUCT)
        return np.hstack([np.ones((len(z), 1)), z, *bends, products])


@dataclass(frozen=True, eq=False)
class Calibrated:
    """The fitted model from features to an estimate.

    Attributes
    ----------
    basis : Basis
    weights : float64 array
        One per term; their sum over the terms is the *score*, a plain regression of the rating.
    curve : tuple of two float64 arrays
        Scores and the estimates that belong to them; straight between and beyond.
    """

    basis: Basis
    weights: Floats
    curve: tuple[Floats, Floats]

    def score(self, matrix: Floats) -> Floats:
        """Plain regression of the rating, drawn to the mean, shape (rows,)."""
        return self.basis.terms(matrix) @ self.weights

    def estimate(self, score: Floats, judged: Floats) -> Floats:
        """Unfold scores, so that strong and weak players are not called average."""
        scores, estimates = self.curve
        shares, fixed = unfolding(score, judged, scores)
        return shares @ estimates + fixed

    def to_dict(self) -> dict[str, Any]:
        """Plain lists and numbers, rounded, for the file of constants."""
        basis, (scores, estimates) = self.basis, self.curve
        size = len(basis.names)
        bends = basis.knots.shape[1]
        single = self.weights[1 : 1 + size * (1 + bends)].reshape(1 + bends, size).T
        return {
            "constant": _short(self.weights[0]),
            "features": {
                name: {
                    "mean": _short(basis.mean[row]),
                    "deviation": _short(basis.deviation[row]),
                    "knots": _short(basis.knots[row]),
                    "weights": _short(single[row]),
                }
                for row, name in enumerate(basis.names)
            },
            "paired": basis.paired,
            "pair_weights": _short(self.weights[1 + size * (1 + bends) :]),
            "curve": {"score": _short(scores), "estimate": _short(estimates)},
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Calibrated:
        """Read what :meth:`to_dict` wrote."""
        features: dict[str, dict[str, Any]] = data["features"]
        column = {
            key: np.array([feature[key] for feature in features.values()])
            for key in ("mean", "deviation", "knots", "weights")
        }
        basis = Basis(
            names=list(features),
            mean=column["mean"],
            deviation=column["deviation"],
            knots=column["knots"],
            paired=data["paired"],
        )
        weights = [[data["constant"]], column["weights"].T.reshape(-1), data["pair_weights"]]
        curve = data["curve"]
        return cls(
            basis, np.concatenate(weights), (np.array(curve["score"]), np.array(curve["estimate"]))
        )


def unfolding(score: Floats, judged: Floats, knots: Floats) -> tuple[Floats, Floats]:
    """How estimates depend on those at the knots of the curve: ``shares @ estimates + fixed``.

    Short games lie, and from above: of the knots over 1600, only ``n / 30`` of what exceeds 1600
    counts in a game of n < 30 judged moves.

    Returns
    -------
    shares : float64 array of shape (scores, knots)
    fixed : float64 array of shape (scores,)
    """
    shares = hats(score, knots)
    trust = np.minimum(judged / USUAL_MOVES, 1.0)
    upper = knots > HUMBLE_FROM
    fixed = HUMBLE_FROM * (1 - trust) * shares[:, upper].sum(axis=1)
    shares[:, upper] *= trust[:, None]
    return shares, fixed


def hats(values: Floats, knots: Floats) -> Floats:
    """Shares of the knots in each value, for straight lines between them: (values, knots).

    Beyond the outer knots the outer lines go on.

    Examples
    --------
    >>> hats(np.array([0.0, 2.5, 5.0]), np.array([0.0, 2.0, 4.0])).tolist()
    [[1.0, 0.0, 0.0], [0.0, 0.75, 0.25], [0.0, -0.5, 1.5]]
    """
    at = np.clip(np.searchsorted(knots, values, side="right") - 1, 0, len(knots) - 2)
    share = (values - knots[at]) / (knots[at + 1] - knots[at])
    rows = np.arange(len(values))
    shares = np.zeros((len(values), len(knots)))
    shares[rows, at], shares[rows, at + 1] = 1 - share, share
    return shares


def _short(values: Any) -> Any:
    """Five significant digits are more than the data support."""
    array = np.asarray(values, dtype=np.float64)
    if array.ndim:
        return [_short(value) for value in array.tolist()]
    return float(f"{float(array):.5g}")
