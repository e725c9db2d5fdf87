"""Accuracy of moves and of games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chessnb.scoring.centipawns import counted_scores
from chessnb.scoring.classify import CODES
from chessnb.scoring.groups import Groups, window_deviations
from chessnb.scoring.plies import START_CP
from chessnb.scoring.win import mover_view, win_chances

if TYPE_CHECKING:
    import numpy.typing as npt

    from chessnb.scoring.facts import Facts
    from chessnb.scoring.plies import Plies
    from chessnb.scoring.rulesets import Ruleset

    Floats = npt.NDArray[np.float64]

__all__ = ["accuracy_curve", "game_accuracies", "move_accuracies"]

_TOP = (CODES["Best"], CODES["Great"], CODES["Brilliant"])
_LOWEST_WEIGHT, _HIGHEST_WEIGHT = 0.5, 12.0
_SHORTEST_WINDOW, _LONGEST_WINDOW = 2, 8


def accuracy_curve(loss: Floats, ruleset: Ruleset) -> Floats:
    """Accuracy of a move that lost so many points of 100, before labels are looked at.

    ``100`` without a loss, else ``scale·exp(−slope·loss) + shift + bonus`` within 0…100.

    Examples
    --------
    >>> from chessnb.scoring.rulesets import rulesets
    >>> accuracy_curve(np.array([0.0, 2.0, 10.0]), rulesets["classic"]).round(2).tolist()
    [100.0, 90.18, 59.41]
    """
    decayed = ruleset.curve_scale * np.exp(-ruleset.curve_slope * loss)
    curve = np.clip(decayed + ruleset.curve_shift + ruleset.curve_bonus, 0.0, 100.0)
    return np.where(loss == 0, 100.0, curve)


def move_accuracies(
    facts: Facts, ruleset: Ruleset, loss: Floats, label: npt.NDArray[np.int8]
) -> Floats:
    """Accuracy of each move in [0, 100]; NaN for null moves and where a score is missing.

    Parameters
    ----------
    facts, ruleset
        The plies and the rules.
    loss : array
        Points of 100 lost, not below 0, as the ruleset counts them.
    label : array
        The labels; Book counts like checkmate.
    """
    accuracy = accuracy_curve(loss, ruleset)
    known = ~np.isnan(accuracy)
    perfect = known & (label == CODES["Book"])
    if ruleset.mate_is_perfect:
        perfect |= known & facts.mates_after
    accuracy[perfect | facts.checkmate] = 100.0
    if ruleset.best_floor:
        top = np.isin(label, _TOP)
        accuracy[top] = np.maximum(accuracy[top], ruleset.best_floor)
    accuracy = np.maximum(accuracy, ruleset.accuracy_floor)
    left_out = facts.plies.is_null | (facts.checkmate & ruleset.skip_mating_move)
    accuracy[left_out] = np.nan
    return accuracy


def game_accuracies(
    facts: Facts, ruleset: Ruleset, accuracy: Floats
) -> tuple[Floats, npt.NDArray[np.int64]]:
    """Accuracy per game and side, and the number of moves it rests on; shape (games, 2).

    ``(Σ accuracy·weight / Σ weight + n / Σ 1/accuracy) / 2``: the mean of a mean weighted by how
    much the win percentage moves around the move, and of a harmonic mean. The accuracy of a single
    move is the player's, except where the source's own formula (``lichess``) makes no exception.
    """
    plies = facts.plies
    counted = np.flatnonzero(~np.isnan(accuracy))
    sides = Groups.of_sides(plies.game[counted], plies.white[counted], plies.games)
    if ruleset.window_of == "game":
        weights = _game_weights(plies, ruleset)[counted]
    else:
        weights = _player_weights(facts, counted, sides)
    values = accuracy[counted]
    with np.errstate(invalid="ignore", divide="ignore"):
        weighted = sides.sums(values * weights) / sides.sums(weights)
        harmonic = sides.counts / sides.sums(1 / np.maximum(values, ruleset.harmonic_floor))
    means = ((weighted + harmonic) / 2).reshape(plies.games, 2)
    counts = sides.counts.reshape(plies.games, 2)
    if ruleset.window_of == "game":
        means[(counts == 0).any(axis=1)] = np.nan
    else:
        # The floor of the harmonic mean would lift the one accuracy that there is.
        means[counts == 1] = sides.sums(values).reshape(plies.games, 2)[counts == 1]
    return means, counts


def _window_lengths(counts: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    return np.clip(counts // 10, _SHORTEST_WINDOW, _LONGEST_WINDOW)


def _player_weights(facts: Facts, counted: npt.NDArray[np.int64], sides: Groups) -> Floats:
    """One weight a move, from the win percentages before the player's own moves."""
    before, after = facts.before[counted], facts.after[counted]
    # Only a checkmate has an accuracy without a score before it: it was winning, so it counts 100.
    series = np.where(np.isnan(before), after, before)
    lengths = np.minimum(sides.counts, _window_lengths(sides.counts))
    weights = np.empty(len(series))
    weights[sides.order] = window_deviations(series[sides.order], sides, lengths, lengths - 1)
    return np.clip(weights, _LOWEST_WEIGHT, _HIGHEST_WEIGHT)


def _game_weights(plies: Plies, ruleset: Ruleset) -> Floats:
    """One weight a ply, from the win percentages of the start and after every move."""
    before, after = (mover_view(s, plies.white) for s in counted_scores(plies, ruleset))
    left_out = plies.is_mate & ruleset.skip_mating_move
    scored = np.flatnonzero(~np.isnan(after) & ~left_out)
    firsts = np.flatnonzero(np.diff(plies.game, prepend=-1) > 0)
    starts = np.full(plies.games, START_CP)
    starts[plies.game[firsts]] = np.where(np.isnan(before[firsts]), START_CP, before[firsts])
    games = plies.game[scored]
    moves = Groups.of(games, plies.games)
    series = Groups.of(np.concatenate([np.arange(plies.games), games]), plies.games)
    values = 50 + 50 * win_chances(np.concatenate([starts, after[scored]]))
    lengths = _window_lengths(moves.counts)
    lead = np.minimum(lengths, series.counts) - 2
    weights = np.full(len(plies), np.nan)
    weights[scored] = window_deviations(values[series.order], series, lengths, lead, skip=1)
    return np.clip(weights, _LOWEST_WEIGHT, _HIGHEST_WEIGHT)
