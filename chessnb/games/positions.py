"""Start positions: FEN in its many spellings, repaired where it can be, refused where not."""

from __future__ import annotations

import re
from typing import NamedTuple

import chess

from chessnb.errors import PositionError
from chessnb.games.lexer import count_words
from chessnb.games.results import RESULT_PATTERN

__all__ = [
    "PLAYABLE",
    "Position",
    "fault",
    "make_board",
    "moves_behind",
    "read_position",
    "starts_like_fen",
]

# The variants that the engine plays.
PLAYABLE = ("standard", "chess960")

_FAULTS = (
    (chess.STATUS_EMPTY, "the board is empty"),
    (chess.STATUS_NO_WHITE_KING, "White has no king"),
    (chess.STATUS_NO_BLACK_KING, "Black has no king"),
    (chess.STATUS_TOO_MANY_KINGS, "there are more than two kings"),
    (chess.STATUS_PAWNS_ON_BACKRANK, "there is a pawn on the first or eighth rank"),
    (chess.STATUS_TOO_MANY_WHITE_PAWNS, "White has more than eight pawns"),
    (chess.STATUS_TOO_MANY_BLACK_PAWNS, "Black has more than eight pawns"),
    (chess.STATUS_TOO_MANY_WHITE_PIECES, "White has more than sixteen pieces"),
    (chess.STATUS_TOO_MANY_BLACK_PIECES, "Black has more than sixteen pieces"),
    (chess.STATUS_OPPOSITE_CHECK, "the side not to move is in check"),
    (chess.STATUS_TOO_MANY_CHECKERS, "more than two pieces give check"),
    (chess.STATUS_IMPOSSIBLE_CHECK, "the check cannot have come about"),
)


# Positions that no game can go on from.
_UNPLAYABLE = (
    chess.STATUS_EMPTY
    | chess.STATUS_NO_WHITE_KING
    | chess.STATUS_NO_BLACK_KING
    | chess.STATUS_TOO_MANY_KINGS
    | chess.STATUS_PAWNS_ON_BACKRANK
)
_PLACEMENT = re.compile(
    r"[pnbrqkPNBRQK1-8~]+(?:/[pnbrqkPNBRQK1-8~]+){7}(?:\[[^\]]*\]|/[pnbrqPNBRQ]*)?"
)
_NEARLY = re.compile(r"[pnbrqkPNBRQK1-9~]+(?:/[pnbrqkPNBRQK0-9~]*){4,}")
_PREFIX = re.compile(r"^(?:position\s+)?(?:fen|epd)\b\s*[:=]?\s*|^[\"'`]+", re.IGNORECASE)
_COUNTERS = re.compile(r"\b(hmvc|fmvn)\s+(\d{1,4})\s*;")
_SIDES = {"w": "w", "white": "w", "b": "b", "black": "b", "-": "w"}
_NONE = {"-", "–", "—", "0", "_", "none"}
_WORD = re.compile(r"[^\s_]+")
_COUNTER = re.compile(r"[-+]?[0-9]+|-")
# Where a text behind a position begins, whichever of its fields are missing.
_MOVES_BEGIN = re.compile(r"\d{1,4}[.…)]|moves$", re.IGNORECASE)
_OPERATION = re.compile(
    r"(?:ac[dns]|am|bm|ce|c\d|dm|draw|eco|fmvn|hmvc|id|nic|noop|pm|pv|rc|resign|sm|tcgs|tc[rs]i|v\d)"
    r"(?![^\W_])"
)
_RESULT = re.compile(rf"(?:{RESULT_PATTERN})$")
# Squares with a letter that is no piece are known by their ranks and the side behind them.
_MISSPELT = re.compile(r"[^\W_]{1,8}(?:/[^\W_]{1,8}){7}[\s_]+[wb](?![^\W_])", re.IGNORECASE)


class Position(NamedTuple):
    """A start position: the board, its variant, and what was repaired."""

    board: chess.Board
    variant: str
    repairs: tuple[str, ...]

    @property
    def fen(self) -> str:
        """The FEN, with castling rights as X-FEN where the rook needs telling."""
        return self.board.fen()


def starts_like_fen(text: str) -> bool:
    """Whether a text begins with the squares of a position, or with what was meant to be them."""
    plain = _PREFIX.sub("", text.strip())
    word = re.split(r"[\s_]", plain, maxsplit=1)[0]
    if _PLACEMENT.fullmatch(word) or _NEARLY.fullmatch(word):
        return True
    return _MISSPELT.match(plain) is not None


