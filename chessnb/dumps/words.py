"""The words of a movetext, and what they mean: each spelling is looked at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from chessnb.dumps.san import SanTable
from chessnb.games.annotations import parse_clock, parse_score

if TYPE_CHECKING:
    import numpy.typing as npt

    Ints = npt.NDArray[np.intp]

__all__ = ["ClockTable", "EvalTable", "Lookup", "Tables", "Words"]

_WIDTH = 8
_MASKS = np.array([(1 << 8 * n) - 1 for n in range(_WIDTH)] + [2**64 - 1], dtype=np.uint64)


class Words:
    """The words of a text, which are parted by single blanks.

    Parameters
    ----------
    text
        ASCII, with a blank at its end.
    """

    def __init__(self, text: bytes) -> None:
        self.text = text
        self.bytes = np.frombuffer(text + bytes(_WIDTH), dtype=np.uint8)
        self.ends = np.flatnonzero(self.bytes == ord(" "))
        self.starts = np.concatenate([[0], self.ends + 1]).astype(np.intp)[: len(self.ends)]
        self.lengths = self.ends - self.starts
        # Eight bytes from any byte on, as one number.
        self._eights = np.ndarray(len(text) + 1, dtype="<u8", buffer=self.bytes, strides=(1,))

    def keys(self, which: Ints) -> npt.NDArray[np.uint64]:
        """The first eight letters of some words, as a number."""
        shown = np.minimum(self.lengths[which], _WIDTH)
        return self._eights[self.starts[which]].astype(np.uint64) & _MASKS[shown]

    def spelled(self, word: int) -> str:
        """One word."""
        return self.text[self.starts[word] : self.ends[word]].decode("ascii")


class Lookup:
    """A table of spellings for words by the thousands.

    Parameters
    ----------
    number_of
        Gives the number of a spelling, −1 for one that means nothing.
    """

    def __init__(self, number_of: Callable[[str], int]) -> None:
        self._number_of = number_of
        # A key that no word of ASCII has, so that the table is never empty.
        self._keys = np.array([2**64 - 1], dtype=np.uint64)
        self._numbers = np.array([-1], dtype=np.intp)

    def numbers(self, words: Words, which: Ints) -> Ints:
        """The numbers of some words."""
        keys = words.keys(which)
        long = words.lengths[which] > _WIDTH
        place = self._places(keys)
        new = (self._keys[place] != keys) & ~long
        if new.any():
            self._learn(words, keys[new], which[new])
            place = self._places(keys)
        found = self._numbers[place]
        for one in np.flatnonzero(long).tolist():
            found[one] = self._number_of(words.spelled(int(which[one])))
        return found

    def _places(self, keys: npt.NDArray[np.uint64]) -> Ints:
        return np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)

    def _learn(self, words: Words, keys: npt.NDArray[np.uint64], which: Ints) -> None:
        fresh, first = np.unique(keys, return_index=True)
        told = [self._number_of(words.spelled(int(which[place]))) for place in first]
        keys = np.concatenate([self._keys, fresh])
        order = np.argsort(keys)
        self._keys = keys[order]
        self._numbers = np.concatenate([self._numbers, np.array(told, dtype=np.intp)])[order]


class EvalTable(dict[str, int]):
    """The text of an ``[%eval]`` → its number; what cannot be read has the number −1.

    Attributes
    ----------
    scores : list of (cp, mate, depth)
        The score of each number, White's view; number 0 is no score.
    """

    def __init__(self) -> None:
        super().__init__()
        self.scores: list[tuple[int | None, int | None, int | None]] = [(None, None, None)]

    def __missing__(self, text: str) -> int:
        score = parse_score(text)
        if score is None or score.mate == 0:
            return -1
        number = self[text] = len(self.scores)
        self.scores.append(score)
        return number


class ClockTable(dict[str, int]):
    """The text of a ``[%clk]`` → its number; what cannot be read has the number −1.

    Attributes
    ----------
    seconds : list of float or None
        Seconds left; number 0 is no clock.
    """

    def __init__(self) -> None:
        super().__init__()
        self.seconds: list[float | None] = [None]

    def __missing__(self, text: str) -> int:
        clock = parse_clock(text)
        if clock is None:
            return -1
        number = self[text] = len(self.seconds)
        self.seconds.append(clock)
        return number


def _count(text: str) -> int:
    """0 for a move's number (``12.``, ``12...``), −1 for another word."""
    digits = text.rstrip(".")
    dots = len(text) - len(digits)
    return 0 if dots in (1, 3) and digits.isdecimal() and len(digits) <= 4 else -1


@dataclass(frozen=True)
class Tables:
    """What the numbers of moves, evaluations and clocks mean; shared by all games of a file."""

    moves: SanTable = field(default_factory=SanTable)
    evals: EvalTable = field(default_factory=EvalTable)
    clocks: ClockTable = field(default_factory=ClockTable)
    move_words: Lookup = field(init=False)
    eval_words: Lookup = field(init=False)
    clock_words: Lookup = field(init=False)
    count_words: Lookup = field(init=False)

    def __post_init__(self) -> None:
        lookups = {
            "move_words": Lookup(self.moves.__getitem__),
            "eval_words": Lookup(lambda text: self.evals[text[:-1]]),
            "clock_words": Lookup(lambda text: self.clocks[text[:-1]]),
            "count_words": Lookup(_count),
        }
        for name, lookup in lookups.items():
            object.__setattr__(self, name, lookup)
