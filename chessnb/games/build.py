"""From the text of one game to a :class:`Game`: position, language, result, faults."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

import chess

from chessnb.errors import PositionError
from chessnb.games.annotations import tidy_evaluations
from chessnb.games.languages import LANGUAGES, languages_with, letters_of, translate
from chessnb.games.lexer import CLOSE, OPEN, SPLIT, WORD, tokenize
from chessnb.games.model import Game
from chessnb.games.movereader import Fault, MoveReader
from chessnb.games.positions import Position, make_board, read_position
from chessnb.games.resolve import MoveFault, resolve
from chessnb.games.results import RESULT_PATTERN
from chessnb.games.split import RawGame
from chessnb.games.tags import headers_of
from chessnb.games.variants import read_variant
from chessnb.games.words import MOVE, NULL, Word, read_word

__all__ = ["build_games", "runs_on"]

_FIRST_NUMBER = re.compile(r"(?:\s|\{[^{}]*\})*(\d{1,4})\s*[.…]")
_RESULT = re.compile(rf"(?<![^\s)}}]])(?:{RESULT_PATTERN})(?=\s|$)")
_NUMBERS = re.compile(r"(?<![\w/.:-])(\d{1,4})\s*[.…]")
_COMMENT = re.compile(r"\{[^{}]*\}")
_SMALL_PIECE = re.compile(r"\d*\.*[nkqr][a-h1-8x]")
_MATE_NOW = re.compile(
    r"\[%\s*eval[\s:=]*[+−-]?\s*(?:#|m(?:ate)?(?:\s+in)?)\s*[+−-]?0+(?!\d)", re.IGNORECASE
)
_TRANSLATABLE = ("letter", "illegal", "ambiguous")
_ENGLISH = frozenset("KQRBN")
# A language whose letters are all English ones too has to make so many moves legal that English
# does not have, in a game of so many plies.
_SEVERAL = 4
_LONG = 12
# Another language may keep a game's legal part where it reads so many moves more than any other.
_FEW = 3
_REASONS = {
    "illegal": "illegal move {at}",
    "letter": "unknown piece letter in move {at}",
    "ambiguous": "move {at} is ambiguous ({detail})",
    "promotion": "move {at} does not say what the pawn becomes",
    "null": "null move {at} while in check",
    "drop": 'drop move {at} found: add the tag [Variant "Crazyhouse"]',
    "descriptive": "{at} is descriptive notation, which is not read: use algebraic (e4, Nf3)",
    "unreadable": "{at} cannot be read as a move",
    "swallowed": "after {at} a comment is not closed, and there are moves in it",
    "unclosed": "a variation is not closed before {at}; what follows may belong to the main line",
    "number": "the moves begin at number {detail}, and there is no FEN to begin from",
}


def build_games(raw: RawGame, number: int) -> Iterator[Game]:
    """Build a game, and those that follow it in the same text without tags of their own."""
    while True:
        game, leftover = _build(raw, number)
        yield game
        if not leftover:
            return
        raw = RawGame(movetext=leftover, line=raw.line, source=leftover.lstrip())
        number += 1


def runs_on(movetext: str) -> bool:
    """Whether moves may hold more than one game: anything but comments after a result."""
    match = _RESULT.search(movetext)
    return match is not None and bool(_COMMENT.sub("", movetext[match.end() :]).strip())


def _build(raw: RawGame, number: int) -> tuple[Game, str]:
    headers, notes = headers_of(raw.tags)
    notes = raw.notes + notes
    variant, note = read_variant(headers.get("Variant"))
    if note:
        notes.append(note)
    label = f"game {number} ({headers.get('White', '?')} – {headers.get('Black', '?')})"
    try:
        position = _start(headers, variant, notes)
    except PositionError as error:
        return _refused(raw, headers, notes, f"{label}: {error}"), ""
    reader, fault = _read_moves(raw.movetext, position, notes, numbered_from_fen="FEN" in headers)
    headers["Result"] = _result(headers, reader, notes)
    error = None if fault is None else f"{label}: {_explain(fault, len(reader.moves))}"
    notes += reader.notes
    if fault is None:
        played = raw.movetext[: len(raw.movetext) - len(reader.leftover)]
        notes += _missing_moves(played, position.board, len(reader.moves))
    if reader.joined:
        notes.append(f"joined what stood apart: {' '.join(reader.joined)[:80]!r}")
    if reader.strays:
        notes.append(f"skipped between the moves: {' '.join(reader.strays)[:80]!r}")
    (start_comment, *comments), odd = tidy_evaluations([reader.start_comment, *reader.comments])
    notes += odd + _false_mates(start_comment, comments, reader.board)
    game = Game(
        headers=headers,
        start_fen=position.fen,
        moves=reader.moves,
        sans=reader.sans,
        comments=comments,
        nags=reader.nags,
        start_comment=start_comment,
        side_moves=reader.side_moves(),
        variant=position.variant,
        warnings=[*notes, *([error] if error else [])],
        error=error,
        source_text=_own_source(raw.source, reader.leftover),
    )
    return game, reader.leftover


def _false_mates(start_comment: str, comments: list[str], end: chess.Board) -> list[str]:
    """Note where an evaluation says that it is mate, and the board does not."""
    every = [start_comment, *comments]
    # All at once first: there are few such games.
    if _MATE_NOW.search("\n".join(every)) is None:
        return []
    last = len(comments) if end.is_checkmate() else len(every)
    false = [ply for ply, comment in enumerate(every[:last]) if _MATE_NOW.search(comment)]
    if not false:
        return []
    told = ", ".join(f"ply {ply}" if ply else "the start" for ply in false[:5])
    return [f"evaluations of mate where the board shows none are left out: {told}"]


def _own_source(source: str, leftover: str) -> str:
    """The text of one game of several, so that each does not keep that of all that follow."""
    return source.removesuffix(leftover).rstrip() if leftover else source


def _missing_moves(movetext: str, start: chess.Board, plies: int) -> list[str]:
    """Note where the move numbers go on further than the moves do."""
    if "(" in movetext:
        return []
    numbers = [int(number) for number in _NUMBERS.findall(_COMMENT.sub("", movetext))]
    if not numbers or not plies:
        return []
    last = numbers[0] + (plies - 1 + (not start.turn)) // 2
    if max(numbers) <= last:
        return []
    return [f"the move numbers go to {max(numbers)}, the moves to {last}: some may be missing"]


def _start(headers: Mapping[str, str], variant: str | None, notes: list[str]) -> Position:
    fen = headers.get("FEN", "").strip()
    if fen:
        position = read_position(fen, variant, strict=False)
        notes += position.repairs
        return position
    if headers.get("SetUp") == "1":
        notes.append("SetUp tells of a FEN, but there is none: the usual position is used")
    variant = variant or "standard"
    if variant == "chess960":
        notes.append("Chess960 without a FEN: the usual start position is used")
    board = make_board(None, variant)
    return Position(board, variant, ())


def _refused(raw: RawGame, headers: dict[str, str], notes: list[str], error: str) -> Game:
    return Game(
        headers=headers,
        warnings=[*notes, error],
        error=error,
        position_error=error,
        source_text=raw.source,
    )


def _read_moves(
    movetext: str, position: Position, notes: list[str], *, numbered_from_fen: bool
) -> tuple[MoveReader, Fault | None]:
    """Read the moves in English, and in other languages where that fails."""
    reader = MoveReader(position.board.copy())
    first = _FIRST_NUMBER.match(movetext)
    if first is not None and int(first[1]) > 1 and not numbered_from_fen:
        return reader, Fault("number", first[1], "", position.fen, "")
    reader.read(movetext)
    fault = reader.fault
    if fault is None or fault.reason not in _TRANSLATABLE:
        return reader, fault
    words = _main_words(movetext[: len(movetext) - len(reader.leftover)])
    if any(_SMALL_PIECE.match(word.text) for word in words):
        again = MoveReader(position.board.copy(), small_pieces=True)
        again.read(movetext)
        if again.fault is None:
            notes.append("small letters read as pieces")
            return again, None
    return _read_translated(movetext, position, notes, reader, words)


def _read_translated(
    movetext: str, position: Position, notes: list[str], reader: MoveReader, words: list[Word]
) -> tuple[MoveReader, Fault | None]:
    """Read the moves in the language that most are legal in, if that is beyond doubt."""
    fault = reader.fault
    assert fault is not None
    letters = {letter for word in words for letter in letters_of(word.move)}
    readings = _readings(position.board, words, letters)
    if not readings:
        return reader, _language_fault(fault, letters, [])
    best = readings[0]
    rivals = [other for other in readings[1:] if other.moves != best.moves[: len(other.moves)]]
    again = MoveReader(position.board.copy(), LANGUAGES[best.names[0]])
    again.read(movetext)
    if rivals and len(rivals[0].moves) == len(best.moves):
        return reader, _language_fault(fault, letters, [best, *rivals])
    if not _beyond_doubt(best, rivals, again, reader, letters):
        return reader, _language_fault(fault, letters, [])
    used = sorted(letters & LANGUAGES[best.names[0]].keys())
    notes.append(f"piece letters {' '.join(used)} read as {_listed(best.names)}")
    return again, _in_letters(again.fault, LANGUAGES[best.names[0]])


class _Reading(NamedTuple):
    """How far the moves are legal in some languages that read them alike.

    ``foreign`` counts the moves that English does not have, be it that it lacks their letters or
    that they would be illegal.
    """

    moves: list[chess.Move]
    names: list[str]
    foreign: int


def _readings(start: chess.Board, words: list[Word], letters: set[str]) -> list[_Reading]:
    """The readings of the moves in other languages, the longest first."""
    foreign = letters - _ENGLISH
    readings: dict[tuple[chess.Move, ...], _Reading] = {}
    # Where all letters are English ones, a language must at least have them all.
    candidates = LANGUAGES if foreign else languages_with(letters)
    for name, table in candidates.items():
        if foreign and foreign.isdisjoint(table):
            continue
        moves, odd = _play(start.copy(), words, table, known=not foreign)
        if odd:
            readings.setdefault(tuple(moves), _Reading(moves, [], odd)).names.append(name)
    return sorted(readings.values(), key=lambda reading: -len(reading.moves))


def _beyond_doubt(
    best: _Reading,
    rivals: list[_Reading],
    again: MoveReader,
    english: MoveReader,
    letters: set[str],
) -> bool:
    """Whether a reading in another language may be believed.

    One move that is illegal in English is a slip of the pen as a rule, and no other language.
    """
    plies = len(best.moves)
    if letters <= _ENGLISH:
        return again.fault is None and plies >= _LONG and best.foreign >= _SEVERAL
    if again.fault is None:
        return True
    others = [len(rival.moves) for rival in rivals] + [len(english.moves)]
    return best.foreign >= _FEW and plies >= max(others) + _FEW


def _in_letters(fault: Fault | None, table: Mapping[str, str]) -> Fault | None:
    """A fault with the moves it names spelled in the game's own letters."""
    if fault is None:
        return None
    own = {english: letter for letter, english in table.items() if english}
    detail = re.sub(r"\b[KQRBN](?=[a-h1-8x])", lambda match: own[match[0]], fault.detail)
    return replace(fault, detail=detail)


