"""The folder of a user for what may be lost: caches."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["cache_folder", "expanded"]

_NOWHERE = Path(os.devnull)
"""What lies under it can be neither read nor written: whoever tries learns it from the system."""


def cache_folder() -> Path:
    """The folder for caches (it need not exist).

    Where no home directory is known, as for a user without an entry in a container, it is one that
    cannot be made.
    """
    import platformdirs

    try:
        return Path(platformdirs.user_cache_dir("chessnb", appauthor=False))
    except RuntimeError:
        return _NOWHERE / "no home directory is known"


def expanded(folder: str) -> Path:
    """A folder that was named, with ``~`` read; one that cannot be made where there is no such."""
    try:
        return Path(folder).expanduser()
    except RuntimeError:
        return _NOWHERE / folder
