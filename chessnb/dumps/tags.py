"""The tags of plain games: those that the full reader would take as they are."""

from __future__ import annotations

import re
from collections.abc import Sequence

from chessnb.games.model import ROSTER
from chessnb.games.tags import parse_tags

__all__ = ["read_tags"]

_TAG = re.compile(r'\[([A-Za-z]\w*) "((?:[^"\\\s][^"\\\n\t\r\v\f]*(?<! ))?)"\](?:\n|\Z)')
_EXACT: set[str] = set()
"""Names of tags that the full reader was seen to leave as they are."""
_MUST_SAY = tuple(name for name in ROSTER if name != "Result")
_PLAIN_RATING = r"(?:[1-9]\d{1,3}|[-?]|0|)"
_PLAIN_RATINGS = re.compile(f"{_PLAIN_RATING} {_PLAIN_RATING}")


def read_tags(lines: Sequence[str]) -> dict[str, str] | None:
    """The tags of a plain game; None where the full reader would have to look at them.

    Parameters
    ----------
    lines
        What stands before the game's first blank line.

    Examples
    --------
    >>> read_tags(['[Event "Cup"]', '[Result "1-0"]'])
    {'Event': 'Cup', 'Result': '1-0'}
    >>> read_tags(['[event "Cup"]']) is None
    True
    """
    text = "\n".join(lines)
    parts = _TAG.split(text)
    if any(parts[0::3]) or not (text.isascii() or "".join(lines).isprintable()):
        return None
    names, values = parts[1::3], parts[2::3]
    headers = dict(zip(names, values, strict=True))
    if len(headers) < len(names) or not (_EXACT.issuperset(names) or _are_exact(names)):
        return None
    return headers if _are_plain(headers) else None


def _are_exact(names: Sequence[str]) -> bool:
    """Whether the full reader leaves the names of tags as they are."""
    for name in names:
        read = parse_tags(f'[{name} "x"]', 1)
        if read is None or read[0][0].name != name:
            return False
        if len(_EXACT) < 1000:
            _EXACT.add(name)
    return True


def _are_plain(headers: dict[str, str]) -> bool:
    """Whether the values need no repair, and the game starts as games do."""
    if "FEN" in headers or "SetUp" in headers or headers.get("Variant", "Standard") != "Standard":
        return False
    if "" in headers.values() and any(headers.get(name) == "" for name in _MUST_SAY):
        return False
    ratings = f"{headers.get('WhiteElo', '?')} {headers.get('BlackElo', '?')}"
    return _PLAIN_RATINGS.fullmatch(ratings) is not None
