"""How long the players thought, and what was left on their clocks."""

from __future__ import annotations

from typing import Final

import plotly.graph_objects as go

from chessnb.charts.frame import bare_figure, move_axis, note, titled, value_axis
from chessnb.charts.record import Analysed, Record
from chessnb.charts.text import clock_text, literal
from chessnb.palette import Theme, get_theme
from chessnb.schema import SIDES

__all__ = ["time"]

_STEPS: Final = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14400, 28800)
_DAY: Final = 86400
_SPLIT: Final = (0.0, 0.3, 0.4, 1.0)  # the clocks' part of the height, and the moves' part


def time(
    analysis: Analysed,
    *,
    theme: str | Theme = "light",
    title: bool = True,
    height: int = 320,
) -> go.Figure:
    """Draw the seconds spent on each move: White's upwards, Black's downwards.

    Below stand both clocks, where the game has them.

    Parameters
    ----------
    analysis : Analysis
        Its game needs clock times or times spent; moves without them stay empty.
    theme : {"light", "dark"} or Theme
        The page's colours.
    title : bool
        Whether players and result stand above the chart.
    height : int
        Height in pixels, without the title.

    Returns
    -------
    plotly.graph_objects.Figure
        x is the ply, y seconds (Black's negative, labelled without a sign), y2 seconds left.
    """
    colours = get_theme(theme)
    record = Record.of(analysis)
    figure = bare_figure(colours, height=height, meta={"chart": "time", "x": "ply"}, title=title)
    known = [spent for spent in record.spent if spent is not None]
    for side in SIDES:
        _add_bars(figure, record, side, colours)
    move_axis(figure, record, colours)
    _time_axis(figure, max([1.0, *known]), colours)
    if any(left is not None for left in record.clock):
        _add_clocks(figure, record, colours)
    if not known:
        note(figure, colours, "no moves" if not len(record) else "the game has no clock times")
        figure.update_layout(yaxis={"visible": False}, showlegend=False)
    if title:
        titled(figure, record, colours, "Time spent on each move")
    return figure


def _add_bars(figure: go.Figure, record: Record, side: str, theme: Theme) -> None:
    rows = record.rows_of(side)
    sign = 1 if side == "white" else -1
    spent = [record.spent[row] for row in rows]
    figure.add_trace(
        go.Bar(
            x=[record.plies[row] for row in rows],
            y=[None if one is None else round(sign * one, 2) for one in spent],
            name=literal(record.names[side], 24),
            width=1.6,
            marker={"color": theme.white_line if side == "white" else theme.black_line},
            hovertext=[
                record.hover(row, record.spent_text(row), _left(record, row)) for row in rows
            ],
            hoverinfo="text",
        )
    )


def _left(record: Record, row: int) -> str | None:
    left = record.clock[row]
    return None if left is None else f"{clock_text(left)} left"


def _add_clocks(figure: go.Figure, record: Record, theme: Theme) -> None:
    for side in SIDES:
        rows = record.rows_of(side)
        figure.add_trace(
            go.Scatter(
                x=[record.plies[row] for row in rows],
                y=[record.clock[row] for row in rows],
                yaxis="y2",
                name=literal(record.names[side], 24),
                showlegend=False,
                mode="lines",
                line={
                    "shape": "hv",
                    "width": 2,
                    "color": theme.white_line if side == "white" else theme.black_line,
                    "dash": "solid" if side == "white" else "dash",
                },
                hoverinfo="skip",
            )
        )
    most = max(left for left in record.clock if left is not None)
    values = [value for value in _ticks(most) if value >= 0]
    figure.update_layout(
        yaxis={"domain": _SPLIT[2:]},
        yaxis2={
            "domain": _SPLIT[:2],
            "range": [0, most * 1.05 or 1],
            "tickvals": values,
            "ticktext": [_tick_text(value) for value in values],
            "gridcolor": theme.grid,
            "zeroline": False,
            "fixedrange": True,
            "tickfont": {"size": 11, "color": theme.ink_muted},
            "title": {"text": "left", "font": {"size": 11, "color": theme.ink_muted}},
        },
        xaxis={"anchor": "y2"},
    )


def _time_axis(figure: go.Figure, most: float, theme: Theme) -> None:
    values = _ticks(most)
    value_axis(
        figure,
        theme,
        range=[-most * 1.08, most * 1.08],
        tickvals=values,
        ticktext=[_tick_text(abs(value)) for value in values],
        zeroline=True,
        zerolinecolor=theme.ink_muted,
        zerolinewidth=1,
        title={"text": "spent", "font": {"size": 11, "color": theme.ink_muted}},
    )


def _ticks(most: float) -> list[float]:
    """Choose round times from -most to most, a few on each side of 0."""
    step = next((step for step in _STEPS if most <= 4 * step), None)
    if step is None:
        step = _DAY * max(1, round(most / 3 / _DAY))
    ups = [float(step * times) for times in range(1, 5) if step * times <= most * 1.05]
    return [*(-one for one in reversed(ups)), 0.0, *ups]


def _tick_text(seconds: float) -> str:
    if seconds >= _DAY:
        return f"{seconds / _DAY:.0f} d"
    return "0" if not seconds else clock_text(seconds)
