"""Small pictures without a plotting library: board diagrams and a win-probability sparkline."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import chess
import chess.svg

from chessnb.palette import LABEL_COLOURS, LIGHT

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["PRINT_COLOURS", "board_svg", "data_uri", "sparkline"]

_BOARD_COLOURS = {
    "square light": LIGHT.square_light,
    "square dark": LIGHT.square_dark,
    "square light lastmove": "#f7e6a1",
    "square dark lastmove": "#d3be63",
    "margin": LIGHT.ink,
    "coord": LIGHT.square_light,
}

PRINT_COLOURS = {
    "square light": "#ffffff",
    "square dark": "#d2d2d2",
    "square light lastmove": "#f0f0f0",
    "square dark lastmove": "#bdbdbd",
    "margin": "#ffffff",
    "coord": "#000000",
    "inner border": "#000000",
    "outer border": "#ffffff",
}
"""A board for paper: light enough for a printer without colours."""


def board_svg(
    board: chess.Board,
    *,
    size: int = 280,
    last: chess.Move | None = None,
    flipped: bool = False,
    arrows: Sequence[chess.svg.Arrow] = (),
    coordinates: bool = True,
    colours: Mapping[str, str] = _BOARD_COLOURS,
) -> str:
    """Draw a position as SVG, in chessnb's colours or others; a check is marked on screens only."""
    in_check = board.is_check() and colours is not PRINT_COLOURS
    check = board.king(board.turn) if in_check else None
    return chess.svg.board(
        board,
        orientation=chess.BLACK if flipped else chess.WHITE,
        lastmove=last or None,
        check=check,
        arrows=list(arrows),
        size=size,
        coordinates=coordinates,
        colors=dict(colours),
    )


def data_uri(svg: str) -> str:
    """Give an SVG as the address of an image, in which nothing can run."""
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode()


def sparkline(moves: pd.DataFrame, *, width: int = 300, height: int = 60) -> str:
    """Draw White's win probability over the game as a small SVG, mistakes marked.

    Parameters
    ----------
    moves
        A `moves` table.
    width, height
        Size in pixels.
    """
    points = _points(moves, width, height)
    area = "".join(_area(run, height) for run in _runs(points))
    dots = "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.6" fill="{LABEL_COLOURS[label]}" '
        f'stroke="#fff" stroke-width=".7"/>'
        for (x, y), label in _marked(points, moves)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="White\'s win probability over the game">'
        f'<rect width="{width}" height="{height}" rx="4" fill="{LIGHT.black_area}"/>{area}'
        f'<line x1="0" y1="{height / 2}" x2="{width}" y2="{height / 2}" stroke="{LIGHT.middle}" '
        f'stroke-width=".8" stroke-dasharray="3 3"/>{dots}</svg>'
    )


def _points(moves: pd.DataFrame, width: int, height: int) -> list[tuple[float, float] | None]:
    values = moves["white_win_after"].to_numpy(dtype=float, na_value=float("nan")).tolist()
    step = width / max(1, len(values) - 1)
    return [
        None if value != value else (index * step, height * (1 - value))
        for index, value in enumerate(values)
    ]


def _runs(
    points: Sequence[tuple[float, float] | None],
) -> list[list[tuple[float, float]]]:
    """Cut the curve where an evaluation is missing."""
    runs: list[list[tuple[float, float]]] = [[]]
    for point in points:
        if point is not None:
            runs[-1].append(point)
        elif runs[-1]:
            runs.append([])
    return [run for run in runs if run]


def _area(run: Sequence[tuple[float, float]], height: int) -> str:
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in run)
    return (
        f'<polygon points="{run[0][0]:.1f},{height} {line} {run[-1][0]:.1f},{height}" '
        f'fill="{LIGHT.white_area}"/>'
    )


def _marked(
    points: Sequence[tuple[float, float] | None], moves: pd.DataFrame
) -> list[tuple[tuple[float, float], str]]:
    shown = ("Brilliant", "Great", "Mistake", "Blunder", "Miss")
    return [
        (point, label)
        for point, label in zip(points, moves["label"].tolist(), strict=True)
        if point is not None and label in shown
    ]
