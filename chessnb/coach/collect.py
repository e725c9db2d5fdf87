"""The answers of several quizzes in one file, at the end of a pupil's notebook."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from chessnb.coach.answers import answers_csv
from chessnb.export.text_file import write_text

if TYPE_CHECKING:
    import pandas as pd

    from chessnb.widgets.quiz import Quiz

__all__ = ["save_answers"]


def save_answers(quizzes: Iterable[Quiz], path: str | Path, *, pupil: str = "") -> pd.DataFrame:
    """Write the answers of several quizzes to one CSV file, and give them.

    Parameters
    ----------
    quizzes
        The quizzes.
    path
        The file.
    pupil
        Who answered, where a quiz does not know it.

    Raises
    ------
    FileError
        The file cannot be written.
    """
    import pandas as pd

    table = pd.concat([quiz.answers for quiz in quizzes], ignore_index=True)
    if pupil.strip():
        table["pupil"] = table["pupil"].fillna(pupil.strip())
    write_text(path, answers_csv(table), newline="")
    return table
