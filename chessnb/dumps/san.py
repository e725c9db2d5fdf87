"""Moves in SAN as numbers: each spelling is taken apart once."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import chess
import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["CASTLE_LONG", "CASTLE_SHORT", "SanTable"]

CASTLE_SHORT, CASTLE_LONG = 7, 8
"""The kinds of castling, beside python-chess' piece types 1…6."""

_PIECES = {"N": 2, "B": 3, "R": 4, "Q": 5, "K": 6}
_GLYPHS = {"": 0, "!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
_FIELDS = ("kind", "target", "file", "rank", "captures", "promotion", "check", "glyph")
_WORD = re.compile(
    r"((?:[NBRQK][a-h]?[1-8]?x?[a-h][1-8]|(?:[a-h]x)?[a-h][1-8](?:=[NBRQ])?|O-O(?:-O)?)[+#]?)"
    r"([!?]{0,2})"
)


class SanTable(dict[str, int]):
    """A move as the file spells it (``Nbxd7+?!``) → its number; asking for a new one adds it.

    What has not the form of a move in SAN has the number −1.

    Attributes
    ----------
    texts : list of str
        The SAN of each number, without glyphs.
    """

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._rows: list[tuple[int, ...]] = []
        self._fields: dict[str, npt.NDArray[np.int8]] = {}

    def __missing__(self, text: str) -> int:
        match = _WORD.fullmatch(text)
        if match is None:
            return -1
        number = self[text] = len(self._rows)
        self.texts.append(match[1])
        self._rows.append((*_taken_apart(match[1]), _GLYPHS[match[2]]))
        return number

    def fields(self) -> dict[str, npt.NDArray[np.int8]]:
        """What the spellings say, one entry a number.

        ``kind``: piece type 1…6, or one of the castlings. ``target``: square. ``file``, ``rank``:
        the hints where the piece comes from, −1 for none. ``captures``: 0, 1. ``promotion``: piece
        type, 0 for none. ``check``: 0, 1 for ``+``, 2 for ``#``. ``glyph``: NAG, 0 for none.
        """
        if not self._fields or len(self._fields["kind"]) < len(self._rows):
            table = np.array(self._rows, dtype=np.int8).reshape(-1, len(_FIELDS))
            self._fields = {name: table[:, i].copy() for i, name in enumerate(_FIELDS)}
        return self._fields


def _taken_apart(text: str) -> tuple[int, ...]:
    """The fields of one spelling.

    >>> _taken_apart("Nbxd7+"), _taken_apart("e8=Q"), _taken_apart("O-O-O")
    ((2, 51, 1, -1, 1, 0, 1), (1, 60, -1, -1, 0, 5, 0), (8, 0, -1, -1, 0, 0, 0))
    """
    check = {"+": 1, "#": 2}.get(text[-1], 0)
    body = text[:-1] if check else text
    if body[0] == "O":
        return (CASTLE_SHORT if body == "O-O" else CASTLE_LONG, 0, -1, -1, 0, 0, check)
    promotion = 0
    if body[-2] == "=":
        promotion = _PIECES[body[-1]]
        body = body[:-2]
    kind: int = _PIECES.get(body[0], chess.PAWN)
    hints = body[1 if kind != chess.PAWN else 0 : -2]
    captures = int("x" in hints)
    file = next(("abcdefgh".index(c) for c in hints if c in "abcdefgh"), -1)
    rank = next(("12345678".index(c) for c in hints if c in "12345678"), -1)
    return (kind, chess.parse_square(body[-2:]), file, rank, captures, promotion, check)
