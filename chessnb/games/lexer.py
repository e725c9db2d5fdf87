"""The tokens of a movetext: moves, comments, brackets, NAGs and results."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from chessnb.games.results import RESULT_PATTERN
from chessnb.games.words import NUMBER, read_word

__all__ = [
    "CLOSE",
    "COMMENT",
    "OPEN",
    "RESULT",
    "STRAY_BRACKET",
    "UNCLOSED",
    "WORD",
    "Token",
    "count_words",
    "tokenize",
]

COMMENT = "comment"
OPEN = "("
CLOSE = ")"
RESULT = "result"
WORD = "word"
UNCLOSED = "unclosed"
STRAY_BRACKET = "stray"

_TOKEN = re.compile(
    rf"""
    \{{ (?P<comment>[^{{}}]*) \}}
    | (?P<result>{RESULT_PATTERN}) (?=[\s)(}}{{\[$;]|$)
    | \d{{1,4}} [^\S\n]* (?:\.|…) [\s.…]*
    | (?P<promotion>(?:[a-h]x)?[a-h][18]\s*(?:[=/]\s*\(?|\()\s*
        [QRBNqrbn](?![a-h1-8x])\)?[+\#]?[!?]*)
    | (?P<bracket>[()])
    | \[ (?P<command>%[^\]]* | [^\]\n]*) \]
    | (?P<nag>\$\d{{1,9}})
    | (?P<brace>\{{)
    | ; (?P<line>[^\n]*)
    | (?P<stray>[\]}}])
    | (?P<word>[^\s(){{}};$\[\]…]+)
    """,
    re.VERBOSE,
)
# How far a comment's inner braces are followed before they are taken for text.
_NESTING_WINDOW = 8192


class Token(NamedTuple):
    """One token and where it begins; words are read on by :mod:`chessnb.games.words`."""

    kind: str
    text: str
    start: int


def tokenize(movetext: str) -> Iterator[Token]:
    """Split a movetext; move numbers are left out."""
    position = 0
    match_at = _TOKEN.search
    while (match := match_at(movetext, position)) is not None:
        position = match.end()
        kind = match.lastgroup
        if kind is None:
            continue
        if kind == "word":
            yield Token(WORD, match[0], match.start())
        elif kind == "comment":
            yield Token(COMMENT, match["comment"], match.start())
        elif kind == "brace":
            token, position = _long_comment(movetext, match.start())
            yield token
        else:
            yield _other(kind, match)


def _other(kind: str, match: re.Match[str]) -> Token:
    text = match[0]
    if kind == "bracket":
        return Token(text, text, match.start())
    if kind == "command":
        # Square brackets outside braces: a command whose braces were lost, or an editor's note.
        note = text if text.startswith("[%") else match["command"]
        return Token(COMMENT, note, match.start())
    if kind == "line":
        return Token(COMMENT, match["line"], match.start())
    if kind == "result":
        return Token(RESULT, text, match.start())
    if kind == "stray":
        return Token(STRAY_BRACKET, text, match.start())
    if kind == "promotion":
        text = re.sub(r"[\s()]", "", text)
    return Token(WORD, text, match.start())


def _long_comment(movetext: str, start: int) -> tuple[Token, int]:
    """A comment with braces in it, or one that never ends.

    Braces do not nest in PGN, but people write them so: where they balance they are one comment,
    otherwise the first closing brace ends it.
    """
    depth = 0
    for match in re.finditer(r"[{}]", movetext[start : start + _NESTING_WINDOW]):
        depth += 1 if match[0] == "{" else -1
        if depth == 0:
            end = start + match.end()
            return Token(COMMENT, movetext[start + 1 : end - 1], start), end
    end = movetext.find("}", start)
    if end >= 0:
        return Token(COMMENT, movetext[start + 1 : end], start), end + 1
    return Token(UNCLOSED, movetext[start + 1 :], start), len(movetext)


def count_words(movetext: str) -> tuple[int, int, int]:
    """How many moves, stray words and other tokens a text holds."""
    moves = stray = other = 0
    for token in tokenize(movetext):
        if token.kind != WORD:
            other += 1
            continue
        kind = read_word(token.text).kind
        if kind in ("move", "null", "drop", "descriptive"):
            moves += 1
        elif kind == "stray":
            stray += 1
        elif kind != NUMBER:
            other += 1
    return moves, stray, other
