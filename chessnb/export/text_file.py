"""Writing a text file, with an error that names it."""

from __future__ import annotations

from pathlib import Path

from chessnb.errors import FileError
from chessnb.export.clean import clean_text

__all__ = ["write_text"]


def write_text(
    path: str | Path, text: str, *, encoding: str = "utf-8", newline: str | None = None
) -> Path:
    """Write a text to a file; ``~`` is the user's folder.

    Parameters
    ----------
    path, text
        The file and what goes into it.
    encoding, newline
        As for :func:`open`.

    Returns
    -------
    Path
        The file.

    Raises
    ------
    FileError
        The file cannot be written.
    """
    target = Path(path).expanduser()
    try:
        target.write_text(clean_text(text), encoding=encoding, newline=newline)
    except (OSError, ValueError) as error:
        raise FileError(f"cannot write {str(target)!r}: {error}") from error
    return target
