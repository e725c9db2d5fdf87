"""The blocks of a lesson: text, diagram, chart, exercise."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import chess
import chess.svg

from chessnb.coach.candidates import board_of
from chessnb.errors import InputError, SettingsError
from chessnb.schema import LABELS

if TYPE_CHECKING:
    from chessnb.coach.question import Question
    from chessnb.widgets import ChartView

__all__ = ["Block", "Chart", "Diagram", "Exercise", "Text", "chart_of", "diagram_of"]

_COLOURS = {"G": "green", "R": "red", "Y": "yellow", "B": "blue"}
_ARROW = re.compile(r"([GRYB]?)([a-h][1-8])-?([a-h][1-8])")
_SQUARE = re.compile(r"([GRYB]?)([a-h][1-8])")


@dataclass(frozen=True)
class Text:
    """Markdown."""

    markdown: str


@dataclass(frozen=True)
class Diagram:
    """A position with arrows: ``(from, to, colour)``, a square where both are the same.

    ``last`` is the move that led to it, in UCI.
    """

    fen: str
    arrows: tuple[tuple[str, str, str], ...] = ()
    last: str | None = None
    flipped: bool = False
    caption: str = ""

    @property
    def svg(self) -> str:
        """The picture."""
        return self.draw()

    def draw(self, **options: Any) -> str:
        """Draw the picture; options as for :func:`chessnb.export.figures.board_svg`."""
        from chessnb.export.figures import board_svg

        last = chess.Move.from_uci(self.last) if self.last else None
        given: dict[str, Any] = {
            "size": 360,
            "last": last,
            "flipped": self.flipped,
            "arrows": self.shapes,
        }
        return board_svg(board_of(self.fen), **(given | options))

    @property
    def shapes(self) -> list[chess.svg.Arrow]:
        """The arrows as python-chess draws them."""
        parse = chess.parse_square
        return [
            chess.svg.Arrow(parse(tail), parse(head), color=colour)
            for tail, head, colour in self.arrows
        ]

    def _repr_svg_(self) -> str:
        return self.svg


@dataclass(frozen=True)
class Chart:
    """A chart as plain values: plotly's ``data`` and ``layout``, without any text of moves.

    ``svg`` is the course of the game as a still picture, for paper; empty where there is none.
    """

    figure: dict[str, Any]
    caption: str = ""
    svg: str = ""

    @classmethod
    def of_json(cls, text: str) -> Chart:
        """Read a chart from JSON, as a lesson's notebook holds it."""
        return cls(json.loads(text))

    def show(self) -> ChartView:
        """Give it as a widget."""
        import plotly.graph_objects as go

        from chessnb.widgets import ChartView

        return ChartView(go.Figure(self.figure))


@dataclass(frozen=True)
class Exercise:
    """One question or several in a row."""

    questions: tuple[Question, ...]


Block = Text | Diagram | Chart | Exercise


def diagram_of(
    source: Any,
    ply: int | None,
    arrows: Iterable[str | Sequence[str]],
    squares: Iterable[str],
    *,
    flipped: bool,
    caption: str,
) -> Diagram:
    """Make a diagram; see :meth:`chessnb.Lesson.diagram`."""
    fen, last = _place(source, ply)
    marks = (*(_arrow(each) for each in arrows), *(_square(each) for each in squares))
    return Diagram(fen, marks, last, flipped, caption)


def _place(source: Any, ply: int | None) -> tuple[str, str | None]:
    game = getattr(source, "game", source)
    if hasattr(game, "fens") and hasattr(game, "chess_moves"):
        last = len(game)
        at = last if ply is None else ply
        if not 0 <= at <= last:
            raise SettingsError(f"ply={ply}, but this game has the plies 0 to {last}")
        move = game.chess_moves[at - 1].uci() if at else None
        return game.fens()[at], move if move != "0000" else None
    if ply is not None:
        raise SettingsError(f"ply={ply}, but {source!r} is a position, not a game")
    if isinstance(source, chess.Board):
        return source.fen(), source.peek().uci() if source.move_stack else None
    if isinstance(source, str):
        return board_of(source).fen(), None
    raise InputError(f"{source!r} is nothing to draw: give an analysis, a game, a board or a FEN")


