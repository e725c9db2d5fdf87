"""How long an engine thinks: the efforts as one table, and explicit limits.

A limit is a depth or a number of nodes, never time unless the user asks for time: only then is
the answer the same on every machine, with any number of workers.
"""

from __future__ import annotations

import math
import numbers
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from chessnb.errors import SettingsError

__all__ = ["EFFORTS", "FIRST_PASS", "SecondLine", "Settings", "resolve", "whole_number"]

_MOST_LINES = 500
_DEEPEST = 245
_MOST_NODES = 10**15


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondLine:
    """When and how a second line is searched on its own, where the main search has one line.

    Only where the played move is the engine's first choice, by excluding it: elsewhere no rule
    asks for it. ``nodes`` first; where the first line leads by more than ``gap`` points of win
    probability, a label may hang on it, and ``close_nodes`` settle it.
    """

    nodes: int = 20_000
    close_nodes: int = 80_000
    gap: float = 8.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The limit of each position's search.

    Attributes
    ----------
    effort : str or None
        The effort that these settings are, None where a limit or a width was given explicitly.
    depth, nodes : int or None
        Stop at this depth in plies, or after this many nodes, whichever comes first.
    time : float or None
        Stop after this many seconds. Results then depend on the machine.
    multipv : int
        How many lines the engine shows of each position.
    second : SecondLine or None
        The second line's own search, only with ``multipv=1``.
    stuck_nodes : int or None
        Nodes of a second search, by an engine that has forgotten everything, where the first was
        stuck: its last iteration took most of the budget and did not end.
    """

    effort: str | None = None
    depth: int | None = None
    nodes: int | None = None
    time: float | None = None
    multipv: int = 3
    second: SecondLine | None = None
    stuck_nodes: int | None = None

    @property
    def go(self) -> str:
        """The limit as UCI ``go`` arguments.

        >>> resolve("standard").go
        'depth 18 nodes 5000000'
        """
        parts: list[str] = []
        if self.depth is not None:
            parts.append(f"depth {self.depth}")
        if self.nodes is not None:
            parts.append(f"nodes {self.nodes}")
        if self.time is not None:
            parts.append(f"movetime {max(1, round(self.time * 1000))}")
        return " ".join(parts)

    @property
    def key(self) -> str:
        """All that decides the result, as one line of text: the cache's key and the provenance.

        >>> resolve("quick").key
        'depth 18 nodes 200000 multipv 1 second 20000/80000/8 stuck 300000 afresh'
        """
        text = f"{self.go} multipv {self.multipv}"
        if self.second is not None:
            second = self.second
            text += f" second {second.nodes}/{second.close_nodes}/{second.gap:g}"
        if self.stuck_nodes is not None:
            text += f" stuck {self.stuck_nodes} afresh"
        return text

    @property
    def reproducible(self) -> bool:
        """Whether the same position gives the same result on any machine."""
        return self.time is None


EFFORTS = MappingProxyType(
    {
        "quick": Settings(
            effort="quick",
            depth=18,
            nodes=200_000,
            multipv=1,
            second=SecondLine(),
            stuck_nodes=300_000,
        ),
        "standard": Settings(effort="standard", depth=18, nodes=5_000_000, multipv=3),
        "deep": Settings(effort="deep", nodes=5_000_000, multipv=3),
    }
)
"""The efforts as data.

========  ===========  =====  =================================================================
effort    limit        lines  for
========  ===========  =====  =================================================================
quick     200,000 n.   1      a first look: at most depth 18, and a second line only where the
                              played move is the first choice (20,000 nodes, 80,000 where the gap
                              exceeds 8 points); where a search is stuck, 300,000 nodes after
                              the engine has forgotten everything
standard  depth 18     3      the table as specified; 5,000,000 nodes end a search that explodes
deep      5,000,000 n. 3      about four times the work of ``standard``
========  ===========  =====  =================================================================

Measured with Stockfish 15.1 on 96 middlegame positions of six club games, against two million
nodes a position, beside the usual setting (depth 18 or one second, two lines):

=======================  ===========  =========  ============  =================  ==============
limit                    engine time  best move  tier of loss  win probability    of standard
=======================  ===========  =========  ============  =================  ==============
300,000 nodes            67 s         80         66 of 90      off by 1.06        3.1 × cheaper
300,000, depth 18        59 s         81         67 of 90      off by 0.98        3.6 × cheaper
250,000, depth 18        55 s         83         70 of 90      off by 1.05        3.8 × cheaper
200,000, depth 18        46 s         79         63 of 90      off by 1.15        4.6 × cheaper
150,000, depth 18        38 s         78         62 of 90      off by 1.25        5.6 × cheaper
the usual setting        94 s         82         68 of 90      off by 1.06        2.2 × cheaper
``standard``             210 s        75         69 of 90      off by 0.83
=======================  ===========  =========  ============  =================  ==============

