"""Charts in a browser: what they say is text, whatever a game holds."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

import chessnb
from chessnb import charts

NAME = "<b>R&D</b> $x^2$ %{x} <img src=x onerror=alert(1)>"
PGN = f"""[White "{NAME}"]
[Black "Ben <a href='https://example.org'>Holm</a>"]
[Result "1-0"]
[TimeControl "300"]

1. e4 {{ [%eval 0.36] [%clk 0:04:59] }} 1... e5 {{ [%eval 0.3] [%clk 0:04:50] }}
2. Bc4 {{ [%eval 0.15] [%clk 0:04:40] }} 2... Nc6 {{ [%eval 0.2] [%clk 0:04:30] }}
3. Qh5 {{ [%eval -0.5] [%clk 0:04:20] }} 3... Nf6 {{ [%eval #1] [%clk 0:04:10] }}
4. Qxf7# {{ [%clk 0:04:00] }} 1-0
"""


@pytest.fixture(scope="module")
def analysis() -> chessnb.Analysis:
    return chessnb.analyze(PGN, source="pgn", progress=False)


@pytest.fixture
def seen(page: Page) -> list[str]:
    """Errors and requests of the page."""
    notes: list[str] = []
    page.on("pageerror", lambda error: notes.append(str(error)))
    page.on("console", lambda said: notes.append(said.text) if said.type == "error" else None)
    page.on("dialog", lambda dialog: notes.append(dialog.message))
    page.on("request", lambda asked: notes.append(asked.url) if "://" in asked.url[:8] else None)
    return notes


@pytest.mark.parametrize(
    "name", ["win_probability", "accuracy", "labels", "time", "compare_rulesets"]
)
def test_hostile_names_are_shown_literally(
    name: str, page: Page, seen: list[str], analysis: chessnb.Analysis, tmp_path: Path
):
    file = tmp_path / "chart.html"
    figure = getattr(charts, name)(analysis)
    figure.write_html(file, include_plotlyjs=True, config={"displayModeBar": False})
    page.goto(file.as_uri())
    page.wait_for_selector(".main-svg text")
    shown = page.evaluate(
        "[...document.querySelectorAll('svg text')].map(t => t.textContent).join('|')"
    )
    assert "<b>R&D</b>" in shown
    assert page.locator("svg a, svg img, svg image").count() == 0
    assert [note for note in seen if not note.startswith("file:")] == []


def test_hovering_tells_the_move(
    page: Page, seen: list[str], analysis: chessnb.Analysis, tmp_path: Path
):
    file = tmp_path / "chart.html"
    charts.win_probability(analysis).write_html(file, include_plotlyjs=True)
    page.goto(file.as_uri())
    plot = page.locator(".nsewdrag").first
    plot.wait_for(state="attached")
    box = plot.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] * 6 / 7 - 3, box["y"] + 60)
    page.wait_for_selector(".hoverlayer text")
    card = page.locator(".hoverlayer").text_content() or ""
    assert "3… Nf6" in card
    assert "#+1" in card
    assert "100 %" in card
    assert [note for note in seen if not note.startswith("file:")] == []
