"""The words of a movetext: what each can be, whatever the position."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from chessnb.games.glyphs import parse_glyphs

__all__ = ["DESCRIPTIVE", "DROP", "MOVE", "NAGS", "NULL", "NUMBER", "STRAY", "Word", "read_word"]

MOVE = "move"
NULL = "null"
DROP = "drop"
NAGS = "nags"
NUMBER = "number"
STRAY = "stray"
DESCRIPTIVE = "descriptive"


class Word(NamedTuple):
    """One word of the movetext.

    ``text`` is what the file has; ``move`` is the move's spelling made plain: letters of pieces
    as they are, ``x`` for captures, ``=`` before a promotion, ``O-O``, no check mark. The four
    digits of ICCF notation are a move as well.
    """

    kind: str
    text: str
    move: str = ""
    check: str = ""
    nags: tuple[int, ...] = ()


_PLAIN = re.compile(r"([NBRQK]?[a-h]?[1-8]?x?[a-h][1-8](?:=[NBRQ])?|O-O(?:-O)?)([+#]?)([!?]{0,2})")
_PLAIN_NAGS = {"": (), "!": (1,), "?": (2,), "!!": (3,), "??": (4,), "!?": (5,), "?!": (6,)}
_NUMBER = re.compile(r"\d{1,4}[.)…:]*")
_NUMBERED = re.compile(r"\d{1,3}[.)…:]*(?=[^\W\d_]|0-0|[-♔-♟])")
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−﹣－", "-") | dict.fromkeys("×✕Хх", "x"))
_FIGURINES = str.maketrans("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNPKQRBNP")
_INVISIBLE = re.compile("[\u200b-\u200f\u2060\ufe0e\ufe0f\ufeff\u00ad\u202a-\u202e\u2066-\u2069]")
_CASTLING = re.compile(r"[O0oОоΟο](?:-[O0oОоΟο]){1,2}|[OОΟ]{2,3}|[oоο]{2,3}")
_NULL = re.compile(r"--|Z0|0000|@@@@|<>|(?:null|pass)(?!\w)", re.IGNORECASE)
_DROP = re.compile(r"[PNBRQ]?@[a-h][1-8]")
_ICCF = re.compile(r"[1-8]{4}[1-4]?")
_BODY = re.compile(
    r"""
    (?P<piece>Kt|Kp|[^\W\d_a-z]{1,2}|)(?P<file>[a-h]?)(?P<rank>[1-8]?)
    (?P<sep>[-x:*]?)
    (?P<to>[a-h][1-8])
    (?:(?<=[18])[=/]?(?P<promotion>[^\W\d_x]))?
    """,
    re.VERBOSE,
)
_PAWN_CAPTURE = re.compile(r"([a-h])[x:]?([a-h])(?![\w-])")
_LOOKALIKE = re.compile(r"[асе](?=[1-8x:])")
_LATIN = {"а": "a", "с": "c", "е": "e"}
_LOWER_PIECE = re.compile(r"[nkqr](?=[a-h]?[1-8]?[-x:]?[a-h][1-8])")
_UPPER = re.compile(r"[A-H]?[1-8]?[-X:]?[A-H][1-8](?:[=/]?[NBRQ])?(?!\w)")
_UPPER_PIECE = re.compile(r"([NBRQK])([A-H]?[1-8]?[-X:]?[A-H][1-8])(?!\w)")
_EN_PASSANT = re.compile(r"e\.?\s*p\.?(?=\W*$)")
_DESCRIPTIVE = re.compile(
    r"(?:[KQ]?(?:Kt|[RBNP])|[KQ])(?:\([^)]*\))?[-x](?:[KQ]?(?:Kt|[RBNP])|[KQ])(?:\d|ch|e\.?p\.?|$)"
)
# Words that stand beside moves and say nothing that is missed.
_SILENT = re.compile(
    r"e\.?p\.?|d\.?o\.?|(?:dbl\.?|dis\.?|disc\.?)?ch\.?|\+{1,2}|mate|x|[.,:;…\-–—]+", re.IGNORECASE
)


@lru_cache(maxsize=1 << 16)
def read_word(text: str) -> Word:
    """Say what a word is.

    Examples
    --------
    >>> read_word("Nxf7+!?")
    Word(kind='move', text='Nxf7+!?', move='Nxf7', check='+', nags=(5,))
    >>> read_word("0–0").move, read_word("♞c6").move, read_word("e7e8q").move
    ('O-O', 'Nc6', 'e7e8=q')
    >>> read_word("yesterday").kind
    'stray'
    """
    match = _PLAIN.fullmatch(text)
    if match is not None and match[3] in _PLAIN_NAGS:
        return Word(MOVE, text, match[1], match[2], _PLAIN_NAGS[match[3]])
    if _NUMBER.fullmatch(text) and not _ICCF.fullmatch(text):
        return Word(NUMBER, text) if text != "0000" else Word(NULL, text, "--")
    cleaned = text if text.isascii() else _plain_letters(text)
    word = _move_word(text, cleaned)
    if word is None:
        numbered = _NUMBERED.match(cleaned)
        if numbered is not None:
            word = _move_word(text, cleaned[numbered.end() :])
    if word is not None:
        return word
    if _DESCRIPTIVE.match(cleaned):
        return Word(DESCRIPTIVE, text)
    return _other_word(text, cleaned)


def _plain_letters(text: str) -> str:
    """Figurines, dashes and Cyrillic letters that look like files, as ASCII."""
    cleaned = _INVISIBLE.sub("", text).translate(_FIGURINES).translate(_DASHES)
    return _LOOKALIKE.sub(lambda match: _LATIN[match[0]], cleaned)


def _other_word(text: str, cleaned: str) -> Word:
    if _SILENT.fullmatch(cleaned):
        return Word(NAGS, text)
    glyphs = parse_glyphs(text)
    if glyphs is not None:
        return Word(NAGS, text, nags=glyphs[1])
    return Word(STRAY, text)


def _move_word(text: str, cleaned: str) -> Word | None:
    """The word as a move with what follows it, or None."""
    cleaned = _EN_PASSANT.sub("", cleaned) if "p" in cleaned else cleaned
    for read in (_castling, _null, _drop, _iccf, _lower_case, _body, _upper_case, _pawn_capture):
        found = read(cleaned)
        if found is None:
            continue
        kind, move, rest = found
        glyphs = parse_glyphs(rest)
        if glyphs is not None:
            return Word(kind, text, move, *glyphs)
    return None


_Found = tuple[str, str, str] | None


def _castling(text: str) -> _Found:
    match = _CASTLING.match(text)
    if match is None:
        return None
    steps = sum(character != "-" for character in match[0])
    return MOVE, "O-O" if steps == 2 else "O-O-O", text[match.end() :]


def _null(text: str) -> _Found:
    match = _NULL.match(text)
    return (NULL, "--", text[match.end() :]) if match else None


def _drop(text: str) -> _Found:
    match = _DROP.match(text)
    return (DROP, match[0], text[match.end() :]) if match else None


def _iccf(text: str) -> _Found:
    match = _ICCF.fullmatch(text)
    return (MOVE, match[0], "") if match else None


def _body(text: str) -> _Found:
    match = _BODY.match(text)
    if match is None:
        return None
    piece = "N" if match["piece"] == "Kt" else match["piece"]
    capture = "x" if match["sep"] in ("x", ":", "*") and match["sep"] else ""
    move = f"{piece}{match['file']}{match['rank']}{capture}{match['to']}"
    if match["promotion"] and piece in ("", "P"):
        return MOVE, f"{move}={match['promotion']}", text[match.end() :]
    return MOVE, move, text[match.end("to") :]


def _lower_case(text: str) -> _Found:
    """``nf3``: small letters for pieces; ``bc3`` stays the b-pawn's until the board decides."""
    if not _LOWER_PIECE.match(text):
        return None
    return _body(text[0].upper() + text[1:])


def _upper_case(text: str) -> _Found:
    """``E4``, ``NF3``: all capitals."""
    match = _UPPER_PIECE.match(text)
    if match is not None:
        return _body(match[1] + match[2].lower() + text[match.end() :])
    match = _UPPER.match(text)
    if match is None:
        return None
    return _body(match[0].lower() + text[match.end() :])


def _pawn_capture(text: str) -> _Found:
    """``exd``, ``ed``: a pawn's capture without the rank."""
    match = _PAWN_CAPTURE.match(text)
    if match is None or abs(ord(match[1]) - ord(match[2])) != 1:
        return None
    return MOVE, f"{match[1]}x{match[2]}", text[match.end() :]
