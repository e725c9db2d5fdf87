"""Tell what a user's text is before anything parses it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal
from urllib.parse import unquote, urlsplit

from chessnb.games.lexer import count_words
from chessnb.games.links import parse_link
from chessnb.games.positions import moves_behind, starts_like_fen
from chessnb.games.results import RESULT_PATTERN

__all__ = ["Kind", "kind_of", "looks_like_html", "path_of", "plain_text", "why_no_game"]

Kind = Literal["text", "file", "link", "web", "missing", "prose", "html", "empty"]

_HTML = re.compile(
    r"\s*<(?:!doctype|html|\?xml|head|body|div|script|p>|br|!--|table|span|a\s)", re.I
)
_JSON = re.compile(r'\s*(?:\[\s*)?\{\s*"[^"]*"\s*:|\s*\[\s*"')
_FILE = re.compile(r"\.(?:pgn|epd|fen|txt|uci|gz|bz2|zst|zip|chessnb)$", re.IGNORECASE)
_ONE_WORD = re.compile(r"[^\s\[\]{}()]+")
_UCI_POSITION = re.compile(
    r"(?:position\s+)?(?:startpos|fen\s+(?P<fen>\S+(?:\s+\S+){1,5}?))(?:\s+moves\s+(?P<moves>.+))?",
    re.IGNORECASE | re.DOTALL,
)
_ESCAPE = re.compile(r"\\([nrt\"'\\])")
_ESCAPED = {"n": "\n", "r": "\r", "t": "\t"}
_RESULTS = re.compile(rf"\s*(?:{RESULT_PATTERN})(?:\s+(?:{RESULT_PATTERN}))*\s*")
_PATH_LIMIT = 4000


def kind_of(text: str) -> Kind:
    """What a text is: a game's text, a file's name, a link, or nothing that can be read.

    Examples
    --------
    >>> kind_of("1. e4 e5"), kind_of("no-such.pgn"), kind_of("lichess.org/@/x")
    ('text', 'missing', 'link')
    """
    plain = text.strip().lstrip("\ufeff")
    if not plain:
        return "empty"
    if looks_like_html(plain):
        return "html"
    one_line = "\n" not in plain and "\r" not in plain
    if one_line and parse_link(plain) is not None:
        return "link"
    if one_line and re.match(r"https?://\S+$", plain):
        return "web"
    if not one_line or plain.startswith(("[", "{", ">")) or starts_like_fen(plain):
        return "text"
    if _UCI_POSITION.fullmatch(plain):
        return "text"
    if len(plain) < _PATH_LIMIT and _exists(plain):
        return "file"
    if _RESULTS.fullmatch(plain):
        return "empty"
    if _is_shown(plain):
        inner = _unescaped(plain)
        if "\n" in inner and inner.lstrip().startswith(("[", "{", ">")):
            return "text"
        plain = inner if "\n" in inner and count_words(inner)[0] else plain
    moves, stray, _ = count_words(plain)
    if (moves and stray * 4 <= moves) or (moves > 1 and stray <= moves and plain[0].isdigit()):
        return "text"
    return "missing" if _names_file(plain) else "prose"


def path_of(text: str) -> Path:
    """The path that a text names: quotes, ``~`` and ``file://`` understood."""
    plain = text.strip().strip("\"'")
    if plain.lower().startswith("file://"):
        plain = unquote(urlsplit(plain).path)
    path = Path(plain)
    try:
        return path.expanduser()
    except RuntimeError:
        return path


def _exists(text: str) -> bool:
    try:
        return path_of(text).exists()
    except (OSError, ValueError):
        return False


def _names_file(text: str) -> bool:
    plain = text.strip("\"'")
    return bool(_FILE.search(plain) or _ONE_WORD.fullmatch(plain)) and "\0" not in plain


def looks_like_html(text: str) -> bool:
    """Whether a text is a web page."""
    return _HTML.match(text) is not None


def plain_text(text: str) -> str:
    """Undo what copying may do to a PGN: escaped line breaks, quotes as entities, UCI commands."""
    if _is_shown(text.strip()):
        text = _unescaped(text.strip())
    elif "\n" not in text and "\\n" in text:
        text = text.strip("\"'").replace("\\r", "").replace("\\n", "\n").replace('\\"', '"')
    if "&quot;" in text or "&#34;" in text:
        import html

        text = html.unescape(text)
    match = _UCI_POSITION.fullmatch(text.strip())
    if match is not None and not (match["fen"] and moves_behind(match["fen"])[1]):
        tag = f'[FEN "{match["fen"]}"]\n\n' if match["fen"] else ""
        return f"{tag}{match['moves'] or '*'}"
    return text


def _is_shown(text: str) -> bool:
    """Whether a text is as Python shows one: in quotes, on one line, with escapes."""
    inner = text.removeprefix("b")
    return (
        len(inner) > 1
        and inner[0] in "\"'"
        and inner[0] == inner[-1]
        and "\\" in inner
        and "\n" not in inner
    )


def _unescaped(text: str) -> str:
    """What Python shows of a text, as the text."""
    inner = text.removeprefix("b")[1:-1]
    return _ESCAPE.sub(lambda match: _ESCAPED.get(match[1], match[1]), inner)


def why_no_game(text: str) -> str:
    """Say what a text is in which no game was found."""
    if not text.strip():
        return "it is empty"
    if _RESULTS.fullmatch(text):
        return "it has no moves, as an empty list has none: give at least one"
    if looks_like_html(text):
        return "it looks like HTML, a web page"
    if _JSON.match(text):
        return "it looks like JSON: give the PGN in it"
    return "it looks like plain text"
