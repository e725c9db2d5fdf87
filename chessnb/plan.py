"""What an analysis will do: its source, limits, engine and rules, settled before it starts."""

from __future__ import annotations

import datetime
import warnings
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypedDict

import chess

from chessnb import __version__
from chessnb.engine.settings import Settings, resolve
from chessnb.errors import FileError, InputError, SettingsError

if TYPE_CHECKING:
    from chessnb.games import Game
    from chessnb.library import Library
    from chessnb.scoring.book import Book
    from chessnb.scoring.rulesets import Ruleset

__all__ = ["Options", "Plan", "make_plan"]


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What an analysis will do, settled before it starts.

    Attributes
    ----------
    source : str
        ``"engine"`` or ``"pgn"``.
    settings : Settings
        The limit of each search; unused where the source is the PGN.
    engine, workers, hash_mb, cache, progressive
        As :func:`chessnb.analyze` takes them.
    ruleset : Ruleset
        What scores the evaluations.
    language : str
        Language of the explanations.
    book : Book or None
        The opening book; None is the one that comes along.
    library : Library or None
        Where the analysis is kept once it is finished.
    notes : tuple of str
        What was asked for and could not be had; the analysis goes on without it.
    """

    source: Literal["engine", "pgn"]
    ruleset: Ruleset
    settings: Settings = field(default_factory=resolve)
    engine: str | Path | None = None
    workers: int | None = None
    hash_mb: int | None = None
    cache: bool | str = True
    progressive: bool = False
    language: str = "en"
    book: Book | None = None
    library: Library | None = None
    notes: tuple[str, ...] = ()

    def provenance(self, game: Game) -> dict[str, Any]:
        """What is known of the numbers' origin before the work starts."""
        facts: dict[str, Any] = {
            "game_id": game.game_id,
            "source": self.source,
            "chessnb": __version__,
            "chess": chess.__version__,
            "notes": list(self.notes),
            "started_at": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        }
        if self.source == "pgn":
            note = "scored from the [%eval] comments of the game; no engine ran"
            return facts | {"engine": None, "effort": None, "settings": None, "note": note}
        return facts | {"effort": self.settings.effort, "settings": self.settings.key}


class Options(TypedDict, total=False):
    """The keyword arguments of :func:`chessnb.analyze`, which documents them."""

    effort: str | None
    depth: int | None
    nodes: int | None
    time: float | None
    multipv: int | None
    engine: str | Path | None
    source: str
    ruleset: str | Ruleset
    workers: int | None
    hash_mb: int | None
    cache: bool | str
    progressive: bool
    language: str
    book: str | Path | Book | None
    library: str | Path | Library | None


def make_plan(
    game: Game,
    *,
    effort: str | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    time: float | None = None,
    multipv: int | None = None,
    engine: str | Path | None = None,
    source: str = "auto",
    ruleset: str | Ruleset = "nine-tier",
    workers: int | None = None,
    hash_mb: int | None = None,
    cache: bool | str = True,
    progressive: bool = False,
    language: str = "en",
    book: str | Path | Book | None = None,
    library: str | Path | Library | None = None,
) -> Plan:
    """Settle how a game is to be analysed; the arguments are those of :func:`chessnb.analyze`.

    Raises
    ------
    SettingsError
        Arguments that contradict each other or mean nothing.
    VariantError
        The game is of a variant that the engine does not play.
    PositionError
        The game starts from a position that cannot stand on a board.
    """
    from chessnb.engine.room import check_means
    from chessnb.scoring.catalogue import load_catalogue
    from chessnb.scoring.rulesets import get_ruleset

    limits: dict[str, Any] = {
        "effort": effort,
        "depth": depth,
        "nodes": nodes,
        "time": time,
        "multipv": multipv,
    }
    asked = {name: value for name, value in limits.items() if value is not None}
    if engine is not None:
        asked["engine"] = engine
    game.ensure_analysable()
    check_means(workers, hash_mb, cache)
    load_catalogue(language)
    if progressive not in (True, False):
        raise SettingsError(f"progressive={progressive!r} is no choice: give True or False")
    opened, notes = _open_book(book)
    return Plan(
        source=_source(game, source, asked),
        ruleset=get_ruleset(ruleset),
        settings=resolve(effort=effort, depth=depth, nodes=nodes, multipv=multipv, time=time),
        engine=engine,
        workers=workers,
        hash_mb=hash_mb,
        cache=cache,
        progressive=progressive,
        language=language,
        book=opened,
        library=_open_library(library),
        notes=notes,
    )


def _open_library(library: str | Path | Library | None) -> Library | None:
    from chessnb.library import Library

    return Library(library) if isinstance(library, str | Path) else library


def _open_book(book: str | Path | Book | None) -> tuple[Book | None, tuple[str, ...]]:
    """Join a book of the user's own to the one that comes along; without it where it is damaged."""
    from chessnb.scoring.book import Book, default_book, read_book

    if book is None or isinstance(book, Book):
        return book, ()
    try:
        return default_book().joined(read_book(book)), ()
    except FileError as error:
        note = f"analysed without the opening book {str(book)!r}: {error}"
        warnings.warn(note, UserWarning, stacklevel=4)
        return None, (note,)


def _source(game: Game, source: str, asked: dict[str, Any]) -> Literal["engine", "pgn"]:
    if source == "engine":
        return "engine"
    if source == "auto":
        # A game without moves has nothing to read from; its one position is searched.
        return "pgn" if game.has_evals and game.plies and not asked else "engine"
    if source != "pgn":
        raise SettingsError(f"no source {source!r}; there are: 'auto', 'engine', 'pgn'")
    if asked:
        listed = ", ".join(f"{name}={value!r}" for name, value in asked.items())
        raise SettingsError(f"source='pgn' runs no engine, which contradicts {listed}")
    if game.plies and all(ply.eval_cp is None and ply.eval_mate is None for ply in game.plies):
        raise InputError("source='pgn', but the game carries no [%eval]: use source='engine'")
    return "pgn"
