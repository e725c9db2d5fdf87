"""What an engine says of a position: lines with a score from White's view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["Evaluation", "Line", "Source"]

Source = Literal["engine", "cache", "pgn", "board"]


@dataclass(frozen=True, slots=True)
class Line:
    """One engine line of a position.

    ``cp`` (centipawns) and ``mate`` (signed moves to mate) are from **White's** view and exclude
    each other. ``pv`` holds UCI moves, Chess960 castling as king-takes-rook; it is empty where
    the position is over.
    """

    rank: int
    pv: tuple[str, ...] = ()
    cp: int | None = None
    mate: int | None = None
    depth: int | None = None
    nodes: int | None = None


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The evaluation of one position.

    ``lines`` are ordered by rank, the best for the side to move first; empty where there is none,
    and then ``error`` says why. ``engine`` is the name and version of the engine, missing where
    the value came from the board or from a file without a named engine.
    A checkmate on the board has ``mate=0``: its sign is that of the side **not** to move.
    """

    lines: tuple[Line, ...] = ()
    source: Source = "engine"
    engine: str | None = None
    error: str | None = None

    @property
    def best(self) -> Line | None:
        """The first line, or None."""
        return self.lines[0] if self.lines else None
