"""A player's openings as a sunburst."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go

from chessnb.charts.season_frame import count_text, season_figure
from chessnb.charts.text import literal
from chessnb.palette import Theme, get_theme
from chessnb.season import opening_nodes, season_table

__all__ = ["opening_tree"]

_SCALE = [[0, "#b2182b"], [0.5, "#f2f2f2"], [1, "#2166ac"]]


def opening_tree(
    games: Any,
    player: str | None = None,
    *,
    measure: str = "score",
    levels: int = 3,
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

    Returns
    -------
    plotly.graph_objects.Figure
        A sunburst whose sizes are games. Each part's ``id`` is its path and its ``customdata``
        the ids of its games, so that a click can open them; the hover text has both measures.
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
    figure.add_trace(
        go.Sunburst(
            ids=list(nodes.index),
            parents=list(nodes["parent"]),
            labels=[literal(name, 28) for name in nodes["name"]],
            values=list(nodes["games"]),
            branchvalues="total",
            customdata=[[",".join(ids)] for ids in nodes["game_ids"]],
            marker={
                "colors": [None if v != v else v for v in nodes[measure]],
                "colorscale": _SCALE,
                "cmin": middle - spread,
                "cmax": middle + spread,
                "line": {"color": colours.paper, "width": 1},
            },
            hovertext=[_hover(row) for row in nodes.itertuples()],
            hoverinfo="text",
            insidetextorientation="auto",
        )
    )
    return figure


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
