"""The reference model: a rating band is known by the loss that is typical for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from chessnb.scoring.strength.moves import BOUND, MIN_JUDGED

if TYPE_CHECKING:
    import numpy.typing as npt

    from chessnb.scoring.strength.moves import StrengthMoves

    Floats = npt.NDArray[np.float64]

__all__ = ["PUBLISHED", "LossCurve", "loss_weights", "typical_loss", "typical_loss_elo"]

_ELO_RANGE = (100.0, 2850.0)
_SMALL_LOSS = 0.5
_HUMBLE_FROM, _HUMBLE_MOVES = 1500.0, 12.0


@dataclass(frozen=True)
class LossCurve:
    """Rating as a function of the weighted mean loss: ``level − slope · ln(100 · L)``."""

    level: float
    slope: float


PUBLISHED = LossCurve(level=5189.0, slope=849.0)
"""The published constants."""


def loss_weights(advantage: Floats, loss: Floats) -> Floats:
    """How much each loss counts, given the mover's advantage before the move.

    Parameters
    ----------
    advantage, loss : float64 arrays
        Pawns, mover's view, bounded to ±10.

    Notes
    -----
    1 when level or behind. When ahead by ``a`` pawns, a loss under half a pawn counts
    ``max(0.3, 1 − 0.07·a)`` (simplifying is no sin) and a larger one ``min(2, 1 + 0.1·a)``
    (throwing a win away is). The limits 0.3 and 2 are published; the straight lines to them,
    reached at the bound of ten pawns, are this project's choice.

    Examples
    --------
    >>> loss_weights(np.array([-3.0, 2.0, 2.0, 10.0]), np.array([1.0, 0.1, 1.0, 5.0])).tolist()
    [1.0, 0.86, 1.2, 2.0]
    """
    ahead = np.maximum(advantage, 0.0)
    small = np.maximum(0.3, 1 - 0.7 * ahead / BOUND)
    large = np.minimum(2.0, 1 + ahead / BOUND)
    return np.where(loss < _SMALL_LOSS, small, large)


def typical_loss(moves: StrengthMoves) -> Floats:
    """Weighted mean loss of each side in pawns, shape (2 · games,); NaN without a judged move."""
    loss = moves.loss
    weights = loss_weights(moves.before, loss)
    total = moves.sums(weights, moves.judged)
    lost = moves.sums(weights * loss, moves.judged)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(total > 0, lost / total, np.nan)


def typical_loss_elo(loss: Floats, judged: Floats, curve: LossCurve = PUBLISHED) -> Floats:
    """Estimated rating from the weighted mean loss.

    Parameters
    ----------
    loss : float64 array
        Weighted mean loss in pawns (:func:`typical_loss`).
    judged : float64 array
        Judged moves; with fewer than 10 the estimate is NaN.
    curve : LossCurve
        The calibration.

    Notes
    -----
    ``raw = level − slope · ln(100 · L)``, bounded to 100…2850, the upper bound where nothing was
    lost. The curve runs through the typical loss of each rating band; it is no regression of
    rating on loss. Short games flatter, so above 1500 the estimate is
    ``1500 + (raw − 1500) · n / (n + 12)`` for n judged moves.

    Examples
    --------
    >>> many = np.full(4, 1e9)
    >>> typical_loss_elo(np.array([1.13, 0.77, 0.51, 0.21]), many).round().tolist()
    [1175.0, 1501.0, 1851.0, 2604.0]
    """
    with np.errstate(divide="ignore"):
        raw = np.clip(curve.level - curve.slope * np.log(100 * loss), *_ELO_RANGE)
    excess = np.maximum(raw - _HUMBLE_FROM, 0.0)
    elo = np.minimum(raw, _HUMBLE_FROM) + excess * judged / (judged + _HUMBLE_MOVES)
    return np.where(judged >= MIN_JUDGED, elo, np.nan)
