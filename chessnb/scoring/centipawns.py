"""Centipawn losses: what scores and mates count, and the mean loss per player."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np

from chessnb.scoring.groups import Groups
from chessnb.scoring.win import mover_view

if TYPE_CHECKING:
    import numpy.typing as npt

    from chessnb.scoring.plies import Plies
    from chessnb.scoring.rulesets import Ruleset

    Floats = npt.NDArray[np.float64]

__all__ = ["centipawn_losses", "counted_scores", "mean_losses", "with_counted_start"]


def with_counted_start(plies: Plies, ruleset: Ruleset) -> Plies:
    """The plies with every game's start counted as the ruleset's ``start_cp``, if it has one."""
    if ruleset.start_cp is None or not len(plies):
        return plies
    first = np.diff(plies.game, prepend=-1) > 0
    return dataclasses.replace(
        plies,
        cp_before=np.where(first, ruleset.start_cp, plies.cp_before),
        mate_before=np.where(first, np.nan, plies.mate_before),
    )


def counted_scores(plies: Plies, ruleset: Ruleset) -> tuple[Floats, Floats]:
    """Scores before and after each move in cp, mover's view, mates and bounds as the rules say."""
    before = _counted(plies.cp_before, plies.mate_before, plies.white, ruleset)
    after = _counted(plies.cp_after, plies.mate_after, plies.white, ruleset)
    return before, np.where(plies.is_mate, ruleset.mate_cp, after)


def _counted(cp: Floats, mate: Floats, white: npt.NDArray[np.bool_], ruleset: Ruleset) -> Floats:
    scores = np.where(np.isnan(mate), cp, np.sign(mate) * ruleset.mate_cp)
    if ruleset.score_cap is not None:
        scores = np.clip(scores, -ruleset.score_cap, ruleset.score_cap)
    return mover_view(scores, white)


def centipawn_losses(plies: Plies, ruleset: Ruleset) -> Floats:
    """Centipawns that each move lost, ``max(0, before − after)`` within the ruleset's bounds.

    NaN for null moves, where a score is missing, and for a mating move where the ruleset leaves
    it out.
    """
    before, after = counted_scores(plies, ruleset)
    losses = np.maximum(0.0, before - after)
    if ruleset.loss_cap is not None:
        losses = np.minimum(losses, ruleset.loss_cap)
    left_out = plies.is_null | (plies.is_mate & ruleset.skip_mating_move)
    return np.where(left_out, np.nan, losses)


def mean_losses(plies: Plies, losses: Floats) -> Floats:
    """Average centipawn loss (ACPL) per game and side, shape (games, 2); NaN without a move."""
    counted = np.flatnonzero(~np.isnan(losses))
    sides = Groups.of_sides(plies.game[counted], plies.white[counted], plies.games)
    with np.errstate(invalid="ignore"):
        means = sides.sums(losses[counted]) / sides.counts
    return means.reshape(plies.games, 2)
