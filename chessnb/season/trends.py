"""How a player's numbers change from game to game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chessnb.errors import SettingsError, TableError
from chessnb.season.bootstrap import mean_band

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["strength_so_far", "trend"]

_MOST_POINTS = 250


def trend(season: pd.DataFrame, column: str = "accuracy", *, window: int = 20) -> pd.DataFrame:
    """Average a column over the last games.

    Parameters
    ----------
    season : DataFrame
        From :func:`season_table`.
    column : str
        A column of numbers, such as ``accuracy``, ``acpl`` or ``score``.
    window : int
        How many games are averaged.

    Returns
    -------
    DataFrame
        A row a game (in long seasons every so many games): ``game`` (its number from 1),
        ``date``, ``value`` (of the game itself), ``mean``, ``low``, ``high`` (95 %, by bootstrap
        over the window's games), ``games`` (in the window). Index ``game_id``.
    """
    import pandas as pd

    if column not in season.columns:
        raise TableError(f"the season has no column {column!r}")
    if window < 2:
        raise SettingsError(f"window={window!r}: average 2 games or more")
    values = season[column].to_numpy(dtype=np.float64, na_value=np.nan)
    step = max(1, -(-len(values) // _MOST_POINTS))
    shown = np.arange(len(values) - 1, -1, -step)[::-1]
    bands = [mean_band(values[max(0, end - window + 1) : end + 1]) for end in shown]
    return pd.DataFrame(
        {
            "game": shown + 1,
            "date": season["date"].to_numpy()[shown] if "date" in season else None,
            "value": values[shown],
            "mean": [band.mean for band in bands],
            "low": [band.low for band in bands],
            "high": [band.high for band in bands],
            "games": [band.games for band in bands],
        },
        index=season.index[shown],
    )


def strength_so_far(season: pd.DataFrame, *, points: int = 40) -> pd.DataFrame:
    """Pool the strength estimates of the first k games, for growing k.

    Parameters
    ----------
    season : DataFrame
        From :func:`season_table`.
    points : int
        For how many k at most.

    Returns
    -------
    DataFrame
        ``games`` (k), ``estimate``, ``low``, ``high`` (the 80 % interval of
        :func:`chessnb.strength.combine`, which narrows with every game but not without end).
    """
    import pandas as pd

    from chessnb.scoring.strength import combine

    known = season[season["elo_estimate"].notna()] if "elo_estimate" in season else season[:0]
    steps = np.unique(np.geomspace(1, max(1, len(known)), points).astype(int))
    rows = [combine(known.iloc[:count]) for count in steps.tolist() if count <= len(known)]
    return pd.DataFrame(
        {
            "games": [int(row["games"]) for row in rows],
            "estimate": [float(row["elo_estimate"]) for row in rows],
            "low": [float(row["elo_low"]) for row in rows],
            "high": [float(row["elo_high"]) for row in rows],
        }
    )
