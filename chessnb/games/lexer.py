"""The tokens of a movetext: moves, comments, brackets, NAGs and results."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chessnb.games.languages import LANGUAGES
from chessnb.games.results import RESULT_PATTERN
from chessnb.games.words import NUMBER, read_word

__all__ = [
    "CLOSE",
    "COMMENT",
    "OPEN",
    "RESULT",
    "SPLIT",
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
# A word too, whose two parts stand apart: "N f3".
SPLIT = "split"
UNCLOSED = "unclosed"
STRAY_BRACKET = "stray"

# Longer ones first, so that "Kt" is not taken for a K.
_PIECE = "|".join(
    sorted(
        {"Kt", "Kp", *"KQRBNPkqrn♔♕♖♗♘♙♚♛♜♝♞♟"}.union(*LANGUAGES.values()), key=len, reverse=True
    )
)
# What a move begins with, apart from its square: "N f3", "Nx f3", "Nb d2", "ex d5", "2N f3".
_SQUARE = r"[a-h][1-8](?!\w|\s*[=/])[^\s(){};$\[\]…]*"
_SPLIT = (
    rf"(?:\d{{1,3}}\)?)?(?:(?:{_PIECE})[\ufe0e\ufe0f]?[a-h1-8]?[-x:×]?\s+(?:[-x:×]\s*)?"
    rf"[a-h]?[1-8]?[-x:×]?{_SQUARE}|[a-h](?:[x:×]\s+|\s+[x:×]\s*){_SQUARE})"
)
_TOKEN = re.compile(
    rf"""
    \{{ (?P<comment>[^{{}}]*) \}}
    | (?P<result>{RESULT_PATTERN}) (?=[\s)(}}{{\[$;]|$|\.(?:\s|$))
    | \d{{1,4}} [^\S\n]* (?:\.|…) [\s.…]*
    | (?P<promotion>(?:[a-h]x)?[a-h][18]\s*(?:[=/]\s*\(?|\()\s*
        [QRBNqrbn](?![a-h1-8x])\)?[+\#]?[!?]*)
    | (?P<bracket>[()])
    | (?P<split>{_SPLIT})
    | \[ (?P<command>%[^\]]{{0,2000}}+ | [^\]\n]{{0,2000}}+) \]
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
# So much of a text tells whether it is prose.
_SAMPLE = 20_000


# Kind, text, and where it begins; words are read on by ``chessnb.games.words``. A plain tuple,
# because there are millions of them.
Token = tuple[str, str, int]


def tokenize(movetext: str) -> Iterator[Token]:
    """Split a movetext; move numbers are left out, words that stand apart are joined.

    Examples
    --------
    >>> [token[:2] for token in tokenize("1. e4 {best} e5 *")]
    [('word', 'e4'), ('comment', 'best'), ('word', 'e5'), ('result', '*')]
    >>> [token[:2] for token in tokenize("1. e4 e5 2. N f3")][-1]
    ('split', 'Nf3')
    """
    position: int | None = 0
    while position is not None:
        start, position = position, None
        for match in _TOKEN.finditer(movetext, start):
            kind = match.lastgroup
            if kind == "word":
                yield WORD, match[0], match.start()
            elif kind == "comment":
                yield COMMENT, match["comment"], match.start()
            elif kind == "brace":
                token, position = _long_comment(movetext, match.start())
                yield token
                break
            elif kind is not None:
                yield _other(kind, match)


def _other(kind: str, match: re.Match[str]) -> Token:
    text = match[0]
    if kind == "bracket":
        return text, text, match.start()
    if kind == "command":
        # Square brackets outside braces: a command whose braces were lost, or an editor's note.
        note = text if text.startswith("[%") else match["command"]
        return COMMENT, note, match.start()
    if kind == "line":
        return COMMENT, match["line"], match.start()
    if kind == "result":
        return RESULT, text, match.start()
    if kind == "stray":
        return STRAY_BRACKET, text, match.start()
    if kind == "split":
        return SPLIT, re.sub(r"\s", "", text), match.start()
    if kind == "promotion":
        text = re.sub(r"[\s()]", "", text)
    return WORD, text, match.start()


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
            return (COMMENT, movetext[start + 1 : end - 1], start), end
    end = movetext.find("}", start)
    if end >= 0:
        return (COMMENT, movetext[start + 1 : end], start), end + 1
    return (UNCLOSED, movetext[start + 1 :], start), len(movetext)


def count_words(movetext: str) -> tuple[int, int, int]:
    """How many moves, stray words and other tokens a text holds; of a long one its beginning.

    Words in round brackets are no stray ones: people comment on moves in them.
    """
    moves = stray = other = depth = aside = 0
    for token, text, _ in tokenize(movetext[:_SAMPLE]):
        if token not in (WORD, SPLIT):
            other += 1
            depth = max(depth + (token == OPEN) - (token == CLOSE), 0)
            aside = aside if depth else 0
            continue
        kind = read_word(text).kind
        if kind in ("move", "null", "drop", "descriptive"):
            moves += 1
        elif kind == "stray" and depth:
            aside += 1
        elif kind == "stray":
            stray += 1
        elif kind != NUMBER:
            other += 1
    # A bracket that is never closed holds no aside.
    return moves, stray + aside, other
