"""From the text of one game to a :class:`Game`: position, language, result, faults."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import chess

from chessnb.errors import PositionError
from chessnb.games.languages import LANGUAGES, languages_with, piece_of, translate
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
_TRANSLATABLE = ("letter", "illegal", "ambiguous")
_REASONS = {
    "illegal": "illegal move {at}",
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
        raw = RawGame(movetext=leftover, line=raw.line, source=leftover)
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
    game = Game(
        headers=headers,
        start_fen=position.fen,
        moves=reader.moves,
        sans=reader.sans,
        comments=reader.comments,
        nags=reader.nags,
        start_comment=reader.start_comment,
        side_moves=reader.side_moves(),
        variant=position.variant,
        warnings=[*notes, *([error] if error else [])],
        error=error,
        source_text=raw.source,
    )
    return game, reader.leftover


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
    words = _main_words(movetext)
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
    fault = reader.fault
    assert fault is not None
    letters = {piece_of(word.move) for word in words} - {""}
    readings: dict[tuple[chess.Move, ...], list[str]] = {}
    for name, table in languages_with(letters).items():
        moves = _play(position.board.copy(), words, table)
        if moves is not None:
            readings.setdefault(tuple(moves), []).append(name)
    if len(readings) == 1:
        names = next(iter(readings.values()))
        again = MoveReader(position.board.copy(), LANGUAGES[names[0]])
        again.read(movetext)
        if again.fault is None:
            notes.append(f"piece letters {' '.join(sorted(letters))} read as {_listed(names)}")
            return again, None
    return reader, _language_fault(fault, letters, readings)


def _listed(names: list[str]) -> str:
    return ", ".join(names) if len(names) <= 3 else f"{', '.join(names[:3])} and others"


def _language_fault(
    fault: Fault, letters: set[str], readings: Mapping[tuple[chess.Move, ...], list[str]]
) -> Fault:
    if len(readings) > 1:
        names = " or ".join(names[0] for names in readings.values())
        detail = f"move {fault.at} has piece letters that may be {names}, with other moves each"
    elif fault.reason == "letter":
        unknown = ", ".join(sorted(letters - set("KQRBNP")))
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
    board: chess.Board, words: list[Word], table: Mapping[str, str]
) -> list[chess.Move] | None:
    """The moves in one language's letters, if all of them are legal."""
    for word in words:
        translated = translate(word.move, table)
        if translated is None:
            return None
        try:
            board.push(resolve(board, word._replace(move=translated)))
        except MoveFault:
            return None
    return list(board.move_stack)


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
