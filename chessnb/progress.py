"""How far an analysis is, and how long it still takes."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["Pace", "Progress", "duration_text"]

_PRIOR_WEIGHT = 6.0
"""How many positions of experience the first guess counts as."""


@dataclass(frozen=True, slots=True)
class Progress:
    """A snapshot of a job.

    Attributes
    ----------
    done, total : int
        Positions finished, and positions in all.
    elapsed : float
        Seconds of work so far.
    seconds_left : float or None
        Estimated seconds to the end; known from the start, None once nothing is left to do.
    """

    done: int
    total: int
    elapsed: float
    seconds_left: float | None

    @property
    def fraction(self) -> float:
        """Share of the positions that is finished, in [0, 1]."""
        return self.done / self.total if self.total else 1.0

    def __str__(self) -> str:
        text = f"{self.done} of {self.total} positions"
        if self.seconds_left is None:
            return text
        return f"{text}, {duration_text(self.seconds_left)} left"


@dataclass(slots=True)
class Pace:
    """Estimates the time left: a guess at first, then what was seen.

    Parameters
    ----------
    guess
        Seconds that one position is expected to take, all workers together.
    """

    guess: float
    _done: int = field(default=0, init=False)
    _since: float = field(default=0.0, init=False)

    def seconds_left(self, done: int, total: int, elapsed: float) -> float | None:
        """Estimate the seconds for the positions that are left.

        Examples
        --------
        >>> Pace(0.5).seconds_left(0, 10, 0.0)
        5.0
        >>> Pace(0.5).seconds_left(10, 10, 4.0) is None
        True
        """
        if done >= total:
            return None
        if done != self._done:
            self._done, self._since = done, elapsed
        # While a position is searched the time left falls, until it takes longer than expected.
        expected = self._each(done, self._since) * (total - done) - (elapsed - self._since)
        return max(expected, self._each(done + 1, elapsed) * (total - done - 1))

    def _each(self, done: int, elapsed: float) -> float:
        return (self.guess * _PRIOR_WEIGHT + elapsed) / (_PRIOR_WEIGHT + done)


def duration_text(seconds: float) -> str:
    """Say a duration as a person would.

    Examples
    --------
    >>> duration_text(0.4), duration_text(48), duration_text(190), duration_text(5000)
    ('about 1 s', 'about 48 s', 'about 3 min', 'about 1 h 23 min')
    """
    if seconds < 90:
        return f"about {max(1, round(seconds))} s"
    if seconds < 3600:
        return f"about {round(seconds / 60)} min"
    return f"about {int(seconds // 3600)} h {int(seconds % 3600 // 60)} min"