The differences between the rows with nodes are within noise (about 4 of 90), and a small budget
misses now and then a mate that a larger one finds.
A second line of 20,000 and 80,000 nodes found the gap to the first as well as one of 30,000 and
150,000: off by 1.0 points against 1.1, and on the same side of ten points in 37 of 39 positions
against 36 of 38.
About one search in twenty is stuck: it ends in an iteration that took two thirds of its nodes, with
the score of the iteration before. What the hash table holds of later positions, mates above all,
makes it explode: after 15. Bxd7+ of the Opera game the bundled engine overlooked a mate in two with
700,000 nodes, and saw it with 300,000 once it had forgotten everything. Of fifteen stuck positions
of four games such a fresh search came within 2.0 points of three million nodes in the mean, 6.3 at
most.

A search to depth 18 with three lines takes 1.4 million nodes in the mean, but may take fifty times
as many where the hash table holds mates from later in the game: before 17. Nf6+ of the Evergreen
game the bundled engine had not reached that depth after two minutes.
"""

FIRST_PASS = Settings(nodes=100_000, multipv=1, second=SecondLine(nodes=10_000, close_nodes=50_000))
"""The search of a progressive analysis that gives the first full picture."""


def resolve(
    effort: str | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    multipv: int | None = None,
    time: float | None = None,
) -> Settings:
    """The settings of an effort, with an explicit limit or width in its place.

    Parameters
    ----------
    effort : str, optional
        ``"quick"``, ``"standard"`` (the default) or ``"deep"``: see :data:`EFFORTS`.
    depth, nodes, time : optional
        At most one of them; it replaces the effort's limit. ``time`` is in seconds a position.
    multipv : int, optional
        How many lines a position, instead of the effort's.

    Raises
    ------
    SettingsError
        For an unknown effort, more than one limit, or a value that means nothing.

    Examples
    --------
    >>> resolve("standard", multipv=1).key
    'depth 18 nodes 5000000 multipv 1'
    """
    base = _effort(effort)
    limits = {"depth": depth, "nodes": nodes, "time": time}
    given = {name: value for name, value in limits.items() if value is not None}
    if len(given) > 1:
        listed = " and ".join(f"{name}={value!r}" for name, value in given.items())
        raise SettingsError(f"{listed} contradict each other: give one limit")
    if not given and multipv is None:
        return base
    changes: dict[str, Any] = {"effort": None, "second": None, "stuck_nodes": None}
    if given:
        changes |= {"depth": None, "nodes": None, "time": None} | _checked_limit(given)
    if multipv is not None:
        changes["multipv"] = whole_number("multipv", multipv, _MOST_LINES)
    elif base.second is not None:
        changes["second"] = _scaled(base, nodes)
    return replace(base, **changes)


def _scaled(base: Settings, nodes: int | None) -> SecondLine | None:
    """The second line's budget in the same proportion to another budget of the first."""
    second = base.second
    if second is None or base.nodes is None or nodes is None:
        return second
    share = nodes / base.nodes
    return replace(
        second,
        nodes=max(1, round(second.nodes * share)),
        close_nodes=max(1, round(second.close_nodes * share)),
    )


def _effort(name: Any) -> Settings:
    if name is None:
        return EFFORTS["standard"]
    if not isinstance(name, str) or name not in EFFORTS:
        known = ", ".join(repr(effort) for effort in EFFORTS)
        raise SettingsError(f"no effort {name!r}: choose one of {known}, or give depth= or nodes=")
    return EFFORTS[name]


def _checked_limit(given: dict[str, Any]) -> dict[str, Any]:
    ((name, value),) = given.items()
    if name == "time":
        return {"time": _seconds(value)}
    return {name: whole_number(name, value, _DEEPEST if name == "depth" else _MOST_NODES)}


def whole_number(name: str, value: Any, most: int) -> int:
    """An argument as a number from 1 to `most`.

    Raises
    ------
    SettingsError
        It is no such number.
    """
    if isinstance(value, bool) or not isinstance(value, numbers.Integral):
        raise SettingsError(f"{name}={value!r} is no whole number: give one from 1 to {most:,}")
    number = int(value)
    if not 1 <= number <= most:
        raise SettingsError(f"{name}={value!r} is out of range: give a number from 1 to {most:,}")
    return number


def _seconds(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise SettingsError(f"time={value!r} is no number of seconds: give one such as time=0.5")
    number = float(value)
    if not math.isfinite(number) or not 0 < number <= 86_400:
        raise SettingsError(
            f"time={value!r} is no time to think: give seconds a position, above 0 and up to a day"
        )
    return number
