"""What is known of the moves in a position: each with its win probability, its mover's view."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import chess

from chessnb.errors import InputError, PositionError
from chessnb.scoring.win import win_probability

if TYPE_CHECKING:
    from chessnb.engine.evaluation import Evaluation, Line

__all__ = [
    "TOLERANCE",
    "Candidate",
    "Known",
    "board_of",
    "from_values",
    "known_before",
    "known_of",
    "parse_move",
    "to_values",
]

TOLERANCE = 0.05
"""Win probability that an answer may lose and still counts: below an inaccuracy."""

_LONGEST = 12


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move and what it comes to.

    Attributes
    ----------
    uci, san : str
        The move; Chess960 castling as king-takes-rook.
    win : float
        Win probability in [0, 1] with this move, view of the side that makes it.
    line : tuple of str
        The engine's line in UCI, beginning with the move.
    """

    uci: str
    san: str
    win: float
    line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """The engine's lines of one position.

    Attributes
    ----------
    candidates : tuple of Candidate
        The best first.
    floor : float or None
        What any move that is not among them loses at least; None where that is not known.
    """

    candidates: tuple[Candidate, ...] = ()
    floor: float | None = None

    @property
    def best(self) -> Candidate | None:
        """The best move, or None where nothing is known."""
        return self.candidates[0] if self.candidates else None

    def loss(self, candidate: Candidate) -> float:
        """Win probability that a candidate loses against the best."""
        best = self.best
        return max(0.0, best.win - candidate.win) if best else 0.0

    def within(self, tolerance: float) -> list[Candidate]:
        """The candidates that lose no more than this."""
        # A tolerance of 5 points takes a loss of exactly 5 points, whatever its last binary digit.
        return [each for each in self.candidates if self.loss(each) <= tolerance + 1e-9]


def board_of(fen: str) -> chess.Board:
    """The position of a FEN; as Chess960 where its castling rights need that.

    Raises
    ------
    PositionError
        It is no position of a game.
    """
    try:
        board = chess.Board(fen, chess960=True)
    except ValueError as error:
        raise PositionError(f"{fen!r} is no position: {error}") from None
    if not board.is_valid():
        raise PositionError(f"{fen!r} cannot stand on a board: {board.status()!r}")
    board.chess960 = board.has_chess960_castling_rights()
    return board


def parse_move(board: chess.Board, text: str) -> chess.Move:
    """Read a move in SAN or UCI.

    Raises
    ------
    InputError
        It is not legal in the position.
    """
    for parse in (board.parse_san, board.parse_uci):
        try:
            move = parse(text.strip())
        except ValueError:
            continue
        if move:
            return move
    raise InputError(f"{text!r} is no legal move in {board.fen()!r}: give SAN or UCI")


def known_of(board: chess.Board, evaluation: Evaluation | None) -> Known:
    """What an evaluation of a position says of its moves."""
    lines = [line for line in evaluation.lines if line.pv] if evaluation else []
    found = [each for line in lines if (each := _candidate(board, line)) is not None]
    found.sort(key=lambda each: -each.win)
    known = Known(tuple(found))
    if len(found) < 2 or len(found) == board.legal_moves.count():
        return known
    return Known(known.candidates, known.loss(found[-1]))


def known_before(
    evaluations: Sequence[Evaluation | None],
    ply: int,
    board: chess.Board,
    move: chess.Move,
    loss: float | None,
) -> Known:
    """What an analysis says of the moves before a ply, the move that was played included.

    Parameters
    ----------
    evaluations
        Those of the game's n + 1 positions.
    ply
        The ply, 1 is the game's first.
    board
        The position before it.
    move
        The move that was played.
    loss
        Win probability that it lost, where that is known.
    """
    known = known_of(board, evaluations[ply - 1])
    best = known.best
    if best is None or loss is None or best.uci == board.uci(move):
        return known
    return _with_played(known, board, move, loss, evaluations[ply])


def _candidate(board: chess.Board, line: Line) -> Candidate | None:
    return _made(board, line.pv, _white_win(line))


def _white_win(line: Line) -> float:
    nan = float("nan")
    cp, mate = (nan if value is None else value for value in (line.cp, line.mate))
    return float(win_probability(cp, mate))


def _made(board: chess.Board, pv: Sequence[str], white_win: float) -> Candidate | None:
    try:
        move = board.parse_uci(pv[0])
    except ValueError:
        return None
    win = white_win if board.turn else 1 - white_win
    return Candidate(board.uci(move), board.san(move), win, tuple(pv[:_LONGEST]))


def _with_played(
    known: Known, board: chess.Board, move: chess.Move, loss: float, after: Evaluation | None
) -> Known:
    """Add the played move, or believe the search after it where that saw more against it."""
    uci = board.uci(move)
    best = known.candidates[0]
    there = next((each for each in known.candidates if each.uci == uci), None)
    if there is not None and known.loss(there) >= loss:
        return known
    reply = after.best.pv if after and after.best else ()
    win = max(0.0, best.win - loss)
    played = Candidate(uci, board.san(move), win, (uci, *reply)[:_LONGEST])
    rest = [each for each in known.candidates if each.uci != uci]
    ranked = sorted((*rest, played), key=lambda each: -each.win)
    return Known(tuple(ranked), known.floor)


def to_values(known: Known) -> dict[str, Any]:
    """Plain values, as a table carries them along."""
    moves = [[each.uci, each.san, each.win, " ".join(each.line)] for each in known.candidates]
    return {"moves": moves, "floor": known.floor}


def from_values(values: dict[str, Any]) -> Known:
    """What :func:`to_values` wrote."""
    moves: Iterable[Any] = values["moves"]
    made = [Candidate(uci, san, win, tuple(line.split())) for uci, san, win, line in moves]
    return Known(tuple(made), values["floor"])
