"""The tag section of a game: lines of tags, their spelling, and what they say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from chessnb.games.results import normal_result

__all__ = ["Tag", "headers_of", "looks_like_tag", "parse_tags", "rating"]


class Tag(NamedTuple):
    """A tag of the file, the line it stands on, and how its name is spelt where that is odd."""

    name: str
    value: str
    line: int
    spelling: str = ""


_NAME = r"\[\s*([A-Za-z0-9](?:[A-Za-z0-9_+#=-]*[A-Za-z0-9_+#-])?)"
# Each blank can be taken in one way only: long rows of them would take ages otherwise.
_SIGN = r"\s*(?:([:=])\s*)?"
_TAG = re.compile(rf'{_NAME}{_SIGN}"((?:[^"\\]|\\.)*)"\s*\]?,?\s*')
_CLOSED_TAG = re.compile(rf'{_NAME}{_SIGN}"(?:[^"\\]|\\.)*"\s*\]')
_COMMENT_OR_TAG = re.compile(rf"\{{[^{{}}]*\}}?|(?P<tag>{_CLOSED_TAG.pattern})")
_LOOSE_TAG = re.compile(rf'{_NAME}(?=[\s:=]){_SIGN}"(.*)"\s*\]\s*')
_SMART_QUOTES = str.maketrans(dict.fromkeys("“”„‟«»″＂", '"'))
_ESCAPE = re.compile(r'\\(["\\])')
_CANONICAL = {
    name.lower(): name
    for name in re.findall(
        r"\w+",
        """
        Event Site Date Round White Black Result FEN SetUp Variant TimeControl Termination
        WhiteElo BlackElo WhiteTitle BlackTitle WhiteTeam BlackTeam WhiteFideId BlackFideId ECO
        Opening Variation SubVariation UTCDate UTCTime EventDate Time Annotator PlyCount Mode
        GameId GameURL Link StartTime EndTime EndDate Timezone LichessStatus
        StudyName ChapterName ChapterURL
        """,
    )
}
_NO_FEN = {"", "-", "–", "?", "*", "none", "start", "startpos", "startposition", "initial"}
_PARTY = re.compile(r"(white|black)(.+)", re.IGNORECASE)
# What follows the number, as in "1500 (FIDE 1600)" or "1500/20", is of something else.
_RATING = re.compile(r"\D*(\d,\d{3}|\d{2,4})(?:\.0+)?(?:[^\d.,].*)?")


def parse_tags(line: str, number: int) -> tuple[list[Tag], str] | None:
    """The tags a line begins with and what follows them; None where it begins with none.

    Examples
    --------
    >>> tags, rest = parse_tags('[White "Ada"] [Black "Ben"] 1. e4', 1)
    >>> [tag.value for tag in tags], rest
    (['Ada', 'Ben'], '1. e4')
    """
    text = line if '"' in line else line.translate(_SMART_QUOTES)
    tags: list[Tag] = []
    position = 0
    while (match := _TAG.match(text, position)) is not None:
        closed = match[0].rstrip(" ,\t").endswith("]")
        if not closed and text[match.end() :].strip():
            break
        tags.append(_tag(match, number))
        position = match.end()
    if tags:
        return tags, text[position:].strip().lstrip("]").strip()
    match = _LOOSE_TAG.fullmatch(text)
    if match is not None:
        return [_tag(match, number)], ""
    return None


def _tag(match: re.Match[str], number: int) -> Tag:
    spelling = f"{match[1]}=" if match[2] == "=" else ""
    return Tag(_canonical(match[1]), _value(match[3]), number, spelling)


def looks_like_tag(line: str) -> bool:
    """Whether a line is a tag beyond doubt."""
    return _CLOSED_TAG.match(line) is not None


def find_tag(line: str) -> int:
    """Where the first tag outside comments begins in a line, -1 where there is none."""
    for match in _COMMENT_OR_TAG.finditer(line):
        if match["tag"]:
            return match.start()
    return -1


def _canonical(name: str) -> str:
    known = _CANONICAL.get(name.lower())
    if known is not None:
        return known
    party = _PARTY.fullmatch(name)
    return f"{party[1].title()}{party[2]}" if party else name


def _value(text: str) -> str:
    value = _ESCAPE.sub(r"\1", text) if "\\" in text else text
    return value.strip()


def headers_of(tags: Sequence[Tag]) -> tuple[dict[str, str], list[str]]:
    """The headers that tags make, and what was odd about them.

    Of tags that are there twice the later one counts, if it says anything.
    """
    headers: dict[str, str] = {}
    notes: list[str] = []
    for tag in tags:
        if tag.spelling:
            notes.append(f"line {tag.line}: tag {tag.spelling!r} read as {tag.name}")
        before = headers.get(tag.name)
        if before and tag.value and before != tag.value:
            notes.append(
                f"line {tag.line}: tag {tag.name} again: {before!r}, now {tag.value!r}; the later "
                "one is used"
            )
        if tag.value or before is None:
            headers[tag.name] = tag.value
    for name in ("Event", "Site", "Date", "Round", "White", "Black"):
        if headers.get(name) == "":
            del headers[name]
    fen = headers.get("FEN")
    if fen is not None and fen.lower() in _NO_FEN:
        notes.append(f"FEN {fen!r} read as none: the usual start position is used")
        del headers["FEN"]
    if "Result" in headers:
        notes += _repair_result(headers)
    for name in ("WhiteElo", "BlackElo"):
        notes += _note_rating(name, headers.get(name, ""))
    return headers, notes


def _repair_result(headers: dict[str, str]) -> list[str]:
    raw = headers["Result"]
    result = normal_result(raw)
    headers["Result"] = result or "*"
    if result == raw or not raw:
        return []
    return [f"result {raw!r} read as {headers['Result']!r}"]


def _note_rating(name: str, raw: str) -> list[str]:
    found = rating(raw)
    if found is None or raw == str(found):
        return []
    return [f"{name} {raw!r} read as {found}"]


def rating(text: str | None) -> int | None:
    """A rating as a number; None for ``"?"``, ``"-"``, an empty tag or 0.

    Examples
    --------
    >>> rating("1500?"), rating("-"), rating("0"), rating(None)
    (1500, None, None, None)
    >>> rating("2000.0"), rating("1,500"), rating("1500 (FIDE 1600)"), rating("2024.05.01")
    (2000, 1500, 1500, None)
    """
    match = _RATING.fullmatch((text or "").strip())
    number = int(match[1].replace(",", "")) if match else 0
    return number or None