def moves_behind(line: str) -> tuple[str, str]:
    """A position's line apart from the moves that stand behind it; EPD operations are none.

    Examples
    --------
    >>> moves_behind("8/8/1k6/8/4Q3/7K/8/8 w - - 0 1 1. Qe5 Ka6")
    ('8/8/1k6/8/4Q3/7K/8/8 w - - 0 1', '1. Qe5 Ka6')
    """
    prefix = _PREFIX.match(line)
    start = prefix.end() if prefix else 0
    _, at = _words(line[start:])
    moves = re.sub(r"^moves\b\s*", "", line[start + at :].strip("\"'` \t"), flags=re.IGNORECASE)
    if not _are_moves(moves):
        return line, ""
    return line[: start + at].strip(), moves


def _are_moves(text: str) -> bool:
    if not text or _OPERATION.match(text):
        return False
    if _RESULT.fullmatch(text):
        return True
    found, stray, _ = count_words(text)
    return found > 0 and (stray == 0 or bool(_MOVES_BEGIN.match(text)))


def _words(plain: str) -> tuple[list[str], int]:
    """The words of a position, and where the text behind them begins."""
    words: list[str] = []
    for match in _WORD.finditer(plain):
        # A number that ends in a full stop belongs to a move, whichever fields are missing.
        is_field = len(words) < 4 and not _MOVES_BEGIN.match(match[0])
        if words and not (is_field or (3 < len(words) < 6 and _COUNTER.fullmatch(match[0]))):
            return words, match.start()
        words.append(match[0])
    return words, len(plain)


def read_position(text: str, variant: str | None = None, *, strict: bool = True) -> Position:
    """Read a FEN or EPD, also a shortened one, or one with underscores from a link.

    Parameters
    ----------
    text : str
        Missing fields are White to move, no castling, no en passant, counters 0 and 1.
    variant : str, optional
        The variant; without one Chess960 is told by its castling rights.
    strict : bool
        Refuse every impossible position. Otherwise only those that no move can be made from: the
        rest is left to be replayed, and a repair note says that it is impossible.

    Raises
    ------
    PositionError
        The text is no position, or an impossible one.

    Examples
    --------
    >>> read_position("8/8/1k6/8/4Q3/7K/8/8_b_-_-").fen
    '8/8/1k6/8/4Q3/7K/8/8 b - - 0 1'
    """
    fields, repairs = _fields(text)
    board, variant = _set_up(text, fields, variant)
    repairs += _repair(board, fields)
    if variant in PLAYABLE:
        reason = fault(board)
        if reason is not None and (strict or board.status() & _UNPLAYABLE):
            raise PositionError(f"{reason}: {text.strip()!r} is no position that can be played")
        if reason is not None:
            repairs.append(f"{reason} in {text.strip()!r}: it is not analysed")
    return Position(board, variant, tuple(repairs))


def _fields(text: str) -> tuple[list[str], list[str]]:
    """The six fields of a FEN, missing ones filled in, and what was wrong with them."""
    plain = _PREFIX.sub("", text.strip()).rstrip("\"'`")
    counters = dict(_COUNTERS.findall(plain))
    words, end = _words(plain)
    fields = [words[0] if words else "", "w", "-", "-", "0", "1"]
    repairs: list[str] = []
    rest = words[1:]
    if rest:
        side = _SIDES.get(rest[0].lower())
        if side is None:
            raise PositionError(
                f"{rest[0]!r} is no side to move in {text.strip()!r}: give 'w' or 'b'"
            )
        fields[1] = side
    if len(rest) > 1:
        fields[2] = "-" if rest[1].lower() in _NONE else rest[1]
    if len(rest) > 2:
        fields[3] = "-" if rest[2].lower() in _NONE else rest[2].lower()
    repairs += _fill_counters(fields, rest[3:], counters)
    repairs += _repair_spelling(fields)
    tail = plain[end:].strip()
    # An EPD goes on with operations here ("bm Qd5;"), which say nothing of the position.
    if tail and not _OPERATION.match(tail) and (";" not in tail or _are_moves(tail)):
        repairs.append(f"{tail[:60]!r} behind the position is not read: put moves on the next line")
    return fields, repairs


def _fill_counters(fields: list[str], told: list[str], operations: dict[str, str]) -> list[str]:
    """Take the two counters as a FEN or as an EPD's operations have them."""
    repairs: list[str] = []
    numbers = [operations.get("hmvc"), operations.get("fmvn")] if operations else told
    for index, (number, default) in enumerate(zip(numbers, "01", strict=False), 4):
        if number is not None and re.fullmatch(r"[0-9]{1,4}", number):
            fields[index] = number
        elif number is not None:
            repairs.append(f"move counter {number!r} read as {default}")
    return repairs


