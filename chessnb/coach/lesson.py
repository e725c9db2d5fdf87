"""A lesson: text, diagrams, charts and questions, from one source for every form of hand-out."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chessnb.coach.blocks import Block, Exercise, Text, chart_of, diagram_of
from chessnb.coach.candidates import TOLERANCE
from chessnb.coach.examiner import with_lines
from chessnb.coach.question import Question, make_question, ply_question, questions_of
from chessnb.errors import EngineError, SettingsError
from chessnb.export.text_file import write_text

if TYPE_CHECKING:
    import pandas as pd

    from chessnb.analysis import Analysis

__all__ = ["Lesson"]


class Lesson:
    """A lesson that is handed out as a page, a notebook, a printed sheet or flash cards.

    Every method that adds something gives the lesson back, so that calls can be chained.

    Parameters
    ----------
    title : str
        The title; shown as it is, whatever is in it.
    author : str, optional
        Who wrote it.
    engine : optional
        The engine for questions without stored lines; anything that :func:`chessnb.analyze` takes.

    Attributes
    ----------
    blocks : list
        What it consists of, in order.

    Examples
    --------
    >>> lesson = Lesson("Mates in one")
    >>> lesson.text("A queen next to the king, **protected**, mates.")
    <Lesson 'Mates in one': 1 block, 0 questions>
    >>> lesson.question("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", prompt="Mate!", accept=["Qg7#"], only=True)
    <Lesson 'Mates in one': 2 blocks, 1 question>
    """

    def __init__(self, title: str, *, author: str = "", engine: Any = None) -> None:
        if not title.strip():
            raise SettingsError("a lesson needs a title: Lesson('Mates in one')")
        self.title = title.strip()
        self.author = author.strip()
        self.engine = engine
        self.blocks: list[Block] = []

    def __repr__(self) -> str:
        blocks, questions = len(self.blocks), len(self.questions)
        return (
            f"<Lesson {self.title!r}: {blocks} block{'s' * (blocks != 1)}, "
            f"{questions} question{'s' * (questions != 1)}>"
        )

    @property
    def id(self) -> str:
        """A hash of the title and the questions: tells whether a code of answers belongs here."""
        text = "\n".join([self.title, *(question.id for question in self.questions)])
        return hashlib.sha256(text.encode()).hexdigest()[:8]

    @property
    def questions(self) -> list[Question]:
        """All questions, in order."""
        return [q for block in self.blocks if isinstance(block, Exercise) for q in block.questions]

    @property
    def asked(self) -> list[Question]:
        """The same as :attr:`questions`, by the name that a quiz has for it."""
        return self.questions

    # What it consists of ----------------------------------------------------------------------

    def text(self, markdown: str) -> Lesson:
        """Add text in Markdown; HTML in it is shown as it is, not obeyed."""
        return self._add(Text(markdown))

    def diagram(
        self,
        source: Any,
        ply: int | None = None,
        *,
        arrows: Iterable[str | Sequence[str]] = (),
        squares: Iterable[str] = (),
        flipped: bool = False,
        caption: str = "",
    ) -> Lesson:
        """Add a diagram.

        Parameters
        ----------
        source
            An analysis, a game, a board, or a FEN.
        ply : int, optional
            The position after this ply of the game; the last one by default.
        arrows : iterable
            ``"e2e4"``, with a colour in front as in PGN (``"Re2e4"``: G, R, Y or B), or
            ``("e2", "e4", "red")``.
        squares : iterable of str
            Marked squares: ``"e4"``, ``"Re4"``.
        flipped : bool
            Black at the bottom.
        caption : str
            A line below it.

        Raises
        ------
        SettingsError
            The ply, an arrow or a square does not exist.
        """
        made = diagram_of(source, ply, arrows, squares, flipped=flipped, caption=caption)
        return self._add(made)

    def chart(self, source: Any, kind: str = "win_probability", *, caption: str = "") -> Lesson:
        """Add a chart; only its lines and colours are kept, so that no move is told by it.

        Parameters
        ----------
        source
            An analysis, or a plotly figure.
        kind : str
            A function of :mod:`chessnb.charts`, where the source is an analysis.
        caption : str
            A line below it.
        """
        return self._add(chart_of(source, kind, caption))

    def quiz(
        self,
        source: pd.DataFrame | Iterable[Any],
        *,
        prompt: str = "",
        tolerance: float | None = None,
    ) -> Lesson:
        """Add several questions.

        Parameters
        ----------
        source
            A `moments` table, or whatever :func:`chessnb.Quiz` takes.
        prompt : str
            What is asked, in place of "What would you play?".
        tolerance : float, optional
            Win probability that an accepted move may lose.

        Raises
        ------
        SettingsError
            There is nothing in it.
        """
        questions = questions_of(source, tolerance=tolerance)
        if not questions:
            raise SettingsError("the quiz is empty: no moments were found, or all filtered out")
        if prompt:
            questions = [replace(each, prompt=each.prompt or prompt) for each in questions]
        return self._ask(questions)

    def add(self, analysis: Analysis, ply: int, note: str = "") -> Lesson:
        """Ask for a move of an analysed game; with no move to ask for, show the position.

        Parameters
        ----------
        analysis
            The analysis, whose lines mark the answers.
        ply : int
            The move that was played there, 1 is the game's first; 0 shows the start.
        note : str
            What is said afterwards, or below the diagram.
        """
        if ply == 0:
            return self.diagram(analysis, ply=0, caption=note)
        question = ply_question(analysis, ply)
        return self._ask([replace(question, why=note or question.why)])

    def question(
        self,
        fen: str,
        *,
        prompt: str = "",
        hint: str | Iterable[str] = (),
        accept: Iterable[str] = (),
        wrong: Mapping[str, str] | None = None,
        only: bool = False,
        why: str | None = None,
        tolerance: float = TOLERANCE,
    ) -> Lesson:
        """Add a question of your own.

        Parameters
        ----------
        fen
            The position.
        prompt
            What is asked.
        hint
            One hint, or several that are given one after the other. Pupils see them: say nothing
            in them that gives the move away.
        accept
            Moves that count whatever an engine says, in SAN or UCI.
        wrong
            Moves that do not count, with what is said to each.
        only
            Nothing but `accept` counts. Otherwise any move counts that loses no more than the
            tolerance.
        why
            A sentence for afterwards.
        tolerance
            Win probability in [0, 1] that an accepted move may lose.

        Raises
        ------
        PositionError, InputError, SettingsError
            A position or a move that does not exist, or a contradiction.
        """
        made = make_question(
            fen,
            prompt=prompt,
            hint=hint,
            accept=accept,
            wrong=wrong,
            only=only,
            why=why,
            tolerance=tolerance,
        )
        return self._ask([made])

    def _ask(self, questions: list[Question]) -> Lesson:
        used = {question.id for question in self.questions}
        fresh: list[Question] = []
        for question in questions:
            name, count = question.id, 1
            while name in used:
                count += 1
                name = f"{question.id}-{count}"
            used.add(name)
            fresh.append(replace(question, id=name))
        return self._add(Exercise(tuple(fresh)))

    def _add(self, block: Block) -> Lesson:
        self.blocks.append(block)
        return self

    def prepare(self) -> Lesson:
        """Have the engine look at the questions that have no lines yet; give the lesson back.

        Raises
        ------
        EngineError
            There is no engine, and a question without any known answer.
        """
        self.blocks = [
            Exercise(tuple(map(self._prepared, block.questions)))
            if isinstance(block, Exercise)
            else block
            for block in self.blocks
        ]
        return self

    def _prepared(self, question: Question) -> Question:
        if question.only:
            return question
        try:
            return with_lines(question, self.engine)
        except EngineError:
            if question.is_solvable:
                return question
            raise

    # Hand-outs --------------------------------------------------------------------------------

    def to_html(self, path: str | Path | None = None, *, engine: bool = True) -> str | Path:
        """Write one page for phone or PC that works from disk, without server or network.

        The page marks answers, so it holds the answers: packed, not shown, and there for whoever
        takes the file apart. Where that matters, hand out :meth:`to_notebook`.

        Parameters
        ----------
        path
            Where to write; without one the text is returned.
        engine
            Put Stockfish into the page (two megabytes more), for moves that are not stored.
        """
        from chessnb.coach.page import lesson_page

        return _written(lesson_page(self.prepare(), engine=engine), path)

    def to_notebook(
        self, path: str | Path | None = None, *, answers: bool = False
    ) -> dict[str, Any] | Path:
        """Write a notebook: without the answers for pupils, with them for the teacher.

        Parameters
        ----------
        path
            Where to write; without one the notebook is returned, as nbformat has it.
        answers
            Put the answers in.
        """
        import json

        from chessnb.coach.notebook import lesson_notebook

        notebook = lesson_notebook(self.prepare() if answers else self, answers=answers)
        if path is None:
            return notebook
        text = json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"
        return Path(_written(text, path))

    def to_worksheet(
        self,
        path: str | Path | None = None,
        *,
        paper: str = "A4",
        solutions: bool = True,
    ) -> str | Path:
        """Write a sheet to print, as HTML or, where a browser is installed, as PDF.

        Parameters
        ----------
        path
            Where to write; ``.pdf`` gives a PDF. Without one the HTML is returned.
        paper : {"A4", "Letter"}
            The paper's size.
        solutions : bool
            Put the solutions on a last page of their own.

        Raises
        ------
        SettingsError
            There is no such paper.
        FileError
            The file cannot be written, or no browser is there to make a PDF.
        """
        from chessnb.coach.worksheet import worksheet

        text = worksheet(self.prepare() if solutions else self, paper=paper, solutions=solutions)
        if path is not None and Path(path).suffix.casefold() == ".pdf":
            from chessnb.coach.pdf import write_pdf

            return write_pdf(text, Path(path).expanduser())
        return _written(text, path)

    def to_cards(self, path: str | Path | None = None, **options: Any) -> str | Path:
        """Write the questions as flash cards; see :func:`chessnb.to_cards`."""
        from chessnb.coach.cards import to_cards

        return to_cards(self.prepare(), path, **options)


def _written(text: str, path: str | Path | None) -> str | Path:
    if path is None:
        return text
    return write_text(path, text, newline="\n")
