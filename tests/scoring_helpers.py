"""Moves for scoring tests, told from the mover's side so that both colours can be made of them."""

from __future__ import annotations

import math
from typing import Any

from chessnb.schema import LABELS
from chessnb.scoring.plies import Plies, Scores
from chessnb.scoring.score import score
from chessnb.scoring.win import WIN_SLOPE

SIGNED = ("cp_before", "mate_before", "cp_after", "mate_after", "second_cp", "second_mate")


def cp_of(percent: float) -> float:
    """The score whose win percentage this is."""
    return math.log(percent / (100 - percent)) / WIN_SLOPE


def one_move(white: bool, **mover: Any) -> Plies:
    """A single move; scores in the mover's view, `before=`, `after=`, `second=` in percent."""
    for share, name in (("before", "cp_before"), ("after", "cp_after"), ("second", "second_cp")):
        if share in mover:
            mover[name] = cp_of(mover.pop(share))
    sign = 1 if white else -1
    arrays = {name: [value * sign if name in SIGNED else value] for name, value in mover.items()}
    return Plies.build(white=[white], **arrays)


def label_of(scores: Scores, place: int = 0) -> str | None:
    """The label of a ply by name."""
    code = int(scores.label[place])
    return LABELS[code] if code >= 0 else None


def judged(ruleset: Any, white: bool, **mover: Any) -> str | None:
    """What a ruleset says about a single move."""
    return label_of(score(one_move(white, **mover), ruleset))
