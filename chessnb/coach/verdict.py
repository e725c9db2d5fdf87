"""Marking one answer: by the author's word first, then by win probability.

A lesson's page marks in the browser: ``quizgrade.ts`` follows the same rules in the same order.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from chessnb.coach.candidates import Candidate

if TYPE_CHECKING:
    from chessnb.coach.question import Question

__all__ = ["Verdict", "judge", "needs_engine"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is said of an answer.

    Attributes
    ----------
    uci, san : str
        The answer.
    accepted : bool or None
        Whether it counts; None where that is not known without an engine.
    loss : float or None
        Win probability that it loses against the best move.
    at_least : bool
        The loss may be greater.
    best : bool
        Nothing known is better.
    text : str or None
        What the author says to it.
    line : tuple of str
        The engine's line from the answer on, in UCI: the refutation of a bad move.
    """

    uci: str
    san: str
    accepted: bool | None
    loss: float | None = None
    at_least: bool = False
    best: bool = False
    text: str | None = None
    line: tuple[str, ...] = ()


def needs_engine(question: Question, uci: str) -> bool:
    """Whether an engine should look at the answer: neither author nor stored lines know it."""
    decided = uci in question.accept or uci in question.wrong or question.only
    return not decided and question.candidate(uci) is None


def judge(question: Question, uci: str, found: Candidate | None = None) -> Verdict:
    """Mark an answer.

    Parameters
    ----------
    question
        The question.
    uci
        A legal move of its position, in the position's own UCI form.
    found
        What an engine said of the move, where it was not among the stored lines.

    Examples
    --------
    >>> from chessnb.coach.question import make_question
    >>> question = make_question("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", accept=["Qg7#"])
    >>> judge(question, "g6g7").accepted, judge(question, "g6h5").accepted
    (True, None)
    """
    known = question.known
    candidate = question.candidate(uci) or found
    verdict = Verdict(uci, question.san(uci), None, text=question.wrong.get(uci))
    if candidate is not None and known.best is not None:
        # A plain number: what comes from a table's columns cannot be sent to the browser.
        loss = float(known.loss(candidate))
        if candidate is found and known.floor is not None:
            # The stored lines saw deeper than the look at this one move.
            loss = max(loss, known.floor)
        verdict = replace(
            verdict,
            loss=loss,
            best=loss == 0,
            accepted=loss <= question.tolerance + 1e-9,
            line=candidate.line,
        )
    elif known.floor is not None:
        beyond = known.floor > question.tolerance + 1e-9
        verdict = replace(
            verdict, loss=known.floor, at_least=True, accepted=False if beyond else None
        )
    if uci in question.accept:
        return replace(verdict, accepted=True)
    if uci in question.wrong or question.only:
        return replace(verdict, accepted=False, best=False)
    return verdict
