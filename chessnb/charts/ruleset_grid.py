"""The same moves judged by several rulesets, one row of badges each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

import plotly.graph_objects as go

from chessnb.charts.frame import bare_figure, move_axis, note, titled
from chessnb.charts.record import Analysed, Record
from chessnb.charts.text import literal
from chessnb.errors import SettingsError
from chessnb.palette import LABEL_COLOURS, LABEL_INK, LABEL_SYMBOLS, Theme, get_theme
from chessnb.schema import LABELS

if TYPE_CHECKING:
    from chessnb.scoring.rulesets import Ruleset

__all__ = ["compare_rulesets"]

_ROW = 34  # pixels
_HALF = 0.32  # half the height of a badge, in rows
_LONG = 110  # plies from which on badges are too narrow for their signs


class Rescorable(Analysed, Protocol):
    """An analysis that can be judged by other rules."""

    def rescore(self, ruleset: str | Ruleset, /) -> Analysed:
        """Judge the same evaluations by another ruleset."""
        ...


def compare_rulesets(
    analysis: Rescorable,
    rulesets: Sequence[str | Ruleset] | None = None,
    *,
    theme: str | Theme = "light",
    title: bool = True,
    height: int | None = None,
) -> go.Figure:
    """Draw the label of every move under several rulesets; plies they disagree on are marked.

    Parameters
    ----------
    analysis : Analysis
        Re-scored for each ruleset; no engine runs.
    rulesets : sequence of str or Ruleset, optional
        Default: all of ``chessnb.rulesets``.
    theme : {"light", "dark"} or Theme
        The page's colours.
    title : bool
        Whether players and result stand above the chart.
    height : int, optional
        Height in pixels, without the title.

    Returns
    -------
    plotly.graph_objects.Figure
        x is the ply, y the row of a ruleset, the first on top.

    Raises
    ------
    RulesetError
        There is no such ruleset.
    SettingsError
        The list of rulesets is empty.
    """
    from chessnb.scoring.rulesets import get_ruleset
    from chessnb.scoring.rulesets import rulesets as known

    colours = get_theme(theme)
    chosen = [get_ruleset(one) for one in (known if rulesets is None else rulesets)]
    if not chosen:
        raise SettingsError("rulesets=[]: name at least one, see chessnb.rulesets")
    records = [Record.of(analysis.rescore(ruleset)) for ruleset in chosen]
    labels = [record.labels for record in records]
    first = records[0]
    tall = height or 92 + _ROW * len(chosen)
    figure = bare_figure(
        colours, height=tall, meta={"chart": "compare_rulesets", "x": "ply"}, title=title
    )
    _mark_disagreements(figure, first, labels, colours)
    _add_badges(figure, first, labels)
    _add_cards(figure, first, [ruleset.name for ruleset in chosen], labels)
    move_axis(figure, first, colours)
    figure.update_layout(barmode="overlay")
    figure.update_yaxes(
        range=[len(chosen) - 0.4, -0.6],
        tickvals=list(range(len(chosen))),
        ticktext=[literal(ruleset.name, 24) for ruleset in chosen],
        tickfont={"size": 13, "color": colours.ink},
        showgrid=False,
        zeroline=False,
        fixedrange=True,
        automargin=True,
    )
    if not len(first):
        note(figure, colours, "no moves")
    if title:
        count = len(_disagreements(labels))
        titled(figure, first, colours, f"Labels by ruleset: they disagree on {count} moves")
    return figure


def _disagreements(labels: Sequence[Sequence[str | None]]) -> list[int]:
    """Give the rows where the rulesets that say anything do not say the same."""
    return [
        row
        for row, said in enumerate(zip(*labels, strict=True))
        if len({label for label in said if label is not None}) > 1
    ]


def _mark_disagreements(
    figure: go.Figure, record: Record, labels: Sequence[Sequence[str | None]], theme: Theme
) -> None:
    rows = _disagreements(labels)
    figure.add_trace(
        go.Bar(
            x=[record.plies[row] for row in rows],
            y=[len(labels) + 0.2] * len(rows),
            base=-0.6,
            width=1,
            name="they disagree",
            marker={"color": theme.panel if theme.name == "dark" else theme.grid},
            hoverinfo="skip",
            showlegend=False,
        )
    )


def _add_badges(figure: go.Figure, record: Record, labels: Sequence[Sequence[str | None]]) -> None:
    length = len(record)
    for label in LABELS:
        places = [
            (record.plies[row], line)
            for line, given in enumerate(labels)
            for row, one in enumerate(given)
            if one == label
        ]
        if not places:
            continue
        symbol = LABEL_SYMBOLS[label]
        figure.add_trace(
            go.Bar(
                x=[ply for ply, _ in places],
                y=[2 * _HALF] * len(places),
                base=[line - _HALF for _, line in places],
                width=0.92 if length <= _LONG else 1,
                name=f"{symbol} {label}",
                text=[f"<b>{symbol}</b>"] * len(places) if length <= _LONG else None,
                textposition="inside",
                insidetextanchor="middle",
                textangle=0,
                insidetextfont={"size": max(7, min(12, 640 // length)), "color": LABEL_INK[label]},
                constraintext="none",
                marker={"color": LABEL_COLOURS[label], "cornerradius": 2 if length <= _LONG else 0},
                hoverinfo="skip",
            )
        )


def _add_cards(
    figure: go.Figure, record: Record, names: Sequence[str], labels: Sequence[Sequence[str | None]]
) -> None:
    """Lay one invisible point over each ply that tells what every ruleset says."""
    cards = [
        "<br>".join(
            [f"<b>{record.move_text(row)}</b>"]
            + [
                f"{literal(name, 24)}: " + (f"{LABEL_SYMBOLS[said]} {said}" if said else "–")
                for name, said in zip(names, (given[row] for given in labels), strict=True)
            ]
        )
        for row in range(len(record))
    ]
    figure.add_trace(
        go.Scatter(
            x=list(record.plies),
            y=[-0.5] * len(record),
            mode="markers",
            marker={"size": 1, "opacity": 0},
            hovertext=cards,
            hoverinfo="text",
            showlegend=False,
        )
    )
