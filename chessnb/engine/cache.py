"""Evaluations that were computed before: ``chessnb.cache.info()`` and ``chessnb.cache.clear()``.

The file lies in the user's cache folder, or in the folder that the environment variable
``CHESSNB_CACHE`` names. Several notebooks and processes may use it at once. It is safe to delete.
"""

from __future__ import annotations

import atexit
import datetime
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chessnb.engine.store import Store
from chessnb.errors import SettingsError
from chessnb.threads import ModuleLock, in_forked_child
from chessnb.user_folder import cache_folder, expanded

__all__ = ["CacheInfo", "clear", "info", "shared_store"]

_NAME = "evaluations.sqlite3"
_LIMIT = 256 * 2**20
_LONGEST = 1_000_000
"""Days: more than any cache is old."""

_stores: dict[Path, Store] = {}
_lock = ModuleLock()


@dataclass(frozen=True, slots=True)
class CacheInfo:
    """What the cache holds.

    Attributes
    ----------
    path : Path
        The file.
    evaluations : int
        How many positions' evaluations.
    engines : dict of str to int
        How many of them by each engine.
    size, limit : int
        Bytes in use, and the most there may be: then what was not used for longest goes.
    in_memory : bool
        Whether the file could not be used, and evaluations live as long as this process.
    """

    path: Path
    evaluations: int
    engines: dict[str, int]
    size: int
    limit: int
    in_memory: bool

    def __repr__(self) -> str:
        place = "in memory; the file cannot be used: " if self.in_memory else ""
        head = (
            f"{self.evaluations:,} evaluations, {self.size / 2**20:.1f} of "
            f"{self.limit / 2**20:.0f} MB ({place}{self.path})"
        )
        return "\n".join([head, *(f"  {n:>9,}  {name}" for name, n in self.engines.items())])


def info() -> CacheInfo:
    """What the cache holds and where it is.

    Returns
    -------
    CacheInfo
    """
    store = shared_store()
    engines: dict[str, int] = {}
    for _, name, count in store.engines():
        engines[name] = engines.get(name, 0) + count
    result = CacheInfo(
        path=_path(),
        evaluations=sum(engines.values()),
        engines=engines,
        size=store.size(),
        limit=store.limit,
        in_memory=store.in_memory,
    )
    store.say_warnings()
    return result


def clear(engine: str | None = None, older_than: Any = None) -> int:
    """Remove stored evaluations.

    Parameters
    ----------
    engine : str, optional
        Only those by engines whose name begins so, in any case: ``"stockfish"``,
        ``"Stockfish 15.1"``.
    older_than : timedelta, datetime or number of days, optional
        Only those that were not used since then.

    Returns
    -------
    int
        How many were removed.

    Raises
    ------
    SettingsError
        If no stored evaluation is by such an engine, or ``older_than`` is no time.
    """
    before = _moment(older_than)
    store = shared_store()
    keys = None if engine is None else _engine_keys(store, engine)
    removed = store.clear(keys, before)
    store.say_warnings()
    return removed


def shared_store() -> Store:
    """The store of this process for the cache folder."""
    path = _path()
    with _lock:
        if path not in _stores:
            _stores[path] = Store(path, limit=_LIMIT)
        return _stores[path]


def _path() -> Path:
    folder = os.environ.get("CHESSNB_CACHE")
    return (expanded(folder) if folder else cache_folder()) / _NAME


def _engine_keys(store: Store, engine: Any) -> list[bytes]:
    if not (isinstance(engine, str) and engine.strip()):
        raise SettingsError(f"engine={engine!r} is no engine's name: give how it begins")
    known = store.engines()
    keys = [key for key, name, _ in known if name.lower().startswith(engine.strip().lower())]
    if not keys and known:
        names = ", ".join(sorted({repr(name) for _, name, _ in known}))
        raise SettingsError(f"no stored evaluation is by an engine {engine!r}; there are: {names}")
    return keys


def _moment(older_than: Any) -> float | None:
    """The time in seconds since the epoch."""
    if older_than is None:
        return None
    if isinstance(older_than, datetime.datetime):
        return older_than.timestamp()
    days = older_than
    if isinstance(older_than, datetime.timedelta):
        days = older_than / datetime.timedelta(days=1)
    if isinstance(days, bool) or not isinstance(days, int | float) or not 0 <= days <= _LONGEST:
        raise SettingsError(
            f"older_than={older_than!r} is no time: give a timedelta, a datetime or days, not "
            "below 0"
        )
    return time.time() - days * 86_400


def _close_all() -> None:
    for store in _stores.values():
        store.close()


def _forget_in_child() -> None:
    """After a fork: SQLite connections must not be shared with the parent."""
    for store in _stores.values():
        store.forget()


atexit.register(_close_all)
in_forked_child(_forget_in_child)
