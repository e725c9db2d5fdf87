"""How many moves of each label both players made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import plotly.graph_objects as go

from chessnb.charts.frame import bare_figure
from chessnb.charts.record import Analysed, Record, column
from chessnb.charts.text import literal
from chessnb.palette import LABEL_COLOURS, LABEL_INK, LABEL_SYMBOLS, Theme, get_theme
from chessnb.schema import LABELS, SIDES

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["labels"]

_MIDDLE = 0.16  # half the width of the middle column with the labels' names


def labels(
    analysis: Analysed,
    *,
    theme: str | Theme = "light",
    title: bool = True,
    height: int = 330,
) -> go.Figure:
    """Draw the number of moves of each label: White's to the left, Black's to the right.

    Parameters
    ----------
    analysis : Analysis
        Complete or growing.
    theme : {"light", "dark"} or Theme
        The page's colours.
    title : bool
        Whether the players' names and accuracies stand above their sides.
    height : int
        Height in pixels.

    Returns
    -------
    plotly.graph_objects.Figure
        Each side has an axis of its own: moves, from the middle outwards.
    """
    colours = get_theme(theme)
    record = Record.of(analysis)
    players = analysis.players
    counts = {side: _counts(players.loc[[side]]) for side in SIDES}
    most = max([1, *(count or 0 for side in SIDES for count in counts[side])])
    figure = bare_figure(colours, height=height, meta={"chart": "labels"})
    for side in SIDES:
        _add_side(figure, record, side, counts[side], colours)
    notes = [note for place, label in enumerate(LABELS) for note in _name(place, label, colours)]
    rows = {"range": [len(LABELS) - 0.5, -0.5], "visible": False, "fixedrange": True}
    quiet = {"visible": False, "fixedrange": True}
    figure.update_layout(
        xaxis={**quiet, "domain": [0, 0.5 - _MIDDLE], "range": [most * 1.15, 0]},
        xaxis2={**quiet, "domain": [0.5 + _MIDDLE, 1], "range": [0, most * 1.15], "anchor": "y2"},
        yaxis=rows,
        yaxis2={**rows, "anchor": "x2"},
        hovermode="closest",
        showlegend=False,
        bargap=0.35,
        margin={"l": 16, "r": 16, "t": 40 if title else 8, "b": 8},
    )
    if title:
        accuracies = dict(zip(players.index, column(players, "accuracy"), strict=True))
        notes += _heads(record, accuracies, colours)
    figure.update_layout(annotations=notes)
    return figure


def _counts(player: pd.DataFrame) -> list[int | None]:
    return [column(player, label)[0] for label in LABELS]


def _add_side(
    figure: go.Figure, record: Record, side: str, counts: list[int | None], theme: Theme
) -> None:
    axis = "" if side == "white" else "2"
    figure.add_trace(
        go.Bar(
            x=[count or 0 for count in counts],
            y=list(range(len(LABELS))),
            orientation="h",
            name=literal(record.names[side], 24),
            marker={"color": [LABEL_COLOURS[label] for label in LABELS], "cornerradius": 3},
            text=["–" if count is None else str(count) for count in counts],
            textposition="outside",
            textfont={
                "size": 13,
                "color": [theme.ink if count else theme.ink_muted for count in counts],
            },
            cliponaxis=False,
            customdata=[f"{LABEL_SYMBOLS[label]} {label}" for label in LABELS],
            hovertemplate="%{customdata}: %{text}<extra>%{fullData.name}</extra>",
            xaxis=f"x{axis}",
            yaxis=f"y{axis}",
        )
    )


def _name(place: int, label: str, theme: Theme) -> list[dict[str, Any]]:
    """Write a label's name in the middle, its sign before it in a badge of its colour."""
    shared = {"xref": "paper", "y": place, "yref": "y", "showarrow": False}
    badge = {
        **shared,
        "text": f"<b>{LABEL_SYMBOLS[label]}</b>",
        "x": 0.5 - _MIDDLE * 0.62,
        "font": {"size": 12, "color": LABEL_INK[label]},
        "bgcolor": LABEL_COLOURS[label],
        "borderpad": 3,
        "width": 16,
    }
    name = {
        **shared,
        "text": label,
        "x": 0.5 - _MIDDLE * 0.38,
        "xanchor": "left",
        "font": {"size": 13, "color": theme.ink},
    }
    return [badge, name]


def _heads(
    record: Record, accuracies: Mapping[object, float | None], theme: Theme
) -> list[dict[str, Any]]:
    """Write each player's name and accuracy over the own side."""
    heads: list[dict[str, Any]] = []
    for side, x, anchor in (("white", 0.5 - _MIDDLE, "right"), ("black", 0.5 + _MIDDLE, "left")):
        value = accuracies.get(side)
        text = f"<b>{literal(record.names[side], 17)}</b>"
        if value is not None:
            text += f"  <span style='color:{theme.ink_muted}'>{value:.1f}</span>"
        heads.append(
            {
                "text": text,
                "x": x,
                "xref": "paper",
                "xanchor": anchor,
                "y": 1,
                "yref": "paper",
                "yanchor": "bottom",
                "showarrow": False,
                "font": {"size": 14, "color": theme.ink},
            }
        )
    return heads
