"""Label rules: each is one function over arrays that says where its label applies.

A ruleset names its rules in order, and the first that applies gives the label.

Examples
--------
A rule of one's own:

>>> import numpy as np
>>> from chessnb.scoring.plies import Plies
>>> from chessnb.scoring.rules import label_rule
>>> from chessnb.scoring.rulesets import get_ruleset
>>> from chessnb.scoring.score import score
>>> from chessnb.schema import LABELS
>>> @label_rule("hopeless", "Good")
... def hopeless(facts, rules):
...     "Nothing was left to lose."
...     return facts.before < 10
>>> classic = get_ruleset("classic")
>>> kind = classic.with_rule("hopeless", before="blunder")
>>> plies = Plies.build(white=[True], cp_before=[-600], cp_after=[-1200])
>>> [LABELS[score(plies, rules).label[0]] for rules in (classic, kind)]
['Inaccuracy', 'Good']
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

from chessnb.errors import RulesetError
from chessnb.schema import LABELS

if TYPE_CHECKING:
    from chessnb.scoring.facts import Facts
    from chessnb.scoring.rulesets import Ruleset

__all__ = ["LabelRule", "label_rule", "rule"]

Mask: TypeAlias = "npt.NDArray[np.bool_]"
Condition: TypeAlias = "Callable[[Facts, Ruleset], Mask]"


@dataclass(frozen=True)
class LabelRule:
    """A named condition and the label it gives."""

    name: str
    label: str
    applies: Condition


_RULES: dict[str, LabelRule] = {}


def label_rule(name: str, label: str) -> Callable[[Condition], Condition]:
    """Make a function the rule ``name``, which gives ``label`` where the function is true.

    Parameters
    ----------
    name : str
        How rulesets name the rule in their order. A rule of one's own may be defined again, as a
        notebook cell that is run twice does.
    label : str
        One of :data:`chessnb.schema.LABELS` except Book.

    Raises
    ------
    RulesetError
        An unknown label, or the name of a rule that chessnb brings along.
    """
    if label not in LABELS or label == "Book":
        choices = ", ".join(known for known in LABELS if known != "Book")
        raise RulesetError(f"a rule cannot give the label {label!r}; choose one of: {choices}")

    def add(function: Condition) -> Condition:
        known = _RULES.get(name)
        if known and known.applies.__module__ == __name__ != function.__module__:
            raise RulesetError(f"chessnb has a rule {name!r} already; give yours another name")
        _RULES[name] = LabelRule(name, label, function)
        return function

    return add


def rule(name: str) -> LabelRule:
    """The rule of that name.

    Raises
    ------
    RulesetError
        There is none; the message lists those there are.
    """
    if name not in _RULES:
        raise RulesetError(
            f"unknown label rule {name!r}; known are: {', '.join(sorted(_RULES))} "
            "(a rule of your own is defined with @label_rule before it is named)"
        )
    return _RULES[name]


@label_rule("checkmate", "Best")
def _checkmate(facts: Facts, rules: Ruleset) -> Mask:
    return facts.checkmate


@label_rule("won", "Best")
def _won(facts: Facts, rules: Ruleset) -> Mask:
    return (facts.after >= rules.won) | facts.mates_after


@label_rule("brilliant-gain", "Brilliant")
def _brilliant_gain(facts: Facts, rules: Ruleset) -> Mask:
    gains = facts.after > facts.before + rules.brilliant_gain
    unclear = (facts.before < rules.brilliant_before) & (facts.after >= rules.brilliant_after)
    return (facts.gap > rules.brilliant_gap) & gains & unclear


@label_rule("brilliant-find", "Brilliant")
def _brilliant_find(facts: Facts, rules: Ruleset) -> Mask:
    mate = facts.first_choice & facts.mates_after & (facts.second < rules.brilliant_before)
    win = (facts.gap >= rules.brilliant_gap) & (facts.before < rules.brilliant_before)
    found = (mate | win) & (facts.after >= rules.brilliant_after)
    return found & ~facts.recapture(found)


@label_rule("sacrifice", "Brilliant")
def _sacrifice(facts: Facts, rules: Ruleset) -> Mask:
    unclear = (facts.before < rules.brilliant_before) & (facts.after >= rules.brilliant_after)
    return facts.sacrifice(unclear & (facts.loss <= rules.sacrifice_loss) & ~facts.forced)


@label_rule("great", "Great")
def _great(facts: Facts, rules: Ruleset) -> Mask:
    return facts.gap >= rules.great_gap


@label_rule("great-above", "Great")
def _great_above(facts: Facts, rules: Ruleset) -> Mask:
    return facts.gap > rules.great_gap


@label_rule("great-quiet", "Great")
def _great_quiet(facts: Facts, rules: Ruleset) -> Mask:
    found = facts.gap >= rules.great_gap
    return found & ~facts.recapture(found)


@label_rule("first-choice", "Best")
def _first_choice(facts: Facts, rules: Ruleset) -> Mask:
    return facts.first_choice


@label_rule("no-loss", "Best")
def _no_loss(facts: Facts, rules: Ruleset) -> Mask:
    return facts.loss == 0


@label_rule("mate-lost", "Miss")
def _mate_lost(facts: Facts, rules: Ruleset) -> Mask:
    return facts.mates_before & ~facts.mates_after


@label_rule("win-lost", "Miss")
def _win_lost(facts: Facts, rules: Ruleset) -> Mask:
    return (facts.before > rules.miss_before) & (facts.after < rules.miss_after)


@label_rule("advantage-lost", "Miss")
def _advantage_lost(facts: Facts, rules: Ruleset) -> Mask:
    lost = (facts.before > rules.miss_from) & (facts.loss > rules.miss_loss)
    if rules.miss_cp is None:
        return lost
    return lost & (np.abs(facts.mover_cp_before) <= rules.miss_cp)


@label_rule("blunder", "Blunder")
def _blunder(facts: Facts, rules: Ruleset) -> Mask:
    return rules.reaches(facts.loss, rules.blunder)


@label_rule("mistake", "Mistake")
def _mistake(facts: Facts, rules: Ruleset) -> Mask:
    return rules.reaches(facts.loss, rules.mistake)


@label_rule("inaccuracy", "Inaccuracy")
def _inaccuracy(facts: Facts, rules: Ruleset) -> Mask:
    return rules.reaches(facts.loss, rules.inaccuracy)


@label_rule("good", "Good")
def _good(facts: Facts, rules: Ruleset) -> Mask:
    return rules.reaches(facts.loss, rules.good)


@label_rule("excellent", "Excellent")
def _excellent(facts: Facts, rules: Ruleset) -> Mask:
    return facts.known


def _judged(facts: Facts, rules: Ruleset, drop: float, before: Mask, after: Mask) -> Mask:
    """Lichess's three ways to be judged: a drop, a mate allowed, a mate lost.

    ``before`` and ``after`` narrow the two ways with a mate down to those of one severity.
    """
    dropped = facts.drop >= drop / 50
    scored_before = ~np.isnan(facts.mover_cp_before)
    scored_after = ~np.isnan(facts.mover_cp_after)
    allowed = scored_before & facts.mated_after & before
    lost = facts.mates_before & scored_after & after
    return facts.judged & (dropped | allowed | lost)


@label_rule("judged-inaccuracy", "Inaccuracy")
def _judged_inaccuracy(facts: Facts, rules: Ruleset) -> Mask:
    before = facts.mover_cp_before < -rules.mate_inaccuracy
    return _judged(
        facts, rules, rules.inaccuracy, before, facts.mover_cp_after > rules.mate_inaccuracy
    )


@label_rule("judged-mistake", "Mistake")
def _judged_mistake(facts: Facts, rules: Ruleset) -> Mask:
    before, after = facts.mover_cp_before, facts.mover_cp_after
    lost = (before < -rules.mate_mistake) & ~(before < -rules.mate_inaccuracy)
    won = (after > rules.mate_mistake) & ~(after > rules.mate_inaccuracy)
    return _judged(facts, rules, rules.mistake, lost, won)


@label_rule("judged-blunder", "Blunder")
def _judged_blunder(facts: Facts, rules: Ruleset) -> Mask:
    before, after = facts.mover_cp_before, facts.mover_cp_after
    reversed_mate = facts.mates_before & facts.mated_after & facts.judged
    lost, won = ~(before < -rules.mate_mistake), ~(after > rules.mate_mistake)
    return _judged(facts, rules, rules.blunder, lost, won) | reversed_mate
