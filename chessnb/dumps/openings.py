"""Openings of many games: which plies are book, and what the opening is called after each."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from chessnb.dumps.hashes import hashes_of_epds
from chessnb.dumps.mates_at_hand import mates_at_hand
from chessnb.scoring.book import usable_book

if TYPE_CHECKING:
    import numpy.typing as npt

    from chessnb.dumps.positions import Positions
    from chessnb.scoring.book import Book

__all__ = ["OpeningsOf", "openings"]


class _Index(NamedTuple):
    """A book's positions by number, in order.

    ``mates`` tells of a position whether the side to move mates at once, −1 until it was asked.
    """

    keys: npt.NDArray[np.uint64]
    epds: npt.NDArray[np.object_]
    mates: npt.NDArray[np.int8]
    named: npt.NDArray[np.bool_]
    shown: npt.NDArray[np.bool_]
    eco: npt.NDArray[np.object_]
    name: npt.NDArray[np.object_]


class OpeningsOf(NamedTuple):
    """What the book says of each ply.

    Attributes
    ----------
    in_book : bool array
        Every move of the game so far led to a position of the book.
    eco, name : object arrays
        The opening known so far, None where none is.
    """

    in_book: npt.NDArray[np.bool_]
    eco: npt.NDArray[np.object_]
    name: npt.NDArray[np.object_]


@lru_cache(maxsize=2)
def _index(book: Book) -> _Index:
    epds = np.array(list(book.positions), dtype=object)
    keys = hashes_of_epds(epds.tolist())
    order = np.argsort(keys)
    mates = np.full(len(keys), -1, dtype=np.int8)
    positions = list(book.positions.values())

    def column(name: str) -> npt.NDArray[np.object_]:
        values = np.empty(len(positions) + 1, dtype=object)
        values[:-1] = [getattr(position, name) for position in positions]
        return np.concatenate([values[:-1][order], values[-1:]])

    name = column("name")
    named = np.array([bool(text) for text in name], dtype=np.bool_)
    shown = column("shown").astype(np.bool_)
    return _Index(keys[order], epds[order], mates, named, shown, column("eco"), name)


def openings(positions: Positions) -> OpeningsOf:
    """Look up every position of some games."""
    index = _index(usable_book())
    count, plies = len(index.keys), len(positions)
    place = np.searchsorted(index.keys, positions.hashes)
    place[place == count] = 0
    known = index.keys[place] == positions.hashes if count else np.zeros(plies, dtype=np.bool_)
    place = np.where(known, place, count)
    source = _last_named(positions, known & index.named[place], index.shown[place])
    told = np.where(source >= 0, place[source], count)
    in_book = _unbroken(positions, known)
    if in_book.any():
        known[in_book] &= ~_mates(index, place[in_book])
        in_book = _unbroken(positions, known)
    return OpeningsOf(in_book, index.eco[told], index.name[told])


def _mates(index: _Index, places: npt.NDArray[np.intp]) -> npt.NDArray[np.bool_]:
    """Whether the side to move mates at once in positions of the book, which are no book then."""
    reached = np.unique(places)
    fresh = reached[index.mates[reached] < 0]
    index.mates[fresh] = mates_at_hand(index.epds[fresh].tolist())
    return index.mates[places] == 1


def _unbroken(positions: Positions, known: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Whether all plies of the game up to this one are known."""
    unknown_so_far = np.cumsum(~known)
    before = np.concatenate([[0], unknown_so_far])[positions.firsts]
    return unknown_so_far == before[positions.game]


def _last_named(
    positions: Positions, named: npt.NDArray[np.bool_], shown: npt.NDArray[np.bool_]
) -> npt.NDArray[np.intp]:
    """The ply whose name holds after each ply, −1 for none: names to show come first."""
    every = np.arange(len(positions))
    first = positions.firsts[positions.game]

    def latest(which: npt.NDArray[np.bool_]) -> npt.NDArray[np.intp]:
        last = np.maximum.accumulate(np.where(which, every, -1)) if len(every) else every
        return np.where(last >= first, last, -1)

    best = latest(named & shown)
    return np.where(best >= 0, best, latest(named))
