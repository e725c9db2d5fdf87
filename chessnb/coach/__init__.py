"""The coach's kit: teachable moments, quizzes, lessons, hand-outs, and the marking of answers."""

from chessnb.coach.answers import answers_csv, answers_table, read_answers
from chessnb.coach.blocks import Chart, Diagram
from chessnb.coach.cards import to_cards
from chessnb.coach.collect import save_answers
from chessnb.coach.grade import grade
from chessnb.coach.lesson import Lesson
from chessnb.coach.moments import find_moments
from chessnb.coach.question import Question

__all__ = [
    "Chart",
    "Diagram",
    "Lesson",
    "Question",
    "answers_csv",
    "answers_table",
    "find_moments",
    "grade",
    "read_answers",
    "save_answers",
    "to_cards",
]
