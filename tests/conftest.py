"""Fixtures shared by all tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def oracle() -> Path:
    """The folder of real games with published results; the test skips where it is missing."""
    default = Path(__file__).resolve().parents[2] / "shared" / "oracle"
    folder = Path(os.environ.get("CHESSNB_ORACLE", default))
    if not (folder / "README.md").is_file():
        pytest.skip(f"no oracle games in {folder.name!r} (set CHESSNB_ORACLE)")
    return folder
