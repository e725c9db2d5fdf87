"""Take the README's pictures of the real view: ``python docs/pictures.py``.

The view is that of ``analysis.to_html``, which is drawn by the same front-end as the notebook's.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

import chessnb

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "ui"))

from lab import BROWSER_ARGUMENTS, find_chromium  # noqa: E402

IMAGES = ROOT / "docs" / "images"
PLY = 18


def main() -> None:
    """Open the stored Opera game, in a light and in a dark window, and keep a picture of each."""
    IMAGES.mkdir(exist_ok=True)
    analysis = chessnb.load(ROOT / "notebooks" / "games" / "opera-1858.chessnb")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        page_file = Path(folder) / "opera.html"
        analysis.to_html(page_file, ply=PLY)
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=list(BROWSER_ARGUMENTS)
        )
        for scheme in ("light", "dark"):
            page = browser.new_page(
                viewport={"width": 1180, "height": 900},
                color_scheme=scheme,
            )
            page.goto(page_file.as_uri())
            page.wait_for_selector(".cn-view .main-svg")
            page.wait_for_timeout(1_500)
            page.locator(".cn-view").first.screenshot(path=IMAGES / f"view-{scheme}.png")
        browser.close()


if __name__ == "__main__":
    main()
