"""The widgets' front-end: built with npm where the built files are missing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

Npm = Callable[[Sequence[str], Path], None]


def is_built(static: Path) -> bool:
    """Tell whether the folder holds a built front-end."""
    return any(static.glob("**/*.js"))


def build(sources: Path, static: Path, npm: Npm) -> None:
    """Install what the lock file names, run the build script, and see that it built something."""
    if is_built(static):
        return
    npm(["ci", "--no-audit", "--no-fund"], sources)
    npm(["run", "build"], sources)
    if not is_built(static):
        raise RuntimeError(f"the front-end's build script wrote no JavaScript to {static}")
