"""Arrays in groups (games, or the sides of games) and sliding windows within them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]
    Ints = npt.NDArray[np.int64]

__all__ = ["Groups", "window_deviations"]


@dataclass(frozen=True, eq=False)
class Groups:
    """Entries that belong to numbered groups.

    Attributes
    ----------
    keys : int64 array
        Group of each entry.
    counts : int64 array
        Entries of each group.
    order : int64 array
        Entries sorted by group, their order within a group kept.
    """

    keys: Ints
    counts: Ints
    order: Ints

    @classmethod
    def of(cls, keys: Ints, groups: int) -> Groups:
        """Group by number."""
        order = np.argsort(keys, kind="stable")
        return cls(keys, np.bincount(keys, minlength=groups).astype(np.int64), order)

    @classmethod
    def of_sides(cls, game: Ints, white: npt.NDArray[np.bool_], games: int) -> Groups:
        """Group by game and side: 2·game for White, 2·game + 1 for Black."""
        return cls.of(2 * game + ~white, 2 * games)

    def sums(self, values: Floats) -> Floats:
        """Sum of the values in each group."""
        sums = np.bincount(self.keys, weights=values, minlength=len(self.counts))
        return sums.astype(np.float64)


def window_deviations(
    values: Floats, groups: Groups, lengths: Ints, lead: Ints, *, skip: int = 0
) -> Floats:
    """Population standard deviation of the window that belongs to each entry.

    Parameters
    ----------
    values : float64 array
        Sorted by group (``groups.order``).
    groups : Groups
        The groups of the values.
    lengths, lead : int64 arrays
        Per group: how long its windows are, and how many entries share the first window with the
        one that it belongs to; from there on the window slides.
    skip : int
        Entries at the start of each group that have no window of their own.

    Returns
    -------
    float64 array
        In the order of ``values``, the skipped entries left out.
    """
    starts = np.cumsum(groups.counts) - groups.counts
    keys = np.repeat(np.arange(len(groups.counts)), groups.counts)
    place = np.arange(len(values)) - starts[keys] - skip
    keys, place = keys[place >= 0], place[place >= 0]
    first = starts[keys] + np.maximum(0, place - lead[keys])
    length = lengths[keys]
    deviations = np.empty(len(first))
    for size in np.unique(lengths[groups.counts > skip]):
        rows = np.flatnonzero(length == size)
        deviations[rows] = values[first[rows, None] + np.arange(size)].std(axis=1)
    return deviations
