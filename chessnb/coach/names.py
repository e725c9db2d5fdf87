"""File names out of titles and names that anyone may have chosen."""

from __future__ import annotations

import re

__all__ = ["file_stem"]


def file_stem(text: str, default: str = "lesson") -> str:
    """A file name of letters, digits and hyphens: no folder, no dot, no reserved name.

    Examples
    --------
    >>> file_stem("../../etc/passwd"), file_stem("Rooks & <kings>"), file_stem("..", "answers")
    ('etc-passwd', 'Rooks-kings', 'answers')
    """
    stem = re.sub(r"[^\w]+", "-", text).strip("-_")[:60].rstrip("-_")
    # Windows keeps the names of its devices for itself.
    if re.fullmatch(r"(?i)(con|prn|aux|nul|com\d|lpt\d)", stem):
        stem = f"{stem}-{default}"
    return stem or default
