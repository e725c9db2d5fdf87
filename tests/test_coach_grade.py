from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from coach_helpers import CASTLING_960, MATE_IN_ONE, opera
from hypothesis import given
from hypothesis import strategies as st

import chessnb
from chessnb import coach, schema
from chessnb.coach.candidates import Candidate, Known
from chessnb.coach.code import read_code, write_code
from chessnb.coach.examiner import examine, with_lines
from chessnb.coach.names import file_stem
from chessnb.coach.question import Question, game_questions, make_question, questions_of
from chessnb.coach.verdict import judge, needs_engine
from chessnb.errors import (
    FileError,
    InputError,
    NoSuchFileError,
    PositionError,
    SettingsError,
    TableError,
)

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KNOWN = Known(
    (
        Candidate("e2e4", "e4", 0.55, ("e2e4", "e7e5")),
        Candidate("d2d4", "d4", 0.50, ("d2d4",)),
        Candidate("f2f3", "f3", 0.40, ("f2f3", "e7e5")),
    ),
    floor=0.15,
)


def question(**options: object) -> Question:
    return replace(make_question(START, **options), known=KNOWN)


def test_any_move_within_the_tolerance_counts() -> None:
    asked = question(tolerance=0.05)
    assert judge(asked, "e2e4").accepted and judge(asked, "e2e4").best
    assert judge(asked, "d2d4").accepted, "a loss of exactly the tolerance counts"
    bad = judge(asked, "f2f3")
    assert not bad.accepted and bad.loss == pytest.approx(0.15) and bad.line[1] == "e7e5"
    assert asked.solutions == ["e2e4", "d2d4"]


def test_the_author_has_the_first_word() -> None:
    asked = question(accept=["f3"], wrong={"e2e4": "Too common."})
    assert judge(asked, "f2f3").accepted
    verdict = judge(asked, "e2e4")
    assert not verdict.accepted and verdict.text == "Too common."
    assert asked.solutions == ["f2f3", "d2d4"]
    only = question(accept=["d4"], only=True)
    assert judge(only, "d2d4").accepted and not judge(only, "e2e4").accepted
    assert only.solutions == ["d2d4"]


def test_a_move_beyond_the_stored_lines_is_told_from_them() -> None:
    asked = question()
    verdict = judge(asked, "a2a3")
    assert (verdict.accepted, verdict.loss, verdict.at_least) == (False, 0.15, True)
    assert needs_engine(asked, "a2a3") and not needs_engine(asked, "d2d4")
    wide = question(tolerance=0.2)
    assert judge(wide, "a2a3").accepted is None
    found = Candidate("a2a3", "a3", 0.54, ("a2a3",))
    assert judge(asked, "a2a3", found).loss == 0.15, "the deeper search is believed"
    assert judge(wide, "a2a3", found).accepted


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_a_greater_tolerance_never_takes_a_move_away(win: float, one: float, other: float) -> None:
    low, high = sorted((one, other))
    known = Known((KNOWN.candidates[0], Candidate("d2d4", "d4", min(win, 0.55), ("d2d4",))))
    strict = replace(question(tolerance=low), known=known)
    loose = replace(strict, tolerance=high)
    assert judge(loose, "d2d4").accepted or not judge(strict, "d2d4").accepted


def test_the_engine_looks_at_what_is_not_known() -> None:
    asked = make_question(MATE_IN_ONE)
    assert examine(asked, "g6g7", "bundled").accepted
    stalemate = examine(asked, "g6f7", "bundled")
    assert not stalemate.accepted and stalemate.loss == pytest.approx(0.5, abs=0.01)
    assert "g6g7" in with_lines(asked, "bundled").solutions


def test_without_an_engine_the_answer_stays_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHESSNB_CACHE", "off")
    assert examine(make_question(START), "e2e4", "/no/such/engine").accepted is None


def test_questions_of_moments_need_no_second_search() -> None:
    moments = opera().moments(max=4)
    for asked, row in zip(questions_of(moments), moments.to_dict("records"), strict=True):
        assert asked.known.best is not None and asked.known.best.san == row["best_san"]
        assert [asked.san(uci) for uci in asked.solutions] == row["acceptable"]
        assert asked.ply == row["ply"]