def _arrow(given: str | Sequence[str]) -> tuple[str, str, str]:
    if not isinstance(given, str):
        parts = [*given, "green"] if len(given) == 2 else list(given)
        if len(parts) == 3 and parts[2] in _COLOURS.values():
            tail, head, colour = parts
            given = f"{tail}{head}"
            if _ARROW.fullmatch(given):
                return tail, head, colour
    elif found := _ARROW.fullmatch(given):
        return found[2], found[3], _COLOURS[found[1] or "G"]
    raise SettingsError(f"{given!r} is no arrow: write 'e2e4', 'Re2e4' or ('e2', 'e4', 'red')")


def _square(given: str) -> tuple[str, str, str]:
    found = _SQUARE.fullmatch(given)
    if not found:
        raise SettingsError(f"{given!r} is no square: write 'e4', or 'Re4' for a red one")
    return found[2], found[2], _COLOURS[found[1] or "G"]


# Charts ---------------------------------------------------------------------------------------

_TRACE = {
    "type", "mode", "x", "y", "base", "fill", "fillcolor", "line", "orientation", "opacity",
    "width", "hole", "values", "stackgroup",
}  # fmt: skip
_LAYOUT = {
    "barmode", "bargap", "height", "margin", "paper_bgcolor", "plot_bgcolor", "shapes",
    "font", "colorway",
}  # fmt: skip
_AXIS = {
    "range", "type", "dtick", "tick0", "showgrid", "gridcolor", "zeroline", "visible", "tickformat",
    "ticksuffix", "fixedrange", "showticklabels", "autorange", "side", "overlaying", "domain",
    "anchor", "linecolor", "color",
}  # fmt: skip
_MARKER = {"color", "size", "symbol", "opacity", "line", "colors"}


def chart_of(source: Any, kind: str, caption: str) -> Chart:
    """Make a chart; see :meth:`chessnb.Lesson.chart`."""
    from chessnb import charts
    from chessnb.analysis import Analysis
    from chessnb.export.figures import sparkline
    from chessnb.widgets.figures import CHARTS, figure_payload

    still = ""
    if isinstance(source, Analysis):
        still = sparkline(source.moves, width=640, height=120)
        if kind not in CHARTS:
            raise SettingsError(f"no chart {kind!r}; there are: {', '.join(CHARTS)}")
        source = getattr(charts, kind)(source, title=False)
    if not hasattr(source, "to_json"):
        raise InputError(f"{source!r} is no chart: give an analysis or a plotly figure")
    return Chart(_bare(figure_payload(source)), caption, still)


def _bare(figure: dict[str, Any]) -> dict[str, Any]:
    """What draws the lines, and nothing that tells a move: no hover texts, no names, no notes."""
    return {
        "data": [_trace(trace) for trace in figure["data"]],
        "layout": _layout(figure["layout"]),
    }


def _trace(trace: dict[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in trace.items() if name in _TRACE}
    for axis in ("x", "y"):
        values: Any = kept.get(axis) or []
        texts = [value for value in values if isinstance(value, str)]
        # Numbers may come packed, as a dictionary; words are kept where they name labels.
        if not isinstance(values, dict) and not set(texts) <= set(LABELS):
            kept[axis] = list(range(len(values)))
    marker = trace.get("marker")
    if isinstance(marker, dict):
        kept["marker"] = {name: value for name, value in marker.items() if name in _MARKER}
    if "mode" in kept:
        kept["mode"] = "+".join(part for part in kept["mode"].split("+") if part != "text")
    return kept | {"hoverinfo": "skip"}


def _layout(layout: dict[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in layout.items() if name in _LAYOUT}
    kept["showlegend"] = False
    kept["shapes"] = [
        {name: value for name, value in shape.items() if name not in ("label", "name")}
        for shape in kept.get("shapes", [])
    ]
    for name, axis in layout.items():
        if re.fullmatch(r"[xy]axis\d*", name):
            kept[name] = {key: value for key, value in axis.items() if key in _AXIS}
            ticks = [str(text) for text in axis.get("ticktext") or []]
            if ticks and all(re.fullmatch(r"[\d.]*( ?%| ?&#37;)?", text) for text in ticks):
                kept[name] |= {"tickvals": axis.get("tickvals"), "ticktext": ticks}
            title = axis.get("title")
            text = title.get("text") if isinstance(title, dict) else title
            if text:
                kept[name]["title"] = {"text": text}
    return kept
