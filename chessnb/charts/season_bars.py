"""Bars with intervals: one for each group of a season's games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from chessnb.charts.season_frame import count_text, season_figure, whiskers
from chessnb.palette import Theme
from chessnb.season.bootstrap import Band
from chessnb.season.table import FEW

__all__ = ["season_bars", "season_head"]


def season_head(season: Any, player: str | None, title: bool) -> str | None:
    """Give the player's name for a title, or None for no title."""
    return str(season.attrs.get("player") or player or "Season") if title else None


def season_bars(
    theme: Theme,
    *,
    chart: str,
    head: str | None,
    below: str,
    height: int,
    bands: Sequence[Band],
    names: Sequence[str],
    fills: Sequence[str],
    more: Sequence[str] | None = None,
) -> go.Figure:
    """One bar a group; those that rest on few games are hatched, and their hover text says so."""
    figure = season_figure(theme, chart=chart, head=head, below=below, height=height)
    few = [band.games < FEW for band in bands]
    error = whiskers(*([getattr(b, end) for b in bands] for end in ("mean", "low", "high")))
    lines = more or [""] * len(bands)
    figure.add_trace(
        go.Bar(
            x=list(names),
            y=[band.mean for band in bands],
            error_y={**error, "color": theme.ink_muted, "thickness": 1.5},
            marker={
                "color": list(fills),
                "pattern": {"shape": ["/" if one else "" for one in few]},
            },
            hovertext=[
                f"{band.mean:.1f} ({band.low:.1f}–{band.high:.1f})<br>"
                f"{count_text(band.games, one)}" + (f"<br>{line}" if line else "")
                for band, one, line in zip(bands, few, lines, strict=True)
            ],
            hoverinfo="text",
            text=[
                count_text(band.games, True) if one else ""
                for band, one in zip(bands, few, strict=True)
            ],
            textposition="inside",
        )
    )
    figure.update_layout(hovermode="closest", showlegend=False)
    return figure
