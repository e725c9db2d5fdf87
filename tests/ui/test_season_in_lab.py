"""A player's season in a notebook: list, charts and games, by the mouse."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from lab import Notebook
from playwright.sync_api import expect

GAMES = Path(__file__).resolve().parents[2] / "notebooks" / "games" / "season.pgn"


def test_a_click_opens_games(notebook: Callable[..., Notebook]) -> None:
    opened = notebook(
        [
            "import chessnb\nlibrary = chessnb.Library('season.db')\n"
            f"library.add_pgn({str(GAMES)!r})",
            "season = chessnb.SeasonView(library, player='Field, Nora')\nseason",
            "print(len(season.shown), season.opened)",
        ]
    )
    page = opened.page
    opened.run(0)
    opened.run(1)
    rows = page.locator(".cn-games-part .tabulator-row")
    expect(rows.first).to_be_visible(timeout=30_000)
    expect(page.locator(".cn-chart-part .main-svg").first).to_be_visible()
    opponents = page.get_by_role("columnheader").filter(has_text="Opponent").locator("input")
    opponents.press_sequentially("Marsh")
    expect(rows.filter(has_not_text="Marsh")).to_have_count(0)
    rows.first.click()
    expect(page.locator(".cn-view cg-board piece").first).to_be_visible(timeout=30_000)
    opened.ask(2, "<AnalysisView")
    assert "Marsh" in opened.text_of(2)

    page.get_by_role("button", name="Openings").click()
    slices = page.locator(".cn-chart-part .pielayer .slice path.surface")
    expect(slices.first).to_be_visible()
    before = int(opened.text_of(2).split()[0])
    slices.first.click(position={"x": 12, "y": 30})
    everything = page.get_by_role("button", name="All games")
    expect(everything).to_be_visible(timeout=30_000)
    opened.ask(2, " ")
    assert 0 < int(opened.text_of(2).split()[0]) < before
    everything.click()
    expect(everything).to_be_hidden(timeout=30_000)
    opened.watch.check()
