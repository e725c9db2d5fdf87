"""Why a moment is worth teaching, how much it mattered, and how hard it was."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import chess

from chessnb.coach.candidates import Candidate, Known
from chessnb.errors import SettingsError
from chessnb.schema import LABELS
from chessnb.scoring.see import is_sacrifice

__all__ = ["KINDS", "Scene", "check_kinds"]

KINDS = ("missed win", "turning point", "time trouble", "mistake", "brilliancy", "only move")
"""What a moment can be, the most telling first."""

_BAD = ("Mistake", "Blunder", "Miss")
_GAP = 0.15  # the next best move is so far behind: one move stands out
_WINNING, _NO_LONGER = 0.80, 0.60
_FAVOURITE, _OUTSIDER = 0.55, 0.45


def check_kinds(kinds: str | Iterable[str] | None) -> frozenset[str] | None:
    """The kinds and labels that are asked for; None for all.

    Raises
    ------
    SettingsError
        There is no such kind.
    """
    if kinds is None:
        return None
    asked = [kinds] if isinstance(kinds, str) else list(kinds)
    exact = (*KINDS, *LABELS)
    # As it is written first: "mistake" is a kind, "Mistake" is a label.
    names = {name.casefold(): name for name in reversed(exact)} | {name: name for name in exact}
    found = [names.get(kind, names.get(kind.casefold())) for kind in asked]
    if None in found:
        wrong = asked[found.index(None)]
        raise SettingsError(f"no kind {wrong!r}; there are: {', '.join(exact)}")
    return frozenset(name for name in found if name is not None)


@dataclass(eq=False)
class Scene:
    """A move with everything that decides whether it is a teachable moment.

    Attributes
    ----------
    row : dict
        Its row of the `moves` table, missing values left out.
    board : chess.Board
        The position before it.
    known : Known
        The engine's lines there.
    tolerance : float
        What an acceptable move may lose.
    last : chess.Move or None
        The opponent's move that led here, and whether it captured.
    low_on_time : bool
        The clock showed time trouble after the move.
    """

    row: dict[str, Any]
    board: chess.Board
    known: Known
    tolerance: float
    last: chess.Move | None
    last_captured: bool
    low_on_time: bool

    @property
    def loss(self) -> float:
        """Win probability that the played move lost."""
        return float(self.row.get("wpl", 0.0))

    @property
    def before(self) -> float:
        """Win probability with the best move, mover's view."""
        best = self.known.best
        return best.win if best else float(self.row.get("mover_win_before", 0.5))

    @property
    def after(self) -> float:
        """Win probability after the played move, mover's view."""
        return float(self.row.get("mover_win_after", self.before))

    @property
    def acceptable(self) -> list[Candidate]:
        """The known moves within the tolerance."""
        return self.known.within(self.tolerance)

    @property
    def gap(self) -> float:
        """How far the second best move is behind; 0 where it is not known."""
        moves = self.known.candidates
        return moves[0].win - moves[1].win if len(moves) > 1 else 0.0

    @property
    def is_bad(self) -> bool:
        """Whether the played move is a mistake of some size."""
        return self.row.get("label") in _BAD

    @property
    def recaptures(self) -> bool:
        """Whether the best move only takes back what was just taken."""
        best = self.known.best
        if best is None or self.last is None or not self.last_captured:
            return False
        return self.board.parse_uci(best.uci).to_square == self.last.to_square

    def kinds(self) -> list[str]:
        """The kinds that it is, the most telling first."""
        if self.row.get("forced") or self.row.get("label") in (None, "Book"):
            return []
        found = set(self._bad_kinds() if self.is_bad else self._good_kinds())
        return [kind for kind in KINDS if kind in found]

    def _bad_kinds(self) -> Iterable[str]:
        yield "mistake"
        before = float(self.row.get("mover_win_before", self.before))
        if self.row["label"] == "Miss" or (before >= _WINNING and self.after < _NO_LONGER):
            yield "missed win"
        if before > _FAVOURITE and self.after < _OUTSIDER:
            yield "turning point"
        if self.low_on_time:
            yield "time trouble"
        if self.gap >= _GAP:
            yield "only move"

    def _good_kinds(self) -> Iterable[str]:
        best = self.known.best
        if self.row["label"] == "Brilliant":
            yield "brilliancy"
        found = best is not None and best.uci == self.row.get("uci")
        if self.recaptures or not found:
            return
        if self.gap >= _GAP:
            yield "only move"

    def weight(self) -> float:
        """How much it mattered times how instructive it is, in [0, 1]."""
        # What went wrong teaches more than what went right.
        matter = self.loss if self.is_bad else 0.5 * max(self.gap, 0.1)
        middle = (self.before + (self.after if self.is_bad else self.before - self.gap)) / 2
        undecided = 4 * middle * (1 - middle)
        choices = len(self.acceptable)
        clear = {0: 0.6, 1: 1.0, 2: 0.9, 3: 0.75}.get(choices, 0.6)
        easy = 0.35 if self.recaptures else 0.5 + self.difficulty() / 2
        return matter * undecided * clear * easy

    def difficulty(self) -> float:
        """0 is easy, 1 is hard: quiet moves, sacrifices and lone moves are hard to find."""
        best = self.known.best
        value = 0.25 + (0.2 if self.is_bad else 0.0)
        value += 0.1 * min(1.0, self.board.legal_moves.count() / 40)
        if best is None:
            return round(value, 2)
        move = self.board.parse_uci(best.uci)
        if not self.board.is_capture(move) and not self.board.gives_check(move):
            value += 0.2
        if is_sacrifice(self.board, move):
            value += 0.2
        value += 0.1 if len(self.acceptable) == 1 else -0.1
        value -= 0.2 if self.recaptures else 0.0
        value -= 0.2 if best.san.endswith("#") else 0.0
        return round(min(1.0, max(0.0, value)), 2)

    def why(self, kind: str) -> str:
        """One plain sentence."""
        san, best = self.row["san"], self.known.best
        points = round(100 * self.loss)
        before, after = f"{100 * self.before:.0f} %", f"{100 * self.after:.0f} %"
        kept = f"; {best.san} kept {before}" if best and best.uci != self.row.get("uci") else ""
        match kind:
            case "missed win":
                return f"{san} let the win go, {after} are left of {before}{kept}."
            case "turning point":
                return f"{san} turned the game: from {before} to {after}{kept}."
            case "time trouble":
                clock = f"{self.row['clock']:.0f} s left"
                return f"In time trouble ({clock}), {san} cost {points} points{kept}."
            case "mistake":
                return f"{san} cost {points} points of win probability{kept}."
            case "brilliancy":
                return f"{san} was brilliant: it keeps {after}."
            case _:
                name = best.san if best else san
                behind = f"the next best move is {100 * self.gap:.0f} points behind"
                return f"Only {name} will do: {behind}."
