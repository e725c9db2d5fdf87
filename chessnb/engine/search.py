"""The search of one position, by the settings' plan."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from typing import NamedTuple

from chessnb.engine.answer import Answer
from chessnb.engine.evaluation import Evaluation, Line
from chessnb.engine.positions import Position
from chessnb.engine.session import Session
from chessnb.engine.settings import SecondLine, Settings
from chessnb.engine.watchdog import Watchdog
from chessnb.errors import EngineError

__all__ = ["search", "white_win"]


class _Found(NamedTuple):
    """What one search found, and whether it was stuck when it ended."""

    lines: tuple[Line, ...]
    stuck: bool


def search(
    session: Session, position: Position, settings: Settings, watchdog: Watchdog
) -> Evaluation | None:
    """The evaluation of a position; None where the session was told to abandon it.

    Raises
    ------
    EngineError
        If the engine is dead, hung, or lies.
    """
    session.configure({"MultiPV": settings.multipv, "UCI_Chess960": position.board.chess960})
    found = _ask(session, position, settings.go, watchdog)
    if found is not None and settings.stuck_nodes is not None and found.stuck:
        session.new_game(watchdog.floor)
        found = _ask(session, position, f"nodes {settings.stuck_nodes}", watchdog)
    if found is None:
        return None
    lines = found.lines
    if settings.second is not None and len(lines) == 1 and lines[0].pv[0] == position.played:
        second = _second(session, position, settings.second, lines[0], watchdog)
        if second is None:
            return None
        lines += second
    return Evaluation(lines, engine=session.name)


def white_win(line: Line) -> float:
    """White's win probability in points of 100.

    >>> round(white_win(Line(1, cp=100)), 1)
    59.1
    """
    if line.mate is not None:
        return 100.0 if line.mate > 0 else 0.0
    return 100.0 / (1.0 + math.exp(-0.00368208 * max(-10_000, min(10_000, line.cp or 0))))


def _second(
    session: Session, position: Position, plan: SecondLine, first: Line, watchdog: Watchdog
) -> tuple[Line, ...] | None:
    """The second line, by a search without the first move; none where it is the only move.

    Some engines search all moves, whichever they are told to: of those two lines are asked for.
    """
    board = position.board
    others = [board.uci(move) for move in board.legal_moves]
    others.remove(first.pv[0])
    if not others:
        return ()
    among = f"searchmoves {' '.join(others)}"
    found = _ask(session, position, f"nodes {plan.nodes} {among}", watchdog)
    if found is not None and abs(white_win(first) - white_win(found.lines[0])) > plan.gap:
        found = _ask(session, position, f"nodes {plan.close_nodes} {among}", watchdog)
    if found is not None and found.lines[0].pv[0] == first.pv[0]:
        session.configure({"MultiPV": 2})
        found = _ask(session, position, f"nodes {plan.close_nodes}", watchdog)
    if found is None:
        return None
    other = next((line for line in found.lines if line.pv[0] != first.pv[0]), None)
    return () if other is None else (replace(other, rank=2),)


def _ask(session: Session, position: Position, limit: str, watchdog: Watchdog) -> _Found | None:
    """What a search found; None where the session was told to abandon it."""
    began = time.monotonic()
    answer = session.search(position.command, f"go {limit}", watchdog.seconds)
    if answer is None:
        return None
    lines = _checked(session, answer, position)
    watchdog.saw(lines[0].nodes, time.monotonic() - began)
    return _Found(lines, answer.stuck)


def _checked(session: Session, answer: Answer, position: Position) -> tuple[Line, ...]:
    """The lines of an answer; an engine that lies is not asked again."""
    try:
        return answer.lines(position.board)
    except EngineError:
        session.kill()
        raise
