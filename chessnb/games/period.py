"""A stretch of time as a user writes it: dates, months, times, or seconds since 1970."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final, Self

from chessnb.errors import SettingsError

__all__ = ["Period", "When"]

When = str | date | int | float
"""A day (``"2026-03-31"``, a ``date``), a month, a year, a time (ISO 8601, a ``datetime``), or
seconds or milliseconds since 1970. Without a time zone it is UTC, as on the sites."""

# Seconds up to the year 5138; anything larger is milliseconds (which start in 1973).
_LARGEST_SECONDS: Final = 1e11

_MONTH = re.compile(r"(\d{4})(?:[-./](\d{1,2}))?")


@dataclass(frozen=True)
class Period:
    """From ``since`` up to and with ``until``, in milliseconds since 1970; None is open.

    Examples
    --------
    >>> Period.of("2026-03-01", "2026-03-01")
    Period(since=1772323200000, until=1772409599999)
    >>> Period.of("2026", None).since == Period.of("2026-01-01", None).since
    True
    """

    since: int | None = None
    until: int | None = None

    @classmethod
    def of(cls, since: When | None, until: When | None) -> Self:
        """Read both ends; a day, month or year as ``until`` counts to its end.

        Raises
        ------
        SettingsError
            One of them is no time, or the end is before the start.
        """
        start = None if since is None else _milliseconds(since, last=False)
        end = None if until is None else _milliseconds(until, last=True)
        if start is not None and end is not None and end < start:
            raise SettingsError(f"until={until!r} is before since={since!r}: swap them")
        return cls(start, end)

    def holds(self, seconds: float) -> bool:
        """Tell whether this time (in seconds since 1970) lies within."""
        stamp = seconds * 1000
        return (self.since is None or stamp >= self.since) and (
            self.until is None or stamp <= self.until
        )


def _milliseconds(when: When, *, last: bool) -> int:
    try:
        return _read(when, last)
    except (TypeError, ValueError, OverflowError):
        raise SettingsError(
            f"{when!r} is no time: write a day like '2026-03-31', a time like "
            "'2026-03-31T18:00', or give a date or datetime"
        ) from None


def _read(when: When, last: bool) -> int:
    if isinstance(when, bool):
        raise TypeError(when)
    if isinstance(when, (int, float)):
        return int(when * 1000 if abs(when) < _LARGEST_SECONDS else when)
    if isinstance(when, str):
        text = when.strip()
        if month := _MONTH.fullmatch(text):
            return _of_month(int(month[1]), int(month[2]) if month[2] else None, last)
        when = date.fromisoformat(text) if len(text) <= 10 else datetime.fromisoformat(text)
    if isinstance(when, datetime):
        zoned = when if when.tzinfo else when.replace(tzinfo=UTC)
        return int(zoned.timestamp() * 1000)
    return _of_days(when, when + timedelta(days=1), last)


def _of_month(year: int, month: int | None, last: bool) -> int:
    first = date(year, month or 1, 1)
    following = date(year + (month in (None, 12)), 1 if month in (None, 12) else month + 1, 1)
    return _of_days(first, following, last)


def _of_days(first: date, following: date, last: bool) -> int:
    """Give the first millisecond of a stretch of days, or its last."""
    day = following if last else first
    return int(datetime.combine(day, time(), UTC).timestamp() * 1000) - last
