from __future__ import annotations

import threading

import pytest

from chessnb.engine.settings import EFFORTS, FIRST_PASS, resolve
from chessnb.engine.watchdog import Watchdog, watchdog_for


@pytest.mark.parametrize("settings", [*EFFORTS.values(), FIRST_PASS, resolve(time=0.01)])
def test_no_deadline_is_shorter_than_a_minute(settings):
    watchdog = Watchdog(settings)
    assert watchdog.seconds >= 60
    for _ in range(50):
        watchdog.saw(10_000_000, 1.0)
    assert watchdog.seconds >= 60


def test_the_deadline_grows_with_the_limit():
    depths = [Watchdog(resolve(depth=depth)).seconds for depth in (18, 24, 30)]
    nodes = [Watchdog(resolve(nodes=nodes)).seconds for nodes in (10**5, 10**7, 10**8)]
    assert depths == sorted(depths) and depths[0] < depths[-1]
    assert nodes == sorted(nodes) and nodes[0] < nodes[-1]
    assert Watchdog(resolve(time=100)).seconds > 200


def test_no_deadline_is_too_long_to_wait_for():
    assert Watchdog(resolve(depth=245)).seconds < threading.TIMEOUT_MAX
    assert Watchdog(resolve(nodes=10**15)).seconds < threading.TIMEOUT_MAX


def test_the_deadline_follows_the_speed_that_was_seen():
    slow, fast = Watchdog(resolve(nodes=10**7)), Watchdog(resolve(nodes=10**7))
    for _ in range(30):
        slow.saw(10**7, 500.0)
        fast.saw(10**7, 5.0)
    assert fast.seconds < Watchdog(resolve(nodes=10**7)).seconds < slow.seconds


def test_nodes_that_an_engine_makes_up_do_not_lengthen_the_deadline():
    watchdog = Watchdog(resolve("deep"))
    before = watchdog.seconds
    for nodes in (200, -1, 1):
        for _ in range(60):
            watchdog.saw(nodes, 0.2)
    assert watchdog.seconds == before


def test_one_hard_position_at_a_depth_makes_it_patient():
    watchdog = Watchdog(resolve(depth=18))
    watchdog.saw(50_000_000, 55.0)
    assert watchdog.seconds >= 500


def test_short_and_unknown_searches_teach_nothing():
    watchdog = Watchdog(resolve(nodes=10**8))
    before = watchdog.seconds
    watchdog.saw(10, 0.01)
    watchdog.saw(None, 5.0)
    assert watchdog.seconds == before


def test_what_was_seen_is_kept_for_the_process():
    command = ("some", "engine")
    assert watchdog_for(command, resolve(), 60.0) is watchdog_for(command, resolve(), 60.0)
