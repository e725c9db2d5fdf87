"""A lesson as a notebook, for pupils without the answers and for the teacher with them.

Written as nbformat 4.5 by hand: a notebook is a small JSON document, and nbformat is not needed
where lessons are only written.
"""

from __future__ import annotations

import hashlib
import json
from pprint import pformat
from typing import TYPE_CHECKING, Any

from chessnb.coach.blocks import Block, Chart, Diagram, Exercise, Text
from chessnb.coach.names import file_stem
from chessnb.coach.solutions import solution_lines

if TYPE_CHECKING:
    from chessnb.coach.lesson import Lesson
    from chessnb.coach.question import Question

__all__ = ["lesson_notebook", "public_question"]

Cell = dict[str, Any]

_SETUP = """\
import chessnb
from chessnb.coach import Chart, Diagram, save_answers

pupil = ""  # your name"""


def lesson_notebook(lesson: Lesson, *, answers: bool) -> dict[str, Any]:
    """Make the notebook; see :meth:`chessnb.Lesson.to_notebook`."""
    head = f"# {_literal(lesson.title)}"
    if lesson.author:
        head += f"\n\n{_literal(lesson.author)}"
    if answers:
        head += "\n\n*With the answers: not for pupils.*"
    cells = [_markdown(head), _code(_SETUP)]
    quizzes: list[str] = []
    asked = {(question.game_id, question.ply) for question in lesson.questions}
    for block in lesson.blocks:
        if isinstance(block, Exercise):
            quizzes.append(f"quiz_{len(quizzes) + 1}")
            cells += _exercise(block, quizzes[-1], asked, answers=answers)
        else:
            cells += _shown(block)
    if quizzes:
        cells += _ending(lesson, quizzes)
    for number, cell in enumerate(cells):
        text = f"{lesson.id} {number} {cell['source']}"
        cell["id"] = hashlib.sha256(text.encode()).hexdigest()[:12]
    return {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def _ending(lesson: Lesson, quizzes: list[str]) -> list[Cell]:
    stem = file_stem(f"{lesson.title} answers", "answers")
    return [
        _markdown("## Your answers\n\nRun this cell when you are done, and hand the file in."),
        _code(f"save_answers([{', '.join(quizzes)}], {f'{stem}.csv'!r}, pupil=pupil)"),
    ]


def _shown(block: Block) -> list[Cell]:
    if isinstance(block, Text):
        return [_markdown(block.markdown)]
    cells: list[Cell] = []
    if isinstance(block, Diagram):
        cells.append(_code(_diagram_source(block)))
    elif isinstance(block, Chart):
        figure = json.dumps(block.figure, separators=(",", ":"), allow_nan=False)
        cells.append(_code(f"Chart.of_json({figure!r}).show()"))
    caption = getattr(block, "caption", "")
    return [*cells, _markdown(f"*{_literal(caption)}*")] if caption else cells


def _diagram_source(diagram: Diagram) -> str:
    parts = [repr(diagram.fen)]
    if diagram.arrows:
        parts.append(f"arrows={diagram.arrows!r}")
    if diagram.last:
        parts.append(f"last={diagram.last!r}")
    if diagram.flipped:
        parts.append("flipped=True")
    return f"Diagram({', '.join(parts)})"


def _exercise(
    block: Exercise, name: str, asked: set[tuple[str | None, int | None]], *, answers: bool
) -> list[Cell]:
    values = [public_question(question) for question in block.questions]
    for value, question in zip(values, block.questions, strict=True):
        # The move that led here may be the answer to another question.
        if question.ply is not None and (question.game_id, question.ply - 1) in asked:
            value.pop("last", None)
    source = pformat(values, width=96, sort_dicts=False)
    cells = [_code(f"{name} = chessnb.Quiz(\n{_indented(source)},\n    pupil=pupil,\n)\n{name}")]
    if answers:
        lines = ["**Solutions**", ""]
        for number, question in enumerate(block.questions, 1):
            lines.append(f"{number}. " + " ".join(_literal(s) for s in solution_lines(question)))
        cells.append(_markdown("\n".join(lines)))
    return cells


def public_question(question: Question) -> dict[str, Any]:
    """What a pupil may know of a question before answering: nothing that tells the answer."""
    values: dict[str, Any] = {"id": question.id, "fen": question.fen}
    if question.prompt:
        values["prompt"] = question.prompt
    if question.hints:
        values["hint"] = list(question.hints)
    if question.last:
        values["last"] = question.last
    values["tolerance"] = question.tolerance
    return values


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.splitlines())


def _literal(text: str) -> str:
    """Text that Markdown shows as it is, on one line."""
    flat = " ".join(text.split())
    escaped = "".join(f"\\{sign}" if sign in "\\`*_{}[]()#+!|$~^" else sign for sign in flat)
    return escaped.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _markdown(text: str) -> Cell:
    return {"cell_type": "markdown", "id": "", "metadata": {}, "source": text}


def _code(text: str) -> Cell:
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": "",
        "metadata": {},
        "outputs": [],
        "source": text,
    }
