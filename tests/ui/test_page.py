"""The HTML file, opened from disk."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from lab import Watch
from playwright.sync_api import Page, expect
from ui_games import HOSTILE, OPERA

import chessnb
from chessnb.analysis import Analysis

Show = Callable[..., Page]


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    return chessnb.analyze(OPERA, nodes=4_000, multipv=2, progress=False)


@pytest.fixture
def show(page: Page, tmp_path: Path) -> Iterator[Show]:
    watch = Watch(page, "file://")

    def show(analysis: Analysis, **options: Any) -> Page:
        path = analysis.to_html(tmp_path / "report.html", **options)
        assert isinstance(path, Path)
        page.goto(path.as_uri())
        page.wait_for_selector(".cn-view .cn-move")
        page.wait_for_selector(".cn-view .main-svg")
        return page

    yield show
    watch.check()


def test_it_steps_by_keys_chart_and_table(analysis: Analysis, show: Show) -> None:
    page = show(analysis)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".cn-move.cn-current .cn-move-san")).to_have_text("e5")
    page.locator(".cn-view > .cn-chart .nsewdrag").first.click(position={"x": 300, "y": 60})
    expect(page.locator(".cn-move.cn-current .cn-move-san")).not_to_have_text("e5")
    page.locator(".cn-table .tabulator-row", has_text="Nf6").first.click()
    expect(page.locator(".cn-move.cn-current .cn-move-san")).to_have_text("Nf6")
    for tab in ("Accuracy", "Labels", "Time"):
        page.get_by_role("tab", name=tab).click()
        expect(page.get_by_role("tabpanel", name=tab).locator(".main-svg").first).to_be_visible()


def test_show_me_works_without_a_kernel(analysis: Analysis, show: Show) -> None:
    page = show(analysis)
    page.keyboard.press("m")
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".cn-note").get_by_role("button", name="Stop")).to_be_visible()


def test_the_engine_runs_in_the_page(analysis: Analysis, show: Show) -> None:
    page = show(analysis, engine=True)
    page.get_by_role("switch").click()
    expect(page.locator(".cn-lines-source")).to_contain_text(
        "Stockfish in this page", timeout=30_000
    )
    expect(page.locator(".cn-line")).to_have_count(3)
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".cn-line").first).to_contain_text("Rd8#", timeout=30_000)


def test_it_fits_a_phone(analysis: Analysis, show: Show, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    show(analysis, ply=12)
    page.wait_for_timeout(300)
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390
    board = page.locator(".cn-ground").bounding_box()
    assert board is not None
    assert board["width"] > 320


def test_hostile_text_is_shown_as_it_is(show: Show) -> None:
    page = show(chessnb.analyze(HOSTILE, nodes=1_000, progress=False))
    assert page.evaluate("window.hacked") is None
    assert page.locator(".cn-view img").count() == 0
    expect(page.locator(".cn-title-names")).to_contain_text("<img src=x onerror=window.hacked=1>")
    expect(page.locator(".cn-moves")).to_contain_text("</script><svg onload=window.hacked=1>")
    expect(page.locator(".cn-strip").first).to_contain_text("Ben </script><b>Holm")
    for tab in ("Accuracy", "Labels", "Time"):
        page.get_by_role("tab", name=tab).click()
        page.wait_for_timeout(200)
    page.locator(".cn-view > .cn-chart .nsewdrag").first.hover(position={"x": 200, "y": 60})
    page.wait_for_timeout(300)
    assert page.evaluate("window.hacked") is None
