"""The look that all charts share: type, grid, move axis, title, hover card."""

from __future__ import annotations

from typing import Any, Final

import plotly.graph_objects as go

from chessnb.charts.record import Record
from chessnb.charts.text import literal
from chessnb.palette import Theme

__all__ = ["FONT", "bare_figure", "move_axis", "note", "titled", "value_axis"]

FONT: Final = (
    "ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', "
    "'DejaVu Sans', sans-serif"
)

_MOST_TICKS = 14
_TOP = 32  # pixels above the chart: the legend
_HEAD = 92  # the same with a title
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100)


def bare_figure(
    theme: Theme, *, height: int, meta: dict[str, str], title: bool = False
) -> go.Figure:
    """Give an empty figure in the theme's colours, with no template of plotly's own."""
    figure = go.Figure()
    figure.update_layout(
        template=go.layout.Template(),
        height=height + (_HEAD - _TOP if title else 0),
        margin={"l": 52, "r": 16, "t": _HEAD if title else _TOP, "b": 40},
        paper_bgcolor=theme.paper,
        plot_bgcolor=theme.paper,
        font={"family": FONT, "size": 12, "color": theme.ink},
        hovermode="x",
        hoverlabel={
            "bgcolor": theme.panel,
            "font": {"family": FONT, "size": 13, "color": theme.ink},
            "align": "left",
        },
        legend={
            "orientation": "h",
            "x": 1,
            "xanchor": "right",
            "y": 1.02,
            "yanchor": "bottom",
            "bgcolor": "rgba(0,0,0,0)",
            "itemsizing": "constant",
            "font": {"size": 12, "color": theme.ink},
        },
        bargap=0.15,
        dragmode=False,
        uirevision="chessnb",
        meta=meta,
    )
    return figure


def titled(figure: go.Figure, record: Record, theme: Theme, about: str | None = None) -> None:
    """Put the players and the result above the chart, and below them what it is about."""
    result = record.headers.get("Result", "*")
    names = " – ".join(literal(record.names[side], 32) for side in ("white", "black"))
    head = f"<b>{names}</b>" + ("" if result in ("*", "?", "") else f"   {literal(result, 7)}")
    below = (
        f"<br><span style='font-size:12px;color:{theme.ink_muted}'>{about}</span>" if about else ""
    )
    figure.update_layout(
        title={
            "text": head + below,
            "x": 0,
            "xref": "paper",
            "xanchor": "left",
            "y": 1,
            "yref": "container",
            "yanchor": "top",
            "pad": {"t": 12, "l": 0},
            "font": {"size": 16, "color": theme.ink},
        },
    )


def move_axis(figure: go.Figure, record: Record, theme: Theme, **more: Any) -> None:
    """Make x the ply, labelled with the moves' own numbers; `more` is plotly's."""
    ticks = _move_ticks(record)
    more.setdefault("range", [0.3, max(len(record), 1) + 0.7])
    figure.update_xaxes(
        tickmode="array",
        tickvals=[record.plies[row] for row in ticks],
        ticktext=[str(record.numbers[row]) for row in ticks],
        showgrid=False,
        zeroline=False,
        showline=False,
        ticks="",
        tickfont={"size": 11, "color": theme.ink_muted},
        fixedrange=True,
        **more,
    )


def _move_ticks(record: Record) -> list[int]:
    """Choose the rows to label: the first ply of every move whose number is a round one."""
    firsts = [
        row
        for row in range(len(record))
        if row == 0 or record.numbers[row] != record.numbers[row - 1]
    ]
    step = next((step for step in _STEPS if len(firsts) <= step * _MOST_TICKS), _STEPS[-1])
    return [row for row in firsts if step == 1 or record.numbers[row] % step == 0 or row == 0]


def value_axis(figure: go.Figure, theme: Theme, **more: Any) -> None:
    """Make y a quiet axis of values."""
    more.setdefault("zeroline", False)
    figure.update_yaxes(
        gridcolor=theme.grid,
        showline=False,
        ticks="",
        tickfont={"size": 11, "color": theme.ink_muted},
        fixedrange=True,
        **more,
    )


def note(figure: go.Figure, theme: Theme, text: str) -> None:
    """Write in the middle of an empty chart why it is empty."""
    figure.add_annotation(
        text=text,
        x=0.5,
        y=0.5,
        xref="paper",
        yref="paper",
        showarrow=False,
        font={"size": 14, "color": theme.ink_muted},
    )
