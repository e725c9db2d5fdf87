"""Evaluations on disk: one SQLite file for all notebooks and processes of a user.

Nothing that goes wrong here costs an analysis: a file that is locked, read-only, full or not to
be reached is left alone, a damaged one is set aside and begun anew, and where that does not help
the evaluations are kept in memory. Each of these gives one warning.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from chessnb.engine.evaluation import Evaluation, Line

__all__ = ["Entry", "Store"]

_T = TypeVar("_T")

_BUSY_SECONDS = 0.4
"""Less than Stop may take."""

_DAY = 86_400
_LARGEST = 2**62
_CHUNK = 400
_STORES_BETWEEN_CHECKS = 500
_EVICTED_SHARE = 0.2
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR}
_LOCKED = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_UNWRITABLE = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY}

_MIGRATIONS = (
    """
    CREATE TABLE evaluations (
        exact BLOB PRIMARY KEY,
        position BLOB NOT NULL,
        engine BLOB NOT NULL,
        engine_name TEXT NOT NULL,
        depth INTEGER NOT NULL,
        nodes INTEGER NOT NULL,
        width INTEGER NOT NULL,
        lines TEXT NOT NULL,
        stored INTEGER NOT NULL,
        used INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX by_position ON evaluations (position, engine);
    CREATE INDEX by_use ON evaluations (used);
    """,
)
"""The steps from an empty file to the present form; ``user_version`` counts those done."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An evaluation with its keys."""

    exact: bytes
    position: bytes
    engine: bytes
    evaluation: Evaluation


class Store:
    """Stored evaluations.

    Parameters
    ----------
    path : Path or None
        The file; None keeps everything in memory.
    limit : int
        The size in bytes above which the evaluations that were not used for longest go.
    """

    def __init__(self, path: Path | None, *, limit: int) -> None:
        self.path = path
        self.limit = limit
        self._lock = threading.RLock()
        self._file: sqlite3.Connection | None = None
        self._opened: tuple[int, int] | None = None
        self._parents_file: sqlite3.Connection | None = None
        self._memory: sqlite3.Connection | None = None
        self._given_up = path is None
        self._paused = False
        self._unwritable = False
        self._set_aside = False
        self._warned: set[str] = set()
        self._pending: list[str] = []
        self._stores = 0

    @property
    def in_memory(self) -> bool:
        """Whether new evaluations go to memory, because the file cannot take them."""
        return self._given_up or self._paused or self._unwritable

    def begin(self) -> None:
        """Try a file again that was locked or full before."""
        with self._lock:
            if self._unwritable:
                self.close()
            self._paused = self._unwritable = False

    def find(self, keys: Iterable[bytes]) -> dict[bytes, Evaluation]:
        """The stored evaluations by exact key."""
        wanted = list(dict.fromkeys(keys))
        found = self._read(lambda connection: _find(connection, wanted))
        result: dict[bytes, Evaluation] = {}
        for part in found:
            result |= part
        self._touch(result)
        return result

    def like(self, position: bytes, engine: bytes) -> list[Evaluation]:
        """All that is stored of a position by an engine, the most thorough first."""
        found = self._read(lambda connection: _like(connection, position, engine))
        return [evaluation for part in found for evaluation in part]

    def put(self, entry: Entry) -> None:
        """Store an evaluation."""
        row = _row(entry)
        with self._lock:
            if self.in_memory or not self._on_file(
                lambda connection: _insert(connection, row), writes=True
            ):
                _insert(self._in_memory(), row)
            self._stores += 1
            if self._stores % _STORES_BETWEEN_CHECKS == 0:
                self.shrink()

    def shrink(self) -> None:
        """Drop what was not used for longest, where the file has grown beyond its limit."""
        with self._lock:
            self._on_file(lambda connection: _evict(connection, self.limit), writes=True)

    def clear(self, engines: Sequence[bytes] | None, before: float | None) -> int:
        """Remove the evaluations of some engines (all), not used since a time (ever)."""
        with self._lock:
            self._paused = self._unwritable = False
            return sum(self._read(lambda connection: _clear(connection, engines, before)))

    def engines(self) -> list[tuple[bytes, str, int]]:
        """The key, name and number of evaluations of each engine."""
        found = self._read(_engines)
        counts: dict[tuple[bytes, str], int] = {}
        for part in found:
            for key, name, count in part:
                counts[key, name] = counts.get((key, name), 0) + count
        return [(key, name, count) for (key, name), count in sorted(counts.items())]

    def size(self) -> int:
        """The bytes in use."""
        return sum(self._read(_bytes))

    def close(self) -> None:
        """Close the file; it is opened again when it is needed."""
        with self._lock:
            _shut(self._file)
            self._file = None

    def forget(self) -> None:
        """After a fork: leave the parent's connection alone; even closing it would do harm."""
        self._lock = threading.RLock()
        self._parents_file, self._file = self._file, None

    def say_warnings(self) -> None:
        """Give the warnings that came up, in the caller's thread."""
        with self._lock:
            pending, self._pending = self._pending, []
        for message in pending:
            warnings.warn(message, RuntimeWarning, stacklevel=3)

    def _read(self, action: Callable[[sqlite3.Connection], _T]) -> list[_T]:
        """Do something with the file and with what is in memory."""
        with self._lock:
            found = self._on_file(action)
            parts = [] if found is None else [found]
            if self._memory is not None:
                parts.append(action(self._memory))
            return parts

    def _on_file(
        self, action: Callable[[sqlite3.Connection], _T], *, writes: bool = False
    ) -> _T | None:
        """Do something with the file; None where it cannot be used."""
        for _ in range(2):
            if self._given_up or self._paused or (writes and self._unwritable):
                return None
            try:
                return action(self._open())
            except (sqlite3.Error, OSError, ValueError, TypeError, OverflowError) as error:
                self._cope(error)
        return None

    def _open(self) -> sqlite3.Connection:
        if self._file is None:
            assert self.path is not None
            if self._unwritable:
                self._file = _connect_to_read(self.path)
            else:
                self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                self._file = _connect(self.path)
                self._opened = _inode(self.path)
                _migrate(self._file)
        return self._file

    def _in_memory(self) -> sqlite3.Connection:
        if self._memory is None:
            self._memory = _connect(None)
            _migrate(self._memory)
        return self._memory

    def _touch(self, found: dict[bytes, Evaluation]) -> None:
        """Note the use, once a day."""
        keys = list(found)
        with self._lock:
            if keys and not self.in_memory:
                self._on_file(lambda connection: _use(connection, keys), writes=True)

    def _cope(self, error: Exception) -> None:
        """Decide how to go on after an error."""
        self.close()
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        unreadable = isinstance(error, ValueError | TypeError) or (
            isinstance(error, sqlite3.OperationalError) and not code
        )
        damaged = code in _DAMAGED or unreadable
        if code in _LOCKED:
            self._paused = True
            self._warn(f"is in use by another program ({error}): this analysis does without it")
        elif code in _UNWRITABLE and not self._unwritable:
            self._unwritable = True
            self._warn(f"takes nothing more ({error}): new evaluations are kept in memory")
        elif damaged and self._replaced():
            # Another process has set the damaged file aside, and this one is begun anew.
            return
        elif damaged and not (self._set_aside or self._unwritable):
            self._set_aside = True
            self._move_aside(error)
        else:
            self._given_up = True
            self._warn(
                f"cannot be used ({error}): evaluations are kept in memory; CHESSNB_CACHE may name "
                "another folder"
            )

    def _replaced(self) -> bool:
        """Whether the path leads to another file than the one that was open."""
        assert self.path is not None
        opened, self._opened = self._opened, None
        return opened is not None and _inode(self.path) not in (None, opened)

    def _move_aside(self, error: Exception) -> None:
        assert self.path is not None
        aside = self.path.with_name(f"{self.path.stem}.damaged-{time.time_ns()}{self.path.suffix}")
        try:
            self.path.replace(aside)
            for suffix in ("-wal", "-shm"):
                self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)
        except OSError as problem:
            self._given_up = True
            self._warn(f"is damaged ({error}) and cannot be moved ({problem}); memory is used")
            return
        self._warn(f"was damaged ({error}): it is set aside as {aside.name!r}, and a new one begun")

    def _warn(self, what: str) -> None:
        kind = what.split("(")[0]
        if kind not in self._warned:
            self._warned.add(kind)
            self._pending.append(f"the evaluation cache {str(self.path)!r} {what}")


