from __future__ import annotations

import math

import numpy as np
import pytest

from chessnb.engine.settings import EFFORTS, FIRST_PASS, resolve
from chessnb.errors import SettingsError


def test_standard_is_what_the_specification_asks_for():
    assert resolve() == resolve("standard") == EFFORTS["standard"]
    assert (resolve().depth, resolve().multipv, resolve().go) == (18, 3, "depth 18 nodes 5000000")


def test_quick_is_a_node_budget_with_a_second_line_of_its_own():
    quick = resolve("quick")
    assert (quick.go, quick.multipv) == ("depth 18 nodes 200000", 1)
    assert quick.second is not None
    assert (quick.second.nodes, quick.second.close_nodes, quick.second.gap) == (20_000, 80_000, 8)


def test_every_effort_and_the_first_pass_are_reproducible():
    assert all(settings.reproducible for settings in [*EFFORTS.values(), FIRST_PASS])
    assert not resolve(time=0.1).reproducible


def test_every_setting_has_its_own_key():
    choices = [*EFFORTS.values(), FIRST_PASS, resolve(depth=17), resolve(nodes=18), resolve(time=1)]
    choices += [resolve(multipv=1), resolve("quick", nodes=18)]
    assert len({settings.key for settings in choices}) == len(choices)


@pytest.mark.parametrize(
    ("arguments", "key"),
    [
        ({"depth": 12}, "depth 12 multipv 3"),
        ({"nodes": np.int64(5000)}, "nodes 5000 multipv 3"),
        ({"time": 0.25}, "movetime 250 multipv 3"),
        ({"multipv": 2}, "depth 18 nodes 5000000 multipv 2"),
        ({"effort": "quick", "multipv": 2}, "depth 18 nodes 200000 multipv 2"),
        ({"effort": "quick", "nodes": 99}, "nodes 99 multipv 1 second 10/40/8"),
        ({"effort": "quick", "depth": 9}, "depth 9 multipv 1 second 20000/80000/8"),
        ({"effort": "deep", "depth": 30}, "depth 30 multipv 3"),
    ],
)
def test_an_explicit_value_takes_the_place_of_the_efforts(arguments, key):
    settings = resolve(**arguments)
    assert settings.key == key
    assert settings.effort is None


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        ({"effort": "fast"}, "'fast'"),
        ({"effort": 3}, "3"),
        ({"depth": 12, "nodes": 1000}, "depth=12 and nodes=1000"),
        ({"depth": 12, "time": 1.0}, "depth=12 and time=1.0"),
        ({"depth": 0}, "depth=0"),
        ({"depth": 400}, "depth=400"),
        ({"depth": 12.5}, "depth=12.5"),
        ({"depth": True}, "depth=True"),
        ({"depth": "12"}, "depth='12'"),
        ({"nodes": -1}, "nodes=-1"),
        ({"multipv": 0}, "multipv=0"),
        ({"multipv": 501}, "multipv=501"),
        ({"time": 0}, "time=0"),
        ({"time": -0.5}, "time=-0.5"),
        ({"time": math.nan}, "time=nan"),
        ({"time": math.inf}, "time=inf"),
        ({"time": "1s"}, "time='1s'"),
    ],
)
def test_what_means_nothing_is_refused_and_quoted(arguments, quoted):
    with pytest.raises(SettingsError) as caught:
        resolve(**arguments)
    assert quoted in str(caught.value)
