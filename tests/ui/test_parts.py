"""Parts of the view in a layout of one's own."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from lab import Notebook
from playwright.sync_api import expect
from ui_games import OPERA

CELLS = [
    f"""import chessnb, ipywidgets
analysis = chessnb.analyze('''{OPERA}''', nodes=3_000, multipv=1, progress=False)
board, moves = chessnb.BoardView(analysis), chessnb.MoveList(analysis)
bar = chessnb.EvalBar(analysis)
chart = chessnb.ChartView(chessnb.charts.win_probability(analysis))
links = chessnb.link(board, moves, bar, chart)
ipywidgets.VBox([ipywidgets.HBox([bar, board, moves]), chart])""",
    "board.ply = 20",
]


def test_parts_side_by_side_have_room_and_step_together(
    notebook: Callable[[Sequence[str]], Notebook],
) -> None:
    opened = notebook(CELLS)
    opened.run(0)
    page = opened.page
    page.wait_for_selector(".main-svg")
    for part in (".cn-board", ".cn-moves"):
        box = page.locator(part).first.bounding_box()
        assert box is not None and box["width"] > 150 and box["height"] > 150, part
    opened.run(1)
    expect(page.locator(".cn-move.cn-current")).to_have_count(1)
    if folder := os.environ.get("CHESSNB_SCREENSHOTS"):
        page.screenshot(path=Path(folder) / "parts.png")
    opened.watch.check()
