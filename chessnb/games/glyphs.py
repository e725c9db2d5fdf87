"""Evaluation glyphs and the NAGs they stand for."""

from __future__ import annotations

import re

__all__ = ["parse_glyphs"]

_NAGS = {
    "!": 1,
    "?": 2,
    "!!": 3,
    "‼": 3,
    "??": 4,
    "⁇": 4,
    "!?": 5,
    "⁉": 5,
    "?!": 6,
    "⁈": 6,
    "□": 7,
    "▢": 7,
    "=": 10,
    "==": 10,
    "∞": 13,
    "~": 13,
    "⩲": 14,
    "+=": 14,
    "+/=": 14,
    "⩱": 15,
    "=+": 15,
    "=/+": 15,
    "±": 16,
    "+/-": 16,
    "+/−": 16,
    "∓": 17,
    "-/+": 17,
    "−/+": 17,
    "+-": 18,
    "+−": 18,
    "+–": 18,
    "-+": 19,
    "−+": 19,
    "–+": 19,
    "⨀": 22,
    "⊙": 22,
    "○": 26,
    "⟳": 32,
    "↻": 32,
    "↑": 36,
    "↑↑": 32,
    "→": 40,
    "=/∞": 44,
    "=∞": 44,
    "⇆": 132,
    "⇄": 132,
    "⊕": 138,
    "∆": 140,
    "Δ": 140,
    "⌓": 142,
    "≥": 142,
    "N": 146,
    "TN": 146,
}
_CHECK = re.compile(r"\+\+|[+#†‡≠]|(?:db?l\.?\s*)?ch\b\.?|mate\b")
_GLYPH = re.compile(
    "|".join(re.escape(glyph) for glyph in sorted(_NAGS, key=len, reverse=True)) + r"|\$(\d{1,9})"
)
_PUNCTUATION = ".,:;\"'’”“`"


def parse_glyphs(text: str) -> tuple[str, tuple[int, ...]] | None:
    """Read what follows a move: a check mark, then glyphs.

    Returns
    -------
    tuple or None
        The check mark (``""``, ``"+"`` or ``"#"``) and the NAGs; None where anything else is
        among them.

    Examples
    --------
    >>> parse_glyphs("??±→"), parse_glyphs("+-"), parse_glyphs("#!!"), parse_glyphs("Nf3")
    (('', (4, 16, 40)), ('', (18,)), ('#', (3,)), None)
    """
    nags = _only_glyphs(text)
    if nags is not None:
        return "", nags
    if text[-1:] in ("+", "#") and (nags := _only_glyphs(text[:-1])):
        return text[-1], nags
    match = _CHECK.match(text)
    if match is None:
        return None
    nags = _only_glyphs(text[match.end() :])
    if nags is None:
        return None
    return ("#" if match[0] in ("#", "‡", "≠", "mate") else "+"), nags


def _only_glyphs(text: str) -> tuple[int, ...] | None:
    nags: list[int] = []
    position = 0
    while position < len(text):
        if text[position] in _PUNCTUATION:
            position += 1
            continue
        match = _GLYPH.match(text, position)
        if match is None:
            return None
        nags.append(int(match[1]) if match[1] else _NAGS[match[0]])
        position = match.end()
    return tuple(dict.fromkeys(nags))
