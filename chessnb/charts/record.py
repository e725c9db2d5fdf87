"""What the charts draw: an analysis as plain lists, with None for what is missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, Protocol, cast

from chessnb.charts.text import clock_text, literal, wrapped
from chessnb.palette import LABEL_SYMBOLS
from chessnb.schema import SIDES

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Analysed", "Record", "column", "runs_of"]


class Analysed(Protocol):
    """Anything with the tables of an analysis: :class:`chessnb.Analysis`, growing or complete."""

    @property
    def moves(self) -> pd.DataFrame:
        """One row per ply."""
        ...

    @property
    def players(self) -> pd.DataFrame:
        """One row per player."""
        ...

    @property
    def game(self) -> Any:
        """The game, with ``headers``."""
        ...


def column(table: pd.DataFrame, name: str) -> list[Any]:
    """Give a column as a list of Python values, None where one is missing."""
    values = table[name]
    return [
        None if gone else value
        for value, gone in zip(values.tolist(), values.isna().tolist(), strict=True)
    ]


@dataclass(frozen=True)
class Record:
    """The moves of one game, entry by entry; all lists have the same length.

    Attributes
    ----------
    plies, numbers : list of int
        Half-moves from 1, and the moves' numbers in the game.
    sides, sans, labels, evals : list of str or None
        As in ``analysis.moves``.
    accuracy, white_win, spent, clock : list of float or None
        Accuracy, White's win probability after the move, seconds spent, seconds left.
    explanations, best : list of str or None
        The explanation, and the engine's choice.
    phases, openings : list of str or None
        The phase, and the opening known so far.
    start_win : float or None
        White's win probability before the first move.
    names, headers : dict
        The players by side, and the game's headers.
    """

    plies: list[int]
    numbers: list[int]
    sides: list[str]
    sans: list[str]
    labels: list[str | None]
    evals: list[str | None]
    accuracy: list[float | None]
    white_win: list[float | None]
    spent: list[float | None]
    clock: list[float | None]
    explanations: list[str | None]
    best: list[str | None]
    phases: list[str | None]
    openings: list[str | None]
    start_win: float | None
    names: dict[str, str]
    headers: dict[str, str]

    @classmethod
    def of(cls, analysis: Analysed) -> Record:
        """Read the tables of an analysis."""
        moves = analysis.moves
        headers = dict(analysis.game.headers)
        return cls(
            plies=[int(cast("int", ply)) for ply in moves.index],
            numbers=column(moves, "move_number"),
            sides=column(moves, "side"),
            sans=[san or "?" for san in column(moves, "san")],
            labels=column(moves, "label"),
            evals=column(moves, "eval"),
            accuracy=column(moves, "accuracy"),
            white_win=column(moves, "white_win_after"),
            spent=column(moves, "time_spent"),
            clock=column(moves, "clock"),
            explanations=column(moves, "explanation"),
            best=column(moves, "best_san"),
            phases=column(moves, "phase"),
            openings=column(moves, "opening"),
            start_win=_start_win(moves),
            names={side: _name(headers, side) for side in SIDES},
            headers=headers,
        )

    def __len__(self) -> int:
        return len(self.plies)

    def rows_of(self, side: str) -> list[int]:
        """Give the row numbers of one player's moves."""
        return [row for row, mover in enumerate(self.sides) if mover == side]

    def move_text(self, row: int) -> str:
        """Write a move with its number: ``12. Nf3``, ``12… Nf6``."""
        dots = "." if self.sides[row] == "white" else "…"
        return f"{self.numbers[row]}{dots} {literal(self.sans[row])}"

    def hover(self, row: int, *facts: str | None) -> str:
        """Write the card of a move: the move, its label, the facts given, the explanation."""
        label = self.labels[row]
        head = f"<b>{self.move_text(row)}</b>"
        if label is not None:
            head += f"   <b>{LABEL_SYMBOLS[label]}</b> {label}"
        explanation = self.explanations[row]
        parts = [head, *facts, wrapped(explanation) if explanation else None]
        return "<br>".join(part for part in parts if part)

    def evaluation(self, row: int) -> str | None:
        """Write a move's evaluation and White's win probability."""
        win, score = self.white_win[row], self.evals[row]
        parts = [score, None if win is None else f"White {win * 100:.0f} &#37;"]
        return "  ·  ".join(part for part in parts if part) or None

    def spent_text(self, row: int) -> str | None:
        """Write how long a move took."""
        spent = self.spent[row]
        return None if spent is None else f"{clock_text(spent)} spent"

    def phase_runs(self) -> list[tuple[str, int, int]]:
        """Give the phases in order: name, first row, last row."""
        runs: list[tuple[str, int, int]] = []
        for phase, rows in groupby(range(len(self)), key=lambda row: self.phases[row]):
            listed = list(rows)
            if phase is not None:
                runs.append((phase, listed[0], listed[-1]))
        return runs

    @property
    def opening(self) -> str | None:
        """The last opening named, else the header's."""
        known = [name for name in self.openings if name]
        return known[-1] if known else self.headers.get("Opening")


def _start_win(moves: pd.DataFrame) -> float | None:
    if moves.empty:
        return None
    before = column(moves, "mover_win_before")[0]
    if before is None:
        return None
    return before if column(moves, "side")[0] == "white" else 1 - before


def _name(headers: dict[str, str], side: str) -> str:
    name = headers.get(side.title(), "").strip()
    return name if name and name != "?" else side.title()


def runs_of(values: Sequence[float | None]) -> list[tuple[int, int]]:
    """Give first and last index of each stretch without a missing value."""
    runs: list[tuple[int, int]] = []
    for present, rows in groupby(range(len(values)), key=lambda row: values[row] is not None):
        if present:
            listed = list(rows)
            runs.append((listed[0], listed[-1]))
    return runs