def _inode(path: Path) -> tuple[int, int] | None:
    """Which file a path leads to; None where there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _opened(database: str | Path, *, uri: bool = False) -> sqlite3.Connection:
    return sqlite3.connect(
        database, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False, uri=uri
    )


def _connect_to_read(path: Path) -> sqlite3.Connection:
    """Open a file that cannot be written; its log cannot either where the folder is closed."""
    kept = "mode=ro" if os.access(path.parent, os.W_OK) else "immutable=1"
    connection = _opened(f"{path.absolute().as_uri()}?{kept}", uri=True)
    if _version(connection) != len(_MIGRATIONS):
        connection.close()
        raise sqlite3.NotSupportedError("it is of another version, and cannot be written")
    return connection


def _connect(path: Path | None) -> sqlite3.Connection:
    connection = _opened(path or ":memory:")
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _migrate(connection: sqlite3.Connection) -> None:
    """Bring the file to the present form; one process does it, the others wait."""
    if _version(connection) == len(_MIGRATIONS):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = _version(connection)
        if version > len(_MIGRATIONS):
            raise sqlite3.NotSupportedError(
                f"it was written by a newer chessnb (form {version}, known is {len(_MIGRATIONS)})"
            )
        for step in _MIGRATIONS[version:]:
            for statement in filter(str.strip, step.split(";")):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version={len(_MIGRATIONS)}")
        connection.execute("COMMIT")
    except sqlite3.Error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _shut(connection: sqlite3.Connection | None) -> None:
    try:
        if connection is not None:
            connection.close()
    except sqlite3.Error:
        return


def _find(connection: sqlite3.Connection, keys: Sequence[bytes]) -> dict[bytes, Evaluation]:
    found: dict[bytes, Evaluation] = {}
    for first in range(0, len(keys), _CHUNK):
        part = keys[first : first + _CHUNK]
        marks = ",".join("?" * len(part))
        query = f"SELECT exact, engine_name, lines FROM evaluations WHERE exact IN ({marks})"
        for exact, name, lines in connection.execute(query, part):
            if (evaluation := _evaluation(name, lines)) is not None:
                found[exact] = evaluation
    return found


def _like(connection: sqlite3.Connection, position: bytes, engine: bytes) -> list[Evaluation]:
    query = (
        "SELECT engine_name, lines FROM evaluations WHERE position = ? AND engine = ? "
        "ORDER BY depth DESC, width DESC, nodes DESC, exact"
    )
    rows = connection.execute(query, (position, engine))
    found = (_evaluation(name, lines) for name, lines in rows)
    return [evaluation for evaluation in found if evaluation is not None]


def _insert(connection: sqlite3.Connection, row: tuple[object, ...]) -> bool:
    marks = ",".join("?" * len(row))
    connection.execute(f"INSERT OR REPLACE INTO evaluations VALUES ({marks})", row)
    return True


def _use(connection: sqlite3.Connection, keys: Sequence[bytes]) -> bool:
    now = int(time.time())
    update = "UPDATE evaluations SET used = ? WHERE exact = ? AND used < ?"
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.executemany(update, [(now, key, now - _DAY) for key in keys])
        connection.execute("COMMIT")
    except sqlite3.Error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return True


def _evict(connection: sqlite3.Connection, limit: int) -> bool:
    if _bytes(connection) > limit:
        (count,) = connection.execute("SELECT COUNT(*) FROM evaluations").fetchone()
        doomed = "SELECT exact FROM evaluations ORDER BY used LIMIT ?"
        connection.execute(
            f"DELETE FROM evaluations WHERE exact IN ({doomed})",
            (max(1, int(count * _EVICTED_SHARE)),),
        )
    return True


def _bytes(connection: sqlite3.Connection) -> int:
    pages, free, size = (
        int(connection.execute(f"PRAGMA {name}").fetchone()[0])
        for name in ("page_count", "freelist_count", "page_size")
    )
    return (pages - free) * size


def _clear(
    connection: sqlite3.Connection, engines: Sequence[bytes] | None, before: float | None
) -> int:
    conditions, values = ["1"], list[object]()
    if engines is not None:
        conditions.append(f"engine IN ({','.join('?' * len(engines))})")
        values += engines
    if before is not None:
        conditions.append("used < ?")
        values.append(before)
    where = " AND ".join(conditions)
    count = connection.execute(f"DELETE FROM evaluations WHERE {where}", values).rowcount
    # The space is a courtesy: another process may be reading.
    with contextlib.suppress(sqlite3.OperationalError):
        connection.execute("VACUUM")
    return count


def _engines(connection: sqlite3.Connection) -> list[tuple[bytes, str, int]]:
    query = "SELECT engine, engine_name, COUNT(*) FROM evaluations GROUP BY engine, engine_name"
    return [(bytes(key), str(name), int(count)) for key, name, count in connection.execute(query)]


def _row(entry: Entry) -> tuple[object, ...]:
    lines, now = entry.evaluation.lines, int(time.time())
    return (
        entry.exact,
        entry.position,
        entry.engine,
        entry.evaluation.engine or "",
        min((line.depth or 0 for line in lines), default=0),
        max((line.nodes or 0 for line in lines), default=0),
        len(lines),
        json.dumps([_packed(line) for line in lines], separators=(",", ":")),
        now,
        now,
    )


def _packed(line: Line) -> list[object]:
    return [line.rank, " ".join(line.pv), line.cp, line.mate, line.depth, line.nodes]


def _evaluation(name: Any, text: Any) -> Evaluation | None:
    """What a row holds; None where it is damaged: then the position is searched again."""
    try:
        packed = json.loads(text)
        lines = tuple(
            Line(rank, tuple(pv.split()), cp, mate, depth, nodes)
            for rank, pv, cp, mate, depth, nodes in packed
        )
    except (ValueError, TypeError, AttributeError, RecursionError):
        return None
    sound = isinstance(name, str) and bool(lines)
    if not sound or not all(_is_sound(line, rank) for rank, line in enumerate(lines, 1)):
        return None
    return Evaluation(lines, source="cache", engine=name or None)


def _is_sound(line: Line, rank: int) -> bool:
    """Whether a line holds what lines hold, and has the rank that its place gives it."""
    numbers = (line.rank, line.cp, line.mate, line.depth, line.nodes)
    return (
        line.rank == rank
        and (line.cp is None) != (line.mate is None)
        and line.mate != 0
        and bool(line.pv)
        and all(
            number is None or (type(number) is int and abs(number) <= _LARGEST)
            for number in numbers
        )
    )