def _listed(names: list[str]) -> str:
    return ", ".join(names) if len(names) <= 3 else f"{', '.join(names[:3])} and others"


def _language_fault(fault: Fault, letters: set[str], readings: list[_Reading]) -> Fault:
    if readings:
        names = " or ".join(reading.names[0] for reading in readings)
        detail = f"move {fault.at} has piece letters that may be {names}, with other moves each"
    elif fault.reason == "letter":
        unknown = ", ".join(sorted(letters - _ENGLISH - {"P"}))
        detail = f"unknown piece letters {unknown} in {fault.at}, legal in no language known"
    else:
        return fault
    return Fault("language", detail, fault.word, fault.fen, fault.at)


def _main_words(movetext: str) -> list[Word]:
    """The moves outside brackets."""
    depth = 0
    words: list[Word] = []
    for kind, text, _ in tokenize(movetext):
        if kind == OPEN:
            depth += 1
        elif kind == CLOSE:
            depth = max(depth - 1, 0)
        elif kind in (WORD, SPLIT) and depth == 0:
            word = read_word(text)
            if word.kind in (MOVE, NULL):
                words.append(word)
    return words


def _play(
    board: chess.Board, words: list[Word], table: Mapping[str, str], *, known: bool
) -> tuple[list[chess.Move], int]:
    """The moves in one language's letters as far as they are legal; how many English lacks.

    Whether a move would be illegal in English is looked at only where its letters are `known`.
    """
    foreign = 0
    for word in words:
        translated = translate(word.move, table)
        if translated is None:
            break
        try:
            move = resolve(board, word._replace(move=translated))
        except MoveFault:
            break
        if known:
            foreign += translated != word.move and not _is_legal(board, word)
        else:
            foreign += not letters_of(word.move) <= _ENGLISH
        board.push(move)
    return list(board.move_stack), foreign


