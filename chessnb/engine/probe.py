"""Asking a located engine who it is, once in a process."""

from __future__ import annotations

from chessnb.engine.session import Session
from chessnb.engine.spec import EngineSpec
from chessnb.errors import EngineError
from chessnb.threads import ModuleLock

__all__ = ["probe"]

_SECONDS = 6.0
"""How long a program may take to show that it is an engine."""

_Key = tuple[tuple[str, ...], int, int]
_lock = ModuleLock()
_names: dict[_Key, str] = {}


def probe(spec: EngineSpec) -> str:
    """Start the engine, return what it calls itself, and end it.

    Raises
    ------
    EngineError
        If the program does not start, ends at once, or does not speak UCI.
    """
    try:
        status = spec.path.stat()
    except OSError as error:
        raise EngineError(
            f"The engine {str(spec.path)!r} cannot be looked at ({error.strerror})",
            kind="not-found",
        ) from error
    key = (spec.command, status.st_size, status.st_mtime_ns)
    with _lock:
        if key not in _names:
            session = Session(spec.command, start_seconds=_SECONDS)
            _names[key] = session.name
            session.close()
        return _names[key]
