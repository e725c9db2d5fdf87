"""Movetexts taken apart into arrays, thousands of games at a time.

Plain is what Lichess writes: moves with their glyphs, their numbers, and comments that hold
``[%eval …]`` and ``[%clk …]`` alone. A movetext with any other word is not plain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

import numpy as np

from chessnb.dumps.words import Tables, Words

if TYPE_CHECKING:
    import numpy.typing as npt

    Ints = npt.NDArray[np.intp]
    Flags = npt.NDArray[np.bool_]

__all__ = ["MOST_PLIES", "Movetexts", "plain_text"]

_PART = 1000
MOST_PLIES = 2000
"""Longer games are for the full reader, so that no game takes the memory of thousands."""

_END, _COUNT, _MOVE, _OPEN, _EVAL, _CLOCK, _VALUE, _CLOSE, _OTHER = range(9)
_FOLLOWERS = {
    _END: (_COUNT, _MOVE, _END),
    _COUNT: (_MOVE,),
    _MOVE: (_COUNT, _MOVE, _OPEN, _END),
    _OPEN: (_EVAL, _CLOCK),
    _EVAL: (_VALUE,),
    _CLOCK: (_VALUE,),
    _VALUE: (_EVAL, _CLOCK, _CLOSE),
    _CLOSE: (_COUNT, _MOVE, _END),
}
_FOLLOWS = np.zeros((9, 9), dtype=np.bool_)
for _kind, _after in _FOLLOWERS.items():
    _FOLLOWS[_kind, list(_after)] = True

_DIGITS = b"0123456789"
_BY_FIRST = np.full(256, _OTHER, dtype=np.int8)
_BY_FIRST[list(_DIGITS)] = _COUNT
_BY_FIRST[list(b"KQRBNOabcdefgh")] = _MOVE
_BY_FIRST[ord("{")] = _OPEN
_BY_FIRST[ord("}")] = _CLOSE
_BY_FIRST[ord("|")] = _END
_ALONE = np.isin(np.arange(9), (_OPEN, _CLOSE, _END))


def _key(word: bytes) -> np.uint64:
    return np.frombuffer(word.ljust(8, b"\0"), dtype="<u8")[0].astype(np.uint64)


_EVAL_KEY, _CLOCK_KEY, _FIRST_KEY = _key(b"[%eval"), _key(b"[%clk"), _key(b"1.")


def plain_text(text: str) -> bool:
    """Whether a movetext can be plain as far as its letters go."""
    return text.isascii() and text.isprintable() and "|" not in text


@dataclass(frozen=True, eq=False)
class Movetexts:
    """The plies of many movetexts, one after the other.

    Attributes
    ----------
    moves, evals, clocks : int arrays
        One number a ply, from the tables; 0 for an evaluation or clock that is not there.
    lengths : int array
        Plies of each text.
    plain : bool array
        Whether each text is plain; those that are not have no plies.
    """

    moves: Ints
    evals: Ints
    clocks: Ints
    lengths: Ints
    plain: Flags

    @classmethod
    def read(cls, texts: Sequence[str], tables: Tables) -> Movetexts:
        """Take texts apart, whose letters :func:`plain_text` has looked at.

        Parameters
        ----------
        texts
            Without the result at the end; lines joined by blanks.
        tables
            Where the numbers are looked up.
        """
        # By parts, because the words take more memory than all that is made of them.
        parts = [
            cls._read(texts[start : start + _PART], tables) for start in range(0, len(texts), _PART)
        ] or [cls._read(texts, tables)]
        names = [field.name for field in fields(cls)]
        return cls(
            **{name: np.concatenate([getattr(part, name) for part in parts]) for name in names}
        )

    @classmethod
    def _read(cls, texts: Sequence[str], tables: Tables) -> Movetexts:
        spaced = "".join(f"{text} | " if text else "| " for text in texts)
        spaced = spaced.replace("{[", "{ [").replace("]}", "] }")
        words = Words(spaced.encode("ascii"))
        kinds = _kinds(words)
        text_of = np.cumsum(kinds == _END) - (kinds == _END)
        columns, bad = _columns(words, kinds, tables)
        plain = np.bincount(text_of[bad], minlength=len(texts)) == 0
        place = text_of[kinds == _MOVE]
        lengths = np.bincount(place, minlength=len(texts))
        plain &= lengths <= MOST_PLIES
        kept = plain[place]
        moves, evals, clocks = (column[kept] for column in columns)
        return cls(moves, evals, clocks, np.where(plain, lengths, 0), plain)

    def part(self, kept: Flags) -> Movetexts:
        """Some of the texts."""
        plies = np.repeat(kept, self.lengths)
        columns = (self.moves[plies], self.evals[plies], self.clocks[plies])
        return Movetexts(*columns, self.lengths[kept], self.plain[kept])


def _kinds(words: Words) -> npt.NDArray[np.int8]:
    """What each word is, by its first and last letter."""
    every = np.arange(len(words.starts))
    first = words.bytes[words.starts]
    last = words.bytes[np.maximum(words.ends - 1, 0)]
    kinds = _BY_FIRST[first]
    kinds[(words.lengths > 1) & _ALONE[kinds]] = _OTHER
    kinds[last == ord("]")] = _VALUE
    keys = words.keys(every)
    kinds[(keys == _EVAL_KEY) & (words.lengths == 6)] = _EVAL
    kinds[(keys == _CLOCK_KEY) & (words.lengths == 5)] = _CLOCK
    kinds[words.lengths == 0] = _OTHER
    return kinds


def _columns(words: Words, kinds: npt.NDArray[np.int8], tables: Tables) -> tuple[list[Ints], Flags]:
    """Moves, evaluations and clocks a ply, and which words make a text not plain."""
    before = np.concatenate([np.full(1, _END, dtype=np.int8), kinds[:-1]])
    bad = ~_FOLLOWS[before, kinds]
    moves = np.flatnonzero(kinds == _MOVE)
    counts = np.flatnonzero(kinds == _COUNT)
    bad[counts] |= tables.count_words.numbers(words, counts) < 0
    # Moves that begin at another number than 1 stand where no start position fits.
    opening = counts[before[counts] == _END]
    bad[opening] |= (words.keys(opening) != _FIRST_KEY) | (words.lengths[opening] != 2)
    found = [tables.move_words.numbers(words, moves)]
    bad[moves] |= found[0] < 0
    ply_of = np.cumsum(kinds == _MOVE) - 1
    for kind, lookup in ((_EVAL, tables.eval_words), (_CLOCK, tables.clock_words)):
        values = np.flatnonzero((before == kind) & (kinds == _VALUE))
        numbers = lookup.numbers(words, values)
        bad[values] |= numbers < 0
        column = np.zeros(len(moves), dtype=np.intp)
        plies = ply_of[values]
        bad[values] |= np.diff(plies, prepend=-1) == 0
        column[plies[plies >= 0]] = numbers[plies >= 0]
        found.append(column)
    return found, bad
