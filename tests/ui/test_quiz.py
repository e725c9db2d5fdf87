"""A quiz in JupyterLab and in a lesson's page from disk: the same answers, the same tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from lab import Notebook, Watch
from playwright.sync_api import Browser, Locator, Page, expect
from ui_games import HOSTILE, OPERA, PROMOTION

import chessnb
from chessnb.coach.answers import answers_table, read_answers

MATE = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"
EVIL = "<img src=x onerror=window.hacked=1>"

# A right move, an acceptable one and a wrong one, by lines that are stored with the question.
LINES = """
from chessnb.coach.candidates import Candidate, Known
from chessnb.coach.question import make_question
from dataclasses import replace
start = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
known = Known((
    Candidate("g1f3", "Nf3", 0.55, ("g1f3", "b8c6")),
    Candidate("f1c4", "Bc4", 0.53, ("f1c4",)),
    Candidate("d1h5", "Qh5", 0.44, ("d1h5", "b8c6", "f1c4", "g7g6")),
    Candidate("f1a6", "Ba6", 0.15, ("f1a6", "b7a6", "g1f3", "b8c6")),
), floor=0.12)
questions = [replace(make_question(start, prompt=f"Number {n}"), known=known) for n in range(3)]
"""

CELLS = [
    f"import chessnb\n{LINES}\nquiz = chessnb.Quiz(questions, pupil='Ada')\nquiz",
    "print(quiz.answers[['question', 'san', 'loss', 'accepted', 'tries']].to_csv(index=False))",
    f"promotion = chessnb.Quiz([{{'fen': {PROMOTION!r}, 'accept': ['a8=N'], 'only': True, "
    f"'prompt': {EVIL!r}, 'hint': {EVIL!r}}}])\npromotion",
    "print(promotion.answers['san'].tolist(), promotion)",
]

ANSWERS = [(0, "Nf3"), (1, "Bc4"), (2, "Ba6")]


def square(board: Locator, name: str, *, black: bool = False) -> tuple[float, float]:
    box = board.bounding_box()
    assert box is not None
    side = box["width"] / 8
    file, rank = ord(name[0]) - ord("a"), int(name[1])
    column, row = (7 - file, rank - 1) if black else (file, 8 - rank)
    return box["x"] + (column + 0.5) * side, box["y"] + (row + 0.5) * side


def drag(page: Page, quiz: Locator, move: str) -> None:
    board = quiz.locator("cg-board")
    board.scroll_into_view_if_needed()
    page.mouse.move(*square(board, move[:2]))
    page.mouse.down()
    page.mouse.move(*square(board, move[2:]), steps=4)
    page.mouse.up()


def tap(page: Page, quiz: Locator, move: str) -> None:
    board = quiz.locator("cg-board")
    board.scroll_into_view_if_needed()
    for name in (move[:2], move[2:]):
        page.touchscreen.tap(*square(board, name))
        page.wait_for_timeout(150)


def type_move(quiz: Locator, move: str) -> None:
    field = quiz.get_by_label("Type a move")
    field.fill(move)
    field.press("Enter")


def wait_for_state(quiz: Locator, state: str) -> None:
    expect(quiz).to_have_attribute("data-state", state, timeout=60_000)


def solve(page: Page, quiz: Locator, first: Callable[[Page, Locator, str], None]) -> None:
    """Answer with a right, an acceptable and a wrong move."""
    first(page, quiz, "g1f3")
    wait_for_state(quiz, "right")
    expect(quiz.locator(".cn-quiz-feedback")).to_contain_text(
        "Nf3 is right: there is nothing better"
    )
    quiz.get_by_role("button", name="Next", exact=True).click()
    expect(quiz.locator(".cn-quiz-prompt")).to_have_text("Number 1")
    type_move(quiz, "Bc4")
    wait_for_state(quiz, "right")
    expect(quiz.locator(".cn-quiz-feedback")).to_contain_text("2 points behind")
    quiz.focus()
    page.keyboard.press("n")
    expect(quiz.locator(".cn-quiz-prompt")).to_have_text("Number 2")
    type_move(quiz, "Ba6")
    wait_for_state(quiz, "wrong")
    expect(quiz.locator(".cn-quiz-feedback")).to_contain_text("Ba6 loses 40 points")
    # The refutation is played on the board.
    expect(quiz.locator(".cn-spoken")).to_contain_text("bxa6", timeout=20_000)


@pytest.fixture(scope="module")
def key() -> chessnb.Lesson:
    scope: dict[str, Any] = {}
    exec(LINES, scope)  # the very questions that the notebook asks
    return chessnb.Lesson("Opening <moves>").quiz(scope["questions"])


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    )
    yield context.new_page()
    context.close()


def test_notebook_and_page_give_the_same_table(
    notebook: Callable[..., Notebook], phone: Page, key: chessnb.Lesson, tmp_path: Path
) -> None:
    opened = notebook(CELLS[:2])
    opened.run(0)
    quiz = opened.page.locator(".cn-quiz")
    expect(quiz.locator("cg-board piece").first).to_be_visible(timeout=30_000)
    solve(opened.page, quiz, drag)
    opened.ask(1, "Ba6")
    in_notebook = opened.text_of(1).strip().splitlines()
    opened.watch.check()

    path = key.to_html(tmp_path / "lesson.html", engine=False)
    watch = Watch(phone, "file:")
    phone.goto(Path(path).as_uri())
    quiz = phone.locator(".cn-quiz")
    expect(quiz.locator("cg-board piece").first).to_be_visible(timeout=30_000)
    solve(phone, quiz, tap)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    phone.get_by_label("Your name").fill("Ada")
    with phone.expect_download() as download:
        phone.get_by_role("button", name="Download answers").click()
    assert download.value.suggested_filename == "Opening-moves-answers.csv"
    saved = tmp_path / "ada.csv"
    download.value.save_as(saved)
    table = answers_table(read_answers(saved))
    columns = ["question", "san", "loss", "accepted", "tries"]
    assert table[columns].to_csv(index=False).strip().splitlines() == in_notebook
    code = phone.get_by_label("Code of your answers").input_value()
    watch.check()

    for source in (saved, code):
        marked = chessnb.grade(source, key=key).loc["Ada"]
        assert (marked["right"], marked["answered"], marked["tries"]) == (2, 3, 3)


def test_the_page_keeps_its_place_and_asks_its_engine(phone: Page, tmp_path: Path) -> None:
    lesson = chessnb.Lesson("Mates").question(MATE, prompt="Mate!", wrong={"Qh5+": "Not that."})
    path = Path(lesson.to_html(tmp_path / "mate.html"))
    watch = Watch(phone, "file:")
    phone.goto(path.as_uri())
    quiz = phone.locator(".cn-quiz")
    expect(quiz.locator("cg-board piece").first).to_be_visible(timeout=30_000)
    type_move(quiz, "Qh5")
    wait_for_state(quiz, "wrong")
    expect(quiz.locator(".cn-quiz-feedback")).to_contain_text("Not that.")
    quiz.get_by_role("button", name="Try again").click()
    wait_for_state(quiz, "open")
    type_move(quiz, "Kf5")
    wait_for_state(quiz, "wrong")
    expect(quiz.locator(".cn-quiz-feedback")).to_contain_text("Kf5 loses")
    phone.reload()
    wait_for_state(quiz, "wrong")
    expect(phone.locator(".cn-results-summary")).to_contain_text("2 answers given")
    quiz.get_by_role("button", name="Show solution").click()
    wait_for_state(quiz, "revealed")
    expect(quiz.locator(".cn-quiz-feedback")).to_contain_text("Qg7#")
    watch.check()


def test_an_unknown_move_is_looked_at_by_the_page(phone: Page, tmp_path: Path) -> None:
    fen = "6k1/5ppp/8/8/8/8/5PPP/R3R1K1 w - - 0 1"
    lesson = chessnb.Lesson("Back rank").question(fen)
    phone.goto(Path(lesson.to_html(tmp_path / "rank.html")).as_uri())
    quiz = phone.locator(".cn-quiz")
    expect(quiz.locator("cg-board piece").first).to_be_visible(timeout=30_000)
    known = {candidate.uci for candidate in lesson.questions[0].known.candidates}
    assert "e1e6" not in known
    type_move(quiz, "Re6")
    expect(quiz).to_have_attribute("data-state", "wrong", timeout=60_000)
    expect(quiz.locator(".cn-quiz-feedback")).to_contain_text("Re6 loses")
    expect(quiz.locator(".cn-quiz-feedback")).not_to_contain_text("at least")


def test_promotion_and_hostile_text(notebook: Callable[..., Notebook]) -> None:
    opened = notebook(["import chessnb", *CELLS[2:]])
    opened.run(0)
    opened.run(1)
    page = opened.page
    quiz = page.locator(".cn-quiz")
    expect(quiz.locator("cg-board piece").first).to_be_visible(timeout=30_000)
    expect(quiz.locator(".cn-quiz-prompt")).to_have_text(EVIL)
    quiz.focus()
    page.keyboard.press("h")
    expect(quiz.locator(".cn-quiz-hints li")).to_have_text(EVIL)
    drag(page, quiz, "a7a8")
    page.get_by_role("button", name="Promote to knight").click()
    wait_for_state(quiz, "right")
    opened.ask(2, "a8=N")
    assert "1 of 1" in opened.text_of(2)
    assert page.evaluate("window.hacked") is None
    opened.watch.check()


def test_a_lesson_of_a_hostile_game(phone: Page, tmp_path: Path) -> None:
    analysis = chessnb.analyze(
        HOSTILE.replace("1... d5 {</script>", "1... d5 {"), depth=6, source="engine", progress=False
    )
    lesson = chessnb.Lesson(f"{EVIL}</title>", author=EVIL).text(EVIL)
    lesson.diagram(analysis, caption=EVIL).chart(analysis, caption=EVIL)
    lesson.question(MATE, prompt=EVIL, hint=EVIL, why=EVIL, accept=["Qg7#"], only=True)
    path = Path(lesson.to_html(tmp_path / "evil.html", engine=False))
    watch = Watch(phone, "file:")
    phone.goto(path.as_uri())
    quiz = phone.locator(".cn-quiz")
    expect(quiz.locator("cg-board piece").first).to_be_visible(timeout=30_000)
    expect(phone.locator(".main-svg").first).to_be_visible(timeout=30_000)
    quiz.get_by_role("button", name="Hint").click()
    type_move(quiz, "Qg7")
    wait_for_state(quiz, "right")
    expect(quiz.locator(".cn-quiz-feedback")).to_contain_text(EVIL)
    assert phone.evaluate("window.hacked") is None
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    watch.check()


def test_a_game_is_guessed_in_the_notebook(notebook: Callable[..., Notebook]) -> None:
    opened = notebook(
        [
            f"import chessnb\npgn = '''{OPERA}'''\n"
            "analysis = chessnb.analyze(pgn, nodes=3_000, progress=False)",
            "quiz = chessnb.Quiz.from_game(analysis, side='black')\nquiz",
        ]
    )
    opened.run(0)
    opened.run(1)
    quiz = opened.page.locator(".cn-quiz")
    expect(quiz.locator("cg-board piece").first).to_be_visible(timeout=30_000)
    expect(quiz.locator(".cn-quiz-mark")).to_have_count(16)
    drag_black = quiz.locator("cg-board")
    page = opened.page
    page.mouse.click(*square(drag_black, "e7", black=True))
    page.mouse.click(*square(drag_black, "e5", black=True))
    wait_for_state(quiz, "right")
    expect(quiz.locator(".cn-quiz-feedback")).to_contain_text("In the game: e5")
    opened.watch.check()
