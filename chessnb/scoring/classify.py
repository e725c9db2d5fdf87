"""Labels: the first rule of a ruleset that applies to a move."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chessnb.schema import LABELS
from chessnb.scoring.rules import rule

if TYPE_CHECKING:
    import numpy.typing as npt

    from chessnb.scoring.facts import Facts
    from chessnb.scoring.rulesets import Ruleset

__all__ = ["CODES", "labels", "with_book"]

CODES = {label: code for code, label in enumerate(LABELS)}
"""The number of each label in the arrays; −1 is no label."""


def labels(facts: Facts, ruleset: Ruleset) -> npt.NDArray[np.int8]:
    """The label that the rules give each ply, before the opening book has its say.

    A move without both its scores gets no label unless it gave checkmate, a null move never, and
    the only legal move is never Brilliant or Great.
    """
    found = np.full(len(facts.plies), -1, dtype=np.int8)
    open_plies = (facts.known | facts.checkmate) & ~facts.plies.is_null
    for name in ruleset.rules:
        label_rule = rule(name)
        applies = open_plies & label_rule.applies(facts, ruleset)
        if label_rule.label in ("Brilliant", "Great"):
            applies &= ~facts.forced
        found[applies] = CODES[label_rule.label]
        open_plies &= ~applies
    return found


def with_book(found: npt.NDArray[np.int8], facts: Facts, ruleset: Ruleset) -> npt.NDArray[np.int8]:
    """The labels with Book over any but those of a checkmate, where the ruleset has Book."""
    if not ruleset.book:
        return found
    book = facts.plies.is_book & ~facts.checkmate & ~facts.plies.is_null
    return np.where(book, np.int8(CODES["Book"]), found)
