"""The accuracy of each move, and how it added up."""

from __future__ import annotations

from itertools import accumulate

import plotly.graph_objects as go

from chessnb.charts.frame import bare_figure, move_axis, note, titled, value_axis
from chessnb.charts.record import Analysed, Record, column
from chessnb.charts.text import literal
from chessnb.palette import Theme, get_theme
from chessnb.schema import SIDES

__all__ = ["accuracy"]


def accuracy(
    analysis: Analysed,
    *,
    theme: str | Theme = "light",
    title: bool = True,
    height: int = 300,
) -> go.Figure:
    """Draw each move's accuracy as a point, and each player's mean so far as a line.

    Parameters
    ----------
    analysis : Analysis
        Complete or growing; moves without an accuracy leave a gap and drop out of the mean.
    theme : {"light", "dark"} or Theme
        The page's colours.
    title : bool
        Whether players and result stand above the chart.
    height : int
        Height in pixels, without the title.

    Returns
    -------
    plotly.graph_objects.Figure
        x is the ply, y the accuracy in [0, 100]. The legend has each player's game accuracy, which
        is no plain mean: the ruleset weighs it.
    """
    colours = get_theme(theme)
    record = Record.of(analysis)
    figure = bare_figure(
        colours, height=height, meta={"chart": "accuracy", "x": "ply"}, title=title
    )
    totals = dict(zip(analysis.players.index, column(analysis.players, "accuracy"), strict=True))
    for side in SIDES:
        _add_player(figure, record, side, totals.get(side), colours)
    move_axis(figure, record, colours)
    value_axis(
        figure,
        colours,
        range=[-4, 104],
        tickvals=[0, 25, 50, 75, 100],
        ticktext=["0", "25", "50", "75", "100"],
    )
    if not any(value is not None for value in record.accuracy):
        note(figure, colours, "no moves" if not len(record) else "no accuracies yet")
    if title:
        titled(figure, record, colours, "Accuracy of each move, and the mean so far")
    return figure


def _add_player(
    figure: go.Figure, record: Record, side: str, total: float | None, theme: Theme
) -> None:
    rows = record.rows_of(side)
    values = [record.accuracy[row] for row in rows]
    means = running_means(values)
    colour = theme.white_line if side == "white" else theme.black_line
    name = literal(record.names[side], 24) + ("" if total is None else f"  {total:.1f}")
    plies = [record.plies[row] for row in rows]
    figure.add_trace(
        go.Scatter(
            x=plies,
            y=[None if value is None else round(value, 2) for value in values],
            name=name,
            legendgroup=side,
            showlegend=False,
            mode="markers",
            marker={
                "size": 7,
                "symbol": "circle" if side == "white" else "diamond",
                "color": colour,
                "opacity": 0.55,
            },
            hovertext=[
                record.hover(row, _facts(value, mean))
                for row, value, mean in zip(rows, values, means, strict=True)
            ],
            hoverinfo="text",
        )
    )
    figure.add_trace(
        go.Scatter(
            x=plies,
            y=[None if mean is None else round(mean, 2) for mean in means],
            name=name,
            legendgroup=side,
            mode="lines",
            line={"width": 2.5, "color": colour, "dash": "solid" if side == "white" else "dash"},
            hoverinfo="skip",
        )
    )


def _facts(value: float | None, mean: float | None) -> str | None:
    if value is None or mean is None:
        return None
    return f"accuracy {value:.1f}  ·  so far {mean:.1f}"


def running_means(values: list[float | None]) -> list[float | None]:
    """Give the mean of all values up to each place; None before the first.

    Examples
    --------
    >>> running_means([None, 100.0, None, 50.0])
    [None, 100.0, 100.0, 75.0]
    """
    sums = accumulate(0.0 if value is None else value for value in values)
    counts = accumulate(int(value is not None) for value in values)
    return [total / count if count else None for total, count in zip(sums, counts, strict=True)]
