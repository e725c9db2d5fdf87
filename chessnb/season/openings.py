"""A player's openings as a tree: families, variations, and their variations."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from chessnb.season.bootstrap import mean_band
from chessnb.season.table import FEW

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["opening_nodes"]

_LEVELS = 3


def opening_nodes(season: pd.DataFrame, *, levels: int = _LEVELS) -> pd.DataFrame:
    """Count the games below each part of the openings' names.

    Parameters
    ----------
    season : DataFrame
        From :func:`season_table`.
    levels : int
        How many parts of a name are told apart.

    Returns
    -------
    DataFrame
        Index: the path, such as ``white/Sicilian Defense/Najdorf Variation``; the first part is
        the player's colour. ``parent``, ``name``, ``games``, ``score``, ``accuracy``, ``low``,
        ``high`` (95 % of the accuracy), ``few``, ``game_ids``.
    """
    import pandas as pd

    members: dict[tuple[str, ...], list[int]] = {}
    for place, path in enumerate(_paths(season, levels)):
        for depth in range(1, len(path) + 1):
            members.setdefault(path[:depth], []).append(place)
    accuracy = season["accuracy"].to_numpy(dtype=np.float64, na_value=np.nan)
    scores = season["score"].to_numpy(dtype=np.float64, na_value=np.nan)
    rows: dict[str, dict[str, Any]] = {}
    for path in sorted(members, key=lambda one: (len(one), -len(members[one]), one)):
        places = np.array(members[path])
        band = mean_band(accuracy[places])
        rows["/".join(path)] = {
            "parent": "/".join(path[:-1]),
            "name": path[-1],
            "games": len(places),
            "score": mean_band(scores[places]).mean,
            "accuracy": band.mean,
            "low": band.low,
            "high": band.high,
            "few": len(places) < FEW,
            "game_ids": season.index[places].tolist(),
        }
    names = ["parent", "name", "games", "score", "accuracy", "low", "high", "few", "game_ids"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=names).rename_axis("path")


def _paths(season: pd.DataFrame, levels: int) -> list[tuple[str, ...]]:
    names = [name if isinstance(name, str) else "unknown" for name in season["opening"]]
    return [
        (str(color), *_parts(name)[:levels])
        for color, name in zip(season["color"], names, strict=True)
    ]


def _parts(name: str) -> list[str]:
    """The parts of an opening's name.

    >>> _parts("Sicilian Defense: Najdorf Variation, English Attack")
    ['Sicilian Defense', 'Najdorf Variation', 'English Attack']
    """
    return [part.strip().replace("/", "∕") for part in re.split(r"[:,]", name) if part.strip()]
