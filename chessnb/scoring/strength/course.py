"""The course of whole games: their length, how they ended, and how long they were decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chessnb.scoring.strength.moves import BOUND

if TYPE_CHECKING:
    import numpy.typing as npt

    from chessnb.scoring.plies import Plies
    from chessnb.scoring.strength.moves import StrengthMoves

    Floats = npt.NDArray[np.float64]
    Ints = npt.NDArray[np.int64]
    Flags = npt.NDArray[np.bool_]

__all__ = ["game_course", "places"]

_CLOSE = (20, 35, 45)
"""A game is close while White's win probability is within so many points of 50."""

_FINAL_BOUND = 15.0
_NO_MATE = 50.0


def places(plies: Plies) -> npt.NDArray[np.int64]:
    """Number of each ply within its game, from 0."""
    starts = np.searchsorted(plies.game, np.arange(plies.games))
    return np.arange(len(plies)) - starts[plies.game]


def game_course(plies: Plies, moves: StrengthMoves) -> dict[str, Floats]:
    """Describe whole games by columns of shape (2 · games,), the same for both sides.

    Only ``final``, the last evaluation, is from each side's own view. A move that gives checkmate
    is left out: the calibration data have no evaluation for it.
    """
    counted = ~plies.is_mate & ~np.isnan(moves.after)
    decided = counted & (np.abs(moves.before) == BOUND) & (np.abs(moves.after) == BOUND)
    end = _last(plies, counted)
    final, mate = _final(plies, end)
    columns = {
        "plies": _count(plies, counted),
        "mate_plies": _count(plies, counted & ~np.isnan(plies.mate_after)),
        "decided_plies": _count(plies, decided),
        "final_size": np.abs(final),
        "final_mate": mate,
    }
    place = np.append(places(plies), -1)
    from_even = np.abs(moves.win_after - 50)
    for limit in _CLOSE:
        close = _last(plies, counted & (from_even < limit))
        columns[f"plies_beyond_{limit}"] = (place[end] - place[close]).astype(np.float64)
    both = {name: np.repeat(values, 2) for name, values in columns.items()}
    return both | {"final": np.stack([final, -final], axis=1).reshape(-1)}


def _count(plies: Plies, where: Flags) -> Floats:
    return np.bincount(plies.game[where], minlength=plies.games).astype(np.float64)


def _last(plies: Plies, where: Flags) -> Ints:
    """Index of each game's last ply among some; -1 where it has none."""
    last = np.full(plies.games, -1)
    last[plies.game[where]] = np.flatnonzero(where)
    return last


def _final(plies: Plies, end: Ints) -> tuple[Floats, Floats]:
    """White's view of the last evaluation in pawns (±15 at most), and the moves to mate."""
    cp = np.append(plies.cp_after, 0.0)[end]
    mate = np.append(plies.mate_after, np.nan)[end]
    pawns = np.where(np.isnan(mate), cp / 100, np.sign(mate) * _FINAL_BOUND)
    return (
        np.clip(pawns, -_FINAL_BOUND, _FINAL_BOUND),
        np.where(np.isnan(mate), _NO_MATE, np.minimum(np.abs(mate), _NO_MATE)),
    )
