"""Results in all their spellings."""

from __future__ import annotations

import re

__all__ = ["RESULT_PATTERN", "normal_result"]

_DASH = "[-‐‑‒–—−:]"
_HALF = r"(?:1/2|½|0?[.,]5)"
# What may stand in a movetext. "0-0" is not among them: it is a castling there.
RESULT_PATTERN = (
    rf"(?<![\w/]){_HALF}\s?{_DASH}\s?{_HALF}|(?<!\w)1\s?{_DASH}\s?0|(?<!\w)0\s?{_DASH}\s?1"
    r"|(?<![\w/])1/2(?![\w/-])|½|\*"
)
_DRAWN = {"1/2-1/2", "1/2", "1/2:1/2", "=-=", "draw", "drawn", "remis", "="}
_WHITE = {"1-0", "+-", "+--", "1-0f", "1-0ff", "white", "white wins", "1-0 forfeit"}
_BLACK = {"0-1", "-+", "--+", "0-1f", "0-1ff", "black", "black wins", "0-1 forfeit"}
_OPEN = {"*", "?", "", "ongoing", "unterminated"}


def normal_result(text: str) -> str | None:
    """The result as PGN writes it, or None where the text is no result.

    Examples
    --------
    >>> [normal_result(text) for text in ("0.5-0.5", "1 – 0", "½-½", "1/2", "0-0", "who knows")]
    ['1/2-1/2', '1-0', '1/2-1/2', '1/2-1/2', None, None]
    """
    plain = re.sub(rf"\s*{_DASH}\s*", "-", text.strip().lower())
    plain = re.sub(r"0?[.,]5", "1/2", plain).replace("½", "1/2")
    plain = re.sub(r"\b([01])[.,]0\b", r"\1", plain)
    # What is said of the result: "1-0 (time)", "1-0.", "1-0 ff".
    plain = re.sub(r"\s*\([^()]*\)$", "", plain.rstrip(" .")).rstrip(" .")
    plain = re.sub(r"\s+(?=ff?$)", "", plain)
    for spellings, result in (
        (_DRAWN, "1/2-1/2"),
        (_WHITE, "1-0"),
        (_BLACK, "0-1"),
        (_OPEN, "*"),
    ):
        if plain in spellings:
            return result
    return None
