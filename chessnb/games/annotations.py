"""What the comments of a PGN say beside their text: evaluations, clocks, arrows."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

__all__ = ["Annotation", "parse_clock", "parse_comment", "parse_score"]

# Each blank and each letter is looked at once, however often a command begins and never ends.
_COMMAND = re.compile(r"(?<!\s)\s*\[%(\w++)\s*+([^\[\]]*+)\]")
_SCORE = re.compile(
    r"(?:[#M](?P<plain>[+-]?\d{1,6})|(?P<sign>[+-])[#M](?P<signed>\d{1,6})"
    r"|(?P<cp>[+-]?(?:\d{1,6}\.?\d{0,20}|\.\d{1,20})))(?:\s*[,/]\s*(?P<depth>\d{1,6}))?"
)
_TIME = re.compile(r"(?:(\d{1,6}):)?(?:(\d{1,6}):)?(\d{1,8}(?:[.,]\d*)?)")
_SHAPE = re.compile(r"[A-Z][a-h][1-8](?:[a-h][1-8])?")
# cutechess, fastchess and their relatives: "+0.35/18 2.1s", "-M5/20 0.5s, Black mates".
_ENGINE_MATCH = re.compile(
    r"^\s*(?P<score>[+-]?(?:M\d{1,6}|\d{1,8}\.\d+)/\d{1,6})(?:\s+(?P<time>\d{1,8}(?:\.\d+)?)\s*s?)?(?=$|[\s,])[\s,]*"
)
_WHITE_VALUE = re.compile(r"(?:^|[\s,])wv\s*=\s*(?P<score>[+-]?(?:M\d{1,6}|\d{1,8}\.\d+))")
_VALUE_DEPTH = re.compile(r"(?:^|[\s,])d\s*=\s*(\d{1,6})")
_VALUE_TIME = re.compile(r"(?:^|[\s,])mt\s*=\s*(\d{1,12})")


class Score(NamedTuple):
    """An evaluation, White's view: centipawns or moves to mate."""

    cp: int | None
    mate: int | None
    depth: int | None


@dataclass(frozen=True, slots=True)
class Annotation:
    """What one comment holds. Scores are from White's view, times in seconds.

    ``match_engine`` tells that the score was written by one of two engines playing each other,
    so that neighbouring plies were judged by different engines.
    """

    text: str | None = None
    cp: int | None = None
    mate: int | None = None
    depth: int | None = None
    clock: float | None = None
    elapsed: float | None = None
    timestamp: int | None = None
    arrows: tuple[str, ...] = ()
    squares: tuple[str, ...] = ()
    match_engine: bool = False

    @property
    def has_eval(self) -> bool:
        """Whether the comment carries a score."""
        return self.cp is not None or self.mate is not None


EMPTY = Annotation()
_SHORT = 24


def parse_comment(comment: str, *, white_moved: bool = True) -> Annotation:
    """Take a comment apart.

    Parameters
    ----------
    comment : str
        The text between the braces; several comments joined by a space.
    white_moved : bool
        Who made the move: the scores of engine matches are from the mover's view.

    Examples
    --------
    >>> note = parse_comment("[%eval 1.2,20] [%clk 0:01:02.5] a fine move")
    >>> note.cp, note.depth, note.clock, note.text
    (120, 20, 62.5, 'a fine move')
    """
    if not comment:
        return EMPTY
    if len(comment) <= _SHORT:
        return _parse_short(comment, white_moved)
    return _parse(comment, white_moved)


@lru_cache(maxsize=1 << 14)
def _parse_short(comment: str, white_moved: bool) -> Annotation:
    """A bare evaluation: there are few different ones in many games."""
    return _parse(comment, white_moved)


def _parse(comment: str, white_moved: bool) -> Annotation:
    if "[%" not in comment:
        return _parse_text(comment, white_moved)
    fields: dict[str, object] = {}
    arrows: list[str] = []
    squares: list[str] = []
    for name, value in _COMMAND.findall(comment):
        if name == "eval":
            if "cp" not in fields:
                score = parse_score(value)
                fields |= score._asdict() if score else {}
        elif name in ("csl", "cal"):
            for shape in _SHAPE.findall(value):
                (squares if len(shape) == 3 else arrows).append(shape)
        elif name == "clk":
            fields.setdefault("clock", parse_clock(value))
        elif name == "emt":
            fields.setdefault("elapsed", parse_clock(value))
        elif name == "timestamp" and re.fullmatch(r"\d{1,12}", value.strip()):
            fields.setdefault("timestamp", int(value))
    rest = _COMMAND.sub("", comment).strip()
    if "cp" not in fields and rest:
        note = _parse_text(rest, white_moved)
        if note.match_engine:
            fields |= {"cp": note.cp, "mate": note.mate, "depth": note.depth, "match_engine": True}
            fields.setdefault("elapsed", note.elapsed)
            rest = note.text or ""
    return Annotation(
        text=rest or None,
        arrows=tuple(arrows),
        squares=tuple(squares),
        **fields,  # type: ignore[arg-type]  # each key is a field name written above
    )


def parse_score(value: str) -> Score | None:
    """The score in an ``[%eval]``: pawns, or moves to mate after ``#`` or ``M``.

    Examples
    --------
    >>> parse_score("-0.35"), parse_score("#-3,20"), parse_score("equal")
    (Score(cp=-35, mate=None, depth=None), Score(cp=None, mate=-3, depth=20), None)
    """
    match = _SCORE.fullmatch(value.strip())
    if match is None:
        return None
    depth = int(match["depth"]) if match["depth"] else None
    if match["cp"] is not None:
        return Score(round(Decimal(match["cp"]) * 100), None, depth)
    return Score(None, int(match["plain"] or match["sign"] + match["signed"]), depth)


def parse_clock(value: str) -> float | None:
    """Seconds from ``H:MM:SS``, ``M:SS`` or ``SS``, each with tenths or without.

    Examples
    --------
    >>> parse_clock("0:01:59.1"), parse_clock("1:02"), parse_clock("soon")
    (119.1, 62.0, None)
    """
    match = _TIME.fullmatch(value.strip())
    if match is None:
        return None
    hours, minutes, seconds = match.groups()
    if minutes is None:
        hours, minutes = None, hours
    # In whole thousandths, so that 1:59.1 is 119.1 and not 119.10000000000001.
    whole = int(hours or 0) * 3600 + int(minutes or 0) * 60
    return float(whole + Decimal(seconds.replace(",", ".")))


def _parse_text(text: str, white_moved: bool) -> Annotation:
    """A comment without commands: plain text, or what match software writes for engines."""
    match = _ENGINE_MATCH.match(text)
    if match is not None:
        score = parse_score(match["score"].removeprefix("+"))
        assert score is not None
        sign = 1 if white_moved else -1
        rest = text[match.end() :].strip()
        return Annotation(
            text=rest or None,
            cp=_signed(score.cp, sign),
            mate=_signed(score.mate, sign),
            depth=score.depth,
            elapsed=float(match["time"]) if match["time"] else None,
            match_engine=True,
        )
    value = _WHITE_VALUE.search(text)
    if value is not None:
        score = parse_score(value["score"].removeprefix("+"))
        depth, time = _VALUE_DEPTH.search(text), _VALUE_TIME.search(text)
        return Annotation(
            cp=score and score.cp,
            mate=score and score.mate,
            depth=int(depth[1]) if depth else None,
            elapsed=int(time[1]) / 1000 if time else None,
            match_engine=True,
        )
    return Annotation(text=text.strip() or None)


def _signed(value: int | None, sign: int) -> int | None:
    return None if value is None else value * sign
