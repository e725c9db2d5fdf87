"""Values of a game as compressed JSON, with a bound on what comes out of it."""

from __future__ import annotations

import json
import zlib
from typing import Any

from chessnb.errors import FileError

__all__ = ["MOST_BYTES", "pack", "unpack"]

MOST_BYTES = 64_000_000
"""Decompressed bytes of one game beyond which it is refused: no game needs a hundredth."""


def pack(value: Any) -> bytes:
    """Give a value of lists, dicts, text and numbers as compressed JSON.

    Examples
    --------
    >>> unpack(pack({"san": ["e4", None], "wpl": [0.1, 1e-17]}))
    {'san': ['e4', None], 'wpl': [0.1, 1e-17]}
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
    return zlib.compress(text.encode("utf-8"), 6)


def unpack(data: bytes, what: str = "the entry") -> Any:
    """Read a packed value back.

    Raises
    ------
    FileError
        It is damaged, or would be larger than :data:`MOST_BYTES`.
    """
    stream = zlib.decompressobj()
    try:
        content = stream.decompress(data, MOST_BYTES)
        if stream.unconsumed_tail:
            raise FileError(f"{what} has more than {MOST_BYTES:,} bytes and is not read")
        if not stream.eof:
            raise FileError(f"{what} is cut off")
        return json.loads(content)
    except (zlib.error, ValueError) as error:
        if isinstance(error, FileError):
            raise
        raise FileError(f"{what} is damaged: {error}") from error
