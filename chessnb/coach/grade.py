"""Marking a class: pupils' answer files and codes in, one table out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast

from chessnb.coach.answers import answers_table, read_answers
from chessnb.coach.candidates import parse_move
from chessnb.coach.examiner import examine
from chessnb.coach.question import Question, questions_of
from chessnb.errors import FileError, InputError

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["grade"]

Row = dict[str, Any]


def grade(files: Any, key: Any, *, engine: Any = None, details: bool = False) -> pd.DataFrame:
    """Mark pupils' answers and give one table of the class.

    Every answer is marked anew by the key: what a file says of itself counts for nothing.

    Parameters
    ----------
    files
        CSV files that lesson pages and student notebooks gave, a folder of them, the short codes
        of lesson pages, `answers` tables, a mapping of pupils to these, or a list of all of them.
    key : Lesson
        The lesson; or a quiz, moments, or questions.
    engine : optional
        What looks at moves that neither the author nor the stored lines know.
    details : bool
        Give the `answers` table, each answer marked, rather than a row for each pupil.

    Returns
    -------
    DataFrame
        Indexed by ``pupil``: ``right``, ``first_try`` (right at once and without a hint),
        ``answered``, ``questions``, ``share`` (of the questions solved, in [0, 1]),
        ``mean_loss`` (win probability lost by each question's first answer), ``tries``,
        ``hints``, ``seconds``, and for each question ``Q1``, ``Q2``, … whether it was solved,
        missing where it was not answered.

    Raises
    ------
    NoSuchFileError, FileError, InputError
        Files that are not there, hold no answers, or belong to another lesson.

    Examples
    --------
    >>> import chessnb
    >>> lesson = chessnb.Lesson("Mates")
    >>> _ = lesson.question("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", accept=["Qg7#"], only=True)
    >>> row = {"pupil": "Ada", "question": lesson.questions[0].id, "san": "Qg7#"}
    >>> chessnb.grade(chessnb.coach.answers_table([row]), key=lesson).loc["Ada", "right"]
    np.int64(1)
    """
    questions = questions_of(key)
    rows = [_marked(row, questions, key, engine) for row in read_answers(files)]
    found = [row for row in rows if row is not None]
    if rows and not found:
        raise FileError("none of the answers belongs to this lesson: is it the right key?")
    kept = _once(found)
    return answers_table(kept) if details else _class_table(kept, questions)


def _marked(row: Row, questions: list[Question], key: Any, engine: Any) -> Row | None:
    question = _question_of(row, questions, key)
    if question is None:
        return None
    asked = {
        "question": question.id,
        "game_id": question.game_id,
        "ply": question.ply,
        "fen": question.fen,
    }
    row = {**row, **asked, "accepted": False, "loss": None}
    board = question.board
    try:
        move = parse_move(board, str(row.get("uci") or row.get("san")))
    except InputError:
        # Not a move of this position, whatever the file says: it stays in the table, and wrong.
        return row
    verdict = examine(question, board.uci(move), engine)
    return {**row, "san": verdict.san, "accepted": verdict.accepted, "loss": verdict.loss}


def _question_of(row: Row, questions: list[Question], key: Any) -> Question | None:
    if "number" in row:
        if row["lesson"] != getattr(key, "id", row["lesson"]):
            raise FileError(f"the code of {row['pupil']!r} belongs to another lesson")
        return questions[row["number"]] if row["number"] < len(questions) else None
    for question in questions:
        if question.id == row.get("question"):
            return question
    return next((each for each in questions if each.fen == row.get("fen")), None)


def _once(rows: Iterable[Row]) -> list[Row]:
    """The same answers handed in twice, as a file and as a code, count once."""
    kept: dict[tuple[Any, ...], Row] = {}
    counts: dict[tuple[Any, Any], int] = {}
    for row in rows:
        pair = (row.get("pupil"), row["question"])
        if row.get("tries") is None:
            counts[pair] = counts.get(pair, 0) + 1
            row = {**row, "tries": counts[pair]}
        kept.setdefault((*pair, row["san"], row["tries"]), row)
    return list(kept.values())


_TYPES: dict[str, Any] = {
    "right": "Int64",
    "first_try": "Int64",
    "answered": "Int64",
    "questions": "Int64",
    "share": "Float64",
    "mean_loss": "Float64",
    "tries": "Int64",
    "hints": "Int64",
    "seconds": "Float64",
}


def _class_table(rows: list[Row], questions: list[Question]) -> pd.DataFrame:
    import pandas as pd

    pupils: dict[str, list[Row]] = {}
    for row in rows:
        pupils.setdefault(str(row.get("pupil") or "?"), []).append(row)
    names = sorted(pupils, key=str.casefold)
    numbered = [f"Q{number}" for number in range(1, len(questions) + 1)]
    types = _TYPES | dict.fromkeys(numbered, "boolean")
    lines = [_pupil_row(pupils[name], questions) for name in names]
    columns = {
        name: cast(Any, pd.array)([line[place] for line in lines], dtype=types[name])
        for place, name in enumerate(types)
    }
    return pd.DataFrame(columns, index=pd.Index(names, dtype="object", name="pupil"))


def _pupil_row(rows: list[Row], questions: list[Question]) -> list[Any]:
    by_question: dict[str, list[Row]] = {}
    for row in sorted(rows, key=lambda row: row["tries"]):
        by_question.setdefault(row["question"], []).append(row)
    solved = {name: _solved(answers) for name, answers in by_question.items()}
    firsts = [answers[0] for answers in by_question.values()]
    losses = [row["loss"] for row in firsts if row["loss"] is not None]
    right = sum(1 for each in solved.values() if each)
    return [
        right,
        sum(1 for row in firsts if row["accepted"] and not row.get("hints")),
        len(by_question),
        len(questions),
        right / len(questions) if questions else None,
        sum(losses) / len(losses) if losses else None,
        len(rows),
        sum(max(row.get("hints") or 0 for row in answers) for answers in by_question.values()),
        float(sum(row.get("seconds") or 0 for row in rows)),
        *(solved.get(question.id) for question in questions),
    ]


def _solved(answers: list[Row]) -> bool | None:
    """Whether one of the answers counts; None where that could not be told."""
    if any(row["accepted"] for row in answers):
        return True
    return None if all(row["accepted"] is None for row in answers) else False
