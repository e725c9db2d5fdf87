"""How long a search may take before its engine counts as hung.

Every search has a deadline, whatever its limit: derived from the limit and from the speed seen so
far, and never so short that a loaded machine or a hard position trips it.
"""

from __future__ import annotations

import functools
import threading

from chessnb.engine.settings import Settings

__all__ = ["Watchdog", "watchdog_for"]

_UNSEEN_SPEED = 250_000.0
_MARGIN = 20.0
_CAP_MARGIN = 4.0
_SLOWEST_MARGIN = 10.0
_LONGEST = 7 * 86_400.0
_BRANCHING = 1.65
_NODES_AT_DEPTH_0 = 30.0


@functools.lru_cache(maxsize=64)
def watchdog_for(command: tuple[str, ...], settings: Settings, floor: float) -> Watchdog:
    """The watchdog of an engine under one setting, with what was seen of it in this process."""
    return Watchdog(settings, floor)


class Watchdog:
    """The deadlines of one engine's searches.

    Parameters
    ----------
    settings : Settings
        The limit of the searches.
    floor : float
        The shortest deadline in seconds.
    """

    def __init__(self, settings: Settings, floor: float = 60.0) -> None:
        self.floor = floor
        self._settings = settings
        self._lock = threading.Lock()
        self._speed = _UNSEEN_SPEED
        self._slowest = 0.0

    @property
    def seconds(self) -> float:
        """The deadline of the next search, in seconds.

        >>> from chessnb.engine.settings import resolve
        >>> Watchdog(resolve(nodes=1000)).seconds
        60.0
        """
        settings = self._settings
        if settings.time is not None:
            return self.floor + 2 * settings.time
        with self._lock:
            most = _most_nodes(settings)
            expected = most / self._speed
            if settings.nodes is None:
                # A depth can take many times longer in one position than in another.
                expected = max(expected, _SLOWEST_MARGIN * self._slowest)
            elif self._slowest:
                # Nodes take about as long everywhere; an engine may count them as it likes.
                longest = max(_MARGIN * self._slowest, most / _UNSEEN_SPEED)
                expected = min(expected, longest)
        return max(self.floor, min(_LONGEST, expected))

    def saw(self, nodes: int | None, seconds: float) -> None:
        """Learn from a finished search; short ones say nothing about speed."""
        with self._lock:
            self._slowest = max(self._slowest, seconds)
            if nodes and nodes > 0 and seconds > 0.05:
                self._speed = 0.8 * self._speed + 0.2 * nodes / seconds


def _most_nodes(settings: Settings) -> float:
    """More nodes than a search takes; for a depth by the usual growth of an alpha-beta search."""
    nodes, depth = settings.nodes or 0, settings.depth
    if depth is None:
        return _MARGIN * nodes
    return max(
        _MARGIN * settings.multipv * _NODES_AT_DEPTH_0 * _BRANCHING**depth, _CAP_MARGIN * nodes
    )
