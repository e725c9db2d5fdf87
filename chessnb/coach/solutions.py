"""What is said of a question once it is answered, or on the solutions' page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chessnb.notation import line_san

if TYPE_CHECKING:
    from chessnb.coach.question import Question

__all__ = ["default_prompt", "prompt_of", "solution_lines"]

_LINE = 7  # plies of the best line that are told


def default_prompt(side: str) -> str:
    """What is asked where the author asks nothing."""
    return f"{side.title()} to move: what would you play?"


def prompt_of(question: Question) -> str:
    """What is asked."""
    return question.prompt or default_prompt(question.side)


def solution_lines(question: Question) -> list[str]:
    """The solution in sentences: what counts, how it goes on, and why.

    Examples
    --------
    >>> from chessnb.coach.question import make_question
    >>> solution_lines(make_question("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", accept=["Qg7#"]))
    ['Qg7#.']
    """
    solutions = [question.san(uci) for uci in question.solutions]
    if not solutions:
        return ["Not known."]
    text = solutions[0]
    if len(solutions) > 1:
        text += f" (also {', '.join(solutions[1:])})"
    lines = [f"{text}."]
    first = question.candidate(question.solutions[0])
    if first is not None and len(first.line) > 1:
        lines.append(f"Best play: {' '.join(_numbered(question, first.line[:_LINE]))}.")
    if question.why:
        lines.append(question.why)
    lines += [f"{question.san(uci)}: {text}" for uci, text in question.wrong.items() if text]
    return lines


def _numbered(question: Question, line: tuple[str, ...]) -> list[str]:
    board = question.board
    number, white = board.fullmove_number, board.turn
    words: list[str] = []
    for place, san in enumerate(line_san(board, line)):
        if white or place == 0:
            words.append(f"{number}.{'' if white else '..'}")
        words.append(san)
        number, white = (number, False) if white else (number + 1, True)
    return words
