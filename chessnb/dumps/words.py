"""Plain games: their tags, and their movetext taken apart into numbers.

Plain is what Lichess writes: tags one to a line, a blank line, and a movetext of nothing but moves,
glyphs, and comments that hold ``[%eval …]`` and ``[%clk …]`` alone. Anything else is for the full
reader, which is told apart here and never guessed at.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from chessnb.dumps.san import SanTable
from chessnb.games.annotations import parse_comment
from chessnb.games.model import ROSTER

__all__ = ["ClockTable", "EvalTable", "PlainGame", "Tables", "read_plain"]

_TAG = re.compile(r'\[([A-Z][A-Za-z0-9_]*) "((?:[^"\\\[\]{}\s]| (?! |"))*)"\]\n')
_EXACT_NAMES = {name.lower(): name for name in (*ROSTER, "FEN", "SetUp", "Variant")}
_RESULTS = {"1-0", "0-1", "1/2-1/2", "*"}
_MOVE = re.compile(
    r"(?:\d{1,4}\.(?:\.\.)? )?([KQRBNOa-h][^\s{}()\[\];$%]+)"
    r"(?: \{ ?(?:\[%eval ([^\]{}]+)\] ?)?(?:\[%clk ([^\]{}]+)\] ?)?\})?(?: |$)"
)
_MOST_PLIES = 2000
_NUMBERS = [f"{n // 2 + 1}{'...' if n % 2 else '.'}" for n in range(_MOST_PLIES)]


class EvalTable(dict[str, int]):
    """The text of an ``[%eval]`` → its number; what cannot be read has the number −1.

    Attributes
    ----------
    values : list of (cp, mate, depth)
        The score of each number, White's view; number 0 is no score.
    """

    def __init__(self) -> None:
        super().__init__({"": 0})
        self.values: list[tuple[int | None, int | None, int | None]] = [(None, None, None)]

    def __missing__(self, text: str) -> int:
        note = parse_comment(f"[%eval {text}]")
        if not note.has_eval or note.mate == 0:
            return -1
        number = self[text] = len(self.values)
        self.values.append((note.cp, note.mate, note.depth))
        return number


class ClockTable(dict[str, int]):
    """The text of a ``[%clk]`` → its number; what cannot be read has the number −1.

    Attributes
    ----------
    values : list of float or None
        Seconds left; number 0 is no clock.
    """

    def __init__(self) -> None:
        super().__init__({"": 0})
        self.values: list[float | None] = [None]

    def __missing__(self, text: str) -> int:
        clock = parse_comment(f"[%clk {text}]").clock
        if clock is None:
            return -1
        number = self[text] = len(self.values)
        self.values.append(clock)
        return number


@dataclass(frozen=True)
class Tables:
    """What the numbers in plain games mean; shared by all games of a file."""

    moves: SanTable = field(default_factory=SanTable)
    evals: EvalTable = field(default_factory=EvalTable)
    clocks: ClockTable = field(default_factory=ClockTable)


@dataclass(frozen=True, slots=True)
class PlainGame:
    """One plain game: its tags, and a number a ply for its moves, evaluations and clocks."""

    headers: dict[str, str]
    moves: Sequence[int]
    evals: Sequence[int]
    clocks: Sequence[int]
    text: str


def read_tags(text: str) -> tuple[dict[str, str], int] | None:
    """The tags at the start of a plain game's text, and where they end; None if not plain."""
    headers: dict[str, str] = {}
    position, count = 0, 0
    while (match := _TAG.match(text, position)) is not None:
        name, value = match.groups()
        if _EXACT_NAMES.get(name.lower(), name) != name:
            return None
        headers[name] = value
        position, count = match.end(), count + 1
    if not count or count != len(headers) or text[position : position + 1] != "\n":
        return None
    if "FEN" in headers or "SetUp" in headers or headers.get("Variant", "Standard") != "Standard":
        return None
    return headers, position + 1


def read_plain(text: str, tables: Tables, headers: dict[str, str], start: int) -> PlainGame | None:
    """Take a game's movetext apart; None where it is not plain.

    Parameters
    ----------
    text
        The whole text of the game.
    tables
        Where the numbers are looked up.
    headers, start
        What :func:`read_tags` gave.
    """
    movetext = text[start:].rstrip("\n ")
    body, _, result = movetext.rpartition(" ")
    if result not in _RESULTS or headers.get("Result") != result or "\n\n" in movetext:
        return None
    columns = _columns(body.replace("\n", " ")) if body else ([], [], [])
    if columns is None:
        return None
    moves, evals, clocks = columns
    found = PlainGame(
        headers,
        list(map(tables.moves.__getitem__, moves)),
        list(map(tables.evals.__getitem__, evals)),
        list(map(tables.clocks.__getitem__, clocks)),
        text,
    )
    odd = -1 in found.moves or -1 in found.evals or -1 in found.clocks
    return None if odd or len(moves) > _MOST_PLIES else found


_Columns = tuple[list[str], list[str], list[str]]


def _columns(body: str) -> _Columns | None:
    """The moves, evaluations and clocks of a movetext, as they are spelled."""
    words = body.split(" ")
    if len(words) > 3 and words[2] == "{":
        regular = _regular(words, 8 if words[5] == "[%clk" else 6)
        if regular is not None:
            return regular
    parts = _MOVE.split(body)
    if any(parts[0::4]):
        return None
    moves, evals, clocks = parts[1::4], parts[2::4], parts[3::4]
    return moves, [text or "" for text in evals], [text or "" for text in clocks]


def _regular(words: list[str], width: int) -> _Columns | None:
    """The columns where every move has the same comment; the last, a mate, may have none."""
    bare = len(words) % width == 2
    tail = words[-2:] if bare else []
    words = words[:-2] if bare else words
    count = len(words) // width
    columns = [words[place::width] for place in range(width)]
    if len(words) % width or columns[0] + tail[:1] != _NUMBERS[: count + bare]:
        return None
    if columns[2].count("{") < count or columns[-1].count("}") < count:
        return None
    fields: dict[str, list[str]] = {"[%eval": [""] * count, "[%clk": [""] * count}
    for place in range(3, width - 1, 2):
        command = columns[place][0]
        if command not in fields or columns[place].count(command) < count:
            return None
        values = "\n".join(columns[place + 1])
        if values.count("]") != count or values.count("]\n") != count - 1 or values[-1] != "]":
            return None
        fields[command] = values[:-1].split("]\n")
    rest = [""] * bare
    return columns[1] + tail[1:], fields["[%eval"] + rest, fields["[%clk"] + rest
