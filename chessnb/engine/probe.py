"""Asking a located engine who it is, once in a process."""

from __future__ import annotations

import threading

from chessnb.engine.session import Session
from chessnb.engine.spec import EngineSpec

__all__ = ["probe"]

_SECONDS = 6.0
"""How long a program may take to show that it is an engine."""

_Key = tuple[tuple[str, ...], int, int]
_lock = threading.Lock()
_names: dict[_Key, str] = {}


def probe(spec: EngineSpec) -> str:
    """Start the engine, return what it calls itself, and end it.

    Raises
    ------
    EngineError
        If the program does not start, ends at once, or does not speak UCI.
    """
    status = spec.path.stat()
    key = (spec.command, status.st_size, status.st_mtime_ns)
    with _lock:
        if key not in _names:
            session = Session(spec.command, start_seconds=_SECONDS)
            _names[key] = session.name
            session.close()
        return _names[key]
