"""Characters that a file or a page cannot hold, replaced where it is written."""

from __future__ import annotations

import re

__all__ = ["clean_text"]

_REPLACEMENT = "\ufffd"
_NO_UNICODE = re.compile("[\ud800-\udfff]")
# https://www.w3.org/TR/xml/#charsets
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def clean_text(text: str, *, markup: bool = False) -> str:
    r"""Replace by U+FFFD what cannot be written.

    Parameters
    ----------
    text
        What is about to be written.
    markup
        For SVG and HTML: also what XML forbids, such as control characters. Other files keep
        those, so that they read back exactly; halves of surrogate pairs fit into no file.

    Examples
    --------
    >>> clean_text("A\x1bB\ud800"), clean_text("A\x1bB\ud800", markup=True)
    ('A\x1bB�', 'A�B�')
    """
    return (_NO_XML if markup else _NO_UNICODE).sub(_REPLACEMENT, text)
