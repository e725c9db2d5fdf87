"""Text in charts. Plotly reads tags, entities and formulas in every text; games may hold any."""

from __future__ import annotations

import textwrap
from typing import Final

__all__ = ["clock_text", "literal", "wrapped"]

# "&" first; "$" would start a formula where the page has MathJax; "%{" a template field.
_ENTITIES: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "$": "&#36;", "%": "&#37;"}


def literal(text: str, width: int | None = None) -> str:
    """Write a text so that plotly shows it as it is, on one line.

    Parameters
    ----------
    text : str
        Anything.
    width : int, optional
        Cut with an ellipsis after so many characters.

    Examples
    --------
    >>> literal("<b>R&D</b>")
    '&lt;b&gt;R&amp;D&lt;/b&gt;'
    """
    line = " ".join("".join(one if one.isprintable() else " " for one in text).split())
    if width is not None and len(line) > width:
        line = line[: width - 1].rstrip() + "…"
    return "".join(_ENTITIES.get(one, one) for one in line)


def wrapped(text: str, width: int = 46, lines: int = 6) -> str:
    """Write a text as it is, in lines of at most `width` characters."""
    flat = " ".join(text.split())
    parts = textwrap.wrap(flat, width, max_lines=lines, placeholder=" …")
    return "<br>".join(literal(part) for part in parts)


def clock_text(seconds: float) -> str:
    """Write seconds as a clock does.

    Examples
    --------
    >>> clock_text(7.25), clock_text(75), clock_text(3725)
    ('7.2 s', '1:15', '1:02:05')
    """
    if seconds < 60:
        return f"{seconds:.1f}".removesuffix(".0") + " s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
