"""What the widgets cost a notebook, and what stays of them: bytes, reload, saved file, close."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from lab import Notebook
from playwright.sync_api import Page, WebSocket, expect
from ui_games import HOSTILE, OPERA, PROMOTION, long_game

pytestmark = pytest.mark.slow

Open = Callable[[Sequence[str]], Notebook]

FIRST_VIEW_BYTES = 1_600_000
SECOND_VIEW_BYTES = 150_000


class Traffic:
    """Bytes that the page receives over its sockets."""

    def __init__(self, page: Page) -> None:
        self.bytes = 0
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._count)

    def _count(self, frame: str | bytes) -> None:
        self.bytes += len(frame)


def painted(page: Page, count: int) -> None:
    expect(page.locator(".cn-view .main-svg").first).to_be_visible(timeout=60_000)
    expect(page.locator(".cn-view cg-board")).to_have_count(count, timeout=60_000)


def test_the_code_travels_once_and_survives_a_reload(notebook: Open, page: Page) -> None:
    traffic = Traffic(page)
    game = long_game(80)
    book = notebook(
        [
            f"import chessnb\nanalysis = chessnb.analyze('''{game}''', source='pgn')",
            "chessnb.view(analysis)",
            "chessnb.view(analysis, ply=10)",
        ]
    )
    book.run(0)
    traffic.bytes = 0
    book.run(1)
    painted(page, 1)
    first, traffic.bytes = traffic.bytes, 0
    book.run(2)
    painted(page, 2)
    page.wait_for_timeout(500)
    second = traffic.bytes
    print(f"first view {first / 1000:.0f} kB, second {second / 1000:.0f} kB")
    assert first < FIRST_VIEW_BYTES
    assert second < SECOND_VIEW_BYTES
    page.keyboard.press("Control+s")
    page.wait_for_timeout(1_000)
    page.reload()
    painted(page, 2)
    page.locator(".cn-view").first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".cn-move.cn-current")).not_to_have_count(0)
    book.watch.check()


def test_a_long_game_is_painted_soon(notebook: Open, page: Page) -> None:
    book = notebook(
        [
            "import chessnb, chessnb.widgets, chessnb.charts\n"
            f"analysis = chessnb.analyze('''{long_game(300)}''', source='pgn')\n"
            "warm = chessnb.view(analysis); warm",
            "view = chessnb.view(analysis); view",
        ]
    )
    book.run(0)
    painted(page, 1)
    began = time.monotonic()
    book.run_cell(1)
    expect(page.locator(".cn-view").nth(1).locator("cg-board piece").first).to_be_attached()
    print(f"first paint of 300 plies after {time.monotonic() - began:.2f} s")
    expect(page.locator(".cn-view").nth(1).locator(".cn-move")).to_have_count(300)
    book.watch.check()


def test_hostile_text_is_shown_as_it_is(notebook: Open, page: Page) -> None:
    book = notebook(
        [
            f"import chessnb\nanalysis = chessnb.analyze({HOSTILE!r}, nodes=1_000, progress=False)",
            "view = chessnb.view(analysis)\nview",
            "analysis",
            "analysis.game",
        ]
    )
    for index in range(4):
        book.run(index)
    painted(page, 1)
    expect(page.locator(".cn-title-names")).to_contain_text("<img src=x onerror=window.hacked=1>")
    expect(page.locator(".cn-moves")).to_contain_text("</script><svg onload=window.hacked=1>")
    for tab in ("Accuracy", "Labels", "Time"):
        page.get_by_role("tab", name=tab).click()
        page.wait_for_timeout(200)
    page.locator(".cn-view > .cn-chart .nsewdrag").first.hover(position={"x": 200, "y": 60})
    page.wait_for_timeout(300)
    assert page.evaluate("window.hacked") is None
    assert page.locator(".cn-view img").count() == 0
    book.watch.check()


def test_a_saved_notebook_shows_a_still_picture(notebook: Open, page: Page) -> None:
    book = notebook(
        [f"import chessnb\nview = chessnb.view('''{OPERA}''', nodes=1_000, multipv=1)\nview"]
    )
    book.run(0)
    expect(page.get_by_role("button", name="Analyse again")).to_be_visible(timeout=120_000)
    page.wait_for_timeout(1_000)
    assert not page.locator("[class^=chessnb-still]").is_visible()
    page.keyboard.press("Control+s")
    wait_for_output(book.path)
    book.watch.check()
    html = converted(book.path)
    assert "Paul Morphy" in html
    assert "<img" in html
    assert "Key moments" in html


def wait_for_output(path: Path, seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while "chessnb-still" not in path.read_text():
        assert time.monotonic() < deadline
        time.sleep(0.2)
    saved = json.loads(path.read_text())
    assert "widgets" not in saved["metadata"]


def converted(path: Path) -> str:
    """The notebook as HTML, made without a kernel and read without scripts or a network."""
    command = [sys.executable, "-m", "nbconvert", "--to", "html", str(path)]
    subprocess.run(command, check=True, capture_output=True)
    return path.with_suffix(".html").read_text(encoding="utf-8")


def test_parts_in_a_layout_of_ones_own_step_together(notebook: Open, page: Page) -> None:
    book = notebook(
        [
            "import chessnb, ipywidgets\n"
            f"analysis = chessnb.analyze('''{long_game(20)}''', source='pgn')\n"
            "parts = [chessnb.BoardView(analysis, details=False), chessnb.EvalBar(analysis),\n"
            "         chessnb.MoveList(analysis), chessnb.MoveTable(analysis),\n"
            "         chessnb.EngineLines(analysis), chessnb.Controls(analysis),\n"
            "         chessnb.ChartView(chessnb.charts.win_probability(analysis))]\n"
            "links = chessnb.link(*parts)\n"
            "ipywidgets.VBox(parts)",
            "print([part.ply for part in parts])",
        ]
    )
    book.run(0)
    expect(page.locator(".cn-chart-part .main-svg").first).to_be_visible(timeout=60_000)
    page.locator(".cn-controls-part").get_by_role("button", name="Forward").click()
    page.locator(".cn-controls-part").get_by_role("button", name="Forward").click()
    expect(page.locator(".cn-movelist-part .cn-move.cn-current")).to_have_attribute(
        "data-node", "2"
    )
    book.ask(1, "[2, 2, 2, 2, 2, 2, 2]")
    page.locator(".cn-movelist-part .cn-move").nth(9).click()
    book.ask(1, "[10, 10, 10, 10, 10, 10, 10]")
    book.watch.check()


def test_promotion_asks_for_the_piece(notebook: Open, page: Page) -> None:
    book = notebook(
        [
            f"import chessnb\nboard = chessnb.BoardView('{PROMOTION}')\nboard",
            "print(board.branches)",
        ]
    )
    book.run(0)
    board = page.locator(".cn-ground cg-board")
    expect(board).to_be_visible()
    box: Any = board.bounding_box()
    size = box["width"] / 8
    page.mouse.click(box["x"] + size / 2, box["y"] + 1.5 * size)
    page.mouse.click(box["x"] + size / 2, box["y"] + 0.5 * size)
    page.get_by_role("button", name="Promote to knight").click()
    expect(page.locator(".cn-ground piece.knight.white")).to_have_count(1)
    book.ask(1, "a7a8n")
    book.watch.check()


def test_nothing_runs_on_after_a_restart(notebook: Open, page: Page) -> None:
    book = notebook(
        [
            "import os, chessnb\n"
            f"view = chessnb.view('''{OPERA}''', depth=40, cache=False)\nprint('pid', os.getpid())",
        ]
    )
    book.run(0)
    kernel = int(book.text_of(0).split("pid")[1].split()[0])
    deadline = time.monotonic() + 60
    while not (engines := descendants(kernel)):
        assert time.monotonic() < deadline
        time.sleep(0.2)
    page.get_by_role("button", name="Restart the kernel", exact=True).click()
    page.locator(".jp-Dialog .jp-mod-accept").click()
    deadline = time.monotonic() + 30
    while any(Path(f"/proc/{pid}").exists() for pid in engines):
        assert time.monotonic() < deadline, f"still running: {engines}"
        time.sleep(0.2)


def descendants(pid: int) -> list[int]:
    listed = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True)
    children: dict[int, list[int]] = {}
    for line in listed.stdout.splitlines():
        child, parent = map(int, line.split())
        children.setdefault(parent, []).append(child)
    found, open_ = [], [pid]
    while open_:
        below = children.get(open_.pop(), [])
        found += below
        open_ += below
    return [each for each in found if _is_engine(each)]


def _is_engine(pid: int) -> bool:
    try:
        command = Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return False
    return "stockfish" in command or "chessnb.engine.wasm" in command
