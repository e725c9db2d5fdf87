"""The way in without code: drop a file, paste a text, or name a player; then pick a game."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from pathlib import PurePath
from typing import Any, Unpack

import ipywidgets
import traitlets

from chessnb import threads
from chessnb.errors import ChessnbError, SettingsError
from chessnb.games import Game, read_games
from chessnb.plan import Options
from chessnb.widgets.feed import post, running_loop
from chessnb.widgets.pack import pack
from chessnb.widgets.part import Part
from chessnb.widgets.view import AnalysisView, view

__all__ = ["Opener", "Picker", "open"]

_MOST_GAMES = 2_000
"""So many games are listed; a larger file is for ``chessnb.read_games`` and the library."""

_LATEST = 50
"""So many of a player's games are fetched."""


class Picker(Part):
    """Takes a file, a text or a player's name, and lists the games found.

    Parameters
    ----------
    picked
        Called with each game that the reader picks.
    """

    _games = traitlets.Bytes().tag(sync=True)
    status = traitlets.Dict().tag(sync=True)

    def __init__(self, picked: Callable[[Game], None]) -> None:
        self._picked = picked
        self._found: list[Game] = []
        self._loop = running_loop()
        super().__init__(part="picker")

    @property
    def games(self) -> list[Game]:
        """The games listed."""
        return list(self._found)

    def find(self, read: Callable[[], Iterable[Game]], *, waiting: str = "Reading…") -> None:
        """List what `read` gives, which runs in a thread; a single game is picked at once."""
        self.status = {"busy": True, "text": waiting, "failed": False}

        def run() -> None:
            try:
                games = list(itertools.islice(read(), _MOST_GAMES))
                post(self._loop, lambda: self._show(games))
            except ChessnbError as error:
                text = str(error)
                post(self._loop, lambda: self._fail(text))

        threads.start(run, "chessnb-open")

    def _show(self, games: list[Game]) -> None:
        self._found = games
        self._games = pack([_entry(index, game) for index, game in enumerate(self._found)])
        if not games:
            self._fail("No game was found in this.")
        elif len(games) == 1:
            self._open(games[0])
        else:
            self.status = self._listed()

    def _fail(self, text: str) -> None:
        self.status = {"busy": False, "text": text, "failed": True}

    def _obey(self, request: dict[str, Any], buffers: Sequence[memoryview]) -> None:
        match request.get("kind"):
            case "text":
                text = str(request.get("text"))
                self.find(lambda: _typed(text))
            case "file" if buffers:
                name, data = str(request.get("name")), bytes(buffers[0])
                self.find(lambda: _uploaded(name, data))
            case "player":
                name, site = str(request.get("name")), str(request.get("site"))
                self.find(lambda: _played(name, site), waiting=f"Asking {site} for {name}…")
            case "pick":
                self._pick(request.get("index"))
            case _:
                pass

    def _pick(self, index: Any) -> None:
        if isinstance(index, int) and 0 <= index < len(self._found):
            self._open(self._found[index])

    def _open(self, game: Game) -> None:
        self.status = {"busy": True, "text": "Opening the game…", "failed": False}
        try:
            self._picked(game)
        except ChessnbError as error:
            self._fail(str(error))
        else:
            self.status = self._listed()

    def _listed(self) -> dict[str, Any]:
        count = len(self._found)
        if count < 2:
            text = ""
        elif count == _MOST_GAMES:
            text = f"The first {count} games: click one to see it."
        else:
            text = f"{count} games: click one to see it."
        return {"busy": False, "text": text, "failed": False}


def _typed(text: str) -> Iterable[Game]:
    stripped = text.strip()
    # What a visitor types must not open files of the machine that the kernel runs on.
    if "\n" not in stripped and _names_file(stripped):
        raise SettingsError(
            f"{stripped[:60]!r} looks like a file name: drop the file here, or use "
            "chessnb.view(path)"
        )
    return read_games(text)


def _names_file(text: str) -> bool:
    import os.path

    return bool(text) and len(text) < 260 and os.path.exists(os.path.expanduser(text))  # noqa: PTH110, PTH111


def _uploaded(name: str, data: bytes) -> Iterable[Game]:
    import tempfile
    from pathlib import Path

    # Compressed files are told by their names.
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"upload{''.join(PurePath(name).suffixes[-2:])[:16]}"
        path.write_bytes(data)
        if path.suffix == ".chessnb":
            from chessnb.export.archive import load

            yield load(path).game
        else:
            yield from read_games(path)


def _played(name: str, site: str) -> Iterable[Game]:
    if site == "chess.com":
        from chessnb.games import chesscom

        return chesscom.games(name, max=_LATEST)
    from chessnb.games import lichess

    return lichess.games(name, max=_LATEST)


def _entry(index: int, game: Game) -> dict[str, Any]:
    headers = game.headers
    return {
        "index": index,
        "white": game.white,
        "black": game.black,
        "white_rating": _number(headers.get("WhiteElo")),
        "black_rating": _number(headers.get("BlackElo")),
        "result": game.result,
        "moves": (len(game.chess_moves) + 1) // 2,
        "opening": headers.get("Opening") or headers.get("ECO"),
        "date": _known(headers["Date"]),
        "event": _known(headers["Event"]),
    }


def _known(text: str) -> str | None:
    return text if text.strip("?. ") else None


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() else None


class Opener(ipywidgets.VBox):
    """The picker, with the view of the game picked below it; made by :func:`open`."""

    def __init__(self, **options: Unpack[Options]) -> None:
        self._options = options
        self._view: AnalysisView | None = None
        self._picker = Picker(self.show)
        super().__init__([self._picker])

    @property
    def picker(self) -> Picker:
        """The part that finds games."""
        return self._picker

    @property
    def view(self) -> AnalysisView | None:
        """The view of the game that was picked last."""
        return self._view

    def show(self, game: Game) -> None:
        """Show a game and analyse it, in place of the one before."""
        before, self._view = self._view, view(game, **self._options)
        self.children = (self._picker, self._view)
        if before is not None:
            before.close()


def open(**options: Unpack[Options]) -> Opener:
    """Open games without code: drop a file, paste a text, a link or a user name.

    Parameters
    ----------
    **options
        As for :func:`chessnb.analyze`: how the games picked are analysed.

    Returns
    -------
    Opener
        A widget; ``.view`` is the :class:`AnalysisView` of the game picked.
    """
    return Opener(**options)
