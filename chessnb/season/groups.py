"""A season's numbers by colour, opening, phase, opponents' strength or speed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from chessnb.errors import SettingsError, TableError
from chessnb.schema import PHASES
from chessnb.season.bootstrap import mean_band
from chessnb.season.table import FEW

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["by_group", "costly_openings", "phases", "typical_mistakes"]

_GROUPS = ("color", "opening", "eco", "opponent", "opponents_strength", "speed", "result")
_BAND_WIDTH = 200
_COSTLY = ("Inaccuracy", "Mistake", "Blunder", "Miss")


def by_group(season: pd.DataFrame, group: str, column: str = "accuracy") -> pd.DataFrame:
    """Average a column by a group of games.

    Parameters
    ----------
    season : DataFrame
        From :func:`season_table`.
    group : str
        ``color``, ``opening`` (its family), ``eco``, ``opponent``, ``opponents_strength`` (bands
        of 200 points), ``speed`` or ``result``.
    column : str
        A column of numbers.

    Returns
    -------
    DataFrame
        Index: the groups, most games first. ``mean``, ``low``, ``high`` (95 %, by bootstrap over
        the games), ``games``, ``score`` (mean result), ``few`` (whether it rests on fewer than
        ten games).
    """
    import pandas as pd

    if group not in _GROUPS:
        raise SettingsError(f"no group {group!r}; there are: {', '.join(_GROUPS)}")
    if column not in season.columns:
        raise TableError(f"the season has no column {column!r}")
    keys = _keys(season, group)
    values = season[column].to_numpy(dtype=np.float64, na_value=np.nan)
    scores = season["score"].to_numpy(dtype=np.float64, na_value=np.nan)
    rows: dict[str, list[Any]] = {}
    for key in dict.fromkeys(key for key in keys if key is not None):
        chosen = np.array([one == key for one in keys])
        band = mean_band(values[chosen])
        score = mean_band(scores[chosen]).mean
        rows[key] = [band.mean, band.low, band.high, int(chosen.sum()), score, chosen.sum() < FEW]
    names = ["mean", "low", "high", "games", "score", "few"]
    made = pd.DataFrame.from_dict(rows, orient="index", columns=names)
    return made.rename_axis(group).sort_values("games", ascending=False, kind="stable")


def _keys(season: pd.DataFrame, group: str) -> list[str | None]:
    source = {"opponents_strength": "opponent_rating"}.get(group, group)
    if source not in season.columns:
        raise TableError(f"the season has no column {source!r}")
    values = season[source].astype(object).where(season[source].notna(), None).tolist()
    if group == "opening":
        return [_family(value) for value in values]
    if group == "opponents_strength":
        return [_band_of(value) for value in values]
    return [value if isinstance(value, str) else None for value in values]


def _family(name: Any) -> str | None:
    """The part of an opening's name before its variation.

    >>> _family("Sicilian Defense: Najdorf Variation, English Attack")
    'Sicilian Defense'
    """
    return name.split(":")[0].split(",")[0].strip() if isinstance(name, str) else None


def _band_of(rating: Any) -> str | None:
    if rating is None:
        return None
    low = int(rating) // _BAND_WIDTH * _BAND_WIDTH
    return f"{low}–{low + _BAND_WIDTH - 1}"


def phases(season: pd.DataFrame) -> pd.DataFrame:
    """Average accuracy in the three phases of the game, with bands by bootstrap over games."""
    import pandas as pd

    rows = {}
    for phase in PHASES:
        values = season[f"accuracy_{phase}"].to_numpy(dtype=np.float64, na_value=np.nan)
        band = mean_band(values)
        rows[phase] = [*band, band.games < FEW]
    names = ["mean", "low", "high", "games", "few"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=names).rename_axis("phase")


def costly_openings(season: pd.DataFrame, *, at_least: int = 3) -> pd.DataFrame:
    """The openings in which the player loses most, against the player's own average.

    Parameters
    ----------
    season : DataFrame
        From :func:`season_table`.
    at_least : int
        Games that an opening must have.

    Returns
    -------
    DataFrame
        As :func:`by_group` by opening family, with ``cost``: how far the mean accuracy lies below
        that of the other games; the most costly first.
    """
    groups = by_group(season, "opening", "accuracy")
    keys = np.array(_keys(season, "opening"), dtype=object)
    values = season["accuracy"].to_numpy(dtype=np.float64, na_value=np.nan)
    groups["cost"] = [
        mean_band(values[keys != key]).mean - mean for key, mean in groups["mean"].items()
    ]
    kept = groups[groups["games"] >= at_least]
    return kept.sort_values("cost", ascending=False, kind="stable")


def typical_mistakes(moves: pd.DataFrame, labels: Iterable[str] = _COSTLY) -> pd.DataFrame:
    """Where the costly moves fall: by phase, and what they cost together.

    Parameters
    ----------
    moves : DataFrame
        The player's own moves of many games, from ``lib.moves(player=…)``.
    labels
        What counts as a mistake.

    Returns
    -------
    DataFrame
        Index ``(phase, label)``: ``moves``, ``per_game``, ``wpl`` (mean win probability lost),
        ``lost_wins`` (moves before which the player was winning, above 70 %), ``hurried`` (share
        of them made in under 3 s, where clocks are known), ``example`` (the costliest: its game id
        and ply). The heaviest loss first.
    """
    import pandas as pd

    wanted = moves[moves["label"].isin(list(labels))]
    games = max(1, moves.index.get_level_values("game_id").nunique())
    rows: dict[Any, list[Any]] = {}
    for key, part in wanted.groupby(["phase", "label"], observed=True):
        lost = part["wpl"].to_numpy(dtype=np.float64, na_value=np.nan)
        before = part["mover_win_before"].to_numpy(dtype=np.float64, na_value=np.nan)
        spent = part["time_spent"].to_numpy(dtype=np.float64, na_value=np.nan)
        hurried = np.mean(spent[~np.isnan(spent)] < 3) if (~np.isnan(spent)).any() else np.nan
        example = part.index[int(np.nanargmax(lost))] if (~np.isnan(lost)).any() else None
        rows[key] = [
            len(part), len(part) / games, np.nanmean(lost) if len(lost) else np.nan,
            int((before > 0.7).sum()), hurried, example,
        ]  # fmt: skip
    levels = [[key[place] for key in rows] for place in range(2)]
    index = pd.MultiIndex.from_arrays(levels, names=["phase", "label"])
    names = ["moves", "per_game", "wpl", "lost_wins", "hurried", "example"]
    made = pd.DataFrame(list(rows.values()), columns=names, index=index)
    order = np.argsort(-(made["moves"] * made["wpl"]).to_numpy(dtype=np.float64), kind="stable")
    return made.iloc[order]
