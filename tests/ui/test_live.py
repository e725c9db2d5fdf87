"""An analysis that runs while it is watched, in a real JupyterLab."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from lab import Notebook
from playwright.sync_api import expect
from ui_games import OPERA

Open = Callable[[Sequence[str]], Notebook]

IMPORT = f"import chessnb\npgn = '''{OPERA}'''"


def test_a_game_fills_itself_to_the_last_row(notebook: Open) -> None:
    book = notebook(
        [
            IMPORT,
            "view = chessnb.view(pgn, nodes=4_000, multipv=2)\nview",
            "print(view.status['state'], len(view.analysis.moves), view.analysis.complete)",
            "other = chessnb.AnalysisView(view.job)\nother",
            "view.close(); other.close()",
        ]
    )
    page = book.page
    book.run(0)
    book.run(1)
    page.wait_for_selector(".cn-view cg-board piece")
    page.wait_for_selector(".cn-view .cn-move")
    expect(page.locator(".cn-view .cn-move .cn-badge")).to_have_count(33, timeout=120_000)
    expect(page.locator(".cn-view").get_by_role("button", name="Analyse again")).to_be_visible(
        timeout=30_000
    )
    expect(page.locator(".cn-summary tbody")).to_contain_text("Paul Morphy")
    book.ask(2, "done 33 True")
    book.run(3)
    expect(page.locator(".cn-view").nth(1).locator(".cn-move .cn-badge")).to_have_count(33)
    book.run(4)
    expect(page.locator(".cn-view")).to_have_count(0)
    book.watch.check()


# From the click until the view says that it stands still, measured where it is seen.
STOP = """
() => new Promise((resolve) => {
  const view = document.querySelector('.cn-view');
  const began = performance.now();
  const observer = new MutationObserver(() => {
    if (!view.querySelector('.cn-progress-text').textContent.includes('Stopped at')) return;
    observer.disconnect();
    resolve(performance.now() - began);
  });
  observer.observe(view, { subtree: true, childList: true, characterData: true });
  [...view.querySelectorAll('button')].find((each) => each.textContent.includes('Stop')).click();
})
"""


@pytest.mark.slow
def test_stop_answers_at_once_and_resume_goes_on(notebook: Open) -> None:
    book = notebook(
        [
            IMPORT,
            "view = chessnb.view(pgn, depth=40, cache=False)\nview",
            "other = chessnb.AnalysisView(view.job)\nother",
            "print(view.status['state'], view.job.running)",
        ]
    )
    page = book.page
    book.run(0)
    book.run(1)
    book.run(2)
    first, second = page.locator(".cn-view").nth(0), page.locator(".cn-view").nth(1)
    expect(second.locator(".cn-progress-text")).to_contain_text(" of 34", timeout=60_000)
    expect(first.locator(".cn-move .cn-badge").first).to_be_visible(timeout=60_000)
    stopped = page.evaluate(STOP)
    print(f"stopped after {stopped:.0f} ms")
    assert stopped < 500
    expect(second.get_by_role("button", name="Resume")).to_be_visible()
    book.ask(3, "stopped False")
    first.get_by_role("button", name="Resume").click()
    expect(second.get_by_role("button", name="Stop")).to_be_visible(timeout=10_000)
    second.get_by_role("button", name="Stop").click()
    expect(first.locator(".cn-progress-text")).to_contain_text("Stopped at", timeout=10_000)
    book.watch.check()


@pytest.mark.slow
def test_the_live_engine_follows_the_board(notebook: Open) -> None:
    book = notebook([IMPORT, "view = chessnb.AnalysisView(pgn)\nview"])
    page = book.page
    book.run(0)
    book.run(1)
    page.get_by_role("switch").click()
    expect(page.locator(".cn-line")).to_have_count(3, timeout=60_000)
    page.locator(".cn-view").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".cn-line .cn-lines-number").first).to_have_text("1… ", timeout=60_000)
    page.get_by_role("switch").click()
    expect(page.get_by_role("switch")).to_have_attribute("aria-checked", "false")
    book.watch.check()


@pytest.mark.slow
def test_a_variant_is_shown_with_the_reason(notebook: Open) -> None:
    game = '[Variant "Atomic"]\\n\\n1. e4 e5 *'
    book = notebook(["import chessnb", f"chessnb.view('{game}')"])
    book.run(0)
    book.run(1)
    expect(book.page.locator(".cn-progress-text")).to_contain_text("atomic")
    expect(book.page.locator(".cn-move")).to_have_count(2)
    book.watch.check()


@pytest.mark.slow
def test_stepping_works_while_the_kernel_is_busy(notebook: Open) -> None:
    book = notebook(
        [
            IMPORT,
            "view = chessnb.AnalysisView(pgn)\nview",
            "import time; time.sleep(4); print('up')",
        ]
    )
    page = book.page
    book.run(0)
    book.run(1)
    page.wait_for_selector(".cn-move")
    book.run_cell(2)
    page.locator(".cn-view").focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".cn-move.cn-current .cn-move-san")).to_have_text("Nf3", timeout=1_000)
    assert "up" not in book.text_of(2)
