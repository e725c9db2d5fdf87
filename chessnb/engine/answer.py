"""What an engine says during one search, collected as bytes and read once at the end.

An engine prints each rank once per iteration; only the last complete set counts, so only that is
parsed.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass

import chess

from chessnb.engine.evaluation import Line
from chessnb.errors import EngineError

__all__ = ["Answer"]


_STUCK_SHARE = 1 / 3
_LARGEST = 10**15


class Answer:
    """The output of one search.

    Attributes
    ----------
    done : threading.Event
        Set at ``bestmove``, and at the end of the engine.
    best : str or None
        The best move; None where the engine ended without one.
    """

    def __init__(self) -> None:
        self.done = threading.Event()
        self.best: str | None = None
        self._set = _Set({}, exact=True)
        self._settled: _Set | None = None
        self._last = b""

    def add(self, line: bytes) -> None:
        """Take an ``info`` line; those without a score and a variation are dropped.

        What comes after ``bestmove`` belongs to no search any more.
        """
        if b" pv " not in line or b" score " not in line or line.startswith(b"info string"):
            return
        if self.done.is_set() or not _after(line, b"pv"):
            return
        rank = _rank(line)
        if rank == 1:
            self._settle()
            self._set = _Set({}, exact=True)
        self._last = line
        self._set.lines[rank] = line
        if b"bound " in line:
            self._set.exact = False

    def finish(self, line: bytes) -> None:
        """Take the ``bestmove`` line; a second one says nothing."""
        if self.done.is_set():
            return
        words = line.split()
        self.best = words[1].decode(errors="replace") if len(words) > 1 else ""
        self._settle()
        self.done.set()

    @property
    def stuck(self) -> bool:
        """Whether the last iteration took most of the search and did not end.

        Then the score is an old one: the engine was about to change its mind.
        """
        if self._settled is None or self._settled is self._set:
            return False
        first = next(iter(self._settled.lines.values()))
        then, now = (_count(_after(line, b"nodes")) or 0 for line in (first, self._last))
        return then < _STUCK_SHARE * now

    def lines(self, board: chess.Board) -> tuple[Line, ...]:
        """The lines by rank, scores from White's view, every move checked on the board.

        Raises
        ------
        EngineError
            If the engine's best move or a line is not legal, or if it gave no score.
        """
        best = self.best or ""
        _move(board, best)
        chosen = self._settled or self._set
        if self._set.lines and not _starts(chosen, best) and _starts(self._set, best):
            chosen = self._set
        if not chosen.lines:
            raise _lie(f"best move {self.best!r} came without a score", board)
        # The search went on after the set that counts.
        nodes = _count(_after(self._last, b"nodes"))
        lines: list[Line] = []
        for rank in sorted(chosen.lines):
            line = _parse(rank, chosen.lines[rank], board, nodes)
            # Some engines leave an old line at its rank while the move has gone to another: from
            # there on the ranks say nothing.
            if rank != len(lines) + 1 or line.pv[0] in {other.pv[0] for other in lines}:
                break
            lines.append(line)
        if not lines:
            raise _lie(f"best move {self.best!r} came without the first line", board)
        return tuple(lines)

    def _settle(self) -> None:
        """Keep the set just ended, unless a score in it is only a bound or ranks are missing."""
        kept = self._settled
        if self._set.exact and len(self._set.lines) >= (len(kept.lines) if kept else 1):
            self._settled = self._set


@dataclass(slots=True)
class _Set:
    """The lines of one iteration by rank."""

    lines: dict[int, bytes]
    exact: bool


def _starts(lines: _Set, best: str) -> bool:
    return _after(lines.lines.get(1, b""), b"pv") == best.encode()


def _rank(line: bytes) -> int:
    rank = _number(_after(line, b"multipv") or b"1")
    return 0 if rank is None else rank


def _after(line: bytes, word: bytes) -> bytes:
    """The word that follows another one; empty where there is none."""
    head, _, tail = line.partition(b" " + word + b" ")
    return tail.split(None, 1)[0] if head and tail.strip() else b""


def _parse(rank: int, raw: bytes, board: chess.Board, nodes: int | None) -> Line:
    kind, value = _score(raw, board)
    value = value if board.turn == chess.WHITE else -value
    return Line(
        rank=rank,
        pv=_variation(raw.partition(b" pv ")[2], board),
        cp=value if kind == b"cp" else None,
        mate=value if kind == b"mate" else None,
        depth=_count(_after(raw, b"depth")),
        nodes=nodes,
    )


def _score(raw: bytes, board: chess.Board) -> tuple[bytes, int]:
    words = raw.partition(b" score ")[2].split(None, 2)
    value = _number(words[1]) if len(words) > 1 else None
    if value is None or words[0] not in (b"cp", b"mate") or (words[0] == b"mate" and not value):
        raise _lie(f"no score in {raw.decode(errors='replace')!r}", board)
    return words[0], value


def _number(text: bytes) -> int | None:
    """A whole number that fits where numbers of engines go; None for everything else."""
    try:
        number = int(text)
    except ValueError:
        return None
    return number if abs(number) <= _LARGEST else None


def _count(text: bytes) -> int | None:
    number = _number(text)
    return number if number is not None and number >= 0 else None


def _variation(text: bytes, board: chess.Board) -> tuple[str, ...]:
    board = board.copy(stack=False)
    moves: list[str] = []
    for word in text.decode(errors="replace").split():
        move = _move(board, word)
        moves.append(board.uci(move))
        board.push(move)
    return tuple(moves)


def _move(board: chess.Board, word: str) -> chess.Move:
    try:
        move = board.parse_uci(word)
    except ValueError as error:
        raise _lie(f"{word!r} is no legal move", board) from error
    if not move:
        raise _lie(f"{word!r} is no move", board)
    return move


def _lie(what: str, board: chess.Board) -> EngineError:
    return EngineError(f"the engine's answer is wrong: {what} in {board.fen()!r}", kind="lied")