def test_moments_that_lost_their_lines_still_know_what_counts() -> None:
    moments = opera().moments(max=3)
    text = moments.to_csv(index=False)
    import io

    again = questions_of(pd.read_csv(io.StringIO(text)))
    assert [q.id for q in again] == [q.id for q in questions_of(moments)]
    assert again[0].accept


def test_the_id_is_the_position() -> None:
    one, other = make_question(START, prompt="A"), make_question(START, prompt="B")
    assert one.id == other.id
    assert [q.id for q in questions_of([one, other])] == [one.id, f"{one.id}-2"]


def test_every_move_of_a_side_is_asked_for() -> None:
    white, black = game_questions(opera(), "white"), game_questions(opera(), "black")
    assert (len(white), len(black)) == (17, 16)
    assert white[0].played == "e2e4" and black[0].last == "e2e4"
    assert all(q.candidate(q.played or "") or not q.known.candidates for q in white)
    assert len(game_questions(chessnb.read_game("1. e4 e5 *"), "white")) == 1


def test_chess960_castling_is_read_and_written() -> None:
    asked = make_question(CASTLING_960, accept=["O-O"])
    assert asked.accept == ("e1f1",) and asked.san("e1f1") == "O-O"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"fen": "nonsense"}, PositionError),
        ({"fen": "8/8/8/8/8/8/8/8 w - - 0 1"}, PositionError),
        ({"fen": "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"}, PositionError),
        ({"fen": START, "accept": ["Ke5"]}, InputError),
        ({"fen": START, "accept": ["e4"], "wrong": {"e2e4": "?"}}, SettingsError),
        ({"fen": START, "only": True}, SettingsError),
        ({"fen": START, "tolerance": 5}, SettingsError),
    ],
)
def test_a_question_that_makes_no_sense(arguments: dict[str, object], error: type) -> None:
    with pytest.raises(error):
        questions_of([arguments])


def test_something_that_makes_no_question() -> None:
    with pytest.raises(InputError, match="no 'fen'"):
        questions_of([{"prompt": "?"}])
    with pytest.raises(InputError, match="makes no question"):
        questions_of([{"fen": START, "colour": 1}])
    with pytest.raises(TableError, match="acceptable"):
        questions_of(pd.DataFrame({"fen": [START]}))
    with pytest.raises(InputError):
        questions_of(3)


# Answers and the class ------------------------------------------------------------------------


def lesson() -> chessnb.Lesson:
    made = chessnb.Lesson("Two questions")
    made.question(MATE_IN_ONE, accept=["Qg7#"], only=True)
    return made.question(START, accept=["e4", "d4"], wrong={"f3": "Weak."}, only=True)


def rows(pupil: str, *answers: tuple[int, str, int]) -> pd.DataFrame:
    questions = lesson().questions
    return coach.answers_table(
        {
            "pupil": pupil,
            "question": questions[number].id,
            "san": san,
            "hints": hints,
            "tries": 1 + sum(1 for other, _, _ in answers[:place] if other == number),
        }
        for place, (number, san, hints) in enumerate(answers)
    )


def test_a_class_is_marked_from_files_codes_and_tables(tmp_path: Path) -> None:
    ada = tmp_path / "ada.csv"
    ada.write_text(coach.answers_csv(rows("", (0, "Qh5+", 0), (0, "Qg7#", 1), (1, "e4", 0))))
    code = write_code(lesson().id, "Ben Ögg", [(0, "g6g7", 0, 3.2), (1, "f2f3", 0, 8)])
    table = chessnb.grade([tmp_path, code, rows("Cy", (1, "d4", 0))], key=lesson())
    assert table.index.tolist() == ["ada", "Ben Ögg", "Cy"]
    assert table["right"].tolist() == [2, 1, 1]
    assert table["first_try"].tolist() == [1, 1, 1]
    assert table["share"].tolist() == [1.0, 0.5, 0.5]
    assert table["hints"].tolist() == [1, 0, 0]
    assert table["Q1"].tolist() == [True, True, pd.NA]
    assert table["Q2"].tolist() == [True, False, True]


