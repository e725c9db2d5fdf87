"""A view from which a coach teaches: answers to the game's own mistakes, positions for a lesson."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import traitlets

from chessnb.errors import ChessnbError, SettingsError
from chessnb.widgets.analysis_part import AnalysisPart
from chessnb.widgets.feed import beside

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from chessnb.coach.candidates import Candidate
    from chessnb.coach.lesson import Lesson

__all__ = ["CoachPart"]


class CoachPart(AnalysisPart):
    """An analysis that pupils learn from.

    Attributes
    ----------
    lesson : Lesson
        What "Add to lesson" adds to: one of this view's own, or the one that is set here.
    answers : DataFrame
        What was answered under "Learn from your mistakes": the `answers` table.
    """

    lesson_state = traitlets.Unicode("").tag(sync=True)

    _lesson: Lesson | None = None
    _learned: tuple[dict[str, Any], ...] = ()

    def __init__(self, *source: Any, **options: Any) -> None:
        self._looked: dict[tuple[int, str], Candidate | None] = {}
        super().__init__(*source, **options)

    @property
    def lesson(self) -> Lesson:
        """The lesson that positions are added to."""
        if self._lesson is None:
            from chessnb.coach.lesson import Lesson

            self._lesson = Lesson(f"{self.game.white} – {self.game.black}")
        return self._lesson

    @lesson.setter
    def lesson(self, lesson: Lesson) -> None:
        self._lesson = lesson

    @property
    def answers(self) -> pd.DataFrame:
        """What was answered under "Learn from your mistakes"."""
        from chessnb.coach.answers import answers_table

        return answers_table(self._learned)

    def _obey(self, request: dict[str, Any], buffers: Sequence[memoryview]) -> None:
        kind, ply = request.get("kind"), request.get("ply")
        if kind == "lesson" and isinstance(ply, int):
            self._add(ply, str(request.get("note") or ""))
        elif kind == "learned" and isinstance(ply, int):
            self._learn(ply, request)
        elif kind == "look" and isinstance(ply, int):
            self._look_at(ply, request)
        else:
            super()._obey(request, buffers)

    def _add(self, ply: int, note: str) -> None:
        try:
            self.lesson.add(self.analysis, ply, note)
        except SettingsError as error:
            self.lesson_state = str(error)
            return
        count = len(self.lesson.blocks)
        self.lesson_state = f"Added: {count} in {self.lesson.title!r}"

    def _look_at(self, ply: int, request: dict[str, Any]) -> None:
        """Have the engine judge an answer that no stored line knows, and tell the front-end."""
        from chessnb.coach.examiner import look
        from chessnb.coach.question import ply_question

        question = ply_question(self.analysis, ply)
        uci = str(request.get("uci"))
        try:
            question.board.parse_uci(uci)
        except ValueError:
            return

        def tell(found: Candidate | None) -> None:
            told = {} if found is None else {"win": found.win, "line": list(found.line)}
            self.send({"kind": "looked", "id": request.get("id"), **told})

        def work() -> Candidate | None:
            try:
                found = look(question, uci, self.engine or None)
            except ChessnbError:
                # The answer then stays unmarked.
                found = None
            self._looked[ply, uci] = found
            return found

        beside(self._loop, "chessnb-answer", work, tell)

    def _learn(self, ply: int, request: dict[str, Any]) -> None:
        from chessnb.coach.answers import answer_row
        from chessnb.coach.question import ply_question
        from chessnb.coach.verdict import judge

        question = ply_question(self.analysis, ply)
        board = question.board
        try:
            uci = board.uci(board.parse_uci(str(request.get("uci"))))
            tries, hints = int(request.get("tries", 1)), int(request.get("hints", 0))
            seconds = float(request.get("seconds", 0))
        except (TypeError, ValueError):
            return
        verdict = judge(question, uci, self._looked.get((ply, uci)))
        row = answer_row(question, verdict, pupil="", tries=tries, hints=hints, seconds=seconds)
        self._learned = (*self._learned, row)
