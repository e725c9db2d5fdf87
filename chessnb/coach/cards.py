"""Flash cards for Anki: the diagram and what is asked in front, all right moves and why behind."""

from __future__ import annotations

import csv
import io
import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chessnb.coach.examiner import with_lines
from chessnb.coach.question import questions_of
from chessnb.coach.solutions import prompt_of, solution_lines
from chessnb.errors import SettingsError
from chessnb.export.figures import board_svg
from chessnb.export.text_file import write_text

if TYPE_CHECKING:
    from chessnb.coach.question import Question

__all__ = ["to_cards"]

_SEPARATORS = {".csv": (",", "Comma"), ".tsv": ("\t", "Tab"), ".txt": ("\t", "Tab")}
_HEADER = ("id", "front", "back", "tags")


def to_cards(
    source: Any,
    path: str | Path | None = None,
    *,
    deck: str = "",
    tags: str = "chessnb",
    engine: Any = None,
) -> str | Path:
    """Write flash cards that Anki imports; importing them again updates them.

    Parameters
    ----------
    source
        A `moments` table, a lesson, or whatever :func:`chessnb.Quiz` takes.
    path
        A ``.csv``, ``.tsv`` or ``.txt`` file; without one the CSV text is returned.
    deck : str
        The deck that Anki puts them into.
    tags : str
        Tags, separated by blanks.
    engine : optional
        What looks at questions without known answers.

    Returns
    -------
    str or Path
        The text, or the file that was written: columns ``id`` (from the position alone, so that
        it stays the same), ``front``, ``back`` and ``tags``, under the header lines that tell
        Anki what they are.

    Raises
    ------
    SettingsError
        The file's ending says neither CSV nor TSV.
    FileError
        The file cannot be written.
    """
    target = None if path is None else Path(path).expanduser()
    suffix = ".csv" if target is None else target.suffix.casefold()
    if suffix not in _SEPARATORS:
        raise SettingsError(f"{str(path)!r}: cards are written as .csv, .tsv or .txt")
    full = [each if each.only else with_lines(each, engine) for each in questions_of(source)]
    text = _text(full, suffix, " ".join(deck.split()), " ".join(tags.split()))
    if target is None:
        return text
    return write_text(target, text, newline="")


def _text(questions: list[Question], suffix: str, deck: str, tags: str) -> str:
    separator, name = _SEPARATORS[suffix]
    lines = [f"#separator:{name}", "#html:true", "#guid column:1", "#tags column:4"]
    if deck:
        lines.append(f"#deck:{deck}")
    lines.append(f"#columns:{separator.join(_HEADER)}")
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator, lineterminator="\n", quoting=csv.QUOTE_ALL)
    for question in questions:
        writer.writerow([f"chessnb-{question.id}", _front(question), _back(question), tags])
    return "\n".join(lines) + "\n" + out.getvalue()


def _front(question: Question) -> str:
    svg = board_svg(question.board, size=360, flipped=question.side == "black")
    return f"<div>{_flat(svg)}</div><div>{_shown(prompt_of(question))}</div>"


def _back(question: Question) -> str:
    lines = "".join(f"<div>{_shown(line)}</div>" for line in solution_lines(question))
    origin = f"<div><small>{escape(question.fen)}</small></div>"
    return lines + origin


def _shown(text: str) -> str:
    """Text that neither HTML nor Anki's own ``{{...}}`` takes for a command."""
    return escape(" ".join(text.split())).replace("{", "&#123;").replace("}", "&#125;")


def _flat(svg: str) -> str:
    """One line, as an import expects; without what only a reader of the file's text sees."""
    flat = " ".join(re.sub(r"<desc>.*?</desc>", "", svg, flags=re.DOTALL).split())
    return flat.replace("{", "&#123;").replace("}", "&#125;")
