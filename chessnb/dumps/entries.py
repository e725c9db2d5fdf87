"""What a source of games holds: texts of single games where they can be had, else games."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from chessnb.dumps.segments import Segment, segments
from chessnb.games import Game, kinds, read_games
from chessnb.games.files import lines_of_bytes, lines_of_file, lines_of_text

if TYPE_CHECKING:
    from chessnb.games.files import Progress

__all__ = ["Entry", "entries"]

Entry: TypeAlias = "Segment | Game"


def entries(source: Any, progress: Progress | None = None) -> Iterator[Entry]:
    """Yield the games of a source in order, those of a PGN file as unread text.

    Parameters
    ----------
    source
        Whatever :func:`chessnb.read_games` takes, or an iterable of games.
    progress
        Called with the bytes read so far and their number, where the source is a file.

    Raises
    ------
    NoSuchFileError, InputError
        As :func:`chessnb.read_games`.
    """
    lines = _lines(source, progress)
    if lines is None:
        return _games(source)
    head: list[str] = []
    for line in lines:
        head.append(line.lstrip("\ufeff") if not head else line)
        if head[-1].strip():
            break
    if head and head[-1].startswith('[Event "'):
        return segments(chain(head, lines))
    return read_games(source)


def _lines(source: Any, progress: Progress | None) -> Iterator[str] | None:
    if isinstance(source, os.PathLike):
        return lines_of_file(Path(os.fspath(source)), progress)
    if isinstance(source, (bytes, bytearray, memoryview)):
        return lines_of_bytes(bytes(source))
    if isinstance(source, str):
        kind = kinds.kind_of(source)
        if kind in ("file", "missing"):
            return lines_of_file(kinds.path_of(source), progress)
        if kind == "text":
            return lines_of_text(kinds.plain_text(source))
    return None


def _games(source: Any) -> Iterator[Entry]:
    """An iterable of games as it is; anything else is for the full reader."""
    if isinstance(source, (list, tuple)):
        items = cast("list[Any] | tuple[Any, ...]", source)
        if all(isinstance(item, Game) for item in items):
            return iter(items)
    if isinstance(source, Iterator) and not hasattr(source, "read"):
        return cast("Iterator[Game]", source)
    return read_games(cast("Any", source))
