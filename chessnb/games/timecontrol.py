"""The ``TimeControl`` tag in all its forms, and the time spent on each move."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

__all__ = ["Stage", "TimeControl", "fitted", "parse_time_control", "times_spent"]

_STAGE = re.compile(
    r"(?:(?P<moves>\d+)/)?(?P<base>\d+(?:\.\d+)?)(?:\+(?P<bonus>\d+(?:\.\d+)?)(?P<delay>[dD])?)?"
)
_SPOKEN = re.compile(
    r"(?:g/)?\s*(?P<base>\d+(?:\.\d+)?)\s*(?P<unit>days?|d|hours?|hrs?|h|minutes?|mins?|m|'|seconds?|secs?|s|'')?"
    r"(?:\s*/\s*(?P<moves>\d+)\s*(?:moves?|mv)|\s*(?:per|/)\s*move)?"
    r"(?:\s*[+|]\s*(?P<bonus>\d+(?:\.\d+)?)\s*(?P<bonus_unit>minutes?|mins?|m|seconds?|secs?|s|''|\"|')?.*)?"
)
# A clock that went up by less than this is rounding, by more it is time that was given.
_ROUNDING = 1.0


@dataclass(frozen=True, slots=True)
class Stage:
    """One period: ``base`` seconds for ``moves`` moves (None: for the rest of the game)."""

    base: float
    moves: int | None = None
    increment: float = 0.0
    delay: float = 0.0


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The stages of a game's time control; none where it is unknown or unlimited."""

    stages: tuple[Stage, ...] = ()

    @property
    def base(self) -> float | None:
        """Seconds on the clock at the start."""
        return self.stages[0].base if self.stages else None

    @property
    def increment(self) -> float | None:
        """Seconds added after each move of the first stage."""
        return self.stages[0].increment if self.stages else None

    @property
    def per_move(self) -> bool:
        """Whether every move has a clock of its own, as in correspondence games."""
        return bool(self.stages) and self.stages[0].moves == 1


UNKNOWN = TimeControl()


def parse_time_control(text: str | None) -> TimeControl:
    """Read a ``TimeControl`` tag; what cannot be read is an unknown time control.

    Examples
    --------
    >>> parse_time_control("40/5400+30:1800+30").stages[1]
    Stage(base=1800.0, moves=None, increment=30.0, delay=0.0)
    >>> parse_time_control("-").base is None
    True
    """
    cleaned = (text or "").strip().lower()
    if not cleaned or cleaned[0] in "?-":
        return UNKNOWN
    stages: list[Stage] = []
    for part in cleaned.removeprefix("*").split(":"):
        # Blanks between two numbers stand for the plus sign; elsewhere they mean nothing.
        joined = re.sub(r"(?<=\d)\s+(?=\d)", "+", part.strip())
        match = _STAGE.fullmatch(joined.replace(" ", ""))
        if match is None:
            return _spoken(cleaned)
        bonus = float(match["bonus"] or 0)
        moves = int(match["moves"]) if match["moves"] else None
        stages.append(
            Stage(
                base=float(match["base"]),
                moves=moves or None,
                increment=0.0 if match["delay"] else bonus,
                delay=bonus if match["delay"] else 0.0,
            )
        )
    return TimeControl(tuple(stages))


def _spoken(text: str) -> TimeControl:
    """Forms that people type: ``90 min + 30 sec``, ``G/60``, ``3 days/move``."""
    match = _SPOKEN.fullmatch(text)
    if match is None or not (match["unit"] or text.startswith("g/")):
        return UNKNOWN
    base = float(match["base"]) * _unit_seconds(match["unit"], 60)
    bonus = float(match["bonus"] or 0) * _unit_seconds(match["bonus_unit"], 1)
    moves = int(match["moves"]) if match["moves"] else None
    if moves is None and re.search(r"(?:per|/)\s*move", text):
        moves = 1
    return TimeControl((Stage(base=base, moves=moves, increment=bonus),))


def _unit_seconds(unit: str | None, default: int) -> int:
    if not unit:
        return default
    if unit in ("''", '"') or unit[0] == "s":
        return 1
    return {"d": 86400, "h": 3600, "m": 60, "'": 60}[unit[0]]


def times_spent(control: TimeControl, clocks: Sequence[float | None]) -> list[float | None]:
    """Seconds spent on each ply, from the clock left after it.

    Parameters
    ----------
    control : TimeControl
        Gives the first clock, the increment and the time added at a stage's end.
    clocks : sequence of float or None
        Seconds left after each ply; the sides alternate.

    Returns
    -------
    list of float or None
        Never negative; None where a clock is missing, or went up by time that was given.

    Examples
    --------
    >>> times_spent(parse_time_control("60+1"), [59.0, 58.5, 55.0])
    [2.0, 2.5, 5.0]
    """
    spent: list[float | None] = []
    for index, now in enumerate(clocks):
        before = control.base if index < 2 or control.per_move else clocks[index - 2]
        if now is None or before is None:
            spent.append(None)
            continue
        spent.append(_spent(control, index // 2 + 1, before, now))
    return spent


def fitted(control: TimeControl, clocks: Sequence[float | None]) -> TimeControl:
    """The time control in seconds where the tag gives minutes (``15+10``), told by the clocks.

    Seconds are what PGN asks for; a first clock that shows more than there was at the start
    says that they were minutes.
    """
    stages = control.stages
    first = next((clock for clock in clocks[:2] if clock is not None), None)
    if len(stages) != 1 or first is None or stages[0].moves is not None:
        return control
    stage = stages[0]
    if first <= stage.base + stage.increment + _ROUNDING or first > stage.base * 60 + 120:
        return control
    return TimeControl((replace(stage, base=stage.base * 60),))


def _spent(control: TimeControl, move: int, before: float, now: float) -> float | None:
    """Seconds a side used for its move number ``move`` (its first is 1)."""
    stage, bonus_base = _stage_of(control, move)
    used = before - now + (stage.increment if stage else 0.0)
    if used < -_ROUNDING:
        # Clocks show the next stage's time with its first move, or when the old time ran out.
        used += bonus_base
    used = round(used, 3)
    return max(used, 0.0) if used > -_ROUNDING else None


def _stage_of(control: TimeControl, move: int) -> tuple[Stage | None, float]:
    """The stage a move is made in, and the time that a stage begun by then brings."""
    if control.per_move or not control.stages:
        return None, 0.0
    last, added = 0, 0.0
    for index, stage in enumerate(control.stages):
        if stage.moves is None:
            return stage, added
        last += stage.moves
        following = control.stages[min(index + 1, len(control.stages) - 1)]
        if move < last:
            return stage, added
        added = following.base
        if move == last:
            return stage, added
    stage = control.stages[-1]
    return stage, stage.base
