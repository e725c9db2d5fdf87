"""Several games of one player together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from chessnb.errors import TableError
from chessnb.scoring.strength.constants import shipped_constants

if TYPE_CHECKING:
    import numpy.typing as npt
    import pandas as pd

    Floats = npt.NDArray[np.float64]

__all__ = ["combine", "pooled_interval"]

_NEEDED = ("elo_estimate", "elo_low", "elo_high", "elo_model", "elo_scale")


def combine(estimates: pd.DataFrame) -> pd.Series[Any]:
    """Pool the estimates of several games of one player.

    The interval becomes narrower with every game, but not without end: part of the error is the
    player's own (someone may always play better or worse than the rating says), and repeats itself
    in every game.

    Parameters
    ----------
    estimates : DataFrame
        One row per game with the elo columns, as in the `players` table; games without an
        estimate are left out.

    Returns
    -------
    Series
        ``elo_estimate``, ``elo_low``, ``elo_high``, ``elo_model``, ``elo_scale``, ``games`` (those
        with an estimate); missing values where there is none.

    Raises
    ------
    TableError
        A column is missing, or the rows are of different models or scales.

    Notes
    -----
    For k games whose intervals cover 80 %, and the fitted share ``s`` of the variance that a
    player's games have in common, the pooled interval is the mean interval shrunk by
    ``√(s + (1 − s)/k)`` around its middle; the estimate moves from the mean estimate towards that
    middle in the same measure: one game's estimate is cautious, many games' need not be. All games
    count alike (weights by the width of the intervals made it worse).

    Examples
    --------
    >>> import pandas as pd
    >>> game = {"elo_estimate": 1700.0, "elo_low": 1300.0, "elo_high": 2300.0,
    ...         "elo_model": "calibrated", "elo_scale": "lichess-rapid"}
    >>> pooled = combine(pd.DataFrame([game] * 5))
    >>> bool(pooled["elo_high"] - pooled["elo_low"] < 750), int(pooled["games"])
    (True, 5)
    """
    import pandas as pd

    missing = [name for name in _NEEDED if name not in estimates.columns]
    if missing:
        raise TableError(
            f"the estimates have no column {missing[0]!r}; combine() takes rows with: "
            f"{', '.join(_NEEDED)}"
        )
    known = estimates[estimates["elo_estimate"].notna()]
    values: dict[str, Any] = dict.fromkeys(_NEEDED, pd.NA)
    if len(known):
        numbers = [known[name].to_numpy(dtype=np.float64) for name in _NEEDED[:3]]
        pooled = pooled_interval(*numbers, shared=shipped_constants().shared)
        values = dict(zip(_NEEDED, (round(value) * 1.0 for value in pooled), strict=False))
        values |= {name: _only(known, name) for name in _NEEDED[3:]}
    return pd.Series(values | {"games": len(known)}, dtype="object")


def pooled_interval(
    estimate: Floats, low: Floats, high: Floats, *, shared: float
) -> tuple[float, float, float]:
    """Pooled estimate and the ends of its interval (see :func:`combine`).

    Examples
    --------
    >>> one = [np.array([value]) for value in (1700.0, 1300.0, 2300.0)]
    >>> pooled_interval(*one, shared=0.2)
    (1700.0, 1300.0, 2300.0)
    """
    middle, half = float((low + high).mean()) / 2, float((high - low).mean()) / 2
    shrink = float(np.sqrt(shared + (1 - shared) / len(estimate)))
    centre = middle + shrink * (float(estimate.mean()) - middle)
    return centre, middle - shrink * half, middle + shrink * half


def _only(estimates: pd.DataFrame, name: str) -> str:
    found = sorted(set(estimates[name].astype(str)))
    if len(found) > 1:
        raise TableError(f"estimates of different kinds cannot be pooled: {name} is {found}")
    return found[0]
