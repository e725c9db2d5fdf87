"""Plotly figures on their way to the browser: for light pages and for dark ones."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from chessnb.errors import InputError
from chessnb.palette import THEMES

if TYPE_CHECKING:
    import plotly.graph_objects as go

    from chessnb.analysis import Analysis

__all__ = ["CHARTS", "analysis_figures", "figure_payload", "in_theme"]

_BASIC = ("scatter", "bar", "pie")
"""The kinds of trace that the shipped chart library draws."""

_COLOURS = (
    "panel", "ink", "ink_muted", "grid", "white_area", "black_area", "white_line", "black_line",
    "middle", "cursor",
)  # fmt: skip

CHARTS = ("win_probability", "accuracy", "labels", "time")
"""The functions of :mod:`chessnb.charts` whose figures a view shows."""


def figure_payload(figure: go.Figure) -> dict[str, Any]:
    """Give a figure as values of JSON's types.

    Raises
    ------
    InputError
        The figure has a kind of trace that the widget cannot draw.
    """
    content = json.loads(figure.to_json() or "{}")
    kinds = {trace.get("type", "scatter") for trace in content["data"]}
    unknown = sorted(kinds.difference(_BASIC))
    if unknown:
        raise InputError(
            f"a chart of kind {unknown[0]!r} is not for a ChartView, which draws "
            f"{', '.join(_BASIC)}: show the figure itself"
        )
    return {"data": content["data"], "layout": content["layout"]}


def in_theme(payload: dict[str, Any], name: str) -> dict[str, Any]:
    """Give a figure in the colours of a theme, where it has those of the other one.

    Only what the charts of chessnb have in common is changed: ground, text and lines. Other
    colours, and figures with others, stay as they are.
    """
    theme, other = THEMES[name], THEMES["light" if name == "dark" else "dark"]
    colours = {getattr(other, part): getattr(theme, part) for part in _COLOURS}
    pattern = re.compile("|".join(map(re.escape, colours)))
    made = json.loads(pattern.sub(lambda found: colours[found[0]], json.dumps(payload)))
    for ground in ("paper_bgcolor", "plot_bgcolor"):
        if made["layout"].get(ground) == other.paper:
            made["layout"][ground] = theme.paper
    return made


def analysis_figures(
    analysis: Analysis,
    themes: Iterable[str] = tuple(THEMES),
    names: Iterable[str] = CHARTS,
) -> dict[str, dict[str, Any]]:
    """Give the charts of an analysis, by theme and name."""
    from chessnb import charts

    wanted = tuple(names)

    def draw(name: str, theme: str) -> dict[str, Any]:
        # The view says who plays; only the sides of the label counts need their names.
        figure = getattr(charts, name)(analysis, theme=theme, title=name == "labels")
        return figure_payload(figure)

    return {theme: {name: draw(name, theme) for name in wanted} for theme in themes}
