"""The example notebooks in a real JupyterLab: restart the kernel, run all, and look.

With CHESSNB_PICTURES=FOLDER a picture of each whole notebook is left there.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from lab import Lab, Notebook
from playwright.sync_api import Page, TimeoutError, expect

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
NAMES = sorted(path.name for path in FOLDER.glob("*.ipynb"))
PATIENCE_MS = 120_000

pytestmark = pytest.mark.slow

LEFT = """
() => [...document.querySelectorAll('.jp-CodeCell')].filter((cell) =>
  cell.querySelector('.cm-content')?.textContent.trim() !== '' &&
  !/\\[\\d+\\]/.test(cell.querySelector('.jp-InputPrompt')?.textContent ?? '')
).length === 0
"""


@pytest.fixture(scope="module")
def whole_lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    server = Lab(tmp_path_factory.mktemp("lab"), whole=True)
    shutil.copytree(FOLDER, server.notebooks, dirs_exist_ok=True)
    yield server
    server.close()


def restart_and_run_all(page: Page) -> None:
    begun = page.locator(".jp-InputPrompt").filter(has_text=re.compile(r"\[(\*|\d+)\]"))
    # JupyterLab says idle before it is connected, and a restart then loses cells.
    page.wait_for_timeout(3_000)
    for _ in range(3):
        page.get_by_role("menuitem", name="Kernel", exact=True).click()
        page.get_by_role("menuitem", name="Restart Kernel and Run All Cells").click()
        page.locator(".jp-Dialog").get_by_role("button", name="Confirm Kernel Restart").click()
        try:
            begun.first.wait_for(timeout=20_000)
        except TimeoutError:
            # A kernel that was only just coming up can forget what it was asked.
            continue
        return
    raise AssertionError("the cells do not run")


@pytest.mark.parametrize("name", NAMES)
def test_restart_and_run_all(whole_lab: Lab, page: Page, name: str) -> None:
    opened = Notebook(page, whole_lab, name, None)
    restart_and_run_all(page)
    try:
        page.wait_for_function(LEFT, timeout=PATIENCE_MS)
    except TimeoutError:
        prompts = page.locator(".jp-CodeCell .jp-InputPrompt").all_inner_texts()
        raise AssertionError(f"not all cells ran: {prompts}") from None
    opened.wait_idle(PATIENCE_MS / 1000)
    page.wait_for_timeout(2_000)

    errors = page.locator('[data-mime-type="application/vnd.jupyter.error"]')
    assert [text.strip().splitlines()[-1] for text in errors.all_inner_texts()] == []
    for complaint in ("could not draw this", "Error displaying widget", "Loading widget"):
        expect(page.get_by_text(complaint)).to_have_count(0)
    for board in page.locator(".cn-root cg-board").all():
        assert board.locator("piece").count() > 1
    for part in page.locator(".cn-root:visible").all():
        box = part.bounding_box()
        assert box is not None and box["width"] > 100 and box["height"] > 10
    for chart in page.locator(".cn-chart:visible").all():
        expect(chart.locator(".main-svg").first).to_be_visible()
    if folder := os.environ.get("CHESSNB_PICTURES"):
        height = page.locator(".jp-WindowedPanel-inner, .jp-Notebook").first.evaluate(
            "element => element.scrollHeight"
        )
        page.set_viewport_size({"width": 1280, "height": min(12_000, int(height) + 200)})
        page.wait_for_timeout(1_500)
        page.screenshot(path=Path(folder) / f"{Path(name).stem}.png")
    opened.watch.check()
