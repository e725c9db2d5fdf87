"""Scoring: labels, accuracies and losses of the plies of many games at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chessnb.schema import LABELS
from chessnb.scoring.accuracy import game_accuracies, move_accuracies
from chessnb.scoring.centipawns import (
    centipawn_losses,
    counted_scores,
    mean_losses,
    with_counted_start,
)
from chessnb.scoring.classify import labels, with_book
from chessnb.scoring.facts import Facts
from chessnb.scoring.groups import Groups
from chessnb.scoring.plies import Scores
from chessnb.scoring.rulesets import get_ruleset
from chessnb.scoring.win import win_chances

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt

    from chessnb.scoring.facts import AskBoard
    from chessnb.scoring.plies import Plies
    from chessnb.scoring.rulesets import Ruleset

    Floats = npt.NDArray[np.float64]

__all__ = ["group_means", "score"]

_PART = 1 << 17
"""Plies scored at a time: what bounds the memory that intermediate arrays take."""


def score(plies: Plies, ruleset: Ruleset | str, *, board: AskBoard | None = None) -> Scores:
    """Judge the plies of any number of games by a ruleset.

    Nothing is modified, and the same input gives the same output.

    Parameters
    ----------
    plies : Plies
        The moves with their scores; a missing score is NaN and stays missing.
    ruleset : Ruleset or str
        The rules, or the name of one of :data:`chessnb.scoring.rulesets.rulesets`.
    board : AskBoard, optional
        Asked whether candidates are recaptures or sacrifices, where ``plies`` does not say.
        Without it such a move counts as neither.

    Examples
    --------
    >>> from chessnb.scoring.plies import Plies
    >>> plies = Plies.build(white=[True], cp_before=[450], cp_after=[0])
    >>> scores = score(plies, "classic")
    >>> LABELS[scores.label[0]], scores.accuracy.round(2).tolist(), scores.cp_loss.tolist()
    ('Miss', [15.7], [450.0])
    """
    rules = get_ruleset(ruleset)
    return Scores.join([_score_part(p, rules, board, start) for start, p in _parts(plies)])


def _parts(plies: Plies) -> Iterator[tuple[int, Plies]]:
    """Whole games together, about :data:`_PART` plies each time, and where they start."""
    if len(plies) <= _PART:
        yield 0, plies
        return
    begin, first_game = 0, 0
    while first_game < plies.games:
        wanted = min(begin + _PART, len(plies)) - 1
        end_game = plies.games if wanted == len(plies) - 1 else int(plies.game[wanted]) + 1
        end = int(np.searchsorted(plies.game, end_game))
        yield begin, plies.part(begin, end, first_game, end_game)
        begin, first_game = end, end_game


def _score_part(given: Plies, ruleset: Ruleset, board: AskBoard | None, start: int) -> Scores:
    seen = Facts(given, board, start)
    plies = with_counted_start(given, ruleset)
    facts = seen if plies is given else Facts(plies, board, start)
    label = with_book(labels(facts, ruleset), facts, ruleset)
    accuracy = move_accuracies(facts, ruleset, _counted_loss(facts, ruleset), label)
    losses = centipawn_losses(plies, ruleset)
    game_accuracy, move_count = game_accuracies(facts, ruleset, accuracy)
    no_loss = np.where(plies.is_null, np.nan, seen.loss / 100)
    return Scores(
        label=label,
        accuracy=accuracy,
        cp_loss=losses,
        wpl=no_loss,
        mover_win_before=seen.before / 100,
        mover_win_after=seen.after / 100,
        white_win_after=np.where(plies.white, seen.after, 100 - seen.after) / 100,
        game_accuracy=game_accuracy,
        acpl=mean_losses(plies, losses),
        move_count=move_count,
        label_counts=_label_counts(plies, label),
    )


def _counted_loss(facts: Facts, ruleset: Ruleset) -> Floats:
    """Points of 100 lost, as the ruleset's accuracy counts them."""
    if ruleset.score_cap is None:
        return facts.loss
    before, after = (50 + 50 * win_chances(s) for s in counted_scores(facts.plies, ruleset))
    return np.maximum(0.0, before - after)


def _label_counts(plies: Plies, label: npt.NDArray[np.int8]) -> npt.NDArray[np.int64]:
    labelled = np.flatnonzero(label >= 0)
    side = 2 * plies.game[labelled] + ~plies.white[labelled]
    cells = side * len(LABELS) + label[labelled]
    counts = np.bincount(cells, minlength=plies.games * 2 * len(LABELS))
    return counts.reshape(plies.games, 2, len(LABELS)).astype(np.int64)


def group_means(plies: Plies, values: Floats, group: npt.NDArray[np.int64], groups: int) -> Floats:
    """Plain mean of the values per game, side and group, such as the accuracy per phase.

    Parameters
    ----------
    plies : Plies
    values : float64 array
        One a ply; NaN drops out.
    group : int64 array
        Group of each ply, 0…``groups`` − 1; negative: in none.
    groups : int
        How many there are.

    Returns
    -------
    float64 array of shape (games, 2, groups)
        NaN where a group is empty.
    """
    kept = np.flatnonzero(~np.isnan(values) & (group >= 0))
    side = 2 * plies.game[kept] + ~plies.white[kept]
    cells = Groups.of(side * groups + group[kept], plies.games * 2 * groups)
    with np.errstate(invalid="ignore"):
        means = cells.sums(values[kept]) / cells.counts
    return means.reshape(plies.games, 2, groups)
