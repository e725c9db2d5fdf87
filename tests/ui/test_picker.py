"""The way in without code, by mouse and clipboard, in a real JupyterLab."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from lab import Notebook
from playwright.sync_api import expect
from ui_games import OPERA

Open = Callable[[Sequence[str]], Notebook]

THREE = f"""[White "Anna"]
[Black "Ben"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1

{OPERA}
[White "Cara"]
[Black "Dan"]
[Result "1/2-1/2"]

1. e4 e5 2. Nf3 Nc6 1/2-1/2
"""


def test_paste_pick_analyse_download(notebook: Open) -> None:
    book = notebook(["import chessnb", "opener = chessnb.open(nodes=3_000, multipv=2)\nopener"])
    page = book.page
    book.run(0)
    book.run(1)
    page.wait_for_selector(".cn-picker-text")
    page.evaluate("text => navigator.clipboard.writeText(text)", THREE)
    page.get_by_role("button", name="Paste and open").click()
    rows = page.locator(".cn-picker-games .tabulator-row")
    expect(rows).to_have_count(3)
    expect(page.locator(".cn-picker-status")).to_contain_text("3 games")
    rows.nth(1).click()
    view = page.locator(".cn-view")
    expect(view.locator(".cn-title-names")).to_contain_text("Paul Morphy")
    expect(view.locator(".cn-move .cn-badge")).to_have_count(33, timeout=120_000)
    expect(view.get_by_role("button", name="Analyse again")).to_be_visible(timeout=30_000)
    view.get_by_role("button", name="Copy and download").click()
    with page.expect_download() as waiting:
        view.get_by_role("button", name="Table (CSV)").click()
    lines = waiting.value.path().read_text().splitlines()
    assert len(lines) == 34
    assert "Rd8#" in lines[-1]
    book.watch.check()


@pytest.mark.slow
def test_a_dropped_file_and_a_text_that_is_no_game(notebook: Open, tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_text(THREE)
    book = notebook(["import chessnb", "opener = chessnb.open(nodes=2_000)\nopener"])
    page = book.page
    book.run(0)
    book.run(1)
    page.locator(".cn-picker-drop input").set_input_files(path)
    expect(page.locator(".cn-picker-games .tabulator-row")).to_have_count(3)
    page.locator(".cn-picker-text").fill("not a game at all\nreally")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator(".cn-picker-status.cn-failed")).not_to_be_empty()
    page.locator(".cn-picker-text").fill("/etc/hostname")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator(".cn-picker-status.cn-failed")).to_contain_text("/etc/hostname")
    book.watch.check()
