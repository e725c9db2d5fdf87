"""The file of a library: its schema with migrations, and connections to it."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

from chessnb import schema
from chessnb.errors import FileError, NoSuchFileError

__all__ = ["Database", "sql_type"]

_APPLICATION = 0x63686E62  # "chnb"
_PATIENCE = 30.0
"""Seconds to wait for another notebook's transaction."""

_SQL_TYPES = {"Int64": "INTEGER", "Float64": "REAL", "boolean": "INTEGER"}


def sql_type(dtype: str) -> str:
    """The column type for a dtype of :mod:`chessnb.schema`."""
    return _SQL_TYPES.get(dtype, "TEXT")


def _columns() -> str:
    return ", ".join(
        f'"{column.name}" {sql_type(column.dtype)}' for column in schema.TABLES["games"].columns
    )


def _first_tables() -> tuple[str, ...]:
    return (
        f"""CREATE TABLE games (
            game_id TEXT PRIMARY KEY, {_columns()},
            white_key TEXT, black_key TEXT, opening_key TEXT, date_key TEXT, seconds REAL,
            rank REAL NOT NULL, saved_at TEXT NOT NULL)""",
        """CREATE TABLE contents (
            game_id TEXT PRIMARY KEY REFERENCES games ON DELETE CASCADE,
            pgn BLOB NOT NULL, moves BLOB NOT NULL, rest BLOB NOT NULL)""",
    )


def _search_indexes() -> tuple[str, ...]:
    return tuple(
        f"CREATE INDEX games_by_{name} ON games ({name})"
        for name in ("white_key", "black_key", "date_key", "eco")
    )


_MIGRATIONS = (_first_tables, _search_indexes)
"""What makes each version of the file from the one before it."""


class Database:
    """A library's file; every use opens a connection of its own, so threads may share this.

    Parameters
    ----------
    path
        The file.
    create
        Whether to make it where there is none.

    Raises
    ------
    NoSuchFileError
        There is no such file, and none is to be made.
    FileError
        The file is of another kind, damaged, or of a later version of chessnb.
    """

    def __init__(self, path: Path, *, create: bool) -> None:
        self.path = path
        if not create and not path.is_file():
            raise NoSuchFileError(f"no such library: {str(path)!r}")
        if create:
            self._make_folder()
        with self._told(), closing(self._connect()) as connection:
            self._migrate(connection)

    def _make_folder(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FileError(f"no library can be made at {str(self.path)!r}: {error}") from error

    @contextmanager
    def reading(self) -> Generator[sqlite3.Connection]:
        """Give a connection that cannot change anything."""
        address = f"{self.path.resolve().as_uri()}?mode=ro"
        with self._told(), closing(self._connect(address)) as connection:
            connection.execute("PRAGMA query_only = ON")
            yield connection

    @contextmanager
    def writing(self) -> Generator[sqlite3.Connection]:
        """Give a connection in a transaction: all of what is done is kept, or nothing."""
        with self._told(), closing(self._connect()) as connection:
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")

    @contextmanager
    def open(self) -> Generator[sqlite3.Connection]:
        """Give a connection outside any transaction, for upkeep."""
        with self._told(), closing(self._connect()) as connection:
            yield connection

    @contextmanager
    def _told(self) -> Generator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise FileError(f"the library {str(self.path)!r} cannot be used: {error}") from error

    def _connect(self, address: str | None = None) -> sqlite3.Connection:
        connection = sqlite3.connect(
            address or str(self.path),
            timeout=_PATIENCE,
            isolation_level=None,
            uri=address is not None,
            check_same_thread=False,
        )
        connection.execute("PRAGMA cache_size = -32000")
        return connection

    def _migrate(self, connection: sqlite3.Connection) -> None:
        """Bring the file to this version, or say why it cannot be used."""
        application = self._value(connection, "application_id")
        if application not in (0, _APPLICATION) or (not application and self._tables(connection)):
            raise FileError(f"{str(self.path)!r} is a database, but not a chessnb library")
        if self._value(connection, "user_version") > len(_MIGRATIONS):
            raise FileError(
                f"{str(self.path)!r} was made by a later version of chessnb: "
                "pip install --upgrade chessnb"
            )
        if not application:
            connection.execute("PRAGMA journal_mode = WAL")
        if self._is_current(connection):
            return
        connection.execute("BEGIN IMMEDIATE")
        try:
            # Another notebook may have been quicker: looked at again within the transaction.
            done = self._value(connection, "user_version")
            for statements in _MIGRATIONS[done:]:
                for statement in statements():
                    connection.execute(statement)
            for name, kind in self._missing_columns(connection):
                connection.execute(f'ALTER TABLE games ADD COLUMN "{name}" {kind}')
            connection.execute(f"PRAGMA application_id = {_APPLICATION}")
            connection.execute(f"PRAGMA user_version = {len(_MIGRATIONS)}")
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")

    def _is_current(self, connection: sqlite3.Connection) -> bool:
        done = self._value(connection, "user_version") == len(_MIGRATIONS)
        return done and not self._missing_columns(connection)

    @staticmethod
    def _missing_columns(connection: sqlite3.Connection) -> list[tuple[str, str]]:
        """Columns that `games` has been given since the file was made."""
        there = {row[1] for row in connection.execute("PRAGMA table_info(games)")}
        columns = schema.TABLES["games"].columns
        return [(c.name, sql_type(c.dtype)) for c in columns if c.name not in there]

    @staticmethod
    def _value(connection: sqlite3.Connection, pragma: str) -> int:
        return int(connection.execute(f"PRAGMA {pragma}").fetchone()[0])

    @staticmethod
    def _tables(connection: sqlite3.Connection) -> int:
        return int(connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
