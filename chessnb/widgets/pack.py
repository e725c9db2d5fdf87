"""Large traits as gzipped JSON: a tenth of the bytes on their way to the browser."""

from __future__ import annotations

import gzip
import json
from typing import Any

from chessnb.export.clean import clean_text

__all__ = ["pack", "unpack"]


def pack(value: Any) -> bytes:
    """Pack a value of JSON's types, halves of letters replaced; equal values give equal bytes.

    Examples
    --------
    >>> unpack(pack({"ply": 1}))
    {'ply': 1}
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return gzip.compress(clean_text(text).encode(), compresslevel=6, mtime=0)


def unpack(packed: bytes) -> Any:
    """Give the value back; None where nothing was packed."""
    return json.loads(gzip.decompress(packed)) if packed else None
