"""The games of a batch, from whatever a user has of them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any, cast

import chess
import chess.pgn

from chessnb.errors import ChessnbError
from chessnb.games import Game, read_games

__all__ = ["count_of", "games_of"]

_SINGLE = (str, bytes, os.PathLike, Game, chess.Board, chess.pgn.GameNode)


def count_of(source: Any) -> int | None:
    """How many games there are, where that is known without reading them."""
    if isinstance(source, (list, tuple)):
        items = cast("list[Any]", list(source))
        return len(items) if all(isinstance(item, Game) for item in items) else None
    return 1 if isinstance(source, Game) else None


def games_of(source: Any) -> Iterator[Game | str]:
    """Yield games one after another; where one cannot be read, the reason.

    Parameters
    ----------
    source
        What :func:`chessnb.read_games` takes, or an iterable of such things.
    """
    if isinstance(source, _SINGLE) or hasattr(source, "read"):
        yield from read_games(source)
        return
    for item in cast("Iterable[Any]", source):
        try:
            yield from [item] if isinstance(item, Game) else read_games(item)
        except ChessnbError as error:
            yield str(error)
