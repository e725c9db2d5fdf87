"""A quiz: positions in which the pupil finds a move, marked by win probability."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import traitlets

from chessnb.analysis import Analysis
from chessnb.coach.answers import answer_row, answers_table
from chessnb.coach.candidates import parse_move
from chessnb.coach.examiner import examine, with_lines
from chessnb.coach.question import Question, game_questions, questions_of
from chessnb.coach.verdict import Verdict, judge, needs_engine
from chessnb.errors import EngineError, SettingsError
from chessnb.games import read_game
from chessnb.widgets.feed import beside, running_loop
from chessnb.widgets.part import Part
from chessnb.widgets.quiz_payload import (
    hint_payload,
    question_payload,
    solution_payload,
    verdict_payload,
)

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Quiz"]

_OPEN: dict[str, Any] = {"state": "open", "tries": 0, "hints": []}
_LONGEST_ANSWER = 86_400.0


class Quiz(Part):
    """Ask "what would you play?" in one position or several.

    An answer counts if it loses no more win probability than the tolerance against the best
    move, whichever move it is; the author's word on a move comes first. A move that is not
    among the stored lines is evaluated in the background. Until it is answered, nothing of the
    answer is sent to the browser.

    Parameters
    ----------
    source
        A `moments` table, a FEN, a mapping with ``fen`` and what :meth:`chessnb.Lesson.question`
        takes, or an iterable of these.
    pupil : str
        Who answers; goes into :attr:`answers`.
    title : str
        A line above it.
    tolerance : float, optional
        Win probability in [0, 1] that an accepted move may lose.
    engine : optional
        The engine for what is not stored; anything that :func:`chessnb.analyze` takes.

    Attributes
    ----------
    current : int
        The question shown, from 0.
    answers : DataFrame
        Every answer given so far, as the `answers` table of :mod:`chessnb.schema`.

    Raises
    ------
    SettingsError
        There is no question in it.

    Examples
    --------
    >>> quiz = Quiz([{"fen": "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "accept": ["Qg7#"]}], pupil="Ada")
    >>> quiz.answer("Qg7").accepted
    True
    >>> quiz.answers[["pupil", "san", "accepted", "tries"]].values.tolist()
    [['Ada', 'Qg7#', True, 1]]
    """

    questions = traitlets.List().tag(sync=True)
    current = traitlets.Int(0).tag(sync=True)
    progress = traitlets.List().tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)
    pupil = traitlets.Unicode("").tag(sync=True)

    def __init__(
        self,
        source: Any,
        *,
        pupil: str = "",
        title: str = "",
        tolerance: float | None = None,
        engine: Any = None,
    ) -> None:
        self._asked = questions_of(source, tolerance=tolerance)
        if not self._asked:
            raise SettingsError("the quiz is empty: no moments were found, or all filtered out")
        self._engine = engine
        self._rows: list[dict[str, Any]] = []
        self._verdicts: dict[tuple[int, str], Verdict] = {}
        self._shown_at = time.monotonic()
        self._loop = running_loop()
        super().__init__(
            part="quiz",
            title=title,
            pupil=pupil,
            questions=[question_payload(each) for each in self._asked],
            progress=[dict(_OPEN) for _ in self._asked],
        )
        self.observe(self._moved_on, "current")

    @classmethod
    def from_game(cls, source: Any, side: str = "white", **options: Any) -> Quiz:
        """Guess every move of one side of a game.

        Parameters
        ----------
        source
            An analysis, whose lines then mark the answers, or anything that
            :func:`chessnb.read_game` takes: the engine then marks them.
        side : {"white", "black"}
            Whose moves are guessed.
        **options
            As for :class:`Quiz`.
        """
        game = source if isinstance(source, Analysis) else read_game(source)
        return cls(game_questions(game, side), **options)

    @classmethod
    def from_mistakes(cls, analysis: Analysis, side: str, **options: Any) -> Quiz:
        """Learn from one's own mistakes: the positions before them, in the game's order.

        Raises
        ------
        SettingsError
            There is no mistake, or no such side.
        """
        kinds = ("Inaccuracy", "Mistake", "Blunder", "Miss")
        return cls(analysis.moments(side, kinds).sort_values("ply"), **options)

    def __repr__(self) -> str:
        solved = sum(1 for each in self.progress if each["state"] == "right")
        count = len(self._asked)
        return f"<Quiz: {solved} of {count} question{'s' * (count != 1)} solved>"

    @property
    def answers(self) -> pd.DataFrame:
        """Every answer given so far."""
        return answers_table(self._rows)

    @property
    def asked(self) -> list[Question]:
        """The questions with everything that is known of them: a key for marking."""
        return list(self._asked)

    @traitlets.validate("current")
    def _check_current(self, proposal: dict[str, Any]) -> int:
        last = len(self._asked) - 1
        if not 0 <= proposal["value"] <= last:
            raise SettingsError(f"current={proposal['value']}, but the questions are 0 to {last}")
        return proposal["value"]

    # What a pupil does ------------------------------------------------------------------------

    def answer(self, move: str, question: int | None = None) -> Verdict:
        """Answer the current question, or another, and wait for the verdict.

        Parameters
        ----------
        move : str
            In SAN or UCI.
        question : int, optional
            Number of the question, from 0.

        Raises
        ------
        InputError
            The move is not legal.
        SettingsError
            There is no such question, or it is solved already.
        """
        index = self._index(self.current if question is None else question)
        board = self._asked[index].board
        uci = board.uci(parse_move(board, move))
        if self._is_closed(index):
            raise SettingsError(f"question {index} is answered already: go on with another")
        seconds = time.monotonic() - self._shown_at
        verdict = self._look(index, uci)
        self._record(index, verdict, seconds)
        return verdict

    def hint(self, question: int | None = None) -> str:
        """Give the next hint: the author's first, then the piece that moves; at the end ""."""
        index = self._index(self.current if question is None else question)
        return self._hint(index)

    def reveal(self, question: int | None = None) -> list[str]:
        """Give up on a question: the moves that count, in SAN."""
        index = self._index(self.current if question is None else question)
        self._know(index)
        self._reveal(index)
        asked = self._asked[index]
        return [asked.san(uci) for uci in asked.solutions]

    def _index(self, number: int) -> int:
        if not 0 <= number < len(self._asked):
            raise SettingsError(f"no question {number}; there are 0 to {len(self._asked) - 1}")
        return number

    def _is_closed(self, index: int) -> bool:
        return self.progress[index]["state"] in ("right", "revealed")

    # What the front-end asks ------------------------------------------------------------------

    def _obey(self, request: dict[str, Any], buffers: Sequence[memoryview]) -> None:
        index = request.get("question")
        if not isinstance(index, int) or not 0 <= index < len(self._asked):
            return
        if self._is_closed(index) or self.progress[index]["state"] == "thinking":
            return
        match request.get("kind"):
            case "answer":
                self._answered(index, request)
            case "hint":
                self._once_known(index, self._hint)
            case "reveal":
                self._once_known(index, self._reveal)
            case "retry":
                self._set(index, state="open", verdict=None)
            case _:
                pass

    def _answered(self, index: int, request: dict[str, Any]) -> None:
        board = self._asked[index].board
        try:
            uci = board.uci(board.parse_uci(str(request.get("uci"))))
            seconds = min(_LONGEST_ANSWER, max(0.0, float(request.get("seconds") or 0)))
        except ValueError:
            return
        if (index, uci) in self._verdicts or not needs_engine(self._asked[index], uci):
            self._record(index, self._look(index, uci), seconds)
            return
        first = judge(self._asked[index], uci)
        self._set(index, state="thinking", verdict=verdict_payload(first))
        beside(
            self._loop,
            "chessnb-quiz",
            lambda: self._look(index, uci),
            lambda verdict: self._record(index, verdict, seconds),
        )

    def _once_known(self, index: int, then: Callable[[int], object]) -> None:
        """Have the engine's lines of a question, beside the kernel, and go on with it."""
        beside(self._loop, "chessnb-quiz", lambda: self._know(index), lambda _: then(index))

    # What becomes of it -----------------------------------------------------------------------

    def _look(self, index: int, uci: str) -> Verdict:
        seen = self._verdicts.get((index, uci))
        if seen is None:
            seen = examine(self._asked[index], uci, self._engine)
            if seen.accepted is not None:
                self._verdicts[(index, uci)] = seen
        return seen

    def _know(self, index: int) -> None:
        """Have the engine's lines of a question, where there is an engine."""
        question = self._asked[index]
        if question.only or question.known.candidates:
            return
        try:
            self._asked[index] = with_lines(question, self._engine)
        except EngineError:
            return

    def _record(self, index: int, verdict: Verdict, seconds: float) -> None:
        before = self.progress[index]
        tries = before["tries"] + 1
        row = answer_row(
            self._asked[index],
            verdict,
            pupil=self.pupil,
            tries=tries,
            hints=len(before["hints"]),
            seconds=seconds,
        )
        self._rows = [*self._rows, row]
        state = {True: "right", False: "wrong", None: "unmarked"}[verdict.accepted]
        news = {"state": state, "tries": tries, "verdict": verdict_payload(verdict)}
        if verdict.accepted:
            news["solution"] = solution_payload(self._asked[index])
        self._set(index, **news)

    def _hint(self, index: int) -> str:
        given = self.progress[index]["hints"]
        hint = hint_payload(self._asked[index], len(given))
        if hint is None:
            self._set(index, no_more_hints=True)
            return ""
        self._set(index, hints=[*given, hint])
        return hint["text"]

    def _reveal(self, index: int) -> None:
        self._set(
            index, state="revealed", verdict=None, solution=solution_payload(self._asked[index])
        )

    def _set(self, index: int, **values: Any) -> None:
        changed = {**self.progress[index], **values}
        kept = {name: value for name, value in changed.items() if value is not None}
        self.progress = [*self.progress[:index], kept, *self.progress[index + 1 :]]

    def _moved_on(self, _change: Any) -> None:
        self._shown_at = time.monotonic()
