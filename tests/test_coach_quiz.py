from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator

import pytest
from coach_helpers import CASTLING_960, MATE_IN_ONE, PROMOTION, opera

import chessnb
from chessnb import coach, schema
from chessnb.errors import ChessnbError, InputError, SettingsError
from chessnb.widgets.static_files import static_text


@pytest.fixture(autouse=True, scope="module")
def front_end() -> Iterator[None]:
    try:
        static_text("widget.js")
    except ChessnbError as error:
        pytest.skip(str(error))
    yield


def mate(**options: object) -> dict[str, object]:
    return {"fen": MATE_IN_ONE, "accept": ["Qg7#"], "only": True, **options}


def test_answers_are_marked_and_recorded() -> None:
    quiz = chessnb.Quiz([mate(), opera().moments(max=2)], pupil="Ada")
    assert not quiz.answer("Qh5+").accepted
    assert quiz.answer("g6g7").accepted
    assert quiz.hint(1) == "" or quiz.hint(1)
    answers = quiz.answers
    schema.validate(answers, "answers")
    assert answers["tries"].tolist() == [1, 2]
    assert answers["accepted"].tolist() == [False, True]
    assert set(answers["pupil"]) == {"Ada"}
    assert repr(quiz) == "<Quiz: 1 of 3 questions solved>"


def test_hints_are_the_authors_first_and_end() -> None:
    quiz = chessnb.Quiz([mate(hint=["One", "Two"])])
    hints = [quiz.hint() for _ in range(5)]
    assert hints[:2] == ["One", "Two"]
    assert "queen" in hints[2] and "g6" in hints[3] and hints[4] == ""
    quiz.answer("Qg7")
    assert quiz.answers["hints"].tolist() == [4]


def test_nothing_of_the_answer_reaches_the_browser_before_it_is_given() -> None:
    quiz = chessnb.Quiz(opera().moments(max=4))
    sent = json.dumps([quiz.questions, quiz.progress])
    for question in quiz.asked:
        for uci in question.solutions:
            assert uci not in sent and question.san(uci) not in sent
        assert (question.why or "-") not in sent
    quiz.reveal(0)
    assert "solution" in quiz.progress[0] and "solution" not in quiz.progress[1]


def test_what_is_over_takes_no_answer() -> None:
    quiz = chessnb.Quiz([mate()])
    assert quiz.reveal() == ["Qg7#"]
    with pytest.raises(SettingsError, match="answered already"):
        quiz.answer("Qg7#")
    with pytest.raises(SettingsError, match="no question 7"):
        quiz.answer("e4", question=7)
    with pytest.raises(InputError, match="Qa9"):
        chessnb.Quiz([mate()]).answer("Qa9")
    with pytest.raises(SettingsError, match="empty"):
        chessnb.Quiz([])
    with pytest.raises(SettingsError, match="current=4"):
        quiz.current = 4


def test_promotion_and_chess960_castling() -> None:
    quiz = chessnb.Quiz([{"fen": PROMOTION, "accept": ["a8=Q"], "only": True}])
    assert not quiz.answer("a8=N").accepted
    assert quiz.answer("a8=Q").accepted
    castling = chessnb.Quiz([{"fen": CASTLING_960, "accept": ["O-O"], "only": True}])
    assert castling.questions[0]["chess960"]
    assert castling.answer("O-O").uci == "e1f1"


def test_a_game_is_guessed_move_by_move() -> None:
    quiz = chessnb.Quiz.from_game(opera(), side="black", tolerance=0.1)
    assert len(quiz.questions) == 16
    assert quiz.questions[0]["last"] == "e2e4"
    plain = chessnb.Quiz.from_game("1. e4 e5 2. Nf3 *")
    assert [question["side"] for question in plain.questions] == ["white", "white"]


def test_ones_own_mistakes_in_the_games_order() -> None:
    quiz = chessnb.Quiz.from_mistakes(opera(), "black")
    plies = [question.ply for question in quiz.asked]
    assert plies == sorted(plies) and len(plies) >= 2


def ask(quiz: chessnb.Quiz, **request: object) -> None:
    quiz._handle_custom_msg(request, [])


def test_the_front_end_is_answered_and_the_engine_works_beside_the_kernel() -> None:
    async def play() -> chessnb.Quiz:
        quiz = chessnb.Quiz([{"fen": MATE_IN_ONE}], engine="bundled")
        ask(quiz, kind="answer", question=0, uci="g6f7", seconds=2.5)
        assert quiz.progress[0]["state"] == "thinking"
        for _ in range(600):
            if quiz.progress[0]["state"] != "thinking":
                break
            await asyncio.sleep(0.1)
        assert quiz.progress[0]["state"] == "wrong"
        ask(quiz, kind="retry", question=0)
        assert quiz.progress[0]["state"] == "open" and "verdict" not in quiz.progress[0]
        return quiz

    quiz = asyncio.run(play())
    assert quiz.answers["seconds"].tolist() == [2.5]
    assert quiz.answers["loss"][0] == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize(
    "request_",
    [
        {},
        {"kind": "answer", "question": 9, "uci": "g6g7"},
        {"kind": "answer", "question": "0", "uci": "g6g7"},
        {"kind": "answer", "question": 0, "uci": "a1a9"},
        {"kind": "answer", "question": 0, "uci": "g6g7", "seconds": "long"},
        {"kind": "dance", "question": 0},
    ],
)
def test_messages_without_sense_change_nothing(request_: dict[str, object]) -> None:
    quiz = chessnb.Quiz([mate()])
    ask(quiz, **request_)
    assert quiz.progress[0]["state"] == "open" and quiz.answers.empty


def test_answers_of_several_quizzes_in_one_file(tmp_path: object) -> None:
    from pathlib import Path

    path = Path(str(tmp_path)) / "answers.csv"
    first, second = chessnb.Quiz([mate()]), chessnb.Quiz([mate()], pupil="Ben")
    first.answer("Qg7")
    second.answer("Kf7")
    table = coach.save_answers([first, second], path, pupil="Ada")
    assert table["pupil"].tolist() == ["Ada", "Ben"]
    marked = chessnb.grade(path, key=first)
    assert marked["right"].to_dict() == {"Ada": 1, "Ben": 0}
