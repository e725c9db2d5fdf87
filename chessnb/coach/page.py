"""A lesson as one page for phone or PC, which marks answers by itself and fetches nothing."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from chessnb.coach.blocks import Block, Chart, Diagram, Exercise, Text
from chessnb.coach.markup import html_of
from chessnb.coach.names import file_stem
from chessnb.export.figures import data_uri
from chessnb.export.page_parts import (
    code_script,
    document,
    engine_scripts,
    json_script,
    packed_script,
)
from chessnb.widgets.library import content
from chessnb.widgets.pack import pack
from chessnb.widgets.quiz_payload import key_payload
from chessnb.widgets.static_files import static_text

if TYPE_CHECKING:
    from chessnb.coach.lesson import Lesson

__all__ = ["lesson_page"]

_STYLE = """
:root { color-scheme: light dark; }
* { box-sizing: border-box; }
body { margin: 0; background: #ffffff; color: #1d2430; overflow-wrap: break-word;
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 720px; margin: 0 auto; padding: 12px 12px 32px; }
h1 { margin: 8px 0 4px; font-size: 26px; line-height: 1.2; }
.author { margin: 0 0 16px; color: #5c6675; }
figure { margin: 16px auto; max-width: 420px; text-align: center; }
figure img { display: block; width: 100%; height: auto; }
figure.chart { max-width: none; }
figure.chart > div { height: 300px; }
figcaption { margin-top: 6px; color: #5c6675; font-size: 14px; }
pre { overflow-x: auto; }
table { border-collapse: collapse; }
td, th { padding: 2px 10px; border: 1px solid #cfd5de; }
img { max-width: 100%; }
.exercise { margin: 20px 0; }
footer { color: #5c6675; font-size: 12px; }
@media (prefers-color-scheme: dark) {
  body { background: #16191e; color: #e6e9ee; }
  .author, figcaption, footer { color: #9ba5b3; }
  td, th { border-color: #343c46; }
}
"""


def lesson_page(lesson: Lesson, *, engine: bool) -> str:
    """Give the text of the page; see :meth:`chessnb.Lesson.to_html`."""
    charts = [block.figure for block in lesson.blocks if isinstance(block, Chart)]
    quizzes = [
        [key_payload(question) for question in block.questions]
        for block in lesson.blocks
        if isinstance(block, Exercise)
    ]
    about = {
        "id": lesson.id,
        "title": lesson.title,
        "file": f"{file_stem(f'{lesson.title} answers', 'answers')}.csv",
    }
    data = [packed_script("quizzes", pack(quizzes)), packed_script("charts", pack(charts))]
    if charts:
        data.append(packed_script("plotly", content("plotly")["code"]))
    title = escape(lesson.title)
    author = f'<p class="author">{escape(lesson.author)}</p>' if lesson.author else ""
    return document(
        title,
        f"{_STYLE}{static_text('style.css')}",
        [
            f"<main><h1>{title}</h1>{author}",
            *_blocks(lesson),
            '<div id="results"></div>' if quizzes else "",
            f"<footer>{_credits(engine)}</footer></main>",
            "<noscript>The exercises of this page need JavaScript.</noscript>",
            json_script("lesson", about),
            *data,
            *(engine_scripts() if engine else []),
            code_script(static_text("lesson.js")),
        ],
    )


def _blocks(lesson: Lesson) -> list[str]:
    counts: dict[str, int] = {"exercise": 0, "chart": 0}
    return [_block(block, counts) for block in lesson.blocks]


def _block(block: Block, counts: dict[str, int]) -> str:
    if isinstance(block, Text):
        return f'<section class="text">{html_of(block.markdown)}</section>'
    if isinstance(block, Diagram):
        picture = f'<img src="{data_uri(block.svg)}" alt="{escape(_described(block))}">'
        return _figure("diagram", picture, block.caption)
    if isinstance(block, Chart):
        counts["chart"] += 1
        height = block.figure["layout"].get("height", 300)
        place = f'<div data-chart="{counts["chart"] - 1}" style="height: {int(height)}px"></div>'
        return _figure("chart", place, block.caption)
    counts["exercise"] += 1
    return f'<div class="exercise" data-quiz="{counts["exercise"] - 1}"></div>'


def _figure(kind: str, inside: str, caption: str) -> str:
    below = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return f'<figure class="{kind}">{inside}{below}</figure>'


def _described(diagram: Diagram) -> str:
    return f"Chess diagram: {diagram.fen}"


def _credits(engine: bool) -> str:
    parts: list[Any] = ["Made with chessnb."]
    parts.append("Board: chessground (GPL-3.0), pieces by Colin M.L. Burnett.")
    if engine:
        parts.append("Engine: Stockfish 19 lite, stockfish.js (GPL-3.0).")
    return " ".join(parts)
