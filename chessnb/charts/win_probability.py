"""White's win probability over the game, with the moves that mattered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import plotly.graph_objects as go

from chessnb.charts.frame import bare_figure, move_axis, note, titled, value_axis
from chessnb.charts.record import Analysed, Record, runs_of
from chessnb.charts.text import literal
from chessnb.errors import SettingsError
from chessnb.palette import LABEL_COLOURS, LABEL_INK, LABEL_SYMBOLS, Theme, get_theme
from chessnb.schema import LABELS

__all__ = ["MARKED", "win_probability"]

MARKED: Final = ("Brilliant", "Great", "Inaccuracy", "Mistake", "Blunder", "Miss")
"""The labels that are marked unless told otherwise."""

_STRIP = 0.055  # height of the phase strip, in win probability
_HALF = 0.3  # half the width of a lone evaluation's area, in plies


def win_probability(
    analysis: Analysed,
    *,
    labels: Iterable[str] = MARKED,
    theme: str | Theme = "light",
    title: bool = True,
    height: int = 300,
) -> go.Figure:
    """Draw White's win probability after each ply: white below the curve, dark above it.

    Parameters
    ----------
    analysis : Analysis
        Complete or growing; where an evaluation is missing, the picture has a gap.
    labels : iterable of str
        The labels whose moves are marked.
    theme : {"light", "dark"} or Theme
        The page's colours.
    title : bool
        Whether players, result and opening stand above the chart.
    height : int
        Height in pixels, without the title.

    Returns
    -------
    plotly.graph_objects.Figure
        x is the ply (0: the start position), y the win probability in [0, 1].

    Raises
    ------
    SettingsError
        There is no such label or theme.
    """
    colours = get_theme(theme)
    shown = list(labels)
    for label in shown:
        if label not in LABELS:
            raise SettingsError(f"no label is called {label!r}: use {', '.join(LABELS)}")
    record = Record.of(analysis)
    meta = {"chart": "win_probability", "x": "ply"}
    figure = bare_figure(colours, height=height, meta=meta, title=title)
    plies = [0, *record.plies]
    wins = [record.start_win, *record.white_win]
    _add_areas(figure, plies, wins, colours)
    _add_curve(figure, record, plies, wins, colours)
    _add_markers(figure, record, shown, colours)
    _add_phases(figure, record, colours)
    _add_middle(figure, record, colours)
    move_axis(figure, record, colours, range=[0, max(len(record), 1)])
    value_axis(
        figure,
        colours,
        range=[-_STRIP, 1],
        tickvals=[0, 0.25, 0.5, 0.75, 1],
        ticktext=["0", "25", "50", "75", "100 &#37;"],
        showgrid=False,
    )
    if not any(win is not None for win in wins):
        note(figure, colours, "no moves" if not len(record) else "no evaluations yet")
    if title:
        opening = record.opening
        titled(figure, record, colours, literal(opening, 70) if opening else "Win probability")
    return figure


def _add_areas(
    figure: go.Figure, plies: Sequence[int], wins: Sequence[float | None], theme: Theme
) -> None:
    for name, edge, colour in (("White", 0, theme.white_area), ("Black", 1, theme.black_area)):
        x, y = _outlines(plies, wins, edge)
        figure.add_trace(
            go.Scatter(
                x=x,
                y=y,
                name=name,
                mode="lines",
                line={"width": 0},
                fill="toself",
                fillcolor=colour,
                hoverinfo="skip",
                showlegend=False,
            )
        )


def _outlines(
    plies: Sequence[int], wins: Sequence[float | None], edge: int
) -> tuple[list[float | None], list[float | None]]:
    """Outline the area between the curve and one edge, a polygon for each stretch of values."""
    x: list[float | None] = []
    y: list[float | None] = []
    for first, last in runs_of(wins):
        along: list[float] = [float(ply) for ply in plies[first : last + 1]]
        curve = [_rounded(win) for win in wins[first : last + 1]]
        if first == last:
            along, curve = [along[0] - _HALF, along[0] + _HALF], [curve[0], curve[0]]
        x += [along[0], *along, along[-1], None]
        y += [edge, *curve, edge, None]
    return x, y


def _rounded(win: float | None) -> float | None:
    return None if win is None else round(win, 4)


def _add_curve(
    figure: go.Figure,
    record: Record,
    plies: Sequence[int],
    wins: Sequence[float | None],
    theme: Theme,
) -> None:
    cards = [_start_card(record)]
    cards += [
        record.hover(row, record.evaluation(row), _better(record, row))
        for row in range(len(record))
    ]
    edges = [LABEL_COLOURS.get(label or "", theme.grid) for label in (None, *record.labels)]
    figure.add_trace(
        go.Scatter(
            x=list(plies),
            y=[_rounded(win) for win in wins],
            name="Win probability",
            mode="lines+markers",
            line={"width": 1.5, "color": theme.curve},
            marker={"size": 3, "color": theme.curve},
            connectgaps=False,
            hovertext=cards,
            hoverinfo="text",
            hoverlabel={"bordercolor": edges},
            showlegend=False,
        )
    )


def _start_card(record: Record) -> str:
    win = "" if record.start_win is None else f"<br>White {record.start_win * 100:.0f} &#37;"
    return "<b>Start position</b>" + win


def _better(record: Record, row: int) -> str | None:
    """Name the engine's choice where the move was another one and no sentence says it."""
    best = record.best[row]
    if best is None or best == record.sans[row] or record.explanations[row]:
        return None
    return f"best: {literal(best)}"


