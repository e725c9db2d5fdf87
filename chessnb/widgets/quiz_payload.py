"""What the browser is told of a quiz; ``quizdata.ts`` is the other half of this contract.

Before the answer only :func:`question_payload` is sent, which tells nothing of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import chess

from chessnb.coach.solutions import prompt_of
from chessnb.palette import LIGHT

if TYPE_CHECKING:
    from chessnb.coach.question import Question
    from chessnb.coach.verdict import Verdict

__all__ = [
    "hint_payload",
    "key_payload",
    "question_payload",
    "solution_payload",
    "verdict_payload",
]


def question_payload(question: Question) -> dict[str, Any]:
    """A question as the pupil sees it."""
    values = {
        "id": question.id,
        "fen": question.fen,
        "chess960": question.board.chess960,
        "side": question.side,
        "prompt": prompt_of(question),
        "bestMove": LIGHT.best_move,
    }
    return values | ({"last": question.last} if question.last else {})


def verdict_payload(verdict: Verdict) -> dict[str, Any]:
    """What is said of an answer."""
    values: dict[str, Any] = {
        "uci": verdict.uci,
        "san": verdict.san,
        "accepted": verdict.accepted,
        "loss": verdict.loss,
        "atLeast": verdict.at_least,
        "best": verdict.best,
        "text": verdict.text,
        "line": list(verdict.line),
    }
    return {name: value for name, value in values.items() if value is not None}


def solution_payload(question: Question) -> dict[str, Any]:
    """What is said afterwards."""
    solutions = question.solutions
    first = question.candidate(solutions[0]) if solutions else None
    values: dict[str, Any] = {
        "moves": [question.san(uci) for uci in solutions],
        "uci": solutions[0] if solutions else None,
        "line": list(first.line) if first else solutions[:1],
        "why": question.why,
        "played": question.san(question.played) if question.played else None,
    }
    return {name: value for name, value in values.items() if value is not None}


def hint_payload(question: Question, given: int) -> dict[str, Any] | None:
    """The next hint after so many; None where there is none left."""
    if given < len(question.hints):
        return {"text": question.hints[given]}
    own = _own_hints(question)
    place = given - len(question.hints)
    return own[place] if place < len(own) else None


def _own_hints(question: Question) -> list[dict[str, Any]]:
    if not question.solutions:
        return []
    board = question.board
    square = board.parse_uci(question.solutions[0]).from_square
    piece = board.piece_type_at(square)
    name = chess.piece_name(piece) if piece else "piece"
    where = chess.square_name(square)
    return [
        {"text": f"Look at the moves of your {name}."},
        {"text": f"Move the {name} on {where}.", "square": where},
    ]


def key_payload(question: Question) -> dict[str, Any]:
    """Everything that a page needs to mark answers by itself."""
    known = question.known
    own = _own_hints(question)
    return {
        **question_payload(question),
        "gameId": question.game_id or "",
        "ply": question.ply,
        "candidates": [
            {"uci": each.uci, "win": each.win, "line": list(each.line)} for each in known.candidates
        ],
        "floor": known.floor,
        "tolerance": question.tolerance,
        "accept": list(question.accept),
        "wrong": dict(question.wrong),
        "only": question.only,
        "hints": [{"text": text} for text in question.hints] + own,
        "solution": solution_payload(question),
    }
