"""A season in groups: the labels of a player's moves, and the phases of the games."""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go

from chessnb.charts.season_bars import season_bars, season_head
from chessnb.charts.season_frame import bands_of
from chessnb.palette import LABEL_COLOURS, LABEL_SYMBOLS, Theme, get_theme
from chessnb.schema import LABELS
from chessnb.season import phases, season_table
from chessnb.season.bootstrap import mean_band

__all__ = ["by_phase", "label_rates"]


def label_rates(
    games: Any,
    player: str | None = None,
    *,
    theme: str | Theme = "light",
    title: bool = True,
    height: int = 340,
) -> go.Figure:
    """Draw how many of a player's 100 moves have each label, with 95 % intervals.

    Parameters
    ----------
    games, player, theme, title, height
        As for :func:`chessnb.charts.accuracy_trend`.

    Returns
    -------
    plotly.graph_objects.Figure
        Bars of the mean rate over games; the intervals come from drawing games again and again.
    """
    colours = get_theme(theme)
    season = season_table(games, player)
    counts = season[list(LABELS)].to_numpy(dtype=np.float64, na_value=np.nan)
    made = season["move_count"].to_numpy(dtype=np.float64, na_value=np.nan)
    with np.errstate(invalid="ignore", divide="ignore"):
        rates = 100 * counts / np.where(made > 0, made, np.nan)[:, None]
    bands = [mean_band(rates[:, place]) for place in range(len(LABELS))]
    figure = season_bars(
        colours,
        chart="label_rates",
        head=season_head(season, player, title),
        below="labels in 100 moves",
        height=height,
        bands=bands,
        names=[f"{LABEL_SYMBOLS[label]} {label}" for label in LABELS],
        fills=[LABEL_COLOURS[label] for label in LABELS],
    )
    figure.update_yaxes(title={"text": "of 100 moves"}, rangemode="tozero")
    return figure


def by_phase(
    games: Any,
    player: str | None = None,
    *,
    theme: str | Theme = "light",
    title: bool = True,
    height: int = 340,
) -> go.Figure:
    """Draw a player's accuracy in opening, middlegame and endgame, with 95 % intervals.

    Parameters
    ----------
    games, player, theme, title, height
        As for :func:`chessnb.charts.accuracy_trend`.

    Returns
    -------
    plotly.graph_objects.Figure
    """
    colours = get_theme(theme)
    season = season_table(games, player)
    table = phases(season)
    bands = bands_of(table)
    figure = season_bars(
        colours,
        chart="by_phase",
        head=season_head(season, player, title),
        below="accuracy by phase of the game",
        height=height,
        bands=bands,
        names=list(table.index),
        fills=[colours.white_line] * len(bands),
    )
    figure.update_yaxes(title={"text": "accuracy"})
    return figure
