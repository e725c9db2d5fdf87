"""From the lines of a PGN file to the texts of its games."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field

from chessnb.games.files import MendedLine, WindowsLine
from chessnb.games.lexer import count_words
from chessnb.games.results import RESULT_PATTERN
from chessnb.games.tags import Tag, find_tag, looks_like_tag, parse_tags

__all__ = ["RawGame", "Splitter", "split_games"]

# Past this many characters a paragraph is no game any more, and is dealt with piece by piece.
_PARAGRAPH_LIMIT = 1 << 22
# A game with more text than this is damaged; the rest of it is skipped.
_GAME_LIMIT = 1 << 24
_BLANKS = " \t\v\f\u00a0\u200b\u2060\ufeff\u2028\u2029\u3000\x00\x1a"
_ODD = re.compile("[\ufeff\u200b\u2060\x00\x1a]")
_SPACES = re.compile("[\u00a0\u2000-\u200a\u202f\u205f\u3000\x0b\x0c\u0085\u2028\u2029]")
_QUOTE = re.compile(r"(?:>\s?)+")
_STARTS_MOVES = re.compile(r"\s*(?:\d{1,4}\s*[.…]|\*|1-0|0-1|1/2-1/2|\{[^{}]*\}\s*\d{1,4}\s*[.…])")
_STARTS_ANEW = re.compile(r"\W*1\s*\.(?!\s*\.)|\W*1\s+[a-hNBRQKO]")
_ENDS = re.compile(rf"(?:^|[\s)}}])(?:{RESULT_PATTERN})\s*(?:\{{[^{{}}]*\}}\s*)*$")
_NUMBERED = re.compile(r"\W*\d{1,4}\s*[.…]")
_EVENT = re.compile(r'\[\s*Event\s*"')
_COMMENT = re.compile(r"\{[^{}]*\}?|;[^\n]*")
_GLANCE = 2000
_PLAIN_TAG = re.compile(
    r"\[(White|Black|Result|Site|Date|Round|WhiteElo|BlackElo|ECO|Opening|TimeControl|Termination"
    r'|UTCDate|UTCTime|WhiteRatingDiff|BlackRatingDiff) "([ !#-\[\]-~]*)"\]'
)
_NOTE_LENGTH = 60
# Line breaks and blanks of a web page that came along with the text.
_MARKUP = re.compile(r"\{[^{}]*\}|\"[^\"]*\"|(<br ?/?>|&nbsp;)", re.IGNORECASE)
# Tags that another game or position begins with, whatever the numbers of the moves behind them.
_BEGINNINGS = {"Event", "FEN", "SetUp"}
_HELD_LINES = 50
_NUMBER = re.compile(r"(?<![\w/.:-])(\d{1,4})\s*([.…]+)")
_VARIATION = re.compile(r"\([^()]*\)")
_NUMBERED_MOVE = re.compile(r"(?<!\w)\d{1,3}\s*[.…]+\s*[a-hNBRQKO]")
# A comment that holds tags is followed this far for its closing brace.
_HELD_LIMIT = 1 << 16
_BRACE = re.compile(r"[{}]")
_QUOTED = re.compile(r'"[^"]*"')


@dataclass(slots=True)
class RawGame:
    """The text of one game: its tags and its moves, and what had to be skipped around them."""

    tags: list[Tag] = field(default_factory=list[Tag])
    movetext: str = ""
    line: int = 1
    notes: list[str] = field(default_factory=list[str])
    source: str = ""


class Splitter:
    """Takes lines, gives games; holds no more than the game that is being read.

    `first` is the number of the first line in its file.
    """

    def __init__(self, first: int = 1) -> None:
        self.skipped: list[str] = []
        self._game: RawGame | None = None
        self._moves: list[str] = []
        self._source: list[str] = []
        self._paragraph: list[str] = []
        self._paragraph_line = 1
        self._size = 0
        self._blank = True
        self._in_comment = False
        # Lines that are not decided on yet, because what follows tells what they are.
        self._held: list[tuple[str, int]] = []
        self._held_size = 0
        self._late: list[Tag] = []
        self._quoted = False
        self._notes: list[str] = []
        self._windows_line = 0
        self._mended_line = 0
        self._markup_line = 0
        self._unread: list[tuple[str, str]] = []
        self._number = first - 1

    def lines(self, lines: Iterable[str]) -> Iterator[RawGame]:
        """Yield the games of a text."""
        for line in lines:
            self._number += 1
            if isinstance(line, WindowsLine) and self._windows_line == 0:
                self._windows_line = self._number
            elif isinstance(line, MendedLine) and self._mended_line == 0:
                self._mended_line = self._number
            yield from self._line(line, self._number)
        self._number += 1
        yield from self._release()
        yield from self._end_paragraph()
        yield from self._emit()

    def _line(self, raw: str, number: int) -> Iterator[RawGame]:
        if self._is_next_tag(raw, number):
            return
        if not (raw.isascii() and raw.isprintable()):
            raw = _SPACES.sub(" ", _ODD.sub("", raw))
        if not self._in_comment and ("<b" in raw or "<B" in raw or "&" in raw):
            raw = self._without_markup(raw, number)
        line = raw.strip(_BLANKS)
        if line.startswith(">") and (self._quoted or not self._in_comment):
            # A mail's quotation: nothing in a movetext begins with this sign.
            self._quoted = True
            raw = line = _QUOTE.sub("", line, count=1).strip(_BLANKS)
        if self._in_comment:
            yield from self._comment_line(raw, line, number)
        elif self._held:
            yield from self._after_held(line, number)
        elif not line:
            yield from self._blank_line()
        elif not raw.startswith("%") and not line.startswith("```"):
            yield from self._pieces(line, number)

    def _pieces(self, line: str, number: int) -> Iterator[RawGame]:
        """Take a line of tags or text, or of both by turns where line breaks got lost."""
        rest, are_tags = line, line.startswith("[")
        while rest:
            take = self._bracket_line if are_tags else self._text_line
            rest = yield from take(rest, number)
            are_tags = not are_tags

    def _without_markup(self, raw: str, number: int) -> str:
        """A line without a web page's line breaks; those in its comments and names are left."""
        plain = _MARKUP.sub(lambda match: " " if match[1] else match[0], raw)
        if plain != raw and not self._markup_line:
            self._markup_line = number
        return plain

    def _is_next_tag(self, raw: str, number: int) -> bool:
        """Take a plainly written tag that goes on with the tags before it: most lines are such."""
        game = self._game
        if game is None or self._moves or self._paragraph or self._blank:
            return False
        match = _PLAIN_TAG.fullmatch(raw)
        if match is None:
            return False
        game.tags.append(Tag(match[1], match[2].strip(), number))
        self._source.append(raw)
        return True

    def _blank_line(self) -> Iterator[RawGame]:
        yield from self._end_paragraph()
        self._blank = True

    def _comment_line(self, raw: str, line: str, number: int) -> Iterator[RawGame]:
        """Take a line inside a comment; tags in it may be those of the next game.

        They are where the comment was never closed, and that shows by the next brace.
        """
        is_tag = line.startswith("[") and looks_like_tag(line)
        if not is_tag and not self._held:
            yield from self._add_text(raw, number)
            return
        self._held.append((raw, number))
        self._held_size += len(raw)
        brace = _BRACE.search(_QUOTED.sub("", line) if is_tag else line)
        begins = is_tag and _EVENT.match(line) is not None
        if begins or (brace is not None and brace[0] == "{") or self._held_size > _HELD_LIMIT:
            yield from self._release()
        elif brace is not None:
            held, self._held, self._held_size = self._held, [], 0
            for text, at in held:
                yield from self._add_text(text, at)

    def _release(self) -> Iterator[RawGame]:
        """End the paragraph before the lines that were held back, and read them after it."""
        if not self._held:
            return
        held, self._held, self._held_size = self._held, [], 0
        # Behind an unclosed comment the tags begin a game as they do behind a blank line.
        self._blank = self._blank or self._in_comment
        yield from self._end_paragraph()
        for raw, number in held:
            yield from self._line(raw, number)

    def _bracket_line(self, line: str, number: int) -> Generator[RawGame, None, str]:
        """Take the tags a line begins with, and give what follows them."""
        found = parse_tags(line, number)
        if found is None:
            if self._moves or self._paragraph or line.startswith("[%"):
                return (yield from self._text_line(line, number))
            self._notes.append(f"line {number}: {_short(line)!r} is no tag, skipped")
            return ""
        tags, rest = found
        if self._may_stand_among_moves(tags):
            if not rest:
                self._held.append((line, number))
                return ""
            if self._goes_on(rest):
                self._late += tags
                return rest
        yield from self._end_paragraph()
        for tag in tags:
            yield from self._add_tag(tag)
        self._source.append(line if not rest else line[: len(line) - len(rest)])
        self._blank = False
        return "" if rest.startswith(";") else rest

    def _after_held(self, line: str, number: int) -> Iterator[RawGame]:
        """Take the line after tags among moves: where the moves go on, the tags are this game's."""
        found = parse_tags(line, number) if line.startswith("[") else None
        tags = found[0] if found else []
        if not found and self._goes_on(line):
            for text, at in self._held:
                self._late += (parse_tags(text, at) or ([], ""))[0]
            self._held = []
            yield from self._pieces(line, number)
        elif len(self._held) < _HELD_LINES and (
            not line or (found and not found[1] and self._may_stand_among_moves(tags))
        ):
            self._held.append((line, number))
        else:
            yield from self._release()
            yield from self._line(line, number)

    def _may_stand_among_moves(self, tags: list[Tag]) -> bool:
        """Whether tags right behind unfinished moves may be this game's."""
        if not self._paragraph or _BEGINNINGS.intersection(tag.name for tag in tags):
            return False
        known = {tag.name: tag.value for tag in self._game.tags} if self._game else {}
        if any(known.get(tag.name, tag.value) != tag.value for tag in tags):
            return False
        before = self._last_text()
        return not _ENDS.search(before) and _NUMBER.search(before) is not None

    def _goes_on(self, text: str) -> bool:
        """Whether a text begins with the move number that comes next."""
        ahead = _NUMBER.match(text)
        numbers = _NUMBER.findall(_VARIATION.sub("", _COMMENT.sub("", self._last_text())))
        if ahead is None or not numbers:
            return False
        before, number = int(numbers[-1][0]), int(ahead[1])
        is_black = len(ahead[2]) > 1 or ahead[2] == "…"
        return number == before if is_black else number == before + 1

    def _last_text(self) -> str:
        """The end of the paragraph that is being read."""
        text = "\n".join(self._paragraph[-_HELD_LINES:])[-_GLANCE:]
        # Cut off what is left of a comment that began before.
        opened, closed = text.find("{"), text.find("}")
        return text if closed < 0 or -1 < opened < closed else text[closed + 1 :]

    def _add_late_tags(self) -> None:
        for tag in self._late:
            self._notes.append(f"line {tag.line}: tag {tag.name} stands among the moves")
            if self._game is not None:
                self._game.tags.append(tag)
        self._late = []

    def _add_tag(self, tag: Tag) -> Iterator[RawGame]:
        game = self._game
        if game is not None and (self._has_moves() or self._repeats(game, tag)):
            yield from self._emit()
        if self._game is None:
            self._open(tag.line)
        assert self._game is not None
        self._game.tags.append(tag)

    def _has_moves(self) -> bool:
        """Whether there is more than comments, which may stand between tags too."""
        return any(_COMMENT.sub("", text[:_GLANCE]).strip() for text in self._moves)

    def _repeats(self, game: RawGame, tag: Tag) -> bool:
        """Whether a tag begins the next game after one that has no moves."""
        if not self._blank and tag.name != "Event":
            return False
        return any(known.name == tag.name for known in game.tags)

    def _text_line(self, line: str, number: int) -> Generator[RawGame, None, str]:
        """Take a line's text, and give what follows from the next game's tags on."""
        at = find_tag(line) if '"]' in line else -1
        if at > 0 and line.count("{", 0, at) == line.count("}", 0, at):
            # Line breaks got lost: the next game's tags stand behind the moves.
            yield from self._add_text(line[:at].strip(), number)
            return line[at:]
        yield from self._add_text(line, number)
        return ""

    def _add_text(self, line: str, number: int) -> Iterator[RawGame]:
        if not self._paragraph:
            self._paragraph_line = number
        self._paragraph.append(line)
        self._size += len(line) + 1
        self._blank = False
        self._in_comment = _comment_open(line, self._in_comment)
        if self._size > _PARAGRAPH_LIMIT:
            yield from self._end_paragraph()

    def _end_paragraph(self) -> Iterator[RawGame]:
        """Decide what a paragraph is: moves of this game, another game, or prose."""
        if not self._paragraph:
            return
        text = "\n".join(self._paragraph)
        self._paragraph = []
        self._size = 0
        self._in_comment = False
        if not self._is_moves(text) or sum(map(len, self._moves)) > _GAME_LIMIT:
            self._skip(text)
            self._add_late_tags()
            return
        if self._game is None or self._begins_another(text):
            yield from self._emit()
            self._open(self._paragraph_line)
        self._add_late_tags()
        self._moves.append(text)
        self._source.append(text)

    def _is_moves(self, text: str) -> bool:
        if self._game is not None and not self._moves and _STARTS_MOVES.match(text):
            return True
        moves, stray, other = count_words(text)
        if moves == 0:
            return self._game is not None and other > 0 and stray == 0
        if self._game is not None and not self._moves and _NUMBERED.match(text):
            return True
        return stray <= moves if _NUMBERED.match(text) else stray * 4 <= moves

    def _begins_another(self, text: str) -> bool:
        """Whether moves without tags belong to a game of their own."""
        if not self._moves:
            return False
        if _ENDS.search(self._moves[-1][-400:]):
            moves, _, _ = count_words(text)
            return moves > 0
        if not _STARTS_ANEW.match(text):
            return False
        return any(count_words(moves)[0] for moves in self._moves)

    def _skip(self, text: str) -> None:
        self.skipped.append(text[:2000])
        del self.skipped[8:]
        note = f"line {self._paragraph_line}: skipped text {_short(text)!r}"
        self._notes.append(note)
        if self._game is not None and not self._unread and _NUMBERED_MOVE.search(text[:_GLANCE]):
            self._unread.append((text, note))

    def _read_after_all(self) -> None:
        """Take numbered moves among prose for the game's own where it has no others.

        The game is then read as far as that goes, and says where it does not.
        """
        for text, note in self._unread:
            if not self._has_moves():
                self._notes.remove(note)
                self._moves.append(text)
                self._source.append(text)
        self._unread = []

    def _open(self, line: int) -> None:
        self._game = RawGame(line=line)

    def _emit(self) -> Iterator[RawGame]:
        game = self._game
        if game is None:
            return
        self._read_after_all()
        game.movetext = "\n".join(self._moves)
        game.source = "\n".join(self._source)
        self._note_repairs()
        game.notes, self._notes = self._notes, []
        self._game, self._moves, self._source = None, [], []
        yield game

    def _note_repairs(self) -> None:
        """Tell what was repaired in lines before this one, which are those of the game."""
        if 0 < self._windows_line < self._number:
            self._notes.append(f"line {self._windows_line}: no UTF-8, read as Windows-1252")
            self._windows_line = 0
        if 0 < self._mended_line < self._number:
            self._notes.append(f"line {self._mended_line}: halves of letters read as '\ufffd'")
            self._mended_line = 0
        if 0 < self._markup_line < self._number:
            self._notes.append(f"line {self._markup_line}: '<br>' and '&nbsp;' read as blanks")
            self._markup_line = 0


def _comment_open(line: str, before: bool) -> bool:
    """Whether a comment is open after a line."""
    if "{" not in line and "}" not in line:
        return before
    if ";" not in line:
        return line.rfind("{") > line.rfind("}")
    inside = before
    for character in line:
        if inside:
            inside = character != "}"
        elif character == ";":
            break
        else:
            inside = character == "{"
    return inside


def _short(text: str) -> str:
    plain = " ".join(text[: _NOTE_LENGTH * 4].split())
    return plain if len(plain) <= _NOTE_LENGTH else f"{plain[:_NOTE_LENGTH]}…"


def split_games(lines: Iterable[str]) -> Iterator[RawGame]:
    """Split the lines of a PGN file into games, however they are separated.

    Examples
    --------
    >>> lines = ["1. e4 e5 1-0", "", "Then we played:", "", "1. d4 *"]
    >>> [raw.movetext for raw in split_games(lines)]
    ['1. e4 e5 1-0', '1. d4 *']
    """
    return Splitter().lines(lines)
