"""Stretches of time as users write them."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from chessnb.errors import SettingsError
from chessnb.games.period import Period, When

MARCH = 1_772_323_200_000  # 1 March 2026, UTC
DAY = 86_400_000


@pytest.mark.parametrize(
    ("when", "since", "until"),
    [
        ("2026-03-01", MARCH, MARCH + DAY - 1),
        ("2026.3", MARCH, MARCH + 31 * DAY - 1),
        ("2026", MARCH - 59 * DAY, MARCH + 306 * DAY - 1),
        (date(2026, 3, 1), MARCH, MARCH + DAY - 1),
        ("2026-03-01T00:00", MARCH, MARCH),
        ("2026-03-01T01:00+01:00", MARCH, MARCH),
        (datetime(2026, 3, 1), MARCH, MARCH),
        (datetime(2026, 3, 1, 2, tzinfo=timezone(timedelta(hours=2))), MARCH, MARCH),
        (MARCH // 1000, MARCH, MARCH),
        (MARCH, MARCH, MARCH),
        (MARCH / 1000 + 0.5, MARCH + 500, MARCH + 500),
    ],
)
def test_every_way_to_write_a_time(when: When, since: int, until: int):
    assert Period.of(when, when) == Period(since, until)


@pytest.mark.parametrize(
    "when", ["", "soon", "2026-13", "2026-02-30", "0000", True, float("nan"), float("inf")]
)
def test_what_is_no_time_is_refused(when: When):
    with pytest.raises(SettingsError, match="is no time: write a day like"):
        Period.of(when, None)
    with pytest.raises(SettingsError, match="is no time"):
        Period.of(None, when)


def test_the_end_is_not_before_the_start():
    with pytest.raises(SettingsError, match="until='2026-02' is before since='2026-03'"):
        Period.of("2026-03", "2026-02")


def test_a_period_holds_both_its_ends():
    period = Period.of("2026-03-01", "2026-03-01")
    second = datetime(2026, 3, 1, tzinfo=UTC).timestamp()
    assert period.holds(second)
    assert period.holds(second + 86_399)
    assert not period.holds(second - 1)
    assert not period.holds(second + 86_400)
    assert Period().holds(0)
