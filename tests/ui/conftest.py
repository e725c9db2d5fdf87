"""A JupyterLab server and a browser for the tests of the widgets."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from lab import BROWSER_ARGUMENTS, Lab, Notebook, find_chromium
from playwright.sync_api import expect

# The machine may be busy with other things.
expect.set_options(timeout=30_000)

_numbers = itertools.count(1)

STATIC = Path(__file__).resolve().parents[2] / "chessnb" / "widgets" / "static"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("ui")


def _missing() -> str | None:
    if find_chromium() is None:
        return "no Chromium is installed (or name it by CHESSNB_CHROMIUM)"
    if not (STATIC / "runtime.js").is_file():
        return "the front-end is not built: npm ci && npm run build in chessnb/widgets/frontend"
    return None


@pytest.fixture(scope="session", autouse=True)
def _browser_wanted() -> None:
    missing = _missing()
    if missing is None:
        return
    if os.environ.get("CHESSNB_REQUIRE_BROWSER") == "1":
        pytest.fail(f"CHESSNB_REQUIRE_BROWSER=1, but {missing}")
    pytest.skip(missing)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    return {"executable_path": find_chromium(), "args": list(BROWSER_ARGUMENTS)}


@pytest.fixture(scope="session")
def browser_context_args() -> dict[str, Any]:
    return {
        "viewport": {"width": 1280, "height": 1400},
        "permissions": ["clipboard-read", "clipboard-write"],
    }


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    server = Lab(tmp_path_factory.mktemp("lab"))
    yield server
    server.close()


@pytest.fixture
def notebook(page: Any, lab: Lab, request: pytest.FixtureRequest) -> Callable[..., Notebook]:
    """Open a notebook of these cells in the test's page."""

    name = request.node.name.partition("[")[0]

    def open_notebook(cells: Sequence[str]) -> Notebook:
        return Notebook(page, lab, f"{name}-{next(_numbers)}.ipynb", cells)

    return open_notebook
