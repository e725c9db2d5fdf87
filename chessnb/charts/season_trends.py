"""A season's course: accuracy from game to game, and the strength shown so far."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import plotly.graph_objects as go

from chessnb.charts.frame import note
from chessnb.charts.season_frame import add_band, count_text, season_figure
from chessnb.charts.text import literal
from chessnb.palette import Theme, get_theme
from chessnb.season import season_table, strength_so_far, trend
from chessnb.season.table import FEW

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["accuracy_trend", "strength"]


def accuracy_trend(
    games: Any,
    player: str | None = None,
    *,
    column: str = "accuracy",
    window: int = 20,
    theme: str | Theme = "light",
    title: bool = True,
    height: int = 340,
) -> go.Figure:
    """Draw a player's accuracy from game to game, and its running mean with a 95 % band.

    Parameters
    ----------
    games : Library, DataFrame
        A library, a table `games`, or a season table (:func:`chessnb.season.season_table`).
    player : str, optional
        The player's name; by default whoever is in most games.
    column : str
        Another column of the season, such as ``acpl``.
    window : int
        How many games the mean is taken over.
    theme : {"light", "dark"} or Theme
        The page's colours.
    title : bool
        Whether a title stands above the chart.
    height : int
        Height in pixels, without the title.

    Returns
    -------
    plotly.graph_objects.Figure
        x is the game's number. The band comes from drawing the window's games again and again;
        the points' ``customdata`` are game ids.
    """
    colours = get_theme(theme)
    season = season_table(games, player)
    table = trend(season, column, window=window)
    below = f"{column} of each game, and the mean of the last {window} with its 95 % band"
    head = _name(season, player) if title else None
    figure = season_figure(colours, chart="accuracy_trend", head=head, below=below, height=height)
    line = colours.white_line
    x, low, high = (table[name].tolist() for name in ("game", "low", "high"))
    add_band(figure, x, low, high, colour=line)
    figure.add_trace(
        go.Scatter(
            x=table["game"], y=table["value"], mode="markers", name="game",
            marker={"size": 6, "color": colours.curve, "opacity": 0.6},
            customdata=list(table.index),
            hovertext=_hovers(season.iloc[table["game"].to_numpy() - 1]), hoverinfo="text+y",
        )
    )  # fmt: skip
    figure.add_trace(
        go.Scatter(
            x=table["game"], y=table["mean"], mode="lines", name=f"mean of {window}",
            line={"width": 3, "color": line},
            hovertext=[count_text(count, count < FEW) for count in table["games"]],
            hoverinfo="text+y",
        )
    )  # fmt: skip
    figure.update_layout(hovermode="closest", xaxis={"title": {"text": "game"}})
    figure.update_yaxes(title={"text": column})
    if table["value"].isna().all():
        note(figure, colours, f"no {column} in these games")
    return figure


_COUNTS = [step * 10**power for power in range(5) for step in (1, 2, 5)]


def _name(season: Any, player: str | None) -> str:
    return str(season.attrs.get("player") or player or "Season")


def _hovers(season: pd.DataFrame) -> list[str]:
    """What is told of each game, column by column: a row at a time would take seconds."""
    names = [n for n in ("date", "opponent", "result", "opening") if n in season.columns]
    columns = [season[name].tolist() for name in names]
    return [
        "<br>".join(literal(part, 48) for part in parts if isinstance(part, str))
        for parts in zip(*columns, strict=True)
    ]


def strength(
    games: Any,
    player: str | None = None,
    *,
    theme: str | Theme = "light",
    title: bool = True,
    height: int = 340,
) -> go.Figure:
    """Draw the strength estimated from the first game, the first two, … all games.

    Parameters
    ----------
    games, player, theme, title, height
        As for :func:`accuracy_trend`.

    Returns
    -------
    plotly.graph_objects.Figure
        x is the number of games (logarithmic), y the estimate with its 80 % interval, which
        narrows with every game, though not without end. The games' own estimates are points.
    """
    colours = get_theme(theme)
    season = season_table(games, player)
    table = strength_so_far(season)
    scale = season.get("elo_scale")
    scales = [one for one in ([] if scale is None else scale) if isinstance(one, str)]
    below = f"estimated strength, scale of {scales[0]}, 80 % interval" if scales else ""
    head = _name(season, player) if title else None
    figure = season_figure(colours, chart="strength", head=head, below=below, height=height)
    line = colours.black_line
    x, low, high = (table[name].tolist() for name in ("games", "low", "high"))
    add_band(figure, x, low, high, colour=line)
    figure.add_trace(
        go.Scatter(
            x=table["games"], y=table["estimate"], mode="lines+markers", name="together",
            line={"width": 3, "color": line},
            hovertext=[
                f"{count_text(int(games), games < FEW)}<br>{estimate:.0f} ({low:.0f}–{high:.0f})"
                for games, estimate, low, high in table.to_numpy(dtype=np.float64).tolist()
            ],
            hoverinfo="text",
        )
    )  # fmt: skip
    figure.update_layout(hovermode="closest", showlegend=False)
    figure.update_xaxes(type="log", tickvals=_COUNTS, title={"text": "games"})
    figure.update_yaxes(title={"text": "estimate"})
    if table.empty:
        note(figure, colours, "no game long enough for an estimate")
    return figure
