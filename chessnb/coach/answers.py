"""Pupils' answers: recorded as they are given, written to files, read back from them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from chessnb.coach.code import PREFIX, read_code
from chessnb.errors import FileError, InputError, NoSuchFileError
from chessnb.schema import TABLES, frame

if TYPE_CHECKING:
    import pandas as pd

    from chessnb.coach.question import Question
    from chessnb.coach.verdict import Verdict

__all__ = ["answer_row", "answers_csv", "answers_table", "read_answers"]

Row = dict[str, Any]

_NAMES = tuple(TABLES["answers"].names)
_WANTED = ("question", "san")
_NUMBERS = {"ply": int, "loss": float, "tries": int, "hints": int, "seconds": float}
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "|", "%")


def answer_row(
    question: Question, verdict: Verdict, *, pupil: str, tries: int, hints: int, seconds: float
) -> Row:
    """The row of the `answers` table for an answer that was given now."""
    return {
        "pupil": pupil or None,
        "question": question.id,
        "game_id": question.game_id,
        "ply": question.ply,
        "fen": question.fen,
        "san": verdict.san,
        "loss": verdict.loss,
        "accepted": verdict.accepted,
        "tries": tries,
        "hints": hints,
        "seconds": round(max(0.0, seconds), 1),
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def answers_table(rows: Iterable[Mapping[str, Any]]) -> pd.DataFrame:
    """Make the `answers` table of rows; what a row does not say is missing."""
    kept = list(rows)
    data = {name: [row.get(name) for row in kept] for name in _NAMES}
    return frame("answers", data, list(range(len(kept))))


def answers_csv(table: pd.DataFrame) -> str:
    """Write answers as CSV; a name that a spreadsheet would take for a formula gets an apostrophe.

    Examples
    --------
    >>> answers_csv(answers_table([{"pupil": "=1+1", "san": "e4"}])).splitlines()[1]
    "'=1+1,,,,,e4,,,,,,"
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_NAMES)
    for row in table.astype(object).to_dict("records"):
        writer.writerow([_cell(row[name]) for name in _NAMES])
    return text.getvalue()


def _cell(value: Any) -> str:
    import pandas as pd

    if value is None or value is pd.NA or value != value:
        return ""
    text = str(value)
    return f"'{text}" if isinstance(value, str) and text.startswith(_FORMULA) else text


def read_answers(source: Any, pupil: str | None = None) -> list[Row]:
    """Read answers from wherever they are.

    Parameters
    ----------
    source
        A CSV file, a folder of them, a code that a lesson's page gave, an `answers` table, a
        mapping of pupils' names, which then count, to one of these, or an iterable of all of these.
    pupil
        Whose they are, where they do not say it themselves.

    Raises
    ------
    NoSuchFileError
        There is no such file.
    FileError
        A file holds no answers.
    """
    return list(_rows(source, pupil))


def _rows(source: Any, pupil: str | None) -> Iterator[Row]:
    if isinstance(source, str) and source.strip().startswith(PREFIX):
        yield from _named(read_code(source), pupil)
    elif isinstance(source, (str, Path)):
        yield from _from_path(Path(source).expanduser(), pupil)
    elif hasattr(source, "columns"):
        yield from _named(_from_frame(cast("pd.DataFrame", source)), pupil)
    elif isinstance(source, Mapping):
        for name, each in cast("Mapping[str, Any]", source).items():
            # What the coach says counts, whatever a pupil has written.
            yield from ({**row, "pupil": str(name)} for row in _rows(each, str(name)))
    elif isinstance(source, Iterable):
        for each in cast("Iterable[Any]", source):
            yield from _rows(each, pupil)
    else:
        raise InputError(f"{source!r} holds no answers: give CSV files, codes or tables")


def _named(rows: Iterable[Row], pupil: str | None) -> Iterator[Row]:
    for row in rows:
        yield row if row.get("pupil") else {**row, "pupil": pupil}


def _from_path(path: Path, pupil: str | None) -> Iterator[Row]:
    if path.is_dir():
        for each in sorted(path.glob("*.csv")):
            yield from _from_path(each, pupil)
        return
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        if not isinstance(error, UnicodeDecodeError):
            raise NoSuchFileError(f"no file of answers: {str(path)!r} ({error})") from None
        raise FileError(f"{str(path)!r} is no UTF-8 text: save it as CSV UTF-8") from None
    if text.strip().startswith(PREFIX):
        codes = [line for line in text.splitlines() if line.strip()]
        yield from _rows(codes, pupil or path.stem)
        return
    yield from _named(_from_csv(text, str(path)), pupil or path.stem)


def _from_csv(text: str, name: str) -> Iterator[Row]:
    header = text.split("\n", 1)[0]
    # A spreadsheet of many languages writes semicolons.
    separator = max(",;\t", key=header.count)
    reader = csv.DictReader(io.StringIO(text), delimiter=separator)
    missing = [column for column in _WANTED if column not in (reader.fieldnames or ())]
    if missing:
        raise FileError(f"{name!r} holds no answers: it has no column {missing[0]!r}")
    try:
        for row in reader:
            if row.get("san"):
                yield _parsed(row, separator)
    except (csv.Error, ValueError) as error:
        raise FileError(f"{name!r} is damaged at line {reader.line_num}: {error}") from None


def _parsed(row: Mapping[str, Any], separator: str) -> Row:
    result: Row = {}
    for name in _NAMES:
        text = row.get(name)
        if not isinstance(text, str) or not text:
            continue
        if name in _NUMBERS:
            number = text.replace(",", ".") if separator == ";" else text
            result[name] = _NUMBERS[name](float(number))
        elif name == "accepted":
            result[name] = text.strip().casefold() == "true"
        else:
            quoted = text.startswith("'") and text[1:].startswith(_FORMULA)
            result[name] = text[1:] if quoted else text
    return result


def _from_frame(table: pd.DataFrame) -> Iterator[Row]:
    missing = [column for column in _WANTED if column not in table.columns]
    if missing:
        raise FileError(f"no table of answers: the column {missing[0]!r} is missing")
    known = [name for name in _NAMES if name in table.columns]
    for row in table[known].astype(object).to_dict("records"):
        yield {str(name): value for name, value in row.items() if _cell(value)}