def test_what_a_file_says_of_itself_counts_for_nothing() -> None:
    table = rows("Eve", (1, "f3", 0)).assign(accepted=True, loss=0.0)
    assert chessnb.grade(table, key=lesson()).loc["Eve", "right"] == 0
    illegal = rows("Eve", (1, "Qxh9", 0))
    details = chessnb.grade(illegal, key=lesson(), details=True)
    schema.validate(details, "answers")
    assert details["accepted"].tolist() == [False]


def test_handed_in_twice_counts_once(tmp_path: Path) -> None:
    table = rows("Ada", (0, "Qg7#", 0))
    assert chessnb.grade([table, table], key=lesson()).loc["Ada", "tries"] == 1


def test_a_spreadsheet_may_have_been_in_between(tmp_path: Path) -> None:
    path = tmp_path / "Dora.csv"
    text = coach.answers_csv(rows("=SUM(A1)", (0, "Qg7#", 0)).assign(seconds=1.5))
    assert "'=SUM(A1)" in text
    path.write_bytes(b"\xef\xbb\xbf" + text.replace(",", ";").replace("1.5", "1,5").encode())
    table = chessnb.grade(path, key=lesson())
    assert table.index.tolist() == ["=SUM(A1)"]
    assert table["seconds"].tolist() == [1.5]


def test_answers_of_another_lesson(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="another lesson"):
        chessnb.grade(write_code("abc", "A", [(0, "g6g7", 0, 1)]), key=lesson())
    alien = coach.answers_table([{"pupil": "A", "question": "qx", "san": "e4"}])
    with pytest.raises(FileError, match="right key"):
        chessnb.grade(alien, key=lesson())


def test_files_that_hold_no_answers(tmp_path: Path) -> None:
    with pytest.raises(NoSuchFileError, match=r"none\.csv"):
        chessnb.grade(tmp_path / "none.csv", key=lesson())
    (tmp_path / "a.csv").write_text("x,y\n1,2\n")
    with pytest.raises(FileError, match="no column 'question'"):
        chessnb.grade(tmp_path / "a.csv", key=lesson())
    (tmp_path / "b.csv").write_bytes(b"question,san\n\xff\xfe,e4\n")
    with pytest.raises(FileError, match="UTF-8"):
        chessnb.grade(tmp_path / "b.csv", key=lesson())
    (tmp_path / "c.csv").write_text("question,san,tries\nq,e4,many\n")
    with pytest.raises(FileError, match="damaged"):
        chessnb.grade(tmp_path / "c.csv", key=lesson())


def test_no_answers_give_an_empty_table() -> None:
    table = chessnb.grade([], key=lesson())
    assert table.empty and list(table.columns[-2:]) == ["Q1", "Q2"]


@given(
    st.text(max_size=20).filter(lambda name: name.isprintable()),
    st.lists(
        st.tuples(
            st.integers(0, 99),
            st.sampled_from(["e2e4", "a7a8q"]),
            st.integers(0, 9),
            st.integers(0, 999),
        )
    ),
)
def test_a_code_is_read_back(pupil: str, answers: list[tuple[int, str, int, float]]) -> None:
    code = write_code("abcd1234", pupil, answers)
    found = read_code(f" {code[:20]}\n{code[20:]} ")
    assert [(r["number"], r["uci"], r["hints"], r["seconds"]) for r in found] == answers
    assert all(r["pupil"] == pupil for r in found)


def test_a_code_with_a_slip() -> None:
    code = write_code("x1", "Ada", [(0, "e2e4", 0, 12)])
    for wrong in (code[:-1], code.replace("e2e4", "e2e3"), "CN1.x", code + ".y"):
        with pytest.raises(InputError, match="code"):
            read_code(wrong)


@given(st.text())
def test_no_title_becomes_a_path(title: str) -> None:
    stem = file_stem(title)
    assert stem and not set(stem) & set('/\\.:*?"<>|\x00\n')
    assert len(stem) <= 70
