"""Content hashes of engine files, computed once per file."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path

__all__ = ["file_digest"]


def file_digest(path: Path) -> str:
    """Return the sha256 of a file's content in hexadecimal."""
    path = path.resolve()
    status = path.stat()
    return _digest(path, status.st_size, status.st_mtime_ns)


@functools.lru_cache(maxsize=64)
def _digest(path: Path, _size: int, _modified: int) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
