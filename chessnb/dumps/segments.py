"""From the lines of a file to the texts of its games, told apart into plain ones and others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import compress, count
from operator import methodcaller
from typing import NamedTuple

from chessnb.dumps.movetexts import plain_text
from chessnb.dumps.tags import read_tags
from chessnb.games.build import build_games
from chessnb.games.model import Game
from chessnb.games.split import Splitter

__all__ = ["PlainGame", "Segment", "games_of", "plain_of", "segments"]

_MOST_LINES = 200_000
"""A game with more lines is cut: no file can fill the memory."""

_BEGINS = methodcaller("startswith", '[Event "')
_RESULTS = {"1-0", "0-1", "1/2-1/2", "*"}


class PlainGame(NamedTuple):
    """A game's tags, and its movetext without the result."""

    headers: dict[str, str]
    movetext: str


class Segment(NamedTuple):
    """Lines from one ``[Event`` tag to the next, and the number of the first."""

    lines: list[str]
    first: int


def segments(blocks: Iterable[list[str]]) -> Iterator[Segment]:
    """Cut a file, whose lines come in blocks, where an ``[Event`` tag follows a blank line.

    That is where the full reader begins another game, whatever stands before.
    """
    part: list[str] = []
    first = 1
    for block in blocks:
        begin = 0
        for place in [*compress(count(), map(_BEGINS, block)), len(block)]:
            before = block[place - 1] if place else part[-1] if part else ""
            if place < len(block) and before:
                continue
            part += block[begin:place]
            begin = place
            if place < len(block) or len(part) >= _MOST_LINES:
                if any(part):
                    yield Segment(part, first)
                first += len(part)
                part = []
    if any(part):
        yield Segment(part, first)


def plain_of(segment: Segment) -> PlainGame | None:
    """Tags and movetext of a segment that is plain as far as a first look tells."""
    lines = segment.lines
    try:
        end = lines.index("")
    except ValueError:
        return None
    headers = read_tags(lines[:end])
    if headers is None:
        return None
    last = len(lines)
    while not lines[last - 1]:
        last -= 1
    body, _, result = " ".join(lines[end + 1 : last]).rpartition(" ")
    if result not in _RESULTS or headers.get("Result") != result or not plain_text(body):
        return None
    return PlainGame(headers, body)


def games_of(segment: Segment, number: int) -> Iterator[Game]:
    """The games of a segment by the full reader, counted from `number`."""
    for raw in Splitter(segment.first).lines(segment.lines):
        for game in build_games(raw, number):
            yield game
            number += 1
