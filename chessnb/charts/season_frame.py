"""The look that the charts of a season share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import plotly.graph_objects as go

from chessnb.charts.frame import bare_figure, value_axis
from chessnb.charts.text import literal
from chessnb.palette import Theme
from chessnb.season.bootstrap import Band

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["add_band", "bands_of", "count_text", "season_figure", "tint", "whiskers"]

_FEW_NOTE: Final = "few games"


def season_figure(
    theme: Theme, *, chart: str, head: str | None, below: str, height: int
) -> go.Figure:
    """Give an empty figure with the season's title; none where `head` is None."""
    figure = bare_figure(theme, height=height, meta={"chart": chart}, title=head is not None)
    value_axis(figure, theme)
    figure.update_xaxes(
        showgrid=False, zeroline=False, tickfont={"size": 11, "color": theme.ink_muted}
    )
    if head is not None:
        small = f"<br><span style='font-size:12px;color:{theme.ink_muted}'>{literal(below)}</span>"
        figure.update_layout(
            title={
                "text": f"<b>{literal(head, 60)}</b>{small}",
                "x": 0,
                "xref": "paper",
                "xanchor": "left",
                "y": 1,
                "yref": "container",
                "yanchor": "top",
                "pad": {"t": 12, "l": 0},
                "font": {"size": 16, "color": theme.ink},
            }
        )
    return figure


def add_band(
    figure: go.Figure, x: Sequence[Any], low: Sequence[float], high: Sequence[float], colour: str
) -> None:
    """Shade between two lines."""
    for ends, fill in ((high, None), (low, "tonexty")):
        figure.add_trace(
            go.Scatter(
                x=list(x),
                y=list(ends),
                mode="lines",
                line={"width": 0, "color": colour},
                fill=fill,
                fillcolor=tint(colour, 0.18),
                hoverinfo="skip",
                showlegend=False,
            )
        )


def tint(colour: str, opacity: float) -> str:
    """A colour ``#rrggbb`` made transparent.

    Examples
    --------
    >>> tint("#3f5fe6", 0.25)
    'rgba(63,95,230,0.25)'
    """
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return f"rgba({red},{green},{blue},{opacity:g})"


def count_text(games: int, few: bool) -> str:
    """How many games a number rests on, and whether that is few."""
    text = f"{games} game{'' if games == 1 else 's'}"
    return f"{text}: {_FEW_NOTE}" if few else text


def bands_of(table: pd.DataFrame) -> list[Band]:
    """Read the columns ``mean``, ``low``, ``high`` and ``games`` as bands."""
    rows = table[["mean", "low", "high", "games"]].to_numpy(dtype=np.float64).tolist()
    return [Band(mean, low, high, int(games)) for mean, low, high, games in rows]


def whiskers(mean: Sequence[float], low: Sequence[float], high: Sequence[float]) -> dict[str, Any]:
    """Error bars from the ends of intervals; none where an end is missing."""
    up = [h - m if h == h else 0.0 for m, h in zip(mean, high, strict=True)]
    down = [m - one if one == one else 0.0 for m, one in zip(mean, low, strict=True)]
    return {"type": "data", "symmetric": False, "array": up, "arrayminus": down, "width": 5}
