"""Win probability from a score, and the views a score can be seen from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["WIN_SLOPE", "mover_view", "win_chances", "win_probability"]


WIN_SLOPE = 0.00368208
"""Slope of the logistic curve, per centipawn (the constant that lichess.org publishes)."""


def win_chances(cp: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Winning chances on the scale −1…1: ``2 / (1 + exp(−0.00368208·cp)) − 1``.

    The formula and its constant are those that lichess.org publishes.

    Examples
    --------
    >>> win_chances([0, 300]).round(4).tolist()
    [0.0, 0.5023]
    """
    scores = np.asarray(cp, dtype=np.float64)
    # Beyond ±20,000 cp the curve is flat to the last digit, and exp() would only overflow.
    return 2 / (1 + np.exp(-WIN_SLOPE * np.clip(scores, -20_000, 20_000))) - 1


def win_probability(
    cp: npt.ArrayLike, mate: npt.ArrayLike, *, zero_mate_wins: npt.ArrayLike = False
) -> npt.NDArray[np.float64]:
    """Win probability in [0, 1] of the side whose view the scores are.

    ``1 / (1 + exp(−0.00368208·cp))``; 1 for a mate score above 0, 0 for one below.

    Parameters
    ----------
    cp, mate : array-like of float
        NaN where missing; a mate score comes before a cp score.
    zero_mate_wins : array-like of bool
        Who won where ``mate`` is 0, that is, where checkmate is on the board.

    Examples
    --------
    >>> nan = float("nan")
    >>> win_probability([0, 450, nan, nan], [nan, nan, 3, -1]).round(4).tolist()
    [0.5, 0.8398, 1.0, 0.0]
    """
    mates = np.asarray(mate, dtype=np.float64)
    wins = (mates > 0) | ((mates == 0) & np.asarray(zero_mate_wins, dtype=np.bool_))
    return np.where(np.isnan(mates), (win_chances(cp) + 1) / 2, wins.astype(np.float64))


def mover_view(
    scores: npt.NDArray[np.float64], white: npt.NDArray[np.bool_]
) -> npt.NDArray[np.float64]:
    """Turn White's view of cp or mate scores into the mover's (and back)."""
    return np.where(white, scores, -scores)
