"""Rulesets as data: the four, changing them, storing them, and what is refused."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

import chessnb
from chessnb.errors import RulesetError
from chessnb.scoring.rulesets import Ruleset, get_ruleset, rulesets

PUBLISHED = {
    "classic": (20, 10, 5, 2),
    "nine-tier": (19, 8, 4.5, 2),
    "lichess": (15, 10, 5, 0),
    "expected-points": (20, 10, 5, 2),
}


def test_the_four() -> None:
    assert chessnb.rulesets is rulesets
    assert set(rulesets) == set(PUBLISHED)
    assert len(rulesets) == 4
    for name, grades in PUBLISHED.items():
        rules = rulesets[name]
        assert (rules.blunder, rules.mistake, rules.inaccuracy, rules.good) == grades
        assert get_ruleset(name) is get_ruleset(rules) is rules


def test_shown_with_stories_and_sources() -> None:
    shown = repr(rulesets)
    for rules in rulesets.values():
        assert rules.story in shown
        assert rules.source in shown
        assert all(name in repr(rules) for name in rules.rules)
        assert f"blunder={rules.blunder!r}" in repr(rules)
    assert "not published" in rulesets["expected-points"].story


def test_replace_makes_another() -> None:
    rules = rulesets["nine-tier"]
    changed = rules.replace(blunder=25, great_gap=12)
    assert (changed.blunder, changed.great_gap) == (25, 12)
    assert rules.blunder == 19
    assert changed != rules
    assert changed.replace(blunder=19, great_gap=15) == rules
    assert hash(rules.replace()) == hash(rules)
    with pytest.raises(FrozenInstanceError):
        rules.blunder = 3  # type: ignore[misc]


def test_replace_of_the_brilliant_rule() -> None:
    nine = rulesets["nine-tier"].replace(brilliant="brilliant-gain")
    assert nine.rules[2] == "brilliant-gain"
    assert "sacrifice" not in nine.rules
    with pytest.raises(RulesetError, match="'lichess' has no place for a Brilliant rule"):
        rulesets["lichess"].replace(brilliant="sacrifice")
    with pytest.raises(RulesetError, match="the rule 'great' says Great, not Brilliant"):
        rulesets["classic"].replace(brilliant="great")
    with pytest.raises(RulesetError, match=r"unknown label rule 'gambit'; known are: .*sacrifice"):
        rulesets["classic"].replace(brilliant="gambit")


@pytest.mark.parametrize("name", list(rulesets))
def test_stored_and_read_back(name: str) -> None:
    for rules in (rulesets[name], rulesets[name].replace(inaccuracy=3.25, name="mine")):
        stored = json.loads(json.dumps(rules.to_dict()))
        assert Ruleset.from_dict(stored) == rules


def test_stored_rulesets_are_checked() -> None:
    stored = rulesets["classic"].to_dict()
    with pytest.raises(RulesetError, match="a ruleset has no 'colour'; it has: name, story"):
        Ruleset.from_dict({**stored, "colour": 1})
    with pytest.raises(RulesetError, match="a ruleset needs 'rules'"):
        Ruleset.from_dict({k: v for k, v in stored.items() if k != "rules"})
    with pytest.raises(RulesetError, match="unknown label rule 'lost-one'"):
        Ruleset.from_dict({**stored, "rules": ["lost-one"]})


def test_unknown_name() -> None:
    with pytest.raises(RulesetError, match="unknown ruleset 'clasic'; choose one of: nine-tier, "):
        get_ruleset("clasic")
    with pytest.raises(KeyError):
        rulesets["clasic"]
    assert "clasic" not in rulesets
    assert rulesets.get("clasic") is None


IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"blunder": 120}, "blunder=120 is out of range: from 0 to 100 points of 100"),
    ({"mistake": -1}, "mistake=-1 is out of range"),
    ({"blunder": "a lot"}, "blunder='a lot' is not a number"),
    ({"blunder": float("nan")}, "blunder=nan is not a number"),
    ({"blunder": None}, "blunder=None is not a number"),
    ({"blunder": True}, "blunder=True is not a number"),
    ({"blunder": 5}, "good=2, inaccuracy=5, mistake=10, blunder=5: these must not fall"),
    ({"miss_after": 90}, "miss_after=90, miss_before=80: these must not fall"),
    ({"loss_is": "about"}, "loss_is='about' is not possible; choose 'at-least' or 'more-than'"),
    ({"book": 3}, "book=3 is not possible; choose True or False"),
    ({"mate_cp": 1e9}, "mate_cp=1000000000.0 is out of range: from 0 to 100000 centipawns"),
    ({"rules": "checkmate"}, "rules must be names of label rules in order, not 'checkmate'"),
    ({"name": " "}, "name of a ruleset must be a text, not ' '"),
    ({"bluner": 25}, "a ruleset has no 'bluner'; it has: .*blunder.*brilliant"),
]


@pytest.mark.parametrize(("changes", "message"), IMPOSSIBLE)
def test_impossible_values(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesetError, match=message):
        rulesets["classic"].replace(**changes)
