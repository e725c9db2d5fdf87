"""From the tokens of a movetext to legal moves: main line, variations, comments, NAGs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

import chess

from chessnb.games.annotations import parse_comment
from chessnb.games.languages import translate
from chessnb.games.lexer import (
    CLOSE,
    COMMENT,
    OPEN,
    RESULT,
    SPLIT,
    UNCLOSED,
    WORD,
    count_words,
    tokenize,
)
from chessnb.games.model import SideMove
from chessnb.games.resolve import MoveFault, push_with_san, resolve
from chessnb.games.results import normal_result
from chessnb.games.words import DESCRIPTIVE, DROP, MOVE, NAGS, NULL, NUMBER, STRAY, Word, read_word

__all__ = ["Fault", "MoveReader"]

_PLAYED = (MOVE, NULL, DROP, DESCRIPTIVE)
_HAS_SQUARE = re.compile(r"[a-hA-H][1-8]|[Oo]-")
_NUMBERED_MOVE = re.compile(r"(?<!\w)\d{1,3}\s*\.+\s*[a-hNBRQKO]")
_NUMBER_BEFORE = re.compile(r"(?<!\w)\d{1,3}[\s.…]*$")
_NUMBER_AHEAD = re.compile(r"\s*(\d{1,4})\s*(\.*)")
_RESTARTS = re.compile(r"(?:\s|\{[^{}]*\})*+(?P<first>1\s*\.(?!\s*\.)|1\s+[a-hNBRQKO]|[a-hNBRQKO])")
# So much of what follows a result tells whether it is a game. No more, because the games of a
# text that has one on each line are told apart in this way one after the other.
_GLANCE = 300


@dataclass(frozen=True, slots=True)
class Fault:
    """The word at which a line had to end, and the position it could not be played in."""

    reason: str
    detail: str
    word: str
    fen: str
    at: str


@dataclass(slots=True)
class _Branch:
    """One line being read: ``last`` is the node of its last move, ``previous`` the one before.

    ``opened`` is where the text in its bracket begins, if that is to be kept should it hold no
    moves; ``prose`` tells that its last word was no move.
    """

    board: chess.Board
    last: int
    previous: int = 0
    moved: bool = False
    dead: bool = False
    before: str = ""
    nags: tuple[int, ...] = ()
    opened: int | None = None
    prose: bool = False


@dataclass(slots=True)
class _Side:
    parent: int
    move: chess.Move
    nags: list[int] = field(default_factory=list[int])
    comment: str = ""
    before: str = ""


class MoveReader:
    """Reads one movetext.

    Nodes are counted as in :class:`chessnb.games.model.SideMove`, side moves negative until the
    length of the main line is known.
    """

    def __init__(
        self,
        board: chess.Board,
        letters: Mapping[str, str] | None = None,
        *,
        small_pieces: bool = False,
    ) -> None:
        self.board = board
        self.moves: list[chess.Move] = []
        self.sans: list[str] | None = [] if type(board) is chess.Board else None
        self.comments: list[str] = []
        self.nags: list[tuple[int, ...]] = []
        self.start_comment = ""
        self.result: str | None = None
        self.raw_result: str | None = None
        self.fault: Fault | None = None
        self.notes: list[str] = []
        self.strays: list[str] = []
        self.joined: list[str] = []
        self.leftover = ""
        self._letters = letters
        self._small_pieces = small_pieces
        self._sides: list[_Side] = []
        self._main = _Branch(board, 0)
        self._branches = [self._main]
        self._text = ""
        self._result_end = 0

    def read(self, movetext: str) -> None:
        """Read all of it, as far as it is legal."""
        self._text = movetext
        for kind, text, start in tokenize(movetext):
            if kind in (WORD, SPLIT):
                if not self._word(read_word(text), start):
                    return
                if kind == SPLIT:
                    self.joined.append(text)
            elif kind == COMMENT:
                self._comment(text, start)
            elif kind == RESULT:
                self._see_result(text, start)
            elif kind == OPEN:
                self._open(start + 1)
            elif kind == CLOSE:
                self._close(start)
            elif kind == UNCLOSED:
                self._unclosed(text, start)
            else:
                self.strays.append(text)
        self._end()

    # -- moves -----------------------------------------------------------------------------

    def _word(self, word: Word, start: int) -> bool:
        """Take a word; False where another game begins with it."""
        branch = self._branches[-1]
        if word.kind in _PLAYED:
            if self.raw_result is not None and branch is self._main and self._begins_another():
                return False
            if branch.prose and not self._has_number(start):
                self._say(branch, word.text)
            elif not branch.dead:
                self._play(branch, word, start)
        elif word.kind == NAGS:
            self._add_nags(branch, word.nags)
        elif word.kind == NUMBER and branch.prose:
            self._say(branch, word.text)
        elif word.kind == STRAY and not branch.dead:
            if branch is not self._main and (branch.prose or not _HAS_SQUARE.search(word.text)):
                self._say(branch, word.text)
            elif _HAS_SQUARE.search(word.text):
                self._stop(branch, MoveFault("unreadable"), word.text)
            else:
                self.strays.append(word.text)
        return True

    def _begins_another(self) -> bool:
        """Whether the moves after the result are another game; if neither that nor this one's
        next move, they are prose and end it."""
        text, end = self._text, self._result_end
        restart = _RESTARTS.match(text, end)
        if restart is not None:
            begin = restart.start("first")
            moves, stray, _ = count_words(text[begin : begin + _GLANCE])
            if stray <= moves // 2:
                self.leftover = text[end:]
                return True
        ahead = _NUMBER_AHEAD.match(text, end)
        if ahead is not None and int(ahead[1]) == self._main.board.fullmove_number:
            self.notes.append(f"moves go on after the result {self.raw_result!r}")
        else:
            rest = " ".join(text[end : end + _GLANCE].split())
            self.notes.append(f"skipped after the result: {rest[:60]!r}")
            self._main.dead = True
        self.raw_result = None
        return False

    def _play(self, branch: _Branch, word: Word, start: int) -> None:
        board = branch.board
        try:
            move, plain = self._resolve(board, word)
        except MoveFault as fault:
            if self._is_double_loss(word, start):
                self.result, self.raw_result = None, word.text
                return
            self._stop(branch, fault, word.text)
            return
        branch.previous = branch.last
        branch.moved = True
        branch.prose = False
        if branch is not self._main:
            board.push(move)
            side = _Side(branch.last, move, [*branch.nags, *word.nags], before=branch.before)
            branch.before, branch.nags = "", ()
            self._sides.append(side)
            branch.last = -len(self._sides)
            return
        if self.sans is None:
            board.push(move)
        else:
            self.sans.append(push_with_san(board, move, word.move if plain else ""))
        self.moves.append(move)
        self.comments.append("")
        self.nags.append(word.nags)
        branch.last = len(self.moves)

    def _resolve(self, board: chess.Board, word: Word) -> tuple[chess.Move, bool]:
        """The move, and whether the word is SAN as it stands."""
        if self._letters is not None:
            translated = translate(word.move, self._letters)
            if translated is None:
                raise MoveFault("letter")
            word = word._replace(move=translated)
        elif word.kind == MOVE:
            try:
                return board.parse_san(word.move), True
            except ValueError:
                pass
        return resolve(board, word, small_pieces=self._small_pieces), False

    def _is_double_loss(self, word: Word, start: int) -> bool:
        """Whether ``0-0`` ends a game that both have lost; with a move's number it is a move."""
        if self._has_number(start):
            return False
        rest = self._text[start + len(word.text) :]
        return word.text in ("0-0", "0–0") and not re.search(r"[a-h][1-8]|O-O", rest)

    def _has_number(self, start: int) -> bool:
        """Whether a move's number stands before the word that begins here."""
        return _NUMBER_BEFORE.search(self._text, max(start - 12, 0), start) is not None

    def _stop(self, branch: _Branch, fault: MoveFault, text: str) -> None:
        board = branch.board
        dots = "." if board.turn else "..."
        found = Fault(
            fault.reason, fault.detail, text, board.fen(), f"{board.fullmove_number}{dots} {text}"
        )
        branch.dead = True
        if branch is self._main:
            self.fault = found
        else:
            self.notes.append(f"side line cut at {found.at}: {fault.reason} in {found.fen}")

    # -- brackets --------------------------------------------------------------------------

    def _open(self, start: int) -> None:
        branch = self._branches[-1]
        if branch.dead or not branch.moved:
            # There is no move that this could be an alternative to. A bracket in another one
            # that holds no moves is kept with that one's text.
            opened = start if branch is self._main and not branch.dead else None
            self._branches.append(_Branch(branch.board, branch.last, dead=True, opened=opened))
            return
        board = branch.board.copy()
        board.pop()
        self._branches.append(_Branch(board, branch.previous, opened=start))

    def _close(self, end: int) -> None:
        if len(self._branches) == 1:
            self.strays.append(")")
            return
        branch = self._branches.pop()
        if branch.opened is not None and not branch.moved:
            self._keep_text(branch, self._text[branch.opened : end])

    def _keep_text(self, branch: _Branch, text: str) -> None:
        """Keep what a bracket without a move says as a comment of the move before it."""
        parent = self._branches[-1]
        if not parent.moved and count_words(text)[0]:
            self.notes.append("skipped a variation that stands before any move")
            return
        text = " ".join(text.replace("{", " ").replace("}", " ").split())
        if parse_comment(text).match_engine:
            # In its bracket it is not taken for the score and the time of an engine.
            text = f"({text})"
        self._annotate(parent, text)

    def _say(self, branch: _Branch, text: str) -> None:
        """Keep a word of a side line that is no move; after it a move needs its number."""
        branch.prose = True
        self._annotate(branch, text)

    # -- annotations -----------------------------------------------------------------------

    def _comment(self, text: str, start: int) -> None:
        if "{" in text and text.count("{") != text.count("}"):
            self._check_swallowed(text, start)
        self._annotate(self._branches[-1], text)

    def _annotate(self, branch: _Branch, text: str) -> None:
        if branch.dead:
            return
        if branch is self._main:
            if self.comments:
                self.comments[-1] = _joined(self.comments[-1], text)
            else:
                self.start_comment = _joined(self.start_comment, text)
        elif branch.moved:
            side = self._sides[-branch.last - 1]
            side.comment = _joined(side.comment, text)
        else:
            branch.before = _joined(branch.before, text)

    def _check_swallowed(self, text: str, start: int) -> None:
        """End the game at a comment that lacks its end and so has swallowed moves."""
        if self._main.dead or not _NUMBERED_MOVE.search(text):
            return
        ahead = _NUMBER_AHEAD.match(self._text, start + len(text) + 2)
        board = self._main.board
        if ahead is not None and ahead[2] and int(ahead[1]) == board.fullmove_number:
            return
        self._stop(self._main, MoveFault("swallowed"), "{…")

    def _unclosed(self, text: str, start: int) -> None:
        result = re.search(r"(1-0|0-1|1/2-1/2|\*)\s*$", text)
        if result is not None:
            text = text[: result.start()]
            self._see_result(result[1], start + 1 + result.start())
        self.notes.append("a comment is not closed")
        if _NUMBERED_MOVE.search(text) and not self._main.dead:
            self._stop(self._main, MoveFault("swallowed"), "{…")
        self._comment(text.replace("{", ""), start)

    def _add_nags(self, branch: _Branch, nags: tuple[int, ...]) -> None:
        if branch.dead or not nags:
            return
        if not branch.moved:
            # They stand before the first move of a side line, which they are meant for.
            branch.nags += nags
        elif branch is self._main:
            self.nags[-1] = tuple(dict.fromkeys(self.nags[-1] + nags))
        else:
            self._sides[-branch.last - 1].nags += nags

    def _see_result(self, text: str, start: int) -> None:
        if len(self._branches) > 1 and text != "*":
            return
        self.raw_result = text
        self.result = normal_result(text)
        self._result_end = start + len(text)

    # -- the end ---------------------------------------------------------------------------

    def _end(self) -> None:
        if len(self._branches) > 1 and not self._main.dead:
            self.notes.append("a variation is not closed")
            if not self._main.board.is_game_over():
                self._stop(self._main, MoveFault("unclosed"), "(…")

    def side_moves(self) -> list[SideMove]:
        """The variations, numbered after the main line."""
        plies = len(self.moves)
        return [
            SideMove(
                plies - side.parent if side.parent < 0 else side.parent,
                side.move,
                tuple(dict.fromkeys(side.nags)),
                side.comment,
                side.before,
            )
            for side in self._sides
        ]


def _joined(before: str, text: str) -> str:
    return f"{before} {text}".strip() if before else text.strip()