def _add_markers(figure: go.Figure, record: Record, shown: list[str], theme: Theme) -> None:
    size = max(9, min(17, 1100 // max(len(record), 1)))
    for label in (label for label in LABELS if label in shown):
        rows = [
            row
            for row, given in enumerate(record.labels)
            if given == label and record.white_win[row] is not None
        ]
        if not rows:
            continue
        symbol = LABEL_SYMBOLS[label]
        figure.add_trace(
            go.Scatter(
                x=[record.plies[row] for row in rows],
                y=[_rounded(record.white_win[row]) for row in rows],
                name=f"{symbol} {label} {len(rows)}",
                mode="markers+text",
                text=[f"<b>{symbol}</b>"] * len(rows),
                textposition="middle center",
                textfont={"size": round(size * 0.62), "color": LABEL_INK[label]},
                marker={
                    "size": size,
                    "color": LABEL_COLOURS[label],
                    "line": {"width": 1, "color": theme.paper},
                },
                cliponaxis=False,
                hoverinfo="skip",
            )
        )


def _add_phases(figure: go.Figure, record: Record, theme: Theme) -> None:
    """Lay a strip under the chart that says which phase the game is in."""
    tints = {
        "opening": theme.opening,
        "middlegame": theme.middlegame,
        "endgame": theme.endgame,
    }
    for phase, first, last in record.phase_runs():
        left, right = record.plies[first] - 1, record.plies[last]
        figure.add_shape(
            type="rect",
            name=phase,
            x0=left,
            x1=right,
            y0=-_STRIP,
            y1=0,
            line={"width": 0},
            fillcolor=tints[phase],
            layer="above",
        )
        if first:
            figure.add_shape(
                type="line",
                x0=left,
                x1=left,
                y0=0,
                y1=1,
                line={"width": 1, "dash": "dot", "color": theme.curve},
            )
        if (last - first + 1) * 9 >= len(record):
            figure.add_annotation(
                x=(left + right) / 2,
                y=-_STRIP / 2,
                text=phase,
                showarrow=False,
                font={"size": 10, "color": "#14181d"},
            )


def _add_middle(figure: go.Figure, record: Record, theme: Theme) -> None:
    figure.add_shape(
        type="line",
        x0=0,
        x1=max(len(record), 1),
        y0=0.5,
        y1=0.5,
        line={"width": 1, "color": theme.middle},
        opacity=0.6,
    )