def _is_legal(board: chess.Board, word: Word) -> bool:
    try:
        resolve(board, word)
    except MoveFault:
        return False
    return True


def _explain(fault: Fault, plies: int) -> str:
    if fault.reason == "language":
        text = fault.detail
    else:
        text = _REASONS.get(fault.reason, "illegal move {at}").format(
            at=fault.at, detail=fault.detail
        )
    return f"{text}; in {fault.fen}; {plies} plies kept"


def _result(headers: Mapping[str, str], reader: MoveReader, notes: list[str]) -> str:
    """The result that tag, text and board agree on, or the more trustworthy of them."""
    told = headers.get("Result", "*")
    written = reader.result
    if reader.raw_result is not None and written != reader.raw_result:
        notes.append(f"result {reader.raw_result!r} read as {written or '*'!r}")
    result = told if told != "*" else written or "*"
    if written not in (None, "*", result):
        notes.append(f"the Result tag says {told}, the moves end with {written}; {result} is used")
    shown = _shown(reader) if result != "*" or written not in (None, "*") else None
    if shown is not None and shown != result:
        notes.append(f"the result {result} contradicts the board; {shown} is used")
        return shown
    return result


def _shown(reader: MoveReader) -> str | None:
    """The result that the board shows: checkmate or stalemate."""
    board = reader.board
    if reader.fault is not None or type(board) is not chess.Board:
        return None
    if any(board.generate_legal_moves()):
        return None
    if not board.is_check():
        return "1/2-1/2"
    return "0-1" if board.turn else "1-0"
