"""What a source of games holds: texts of single games where they can be had, else games."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from chessnb.dumps.segments import Segment, segments
from chessnb.games import Game, kinds, read_games
from chessnb.games.files import blocks_of_bytes, blocks_of_file, blocks_of_text

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
    blocks = _blocks(source, progress)
    if blocks is None:
        return _games(source)
    head: list[str] = []
    for block in blocks:
        head += block
        if any(map(str.strip, block)):
            break
    if head:
        head[0] = head[0].lstrip("\ufeff")
    if next(filter(str.strip, head), "").startswith('[Event "'):
        return segments(chain([head], blocks))
    return read_games(source)


def _blocks(source: Any, progress: Progress | None) -> Iterator[list[str]] | None:
    if isinstance(source, os.PathLike):
        return blocks_of_file(Path(os.fspath(source)), progress)
    if isinstance(source, (bytes, bytearray, memoryview)):
        return blocks_of_bytes(bytes(source))
    if isinstance(source, str):
        kind = kinds.kind_of(source)
        if kind in ("file", "missing"):
            return blocks_of_file(kinds.path_of(source), progress)
        if kind == "text":
            return blocks_of_text(kinds.plain_text(source))
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
