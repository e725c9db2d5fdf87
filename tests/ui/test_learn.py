"""Learning from one's own mistakes in the view, and collecting positions for a lesson."""

from __future__ import annotations

import re
from collections.abc import Callable

from lab import Notebook
from playwright.sync_api import expect
from ui_games import OPERA

CELLS = [
    f"import chess\nimport chessnb\npgn = '''{OPERA}'''\n"
    "analysis = chessnb.analyze(pgn, nodes=5_000, multipv=3, progress=False)\n"
    "moments = analysis.mistakes('black')\nprint(len(moments))",
    "view = chessnb.view(analysis, orientation='black')\nview",
    "print(view.answers[['ply', 'san', 'accepted', 'tries']].values.tolist())",
    "print(view.lesson, [q.why for q in view.lesson.questions])",
    "first = analysis.mistakes('black').index[0]\n"
    "board = chess.Board(analysis.moves.loc[first, 'fen_before'])\n"
    "known = {*analysis.lines.loc[first, 'san'], analysis.moves.loc[first, 'san']}\n"
    "other = next(board.san(m) for m in board.legal_moves if board.san(m) not in known)\n"
    "print(analysis.moves.loc[first, 'best_san'], analysis.moves.loc[first, 'san'], other)",
]


def test_one_button_asks_for_better_moves_than_ones_own(notebook: Callable[..., Notebook]) -> None:
    opened = notebook(CELLS)
    page = opened.page
    opened.run(0)
    opened.run(1)
    view = page.locator(".cn-view")
    expect(view.locator(".cn-move .cn-badge").first).to_be_visible(timeout=30_000)
    opened.run(4)
    best, played, unknown = opened.text_of(4).split()
    view.get_by_role("button", name="Learn from your mistakes").click()
    quiz = view.locator(".cn-quiz")
    expect(quiz.locator("cg-board piece").first).to_be_visible(timeout=30_000)
    expect(view.locator(".cn-evalbar").first).to_be_hidden()
    expect(view.locator(".cn-moves").first).to_be_hidden()
    expect(quiz.locator(".cn-quiz-prompt")).to_contain_text(f"You played {played}")
    field = quiz.get_by_label("Type a move")
    field.fill(played)
    field.press("Enter")
    expect(quiz).to_have_attribute("data-state", "wrong", timeout=30_000)
    quiz.get_by_role("button", name="Try again").click()
    field.fill(unknown)
    field.press("Enter")
    expect(quiz).to_have_attribute("data-state", re.compile("right|wrong"), timeout=60_000)
    expect(quiz).not_to_contain_text("at least")
    quiz.get_by_role("button", name="Try again").click()
    field.fill(best)
    field.press("Enter")
    expect(quiz).to_have_attribute("data-state", "right", timeout=30_000)
    opened.ask(2, best)
    assert "False, 1]" in opened.text_of(2) and "True, 3]" in opened.text_of(2)
    view.get_by_role("button", name="Back to the game").click()
    expect(view.locator(".cn-evalbar").first).to_be_visible()

    view.locator(".cn-move", has_text="Nxb5").click()
    view.get_by_role("button", name="Add to lesson").click()
    note = view.get_by_label("Note")
    note.fill("The knight may be given")
    note.press("Enter")
    expect(view.locator(".cn-learn")).to_contain_text("Added: 1 in")
    opened.ask(3, "1 question>")
    assert "The knight may be given" in opened.text_of(3)
    opened.watch.check()
