"""What the stored lines do not know, an engine looks up: with a small fixed budget, and once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from chessnb.coach.candidates import Candidate, known_of
from chessnb.coach.verdict import Verdict, judge, needs_engine
from chessnb.engine import room
from chessnb.engine.settings import Settings
from chessnb.errors import EngineError
from chessnb.scoring.win import win_probability

if TYPE_CHECKING:
    import chess

    from chessnb.coach.question import Question
    from chessnb.engine.evaluation import Evaluation

__all__ = ["ANSWER_NODES", "examine", "look", "with_lines"]

ANSWER_NODES = 150_000
"""Nodes for one answer; the page of a lesson gives its engine as many."""

_POSITION = Settings(nodes=600_000, multipv=5)
_ANSWER = Settings(nodes=ANSWER_NODES, multipv=1)


def with_lines(question: Question, engine: Any = None) -> Question:
    """Give the question with the engine's lines, where it has none yet.

    Raises
    ------
    EngineError
        There is no engine.
    """
    if question.known.candidates:
        return question
    board = question.board
    return replace(question, known=known_of(board, _search(board, _POSITION, engine)))


def examine(question: Question, uci: str, engine: Any = None) -> Verdict:
    """Mark an answer, with an engine where it is needed.

    Without an engine, what cannot be told is left open: ``accepted`` is then None.
    """
    if not needs_engine(question, uci):
        return judge(question, uci)
    try:
        full = with_lines(question, engine)
        if full.candidate(uci) is not None:
            return judge(full, uci)
        return judge(full, uci, look(full, uci, engine))
    except EngineError:
        return judge(question, uci)


def look(question: Question, uci: str, engine: Any = None) -> Candidate:
    """What an engine says of an answer, with a small fixed budget.

    Raises
    ------
    EngineError
        There is no engine, or it failed.
    """
    board = question.board
    mover = board.turn
    move = board.parse_uci(uci)
    san = board.san(move)
    board.push(move)
    board.clear_stack()
    after = _search(board, _ANSWER, engine)
    white = _white_win(after, white_mates=mover)
    win = white if mover else 1 - white
    reply = after.best.pv if after and after.best else ()
    return Candidate(uci, san, win, (uci, *reply[:11]))


def _search(board: chess.Board, settings: Settings, engine: Any) -> Evaluation | None:
    # A pupil waits, perhaps while a game is analysed.
    found = room.evaluate(
        board, [], settings, engine=engine, workers=1, priority=lambda: room.URGENT
    )
    return found[0]


def _white_win(evaluation: Evaluation | None, *, white_mates: bool) -> float:
    best = evaluation.best if evaluation else None
    if best is None:
        said = evaluation.error if evaluation else None
        raise EngineError(f"no evaluation of the answer: {said or 'stopped'}", kind="died")
    nan = float("nan")
    cp, mate = (nan if value is None else value for value in (best.cp, best.mate))
    return float(win_probability(cp, mate, zero_mate_wins=white_mates))
