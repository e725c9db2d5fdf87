"""How long a player thinks over a season.

(Its name is not that of its function's, so that the function is what ``charts.time_use`` means.)
"""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go

from chessnb.charts.frame import note
from chessnb.charts.season_bars import season_bars, season_head
from chessnb.charts.season_frame import bands_of
from chessnb.palette import Theme, get_theme
from chessnb.season import by_group, season_table

__all__ = ["time_use"]


def time_use(
    games: Any,
    player: str | None = None,
    *,
    group: str = "speed",
    theme: str | Theme = "light",
    title: bool = True,
    height: int = 340,
) -> go.Figure:
    """Draw the mean seconds a player spends on a move, by group of games, with 95 % intervals.

    Parameters
    ----------
    games, player, theme, title, height
        As for :func:`chessnb.charts.accuracy_trend`.
    group : str
        ``speed``, ``color``, ``result``, or another group of
        :func:`chessnb.season.by_group`.

    Returns
    -------
    plotly.graph_objects.Figure
        The hover text also tells the moves a game that are made in time trouble.
    """
    colours = get_theme(theme)
    season = season_table(games, player)
    table = by_group(season, group, "mean_time")
    table = table[table["mean"].notna()]
    trouble = by_group(season, group, "time_trouble_moves")["mean"]
    bands = bands_of(table)
    more = [f"{trouble[key]:.1f} moves a game in time trouble" for key in table.index]
    figure = season_bars(
        colours,
        chart="time_use",
        head=season_head(season, player, title),
        below=f"seconds a move, by {group}",
        height=height,
        bands=bands,
        names=list(table.index),
        fills=[colours.black_line] * len(bands),
        more=more,
    )
    figure.update_yaxes(title={"text": "seconds"}, rangemode="tozero")
    if table.empty:
        note(figure, colours, "these games have no clock times")
    return figure