def _repair_spelling(fields: list[str]) -> list[str]:
    """A slash behind the last rank, and castling flags in another order than usual."""
    repairs: list[str] = []
    if fields[0].endswith("/") and fields[0].count("/") == 8:
        repairs.append("the slash behind the last rank is left out")
        fields[0] = fields[0][:-1]
    flags = "".join(sorted(dict.fromkeys(fields[2]), key=_flag_order))
    if flags != fields[2] and set(flags) <= set("KQkqABCDEFGHabcdefgh"):
        repairs.append(f"castling rights {fields[2]!r} read as {flags!r}")
        fields[2] = flags
    return repairs


def _flag_order(flag: str) -> tuple[bool, int]:
    """White's before Black's, K before Q; names of files stay as they come."""
    return flag.islower(), "KQ".find(flag.upper())


def _set_up(text: str, fields: list[str], variant: str | None) -> tuple[chess.Board, str]:
    """The board, and its variant where it was not told."""
    pocket = "[" in fields[0] or fields[0].count("/") == 8
    if variant is None and pocket and _PLACEMENT.fullmatch(fields[0]):
        variant = "crazyhouse"
    problem = ""
    for attempt in (
        fields,
        [*fields[:3], "-", *fields[4:]],
        [*fields[:2], _known_castling(fields[2]), "-", *fields[4:]],
    ):
        try:
            board = make_board(" ".join(attempt), variant or "chess960")
        except ValueError as error:
            problem = str(error)
            continue
        if variant is None:
            variant = "chess960" if _is_chess960(board) else "standard"
            if variant == "standard":
                board = make_board(" ".join(attempt), variant)
        return board, variant
    problem = _misplaced(fields[0]) or problem
    raise PositionError(f"{text.strip()!r} is no position: {problem}")


def _misplaced(placement: str) -> str | None:
    """What is wrong with the squares of a position, in words, or None."""
    ranks = re.sub(r"\[.*", "", placement).split("/")
    odd = re.search(r"[^pnbrqkPNBRQK1-8~]", "".join(ranks))
    if odd is not None:
        return f"{odd[0]!r} is no piece (K Q R B N P, k q r b n p) and no number of empty squares"
    if len(ranks) != 8:
        return f"it has {len(ranks)} ranks and not 8"
    for number, rank in zip(range(8, 0, -1), ranks, strict=True):
        size = sum(int(sign) if sign.isdecimal() else sign != "~" for sign in rank)
        if size != 8:
            return f"rank {number}, {rank!r}, has {size} squares and not 8"
    return None


def _known_castling(castling: str) -> str:
    return "".join(flag for flag in castling if flag in "KQkqABCDEFGHabcdefgh") or "-"


def _is_chess960(board: chess.Board) -> bool:
    """Whether castling rights tell of Chess960: real ones, and of kings on the same file."""
    if not board.has_chess960_castling_rights():
        return False
    kings = {
        chess.square_file(square)
        for color in chess.COLORS
        if board.has_castling_rights(color) and (square := board.king(color)) is not None
    }
    return len(kings) == 1


def _repair(board: chess.Board, fields: list[str]) -> list[str]:
    """Drop castling rights without king and rook, and impossible en-passant squares."""
    repairs: list[str] = []
    rights = board.clean_castling_rights()
    told = [flag for flag in fields[2] if flag not in "-–—"]
    if board.castling_rights != rights or len(told) > bin(rights).count("1"):
        board.castling_rights = rights
        repairs.append(f"castling rights {fields[2]!r} read as {board.castling_xfen()!r}")
    if board.ep_square is not None and board.status() & chess.STATUS_INVALID_EP_SQUARE:
        board.ep_square = None
    if fields[3] != "-" and board.ep_square is None:
        repairs.append(f"en-passant square {fields[3]!r} read as '-'")
    return repairs


def make_board(fen: str | None, variant: str) -> chess.Board:
    """A board of the variant; names that python-chess does not know are set up as chess.

    Without a FEN it has the variant's own start position.
    """
    if variant in PLAYABLE:
        return chess.Board(fen or chess.STARTING_FEN, chess960=variant == "chess960")
    from chess import variant as variants

    try:
        kind = variants.find_variant(variant)
    except ValueError:
        kind = chess.Board
    return kind(fen) if fen else kind()


def fault(board: chess.Board) -> str | None:
    """Why a position is impossible, in words, or None.

    Castling rights and en-passant squares do not count: they are repaired on reading.
    """
    status = board.status()
    if status == chess.STATUS_VALID:
        return None
    for flag, reason in _FAULTS:
        if status & flag:
            return reason
    return None
