"""What the comments of a PGN say beside their text: evaluations, clocks, arrows."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

__all__ = ["Annotation", "parse_clock", "parse_comment", "parse_score", "tidy_evaluations"]

# Each blank and each letter is looked at once, however often a command begins and never ends.
_COMMAND = re.compile(r"(?<!\s)\s*\[%\s*+(\w++)[\s:=]*+([^\[\]]*+)\]")
_SCORE = re.compile(
    r"(?:(?P<sign>[+-]?)\s*(?:#|m(?:ate)?(?:\s+in)?)\s*(?P<inner>[+-]?)(?P<mate>\d{1,6})"
    r"|(?P<cp>[+-]?(?:\d{1,6}\.?\d{0,20}|\.\d{1,20})))"
    r"(?:(?:\s*[,/;]\s*|\s+)\(?(?:d(?:epth)?[\s=:]*)?(?P<depth>\d{1,6})\)?)?",
    re.IGNORECASE,
)
_MINUS = str.maketrans(dict.fromkeys("−–—‐‑‒﹣－", "-"))
# "0,35" is 35 centipawns to some, and 0 at depth 35 to others.
_PAIR = re.compile(r"[+-]?\d{1,6},\d{1,6}")
_COMMA_AND_DEPTH = re.compile(r"([+-]?\d{1,4}),(\d{1,2}(?:\s*[,/;(]|\s+d?)\s*\(?d?\d)")
_COMMA_DECIMAL = re.compile(r"[+-]?\d{1,2},\d{1,2}")
_SIGNED_ZERO = re.compile(r"[+-]0,")
# What is not the plain spelling, in all the comments of a game at once.
_ODD_EVAL = re.compile(
    r"\[%\s*(?i:eval)\b(?! (?:-?\d{1,4}\.\d{1,2}|#-?[1-9]\d{0,3})(?:,\d{1,3})?\])"
)
_EVAL = re.compile(r"(\[%\s*+(?i:eval)\b[\s:=]*+)([^\[\]]*+)\]")
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
# More pawns than that are rare, more centipawns are not.
_LARGE = 20


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
    for spelled, value in _COMMAND.findall(comment):
        name = spelled.lower()
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
    """The score in an ``[%eval]``: pawns, or moves to mate after ``#``, ``M`` or ``mate``.

    Two whole numbers with a comma between them (``0,35``) are None, because only the other
    values of the game tell what they mean: see :func:`tidy_evaluations`.

    Examples
    --------
    >>> parse_score("-0.35"), parse_score("#-3,20"), parse_score("equal")
    (Score(cp=-35, mate=None, depth=None), Score(cp=None, mate=-3, depth=20), None)
    >>> parse_score("0.35 d20"), parse_score("mate -3"), parse_score("0,35")
    (Score(cp=35, mate=None, depth=20), Score(cp=None, mate=-3, depth=None), None)
    """
    plain = value.strip().translate(_MINUS)
    if "," in plain:
        plain = _COMMA_AND_DEPTH.sub(r"\1.\2", plain)
    match = _SCORE.fullmatch(plain)
    if match is None or _PAIR.fullmatch(plain) or (match["sign"] and match["inner"]):
        return None
    depth = int(match["depth"]) if match["depth"] else None
    if match["cp"] is not None:
        return Score(round(Decimal(match["cp"]) * 100), None, depth)
    return Score(None, int(match["sign"] + match["inner"] + match["mate"]), depth)


def tidy_evaluations(comments: Sequence[str]) -> tuple[list[str], list[str]]:
    """Settle what the evaluations of a game mean where one alone does not tell.

    Parameters
    ----------
    comments : sequence of str
        All comments of the main line.

    Returns
    -------
    list of str
        The comments, with ``0,35`` written as ``0.35`` where the game has decimal commas, and
        as ``0.00,35`` where it has centipawns and depths.
    list of str
        Notes on what was read so, and on what cannot be read.

    Examples
    --------
    >>> tidy_evaluations(["[%eval 0,35]", "[%eval -0,2]"])[0]
    ['[%eval 0.35]', '[%eval -0.2]']
    """
    if _ODD_EVAL.search("\n".join(comments)) is None:
        return list(comments), []
    values = [match[2].strip().translate(_MINUS) for match in _EVAL.finditer("\n".join(comments))]
    pairs = [value for value in values if _PAIR.fullmatch(value)]
    unread = [value for value in values if parse_score(value) is None and value not in pairs]
    notes: list[str] = []
    if unread:
        notes.append(f"evaluations that cannot be read are left out: {_some(unread)}")
    if not pairs:
        return list(comments), notes
    if _have_decimal_commas(pairs):
        notes.append(f"evaluations with a decimal comma: {_some(pairs)}")
        return _respelled(comments, lambda value: value.replace(",", ".")), notes
    if _are_centipawns(pairs, values):
        notes.append(f"evaluations read as centipawns and depth: {_some(pairs)}")
        return _respelled(comments, _from_centipawns), notes
    notes.append(
        f"evaluations left out, as they may be decimals or a value and a depth: {_some(pairs)}; "
        "write 0.35 or 0.35,20"
    )
    return list(comments), notes


def _have_decimal_commas(pairs: Sequence[str]) -> bool:
    """Whether all are like ``0,35``, and together no values with depths.

    A signed zero is no whole number; several small values with an odd number each behind the
    comma, at least half of them under one pawn, are no depths.
    """
    if not all(_COMMA_DECIMAL.fullmatch(pair) for pair in pairs):
        return False
    if any(_SIGNED_ZERO.match(pair) for pair in pairs):
        return True
    small = [pair for pair in pairs if pair.startswith("0,")]
    depths = {pair.partition(",")[2] for pair in pairs}
    return len(depths) > 1 and 2 * len(small) >= len(pairs)


def _are_centipawns(pairs: Sequence[str], values: Sequence[str]) -> bool:
    """Whether a game has nothing but whole numbers with depths, some too large for pawns."""
    others = [value for value in values if not _PAIR.fullmatch(value)]
    if any(score.cp is not None for value in others if (score := parse_score(value))):
        return False
    whole = [int(pair.partition(",")[0]) for pair in pairs]
    signed_zero = any(_SIGNED_ZERO.match(pair) for pair in pairs)
    return not signed_zero and any(abs(number) >= _LARGE for number in whole)


def _from_centipawns(pair: str) -> str:
    value, _, depth = pair.partition(",")
    return f"{int(value) / 100:.2f},{depth}"


def _respelled(comments: Sequence[str], spell: Callable[[str], str]) -> list[str]:
    """Comments with the pairs in their evaluations spelled anew."""

    def again(match: re.Match[str]) -> str:
        value = match[2].strip().translate(_MINUS)
        return f"[%eval {spell(value)}]" if _PAIR.fullmatch(value) else match[0]

    return [_EVAL.sub(again, comment) if "[%" in comment else comment for comment in comments]


def _some(values: Sequence[str]) -> str:
    """The first few of several values, for a note."""
    shown = ", ".join(repr(value[:20]) for value in dict.fromkeys(values[:3]))
    return shown if len(values) <= 3 else f"{shown} and {len(values) - 3} more"


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
