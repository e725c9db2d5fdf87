"""Judging estimates against ratings: error, correlation, bias and coverage by rating band."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

__all__ = ["BANDS", "Judgement", "judge"]

BANDS = [(low, low + 200) for low in range(800, 2400, 200)]
"""Rating bands in which bias and coverage are looked at."""


@dataclass(frozen=True)
class Judgement:
    """How good estimates are.

    ``bias`` and ``band_coverage`` are by band; the coverages and the width are of the 80 %
    intervals, NaN where there are none.
    """

    count: int
    mean_error: float
    correlation: float
    bias: tuple[float, ...]
    coverage: float
    band_coverage: tuple[float, ...]
    width: float


def judge(
    rating: Floats, estimate: Floats, low: Floats | None = None, high: Floats | None = None
) -> Judgement:
    """Compare estimates with ratings; rows without an estimate are left out.

    Examples
    --------
    >>> made = judge(np.array([900.0, 1100.0]), np.array([1000.0, 1150.0]))
    >>> made.mean_error, made.bias[:2]
    (75.0, (100.0, 50.0))
    """
    known = ~np.isnan(estimate)
    rating, error = rating[known], (estimate - rating)[known]
    inside = [(rating >= start) & (rating < end) for start, end in BANDS]
    covered, width = np.full(len(rating), np.nan), np.nan
    if low is not None and high is not None:
        covered = ((low[known] <= rating) & (rating <= high[known])).astype(np.float64)
        width = _mean((high - low)[known])
    varied = len(rating) > 1 and float(np.ptp(estimate[known])) > 0
    return Judgement(
        count=int(known.sum()),
        mean_error=_mean(np.abs(error)),
        correlation=float(np.corrcoef(rating, estimate[known])[0, 1]) if varied else 0.0,
        bias=tuple(_mean(error[rows]) for rows in inside),
        coverage=_mean(covered),
        band_coverage=tuple(_mean(covered[rows]) for rows in inside),
        width=width,
    )


def _mean(values: Floats) -> float:
    return float(values.mean()) if len(values) else float("nan")
