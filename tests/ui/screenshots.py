"""Take the pictures by which the widgets are judged: ``screenshots.py FOLDER [--no-report]``."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from lab import BROWSER_ARGUMENTS, Lab, Notebook, find_chromium
from playwright.sync_api import Browser, Page, sync_playwright
from ui_games import OPERA

import chessnb

GAMES = Path(__file__).resolve().parents[2] / "notebooks" / "games"
ANALYSE = "import chessnb\nanalysis = chessnb.analyze('opera.pgn', nodes=60_000, progress=False)"
VIEW = "chessnb.view(analysis, ply=18)"


def shoot_view(page: Page, path: Path) -> None:
    """The view alone, without the notebook around it."""
    page.locator(".cn-view").first.screenshot(path=path)


def review(page: Page, lab: Lab, folder: Path, name: str) -> None:
    book = Notebook(page, lab, f"{name}.ipynb", [ANALYSE, VIEW])
    book.run(0, 300)
    book.run(1)
    page.wait_for_selector(".cn-view .main-svg")
    page.wait_for_timeout(1_500)
    page.screenshot(path=folder / f"{name}.png")


def variation(page: Page, folder: Path) -> None:
    page.locator(".cn-move", has_text="Nf6").first.click()
    page.get_by_role("button", name="Best was").click()
    page.locator(".cn-view").focus()
    page.wait_for_timeout(600)
    shoot_view(page, folder / "variation.png")


def tabs(page: Page, folder: Path) -> None:
    for name in ("Accuracy", "Labels", "Time"):
        page.get_by_role("tab", name=name).click()
        page.wait_for_timeout(700)
        page.locator(".cn-tabs").screenshot(path=folder / f"tab-{name.lower()}.png")


def menus(page: Page, folder: Path) -> None:
    page.get_by_role("button", name="Settings").click()
    shoot_view(page, folder / "settings.png")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Copy and download").click()
    shoot_view(page, folder / "downloads.png")
    page.keyboard.press("Escape")


def analysing(page: Page, lab: Lab, folder: Path) -> None:
    source = "chessnb.view('opera.pgn', depth=22, cache=False)"
    book = Notebook(page, lab, "analysing.ipynb", ["import chessnb", source])
    book.run(0)
    book.run(1)
    page.wait_for_function(
        "document.querySelectorAll('.cn-move .cn-badge').length > 15", timeout=240_000
    )
    page.wait_for_timeout(2_000)
    page.screenshot(path=folder / "analysing.png")
    page.get_by_role("button", name="Stop").click()


def picker(page: Page, lab: Lab, folder: Path) -> None:
    book = Notebook(page, lab, "picker.ipynb", ["import chessnb", "chessnb.open(nodes=1_000)"])
    book.run(0)
    book.run(1)
    page.locator(".cn-picker-text").fill(OPERA + "\n" + OPERA.replace("Opera", "Again"))
    page.get_by_role("button", name="Open", exact=True).click()
    page.wait_for_selector(".cn-picker-games .tabulator-row")
    page.wait_for_timeout(500)
    page.screenshot(path=folder / "picker.png")


def season(page: Page, lab: Lab, folder: Path, name: str) -> None:
    source = "season = chessnb.SeasonView(library, player='Field, Nora')\nseason"
    begin = "import chessnb\nlibrary = chessnb.Library('season.db')\nlibrary.add_pgn('season.pgn')"
    book = Notebook(page, lab, f"{name}.ipynb", [begin, source])
    book.run(0)
    book.run(1)
    page.wait_for_selector(".cn-games-part .tabulator-row")
    page.wait_for_timeout(1_500)
    page.screenshot(path=folder / f"{name}.png")
    page.get_by_role("button", name="Openings").click()
    page.wait_for_timeout(1_500)
    page.screenshot(path=folder / f"{name}-openings.png")


def report(browser: Browser, folder: Path) -> None:
    analysis = chessnb.analyze(OPERA, nodes=60_000, multipv=3, progress=False)
    path = folder / "report.html"
    analysis.to_html(path, engine=True, ply=18)
    for name, width, dark in (("phone", 390, False), ("page-dark", 1200, True)):
        scheme = "dark" if dark else "light"
        context = browser.new_context(
            viewport={"width": width, "height": 844}, color_scheme=scheme, has_touch=width < 500
        )
        page = context.new_page()
        page.goto(path.as_uri())
        page.wait_for_selector(".cn-view .main-svg")
        page.wait_for_timeout(800)
        page.screenshot(path=folder / f"{name}.png", full_page=True)
        context.close()


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=list(BROWSER_ARGUMENTS)
        )

        def on_page(width: int, shoot: Callable[[Page], None]) -> None:
            page = browser.new_page(viewport={"width": width, "height": 1400})
            shoot(page)
            page.close()

        if "--no-report" not in sys.argv:
            report(browser, folder)
        for dark in (False, True):
            with tempfile.TemporaryDirectory() as place:
                lab = Lab(Path(place), dark=dark)
                (lab.notebooks / "opera.pgn").write_text(OPERA)
                shutil.copy(GAMES / "season.pgn", lab.notebooks)
                try:
                    if dark:
                        on_page(1280, lambda page, lab=lab: review(page, lab, folder, "dark"))
                        on_page(
                            1280, lambda page, lab=lab: season(page, lab, folder, "season-dark")
                        )
                    else:
                        light(on_page, lab, folder)
                finally:
                    lab.close()
        browser.close()


def light(on_page: Callable[[int, Callable[[Page], None]], None], lab: Lab, folder: Path) -> None:
    def wide(page: Page) -> None:
        review(page, lab, folder, "wide")
        tabs(page, folder)
        menus(page, folder)
        variation(page, folder)

    on_page(1280, wide)
    on_page(600, lambda page: review(page, lab, folder, "narrow"))
    on_page(1280, lambda page: analysing(page, lab, folder))
    on_page(1280, lambda page: picker(page, lab, folder))
    on_page(1280, lambda page: season(page, lab, folder, "season"))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
