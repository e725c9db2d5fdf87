"""From a move's spelling to the legal move it means, or the reason why it means none."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

import chess

from chessnb.games.languages import piece_of
from chessnb.games.words import DESCRIPTIVE, DROP, NULL, STRAY, Word

__all__ = ["MoveFault", "push_with_san", "resolve"]

_ICCF = re.compile(r"([1-8])([1-8])([1-8])([1-8])([1-4]?)")
_FROM_TO = re.compile(r"P?([a-h][1-8])x?([a-h][1-8])(?:=([A-Za-z]))?")
_SHORT_CAPTURE = re.compile(r"([a-h])x([a-h])")
_SMALL_BISHOP = re.compile(r"b(x?[a-h][1-8]|[a-h][1-8]x?[a-h][1-8]|[1-8]x?[a-h][1-8])")
_BRIEF = re.compile(r"(?:[KQRBN]x?|[a-h]x)?[a-h][1-8](?:=[QRBN])?|O-O(?:-O)?")
_KING_MOVE = re.compile(r"K(?:[a-h][1-8])?([a-h][1-8])")


class MoveFault(Exception):
    """A word that is no move in its position.

    Attributes
    ----------
    reason : str
        ``"illegal"``, ``"ambiguous"``, ``"letter"``, ``"drop"``, ``"descriptive"``,
        ``"promotion"``, ``"null"`` or ``"unreadable"``.
    """

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.detail = detail


def resolve(board: chess.Board, word: Word, *, small_pieces: bool = False) -> chess.Move:
    """Find the one legal move that a word means.

    Parameters
    ----------
    board : chess.Board
        The position.
    word : Word
        The move, its piece letters English.
    small_pieces : bool
        The game writes small letters for pieces, so ``bc3`` may be a bishop's move.

    Raises
    ------
    MoveFault
        It means no legal move, or several.
    """
    if word.kind == NULL:
        if board.is_check():
            raise MoveFault("null")
        return chess.Move.null()
    if word.kind == DESCRIPTIVE:
        raise MoveFault("descriptive")
    if word.kind == STRAY:
        raise MoveFault("unreadable")
    if word.kind == DROP and type(board).uci_variant != "crazyhouse":
        raise MoveFault("drop")
    try:
        return board.parse_san(word.move)
    except chess.AmbiguousMoveError:
        return _by_check(board, word)
    except ValueError:
        pass
    found = _other_spellings(board, word, small_pieces=small_pieces)
    if len(found) == 1:
        return found[0]
    if found:
        raise MoveFault("ambiguous", _choices(board, found))
    raise _why_not(board, word)


@lru_cache(maxsize=1 << 14)
def _is_brief(text: str) -> bool:
    """Whether a SAN tells no more than it must where no other piece can go there."""
    return _BRIEF.fullmatch(text) is not None


def push_with_san(board: chess.Board, move: chess.Move, text: str) -> str:
    """Make a move of standard chess or Chess960 and give its canonical SAN.

    What the file has is canonical but for the check mark, unless it tells more than it must: that
    needs no second search for other pieces that could go there.
    """
    takes = board.occupied >> move.to_square & 1
    if not _is_brief(text) or (text[0] in "KQRBN" and takes != ("x" in text)):
        return board.san_and_push(move)
    board.push(move)
    if not board.is_check():
        return text
    return f"{text}+" if any(board.generate_legal_moves()) else f"{text}#"


def _why_not(board: chess.Board, word: Word) -> MoveFault:
    piece = piece_of(word.move)
    if piece and piece not in "KQRBNP":
        return MoveFault("letter", piece)
    if not piece and "=" not in word.move and word.move[-1:] in ("1", "8"):
        try:
            board.parse_san(f"{word.move}=Q")
        except ValueError:
            return MoveFault("illegal")
        return MoveFault("promotion")
    return MoveFault("illegal")


def _by_check(board: chess.Board, word: Word) -> chess.Move:
    """Of several moves the only one that gives the check (or mate) which the text marks."""
    candidates = [move for move in board.legal_moves if _means(board, move, word.move)]
    if word.check:
        marked = [move for move in candidates if board.san(move).endswith(word.check)]
        if len(marked) == 1:
            return marked[0]
    raise MoveFault("ambiguous", _choices(board, candidates))


def _means(board: chess.Board, move: chess.Move, text: str) -> bool:
    """Whether a SAN without enough detail may mean a move."""
    piece = piece_of(text)
    target = re.search(r"[a-h][1-8](?=$|=)", text)
    kind = board.piece_type_at(move.from_square)
    if target is None or kind is None or chess.square_name(move.to_square) != target[0]:
        return False
    if chess.piece_symbol(kind) != (piece or "p").lower():
        return False
    origin = text[len(piece) : target.start()].rstrip("x")
    return all(part in chess.square_name(move.from_square) for part in origin)


def _choices(board: chess.Board, moves: Iterable[chess.Move]) -> str:
    return " or ".join(sorted(board.san(move) for move in moves))


def _other_spellings(board: chess.Board, word: Word, *, small_pieces: bool) -> list[chess.Move]:
    """The legal moves meant by a spelling that SAN does not have."""
    text = word.move
    match = _ICCF.fullmatch(text)
    if match is not None:
        return _iccf(board, match)
    match = _FROM_TO.fullmatch(text)
    if match is not None:
        return _from_to(board, match)
    match = _SHORT_CAPTURE.fullmatch(text)
    if match is not None:
        return _short_captures(board, match[1], match[2])
    for other in _respelled(text, word, small_pieces=small_pieces):
        try:
            return [board.parse_san(other)]
        except ValueError:
            continue
    return _castling_as_king_move(board, text)


def _respelled(text: str, word: Word, *, small_pieces: bool) -> list[str]:
    """Bishops with a small letter, b-pawns with a large one."""
    if small_pieces and (match := _SMALL_BISHOP.fullmatch(text)):
        return [f"B{match[1]}"]
    if text.startswith("B") and word.text.upper() == word.text:
        return [text[0].lower() + text[1:]]
    return []


def _iccf(board: chess.Board, match: re.Match[str]) -> list[chess.Move]:
    source = chess.square(int(match[1]) - 1, int(match[2]) - 1)
    target = chess.square(int(match[3]) - 1, int(match[4]) - 1)
    promotion = {"": "", "1": "q", "2": "r", "3": "b", "4": "n"}[match[5]]
    return _uci(board, chess.square_name(source), chess.square_name(target), promotion)


def _from_to(board: chess.Board, match: re.Match[str]) -> list[chess.Move]:
    return _uci(board, match[1], match[2], (match[3] or "").lower())


def _uci(board: chess.Board, source: str, target: str, promotion: str) -> list[chess.Move]:
    try:
        return [board.parse_uci(source + target + promotion)]
    except ValueError:
        return []


def _short_captures(board: chess.Board, source: str, target: str) -> list[chess.Move]:
    """All captures of pawns from one file to another."""
    files = chess.FILE_NAMES
    return [
        move
        for move in board.generate_legal_captures(
            board.pawns & chess.BB_FILES[files.index(source)],
            chess.BB_FILES[files.index(target)],
        )
        if move.promotion is None
    ]


def _castling_as_king_move(board: chess.Board, text: str) -> list[chess.Move]:
    """``Kg1`` where only castling brings the king there."""
    match = _KING_MOVE.fullmatch(text)
    if match is None or board.chess960:
        return []
    target = chess.parse_square(match[1])
    return [move for move in board.generate_castling_moves() if move.to_square == target]
