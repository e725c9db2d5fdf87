"""Fixtures shared by all tests."""

from __future__ import annotations

import os
from pathlib import Path

import hypothesis
import pytest

# Examples are timed by the benchmarks, not by the suite: the machine may be busy.
hypothesis.settings.register_profile("chessnb", deadline=None, print_blob=True)
hypothesis.settings.load_profile("chessnb")


@pytest.fixture(scope="session")
def oracle() -> Path:
    """The folder of real games with published results; the test skips where it is missing."""
    default = Path(__file__).resolve().parents[2] / "shared" / "oracle"
    folder = Path(os.environ.get("CHESSNB_ORACLE", default))
    if not (folder / "README.md").is_file():
        pytest.skip(f"no oracle games in {folder.name!r} (set CHESSNB_ORACLE)")
    return folder


@pytest.fixture(autouse=True, scope="session")
def own_caches(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep the user's cache of evaluations out of the tests."""
    os.environ["CHESSNB_CACHE"] = str(tmp_path_factory.mktemp("cache"))
