"""A player's openings as a sunburst."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

import plotly.graph_objects as go
from plotly.colors import sample_colorscale

from chessnb.charts.season_frame import count_text, season_figure
from chessnb.charts.text import literal
from chessnb.palette import Theme, get_theme
from chessnb.season import opening_nodes, season_table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["opening_tree"]

_SCALE = [[0, "#b2182b"], [0.5, "#f2f2f2"], [1, "#2166ac"]]


def opening_tree(
    games: Any,
    player: str | None = None,
    *,
    measure: str = "score",
    levels: int = 3,
    rings: bool = False,
    theme: str | Theme = "light",
    title: bool = True,
    height: int = 460,
) -> go.Figure:
    """Draw a player's openings: by colour, family, variation, and its variations.

    Parameters
    ----------
    games, player, theme, title, height
        As for :func:`chessnb.charts.accuracy_trend`.
    measure : {"score", "accuracy"}
        What the colours show: the mean result (blue above ½), or accuracy against the player's
        average.
    levels : int
        How many parts of the openings' names are told apart.
    rings : bool
        Draw the same picture from plain rings, which a :class:`~chessnb.ChartView` can show; they
        do not open up at a click.

    Returns
    -------
    plotly.graph_objects.Figure
        A sunburst whose sizes are games. Each part's ``id`` is its path and its ``customdata``
        the ids of its games, with commas between, so that a click can open them; the hover text
        has both measures.
    """
    colours = get_theme(theme)
    season = season_table(games, player)
    nodes = opening_nodes(season, levels=levels)
    tops = nodes[nodes["parent"] == ""]
    middle = 0.5 if measure == "score" else _mean(tops, "accuracy")
    spread = 0.5 if measure == "score" else 15.0
    head = str(season.attrs.get("player") or player or "Season") if title else None
    below = "openings: sizes are games, colours the " + (
        "mean result" if measure == "score" else "accuracy against the average"
    )
    figure = season_figure(colours, chart="opening_tree", head=head, below=below, height=height)
    shares = [_share(value, middle, spread) for value in nodes[measure]]
    if rings:
        figure.add_traces(_rings(nodes, shares, colours))
    else:
        figure.add_trace(_sunburst(nodes, shares, colours))
    return figure


def _sunburst(nodes: pd.DataFrame, shares: list[float | None], colours: Theme) -> go.Sunburst:
    return go.Sunburst(
        ids=list(nodes.index),
        parents=list(nodes["parent"]),
        labels=[literal(name, 28) for name in nodes["name"]],
        values=list(nodes["games"]),
        branchvalues="total",
        customdata=[[",".join(ids)] for ids in nodes["game_ids"]],
        marker={
            "colors": shares,
            "colorscale": _SCALE,
            "cmin": 0,
            "cmax": 1,
            "line": {"color": colours.paper, "width": 1},
        },
        hovertext=[_hover(row) for row in nodes.itertuples()],
        hoverinfo="text",
        insidetextorientation="auto",
    )


_Part: TypeAlias = "tuple[str | None, int]"
"""A node's path, None for a gap, and its games."""


def _rings(nodes: pd.DataFrame, shares: list[float | None], colours: Theme) -> list[go.Pie]:
    """One ring for each part of the names, from the middle outwards."""
    painted = [colours.grid if one is None else _colour(one) for one in shares]
    known = nodes.assign(colour=painted, hover=[_hover(row) for row in nodes.itertuples()])
    ring: list[_Part] = [("", int(nodes.loc[nodes["parent"] == "", "games"].sum()))]
    count = 1 + max(path.count("/") for path in nodes.index)
    traces: list[go.Pie] = []
    for number in range(1, count + 1):
        ring = [part for one in ring for part in _parts_of(nodes, *one)]
        traces.append(_ring(known, ring, number, count, colours))
    return traces


def _parts_of(nodes: pd.DataFrame, path: str | None, games: int) -> Iterator[_Part]:
    """What lies outside a part; games whose name ends there leave a gap."""
    below = nodes.loc[nodes["parent"] == path, "games"] if path is not None else ()
    for name, count in dict(below).items():
        yield name, int(count)
        games -= int(count)
    if games:
        yield None, games


def _ring(
    known: pd.DataFrame, ring: list[_Part], number: int, count: int, colours: Theme
) -> go.Pie:
    rows = [None if path is None else known.loc[path] for path, _ in ring]
    edge = number / count / 2
    return go.Pie(
        values=[games for _, games in ring],
        text=["" if row is None else literal(str(row["name"]), 22) for row in rows],
        textinfo="text",
        textposition="inside",
        insidetextorientation="auto",
        customdata=["" if row is None else ",".join(row["game_ids"]) for row in rows],
        hovertext=["" if row is None else row["hover"] for row in rows],
        hoverinfo=["skip" if row is None else "text" for row in rows],
        marker={
            "colors": ["rgba(0,0,0,0)" if row is None else row["colour"] for row in rows],
            "line": {"color": colours.paper, "width": 1},
        },
        domain={"x": [0.5 - edge, 0.5 + edge], "y": [0.5 - edge, 0.5 + edge]},
        hole=(number - 1) / number,
        sort=False,
        direction="clockwise",
        showlegend=False,
    )


def _share(value: float, middle: float, spread: float) -> float | None:
    """Where a value stands on the scale of colours, in [0, 1]; None where there is none."""
    if value != value:
        return None
    return min(1.0, max(0.0, 0.5 + (value - middle) / (2 * spread)))


def _colour(share: float) -> str:
    return str(sample_colorscale(_SCALE, share)[0])


def _mean(nodes: Any, name: str) -> float:
    known = nodes[nodes[name].notna()]
    return float((known[name] * known["games"]).sum() / max(1, known["games"].sum()))


def _hover(row: Any) -> str:
    lines = [f"<b>{literal(row.name, 60)}</b>", count_text(row.games, row.few)]
    if row.score == row.score:
        lines.append(f"score {100 * row.score:.0f} %".replace("%", "&#37;"))
    if row.accuracy == row.accuracy:
        lines.append(f"accuracy {row.accuracy:.1f}")
    return "<br>".join(lines)
