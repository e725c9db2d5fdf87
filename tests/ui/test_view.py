"""The analysis view, reviewing a finished analysis in a real JupyterLab."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from lab import Lab, Notebook
from playwright.sync_api import expect
from ui_games import OPERA

CELLS = [
    f"import chessnb\npgn = '''{OPERA}'''\n"
    "analysis = chessnb.analyze(pgn, nodes=5_000, multipv=2, progress=False)",
    "view = chessnb.view(analysis)\nview",
    "print('ply', view.ply, 'node', repr(view.node), 'selected', view.selected)",
    "view.ply = 20",
    "view.select(analysis.moves.query(\"side == 'black' and label in ['Inaccuracy', 'Mistake', "
    "'Blunder', 'Miss']\"))",
    "print(len(view.selection), set(view.selection['side']), view.current['san'])",
    "print(view.to_pgn())",
    "view.select(None)\nview.ply = 0",
]

ACTIVE_CELL = (
    "[...document.querySelectorAll('.jp-Notebook .jp-Cell')]"
    ".findIndex(cell => cell.classList.contains('jp-mod-active'))"
)


@pytest.fixture(scope="module")
def review(browser: Any, browser_context_args: dict[str, Any], lab: Lab) -> Iterator[Notebook]:
    page = browser.new_context(**browser_context_args).new_page()
    notebook = Notebook(page, lab, "review.ipynb", CELLS)
    notebook.run(0)
    notebook.run(1)
    page.wait_for_selector(".cn-view .cn-move .cn-badge")
    page.wait_for_selector(".cn-view .main-svg")
    yield notebook
    notebook.watch.check()
    page.context.close()


@pytest.fixture(autouse=True)
def start(review: Notebook) -> None:
    review.run(7)
    review.page.locator(".cn-view").focus()


def current(review: Notebook) -> str:
    return review.page.locator(".cn-view .cn-move.cn-current .cn-move-san").text_content()


def kernel_ply(review: Notebook, ply: int) -> None:
    review.ask(2, f"ply {ply} ")


def test_keys_step_and_leave_jupyterlab_alone(review: Notebook) -> None:
    page = review.page
    active = page.evaluate(ACTIVE_CELL)
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)
    expect(page.locator(".cn-move.cn-current .cn-move-san")).to_have_text("e5")
    page.keyboard.press("End")
    expect(page.locator(".cn-move.cn-current .cn-move-san")).to_have_text("Rd8#")
    page.keyboard.press("Home")
    expect(page.locator(".cn-move.cn-current")).to_have_count(0)
    page.keyboard.press("f")
    expect(page.locator(".cn-view .cg-wrap.orientation-black")).to_have_count(1)
    page.keyboard.press("f")
    page.keyboard.press("m")
    assert page.evaluate(ACTIVE_CELL) == active
    assert page.evaluate("document.querySelectorAll('.jp-Notebook .jp-Cell').length") == len(CELLS)
    assert page.evaluate("document.activeElement.classList.contains('cn-view')")


def test_keys_without_focus_do_nothing(review: Notebook) -> None:
    page = review.page
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(100)
    assert page.locator(".cn-move.cn-current").count() == 0


def test_buttons_list_row_and_chart_move_all_parts(review: Notebook) -> None:
    page = review.page
    page.get_by_role("button", name="Forward").click()
    expect(page.locator(".cn-move.cn-current .cn-move-san")).to_have_text("e4")
    kernel_ply(review, 1)
    page.locator(".cn-move", has_text="Bxb5+").click()
    kernel_ply(review, 21)
    row = page.locator(".cn-table .tabulator-selected")
    expect(row).to_contain_text("Bxb5+")
    page.locator(".cn-table .tabulator-row", has_text="Nbd7").first.click()
    expect(page.locator(".cn-move.cn-current .cn-move-san")).to_have_text("Nbd7")
    kernel_ply(review, 22)
    page.locator(".cn-view > .cn-chart .nsewdrag").first.click(position={"x": 60, "y": 60})
    page.wait_for_function("document.querySelector('.cn-move.cn-current')?.innerText !== 'Nbd7'")
    review.ask(2, "ply ")
    chosen = int(review.text_of(2).split()[1])
    assert 0 < chosen < 10
    expect(page.locator(".cn-table .tabulator-selected")).to_contain_text(current(review))


def test_the_kernel_moves_the_view(review: Notebook) -> None:
    review.run(3)
    expect(review.page.locator(".cn-move.cn-current .cn-move-san")).to_have_text("cxb5")
    expect(review.page.locator(".cn-note")).to_contain_text("10… cxb5")
    row = review.page.locator(".cn-table .tabulator-selected")
    expect(row).to_contain_text("cxb5")


def test_select_marks_and_walks(review: Notebook) -> None:
    page = review.page
    review.run(4)
    marked = page.locator(".cn-move.cn-marked")
    expect(marked.first).to_be_visible()
    count = marked.count()
    assert 2 <= count <= 12
    first = current(review)
    page.locator(".cn-view").focus()
    page.get_by_role("button", name="Next marked move").click()
    assert current(review) != first
    for _ in range(count - 1):
        page.keyboard.press("m")
    expect(page.locator(".cn-move.cn-current .cn-move-san")).to_have_text(first)
    review.ask(5, f"{count} {{'black'}} {first}")


def test_counts_in_the_summary_mark_their_moves(review: Notebook) -> None:
    page = review.page
    button = page.locator(".cn-summary tbody tr").nth(1).locator(".cn-count").first
    count = int(button.inner_text())
    button.click()
    expect(page.locator(".cn-move.cn-marked")).to_have_count(count)


def test_a_move_on_the_board_opens_a_variation(review: Notebook) -> None:
    page = review.page
    drag(review, "d2", "d4")
    expect(page.locator(".cn-variation-move.cn-current")).to_have_text("1. d4")
    drag(review, "d7", "d5")
    expect(page.locator(".cn-variation-move.cn-current")).to_have_text("d5")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".cn-variation-move.cn-current")).to_have_text("1. d4")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".cn-move.cn-current .cn-move-san")).to_have_text("e4")
    review.ask(6, "( 1. d4 d5 )")
    page.locator(".cn-variation-move", has_text="1. d4").click()
    page.get_by_role("button", name="Drop the variation d4").click()
    expect(page.locator(".cn-variation-move", has_text="d4")).to_have_count(0)
    kernel_ply(review, 0)


def test_show_me_plays_the_refutation(review: Notebook) -> None:
    page = review.page
    page.locator(".cn-move", has_text="Bxf3").first.click()
    review.run(7)
    page.locator(".cn-view").focus()
    page.keyboard.press("m")
    page.get_by_role("button", name="Show me").click()
    before = current(review)
    expect(page.locator(".cn-note").get_by_role("button", name="Stop")).to_be_visible()
    expect(page.locator(".cn-ground .cg-shapes g g")).not_to_have_count(0)
    assert current(review) == before
    page.keyboard.press("ArrowRight")
    expect(page.locator(".cn-note").get_by_role("button", name="Stop")).to_have_count(0)


def test_engine_lines_are_shown_and_played(review: Notebook) -> None:
    page = review.page
    page.keyboard.press("ArrowRight")
    move = page.locator(".cn-line").nth(1).locator(".cn-lines-move").first
    before = page.locator(".cn-ground piece").evaluate_all("all => all.map(p => p.style.transform)")
    move.hover()
    page.wait_for_timeout(300)
    after = page.locator(".cn-ground piece").evaluate_all("all => all.map(p => p.style.transform)")
    assert before != after
    move.click()
    expect(page.locator(".cn-note")).to_contain_text("variation")
    page.get_by_role("button", name="Back to the game").click()
    kernel_ply(review, 1)
    review.ask(2, "node ''")


def test_ruleset_scores_again_at_once(review: Notebook) -> None:
    page = review.page
    before = page.locator(".cn-summary").inner_text()
    page.get_by_role("button", name="Settings").click()
    page.locator("select[name=ruleset]").select_option("lichess")
    expect(page.locator(".cn-summary")).not_to_have_text(before)
    page.locator("select[name=ruleset]").select_option("nine-tier")
    expect(page.locator(".cn-summary tbody")).to_contain_text("Paul Morphy")
    page.keyboard.press("Escape")


@pytest.mark.parametrize(("name", "ending"), [("Table (CSV)", "csv"), ("Annotated PGN", "pgn")])
def test_downloads(review: Notebook, name: str, ending: str) -> None:
    page = review.page
    page.get_by_role("button", name="Copy and download").click()
    with page.expect_download() as waiting:
        page.get_by_role("button", name=name).click()
    download = waiting.value
    assert download.suggested_filename == f"Paul-Morphy-Duke-Karl-Count-Isouard-1858-11-02.{ending}"
    text = download.path().read_text()
    assert "Rd8#" in text


def test_copies_the_position(review: Notebook) -> None:
    page = review.page
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Copy and download").click()
    page.get_by_role("button", name="Copy FEN").click()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("rnbqkbnr/pppppppp/8/8/4P3")


def test_parts_say_what_they_are(review: Notebook) -> None:
    page = review.page
    page.keyboard.press("ArrowRight")
    board = page.locator(".cn-board-frame")
    assert "1. e4" in (board.get_attribute("aria-label") or "")
    assert page.locator(".cn-evalbar").get_attribute("role") == "meter"
    assert page.locator(".cn-move.cn-current").get_attribute("aria-current") == "true"
    unnamed = page.locator(".cn-view button").evaluate_all(
        "all => all.filter(b => !b.textContent.trim() && !b.getAttribute('aria-label')"
        " && !b.title).length"
    )
    assert unnamed == 0


def drag(review: Notebook, start: str, end: str) -> None:
    """Move a piece by clicking its square and the target."""
    page = review.page
    board = page.locator(".cn-ground cg-board")
    board.scroll_into_view_if_needed()
    box = board.bounding_box()
    assert box is not None
    size = box["width"] / 8
    for square in (start, end):
        file, rank = "abcdefgh".index(square[0]), int(square[1])
        page.mouse.click(box["x"] + (file + 0.5) * size, box["y"] + (8.5 - rank) * size)
