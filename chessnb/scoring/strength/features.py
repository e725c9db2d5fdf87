"""What the calibrated model looks at: numbers about each player's moves in one game.

No rating and no result is among them, and no move of the opponent but for what it asked of the
player: how large the opponent's error was that a move answers, and how the game stood.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from chessnb.scoring.strength.course import game_course, places
from chessnb.scoring.strength.moves import BOUND, StrengthMoves

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy.typing as npt

    from chessnb.scoring.plies import Plies
    from chessnb.scoring.strength.time_controls import TimeControls

    Floats = npt.NDArray[np.float64]
    Flags = npt.NDArray[np.bool_]

__all__ = ["Features", "move_features", "move_priors"]

_STANDINGS = (0, 12, 30, 45, 55, 70, 88, 101)
_STAGES = (0, 8, 16, 24, 36, 50, 70, 100, 100_000)
_ANSWERED = {"quiet": (0, 2), "slip": (5, 10), "error": (10, 20), "blunder": (20, 101)}
_PRIOR_MOVES = 3.0


@dataclass(frozen=True, eq=False)
class Features:
    """Numbers about the sides of games.

    Attributes
    ----------
    columns : dict of str to float64 array of shape (2 · games,)
        White and Black of the first game, then of the second, and so on.
    judged : float64 array of shape (2 · games,)
        Number of judged moves.
    """

    columns: dict[str, Floats]
    judged: Floats

    def matrix(self, names: list[str]) -> Floats:
        """Some of the columns side by side, shape (2 · games, len(names))."""
        return np.stack([self.columns[name] for name in names], axis=1)


def move_features(plies: Plies, time: TimeControls, priors: Mapping[str, float]) -> Features:
    """Describe each side's play in each game.

    Parameters
    ----------
    plies : Plies
        The moves and their evaluations.
    time : TimeControls
        One entry per game.
    priors : mapping of str to float
        What a mean over few moves is drawn towards (:func:`move_priors`), as if three more moves
        had had this value.

    Notes
    -----
    A move that gives checkmate is left out: the calibration data have no evaluation for it.
    """
    moves = StrengthMoves.of(plies)
    judged = moves.counts(moves.judged)
    measures = _measures(moves)
    columns = {
        name: moves.sums(values, moves.judged) / np.maximum(judged, 1)
        for name, values in measures.items()
    }
    for name, (where, wanted) in _circumstances(plies, moves).items():
        count = moves.counts(where)
        columns[f"{name}:share"] = count / np.maximum(judged, 1)
        for measure in wanted:
            total = moves.sums(measures[measure], where)
            prior = _PRIOR_MOVES * priors[f"{name}:{measure}"]
            columns[f"{name}:{measure}"] = (total + prior) / (count + _PRIOR_MOVES)
    columns |= game_course(plies, moves) | time.columns()
    columns["judged"] = np.log(np.maximum(judged, 1))
    return Features(columns, judged)


def move_priors(plies: Plies) -> dict[str, float]:
    """Mean of each measure over all moves in each circumstance, for :func:`move_features`."""
    moves = StrengthMoves.of(plies)
    measures = _measures(moves)
    return {
        f"{name}:{measure}": float(measures[measure][where].mean()) if where.any() else 0.0
        for name, (where, wanted) in _circumstances(plies, moves).items()
        for measure in wanted
    }


def _measures(moves: StrengthMoves) -> dict[str, Floats]:
    """Ways to measure what a move lost.

    ``win`` is in points of win probability, ``pawns`` in pawns; the root and the logarithm weigh
    small losses more, the square large ones; ``over_n`` counts losses of more than n points.
    """
    win, pawns = moves.win_loss, moves.loss
    measures = {
        "win": win,
        "win_root": np.sqrt(win),
        "win_square": np.minimum(win, 60) ** 2 / 100,
        "pawns": np.minimum(pawns, BOUND),
        "pawns_log": np.log1p(4 * pawns),
    }
    return measures | {f"over_{n}": (win > n).astype(np.float64) for n in (2, 5, 10, 20, 30)}


def _circumstances(plies: Plies, moves: StrengthMoves) -> dict[str, tuple[Flags, tuple[str, ...]]]:
    """Judged moves by standing, by stage of the game and by the opponent's last error."""
    found: dict[str, tuple[Flags, tuple[str, ...]]] = {}
    for low, high in itertools.pairwise(_STANDINGS):
        where = moves.judged & (moves.win_before >= low) & (moves.win_before < high)
        found[f"standing_{low}"] = where, ("over_5", "over_20", "pawns_log")
    place = places(plies)
    for low, high in itertools.pairwise(_STAGES):
        where = moves.judged & (place >= low) & (place < high)
        found[f"ply_{low}"] = where, ("pawns_log", "win")
    error = _opponents_error(plies, moves)
    for name, (low, high) in _ANSWERED.items():
        where = moves.judged & (error >= low) & (error < high)
        found[f"after_{name}"] = where, ("pawns_log", "win")
    return found


def _opponents_error(plies: Plies, moves: StrengthMoves) -> Floats:
    """Points of win probability that the ply before lost; 0 for a game's first ply."""
    error = np.roll(moves.win_loss, 1)
    error[places(plies) == 0] = 0.0
    return error
