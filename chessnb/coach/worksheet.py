"""A lesson on paper: HTML with print styles, diagrams for black and white, solutions at the end."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from chessnb.coach.blocks import Block, Chart, Diagram, Exercise, Text
from chessnb.coach.markup import html_of
from chessnb.coach.solutions import prompt_of, solution_lines
from chessnb.errors import SettingsError
from chessnb.export.figures import PRINT_COLOURS, board_svg, data_uri
from chessnb.export.page_parts import document

if TYPE_CHECKING:
    from chessnb.coach.lesson import Lesson
    from chessnb.coach.question import Question

__all__ = ["PAPERS", "worksheet"]

PAPERS = ("A4", "Letter")
"""The sizes of paper."""

_STYLE = """
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 10mm; max-width: 190mm; background: #fff; color: #000;
  overflow-wrap: break-word;
  font: 11pt/1.4 "Noto Sans", "DejaVu Sans", system-ui, -apple-system, "Segoe UI", sans-serif; }
h1 { margin: 0 0 2mm; font-size: 19pt; line-height: 1.2; }
h2 { margin: 0 0 3mm; font-size: 14pt; }
h1, h2, h3, h4 { break-after: avoid; }
.head { display: flex; gap: 8mm; margin: 0 0 5mm; }
.head span { display: flex; flex: 1; gap: 2mm; align-items: flex-end; }
.head span:first-child { flex: 2; }
.head i { flex: 1; border-bottom: 0.3mm solid #000; height: 7mm; }
.author { margin: 0 0 2mm; }
.questions { display: grid; grid-template-columns: 1fr 1fr; gap: 5mm 10mm; margin: 5mm 0; }
.question { break-inside: avoid; }
.question .row { display: flex; gap: 2mm; align-items: flex-end; }
.question img { display: block; width: 58mm; height: 58mm; }
.turn { width: 4.5mm; height: 4.5mm; margin-bottom: 3mm; border: 0.4mm solid #000; flex: none; }
.turn.black { background: #000; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.question p { margin: 0 0 1.5mm; min-height: 1.4em; }
.question b { margin-right: 1.5mm; }
.answer { display: block; margin-top: 1mm; width: 66mm; height: 8mm;
  border-bottom: 0.3mm solid #000; }
figure { margin: 5mm auto; text-align: center; break-inside: avoid; }
figure img { width: 80mm; }
figure.chart img { width: 150mm; }
figcaption { font-size: 9.5pt; }
.solutions { break-before: page; }
.solutions ol { padding-left: 8mm; }
.solutions li { margin-bottom: 2mm; break-inside: avoid; }
img { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
table { border-collapse: collapse; }
td, th { padding: 0 3mm; border: 0.2mm solid #000; }
@media print { body { padding: 0; max-width: none; } }
@media (max-width: 640px) {
  .questions { grid-template-columns: 1fr; }
  body { padding: 4mm; }
  .question img { width: min(58mm, 100%); height: auto; }
}
"""


def worksheet(lesson: Lesson, *, paper: str, solutions: bool) -> str:
    """Give the sheet as HTML; see :meth:`chessnb.Lesson.to_worksheet`."""
    size = next((each for each in PAPERS if each.casefold() == paper.casefold()), None)
    if size is None:
        raise SettingsError(f"no paper {paper!r}; there are: {', '.join(PAPERS)}")
    title = escape(lesson.title)
    author = f'<p class="author">{escape(lesson.author)}</p>' if lesson.author else ""
    body = [_block(block, lesson.questions) for block in _joined(lesson.blocks)]
    if solutions and lesson.questions:
        body.append(_solutions(lesson.questions))
    return document(
        title,
        f"@page {{ size: {size}; margin: 15mm; }}{_STYLE}",
        [
            f"<h1>{title}</h1>{author}",
            '<div class="head"><span>Name <i></i></span><span>Date <i></i></span></div>',
            *body,
        ],
    )


def _joined(blocks: list[Block]) -> list[Block]:
    """Exercises that follow each other share their rows on the paper."""
    joined: list[Block] = []
    for block in blocks:
        last = joined[-1] if joined else None
        if isinstance(block, Exercise) and isinstance(last, Exercise):
            joined[-1] = Exercise((*last.questions, *block.questions))
        else:
            joined.append(block)
    return joined


def _block(block: Block, questions: list[Question]) -> str:
    if isinstance(block, Text):
        return f"<section>{html_of(block.markdown)}</section>"
    if isinstance(block, Diagram):
        picture = data_uri(block.draw(colours=PRINT_COLOURS))
        return _figure("diagram", picture, f"Position: {block.fen}", block.caption)
    if isinstance(block, Chart):
        if not block.svg:
            return ""
        return _figure("chart", data_uri(block.svg), "Course of the game", block.caption)
    return _exercise(block, questions)


def _figure(kind: str, picture: str, alt: str, caption: str) -> str:
    below = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return f'<figure class="{kind}"><img src="{picture}" alt="{escape(alt)}">{below}</figure>'


def _exercise(block: Exercise, questions: list[Question]) -> str:
    first = questions.index(block.questions[0]) + 1
    cards = [_question(number, each) for number, each in enumerate(block.questions, first)]
    return f'<div class="questions">{"".join(cards)}</div>'


def _question(number: int, question: Question) -> str:
    svg = board_svg(question.board, flipped=question.side == "black", colours=PRINT_COLOURS)
    side = question.side
    return (
        f'<div class="question"><p><b>{number}.</b>{escape(prompt_of(question))}</p>'
        f'<div class="row"><img src="{data_uri(svg)}" alt="{escape(question.fen)}">'
        f'<span class="turn {side}" title="{side.title()} to move"></span></div>'
        f'<span class="answer"></span></div>'
    )


def _solutions(questions: list[Question]) -> str:
    items = "".join(
        f"<li>{' '.join(escape(line) for line in solution_lines(question))}</li>"
        for question in questions
    )
    return f'<section class="solutions"><h2>Solutions</h2><ol>{items}</ol></section>'
