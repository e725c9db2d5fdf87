"""From what a user writes for an engine to the command that starts it."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import cast

from chessnb.engine.places import is_program, well_known
from chessnb.errors import EngineError

__all__ = ["resolve", "unquoted"]

_REMEDY = (
    "name the program file itself, or leave the engine out: then an installed Stockfish is taken, "
    'or the one that comes with chessnb (engine="bundled")'
)

_MAGIC = {
    "script": (b"#!",),
    "linux": (b"\x7fELF",),
    "darwin": (b"\xcf\xfa\xed\xfe", b"\xce\xfa\xed\xfe", b"\xca\xfe\xba\xbe"),
    "win32": (b"MZ",),
}
"""How program files begin, by the system that runs them."""


def resolve(spec: str | Path | Sequence[str], found: str) -> tuple[str, ...]:
    """Return the command for an engine that was named.

    Parameters
    ----------
    spec : str, Path or sequence of str
        A path, a program on PATH, or a list of a program and its arguments.
    found : str
        Where it was named, for the messages.

    Raises
    ------
    EngineError
        Of the kind ``"not-found"`` or ``"not-executable"``.
    """
    words, arguments = _words(spec)
    text = unquoted(words)
    if not text:
        raise _error(f"An empty engine name was given ({found} {words!r})", "not-found")
    if "\0" in "".join([text, *arguments]):
        raise _error(f"The engine {[text, *arguments]!r} has a null character", "not-found")
    try:
        path = _existing(text)
        if path is None:
            raise _not_found(text, found)
        _check_program(path)
    except OSError as error:
        cause = f"The engine {text!r} cannot be looked at ({error.strerror})"
        raise _error(cause, "not-found") from error
    return (str(path), *arguments)


def _words(spec: object) -> tuple[str, list[str]]:
    if isinstance(spec, str | os.PathLike):
        return os.fsdecode(cast("str | os.PathLike[str]", spec)), []
    if isinstance(spec, list | tuple):
        program, *arguments = [str(word) for word in cast("Sequence[object]", spec)] or [""]
        return program, arguments
    raise _error(f"{spec!r} names no engine", "not-found")


def unquoted(text: str) -> str:
    """Strip the quotes that come along when a path is copied from a shell or a file manager."""
    text = text.strip()
    while len(text) >= 2 and text[0] == text[-1] and text[0] in "\"'`":
        text = text[1:-1].strip()
    return text


def _existing(text: str) -> Path | None:
    spellings = [text]
    if os.name == "posix" and "\\" in text:
        spellings.append(re.sub(r"\\(.)", r"\1", text))
    for spelling in spellings:
        path = _expanded(spelling)
        if path.exists():
            # A bare name that is a folder here may well be a program on PATH.
            is_bare = path.name == spelling
            on_path = shutil.which(spelling) if is_bare and path.is_dir() else None
            return Path(on_path or path).absolute()
        program = shutil.which(str(path))
        if program:
            return Path(program).absolute()
    return next((path for path in well_known() if text in (path.name, path.stem)), None)


def _expanded(text: str) -> Path:
    path = Path(os.path.expandvars(text))
    try:
        return path.expanduser()
    except RuntimeError:
        # "~name" of a user that there is not.
        return path


def _not_found(text: str, found: str) -> EngineError:
    named = "" if found == "argument" else f" (from {found})"
    path = _expanded(text)
    if path.is_symlink():
        return _error(
            f"The engine {text!r}{named} is a link to {str(path.readlink())!r}, which is not there",
            "not-found",
        )
    words = _split(text)
    if len(words) > 1 and _existing(words[0]) is not None:
        return EngineError(
            f"There is no engine file {text!r}{named}, but there is {words[0]!r}: give a program "
            f"with arguments as a list, engine={words!r}, or the program alone",
            kind="not-found",
        )
    where = "at this path" if path.name != str(path) else "in this folder and on PATH"
    return _error(f"There is no engine {text!r}{named} {where}", "not-found")


def _split(text: str) -> list[str]:
    try:
        return shlex.split(text, posix=os.name == "posix")
    except ValueError:
        return text.split()


def _check_program(path: Path) -> None:
    if path.is_dir():
        raise _error(f"The engine {str(path)!r} is a directory{_contents(path)}", "not-executable")
    if not path.is_file():
        raise _error(f"The engine {str(path)!r} is no regular file", "not-executable")
    if not is_program(path):
        raise EngineError(
            f"The engine {str(path)!r} may not be executed: allow it (chmod +x), or {_REMEDY}",
            kind="not-executable",
        )
    _check_content(path)


def _contents(folder: Path) -> str:
    try:
        inside = sorted(path for path in folder.glob("*tockfish*") if is_program(path))
    except OSError:
        return ""
    return f" (perhaps you mean {str(inside[0])!r})" if inside else ""


def _check_content(path: Path) -> None:
    """Refuse what no system would start, before a shell tries to make sense of it."""
    if os.name == "nt":
        return
    try:
        with path.open("rb") as stream:
            start = stream.read(4)
    except OSError:
        # Executable but not readable: starting it will show.
        return
    kinds = [kind for kind, magics in _MAGIC.items() if start.startswith(magics)]
    if not kinds:
        raise _error(
            f"The engine {str(path)!r} is no program, though it is marked as one "
            f"(it begins with {start!r})",
            "not-executable",
        )
    is_foreign = kinds[0] in {"linux", "darwin"} and kinds[0] != sys.platform
    if is_foreign and sys.platform in _MAGIC:
        system = {"linux": "Linux", "darwin": "macOS"}[kinds[0]]
        raise _error(f"The engine {str(path)!r} is a program for {system}", "not-executable")


def _error(cause: str, kind: str) -> EngineError:
    return EngineError(f"{cause}: {_REMEDY}", kind=kind)
