"""Where engines are usually installed."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

__all__ = ["is_program", "on_path", "well_known"]

_NAME = "stockfish"

_POSIX = (
    "/usr/games",
    "/usr/local/games",
    "/usr/local/bin",
    "/usr/bin",
    "/opt/homebrew/bin",
    "/opt/local/bin",
    "/home/linuxbrew/.linuxbrew/bin",
    "/snap/bin",
    "~/.local/bin",
    "~/bin",
)

_WINDOWS = (
    r"%LOCALAPPDATA%\Microsoft\WinGet\Links",
    r"%USERPROFILE%\scoop\shims",
    r"%ProgramData%\chocolatey\bin",
    r"%LOCALAPPDATA%\Programs\Stockfish",
    r"%ProgramFiles%\Stockfish",
)


def on_path() -> Iterator[Path]:
    """Yield the Stockfish that a shell would start, if there is one."""
    found = shutil.which(_NAME)
    if found:
        yield Path(found).absolute()


def well_known() -> Iterator[Path]:
    """Yield the Stockfish programs outside PATH, in the places where installers put them."""
    seen = {path.resolve() for path in on_path()}
    for place in _WINDOWS if sys.platform == "win32" else _POSIX:
        folder = Path(os.path.expandvars(place)).expanduser()
        for path in _stockfishes(folder):
            if path.resolve() not in seen:
                seen.add(path.resolve())
                yield path


def _stockfishes(folder: Path) -> list[Path]:
    # Downloads for Windows are named after their build: stockfish-windows-x86-64-avx2.exe.
    pattern = f"{_NAME}*.exe" if sys.platform == "win32" else _NAME
    try:
        return [path for path in sorted(folder.glob(pattern)) if is_program(path)]
    except OSError:
        return []


def is_program(path: Path) -> bool:
    """Tell whether the file is there and may be executed."""
    return path.is_file() and os.access(path, os.X_OK)
