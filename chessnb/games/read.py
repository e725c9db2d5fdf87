"""``read_game`` and ``read_games``: whatever a user has, as games."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.pgn

from chessnb.errors import InputError, NoSuchFileError
from chessnb.games import convert
from chessnb.games.model import Game

__all__ = ["read_game", "read_games"]

Source = str | bytes | os.PathLike[str] | chess.Board | chess.pgn.Game | Game


def read_game(source: Source, game: int | None = None) -> Game:
    """Read one game."""
    games = list(read_games(source))
    if not games:
        raise InputError(f"no game found in {str(source)[:60]!r}")
    number = 1 if game is None else game
    if not 1 <= number <= len(games):
        raise InputError(f"game={number}, but there are {len(games)} games")
    chosen = games[number - 1]
    if game is None and len(games) > 1:
        chosen.warnings = (*chosen.warnings, f"{len(games)} games; using game 1")
    return chosen


def read_games(source: Source) -> Iterator[Game]:
    """Read all games of a source, one after another."""
    if isinstance(source, Game):
        return iter([source])
    if isinstance(source, chess.Board):
        return iter([convert.from_board(source)])
    if isinstance(source, chess.pgn.Game):
        return iter([convert.from_chess(source)])
    if isinstance(source, bytes):
        return _pgn(source.decode("utf-8-sig", "replace"))
    if isinstance(source, str):
        try:
            return iter([convert.from_board(chess.Board(source.strip()))])
        except ValueError:
            pass
        if "\n" in source or source.lstrip()[:1] in ("[", "1"):
            return _pgn(source)
    path = Path(source).expanduser()
    if not path.is_file():
        raise NoSuchFileError(f"no such file: {str(path)!r}")
    return _pgn(path.read_text(encoding="utf-8-sig", errors="replace"))


def _pgn(text: str) -> Iterator[Game]:
    handle = io.StringIO(text)
    while (game := chess.pgn.read_game(handle)) is not None:
        yield convert.from_chess(game)
