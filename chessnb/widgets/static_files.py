"""The built front-end."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from chessnb.errors import ChessnbError

__all__ = ["STATIC", "static_text"]

STATIC = Path(__file__).parent / "static"
"""Where the front-end's build script writes to; shipped in the wheel, not in git."""


@cache
def static_text(name: str) -> str:
    """Read a built file.

    Raises
    ------
    ChessnbError
        The front-end is not built.
    """
    try:
        return (STATIC / name).read_text(encoding="utf-8")
    except OSError as error:
        raise ChessnbError(
            f"the widgets' file {name!r} is missing: in a source tree run 'npm ci' and "
            "'npm run build' in chessnb/widgets/frontend, else reinstall chessnb"
        ) from error
