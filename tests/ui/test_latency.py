"""How long a key press takes to be painted, with an idle kernel and with a busy one.

Run by ``pytest tests/ui/test_latency.py -m slow -s``; the figures are printed.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence

import pytest
from lab import Notebook
from playwright.sync_api import Page, expect
from ui_games import long_game

Open = Callable[[Sequence[str]], Notebook]

STEPS = 40
LIMIT_MS = 50

# From the key event to the end of the frame that shows the new position: two animation frames and
# a message, since the first callback still runs before the paint.
MEASURE = """
async (steps) => {
  const view = document.querySelector('.cn-view');
  view.focus();
  const times = [];
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => resolve();
    channel.port2.postMessage(null);
  }));
  for (let step = 0; step < steps; step += 1) {
    await new Promise((resolve) => setTimeout(resolve, 120));
    const before = document.querySelector('.cn-move.cn-current')?.dataset.node;
    const start = performance.now();
    view.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    if (document.querySelector('.cn-move.cn-current')?.dataset.node === before) return [];
    await painted();
    times.push(performance.now() - start);
  }
  return times;
}
"""


@pytest.mark.slow
@pytest.mark.parametrize("plies", [60, 300])
def test_stepping(notebook: Open, page: Page, plies: int) -> None:
    book = notebook(
        [
            "import chessnb, time\n"
            f"analysis = chessnb.analyze('''{long_game(plies)}''', source='pgn')",
            "view = chessnb.view(analysis)\nview",
            "view.ply = 0",
            "time.sleep(30)",
        ]
    )
    for index in (0, 1):
        book.run(index)
    expect(page.locator(".cn-view .main-svg").first).to_be_visible(timeout=60_000)
    page.wait_for_timeout(1_500)
    idle = page.evaluate(MEASURE, STEPS)
    book.run(2)
    book.run_cell(3)
    busy = page.evaluate(MEASURE, STEPS)
    for name, times in (("idle", idle), ("busy", busy)):
        assert len(times) == STEPS
        print(
            f"{plies} plies, kernel {name}: median {statistics.median(times):.1f} ms, "
            f"worst {max(times):.1f} ms"
        )
        assert statistics.median(times) < LIMIT_MS
