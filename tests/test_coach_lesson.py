from __future__ import annotations

import base64
import binascii
import csv
import gzip
import io
import json
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
import pytest
from coach_helpers import HOSTILE, MATE_IN_ONE, opera, three_games
from nbclient import NotebookClient

import chessnb
from chessnb.coach.markup import html_of
from chessnb.coach.pdf import find_browser
from chessnb.errors import ChessnbError, FileError, InputError, SettingsError
from chessnb.widgets.static_files import static_text


def built() -> bool:
    try:
        static_text("lesson.js")
    except ChessnbError:
        return False
    return True


needs_front_end = pytest.mark.skipif(not built(), reason="the front-end is not built")


def lesson() -> chessnb.Lesson:
    """Of three real games, with one of everything."""
    made = chessnb.Lesson("Attacking the uncastled king", author="A. Coach")
    made.text("Look for **checks** first.")
    made.diagram(opera(), ply=18, arrows=["Rc3b5"], squares=["e8"], caption="Black just played")
    made.chart(opera(), caption="The course of the game")
    made.quiz(chessnb.find_moments(three_games(), max=6))
    return made.question(
        MATE_IN_ONE,
        prompt="Mate in one!",
        hint="The king helps.",
        accept=["Qg7#"],
        wrong={"Qh5+": "That only chases the king."},
        only=True,
    )


def answers(made: chessnb.Lesson) -> set[str]:
    """Every word that tells an answer: SAN and UCI of what counts, and the sentences on it."""
    words: set[str] = set()
    for question in made.questions:
        for uci in question.solutions:
            words |= {uci, question.san(uci).rstrip("+#")}
        words |= {text for text in (question.why, *question.wrong.values()) if text}
    return words


def texts(value: Any) -> Iterator[str]:
    """Every text in a document, and every text that is packed in one of them."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield str(name)
            yield from texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from texts(each)
    elif isinstance(value, str):
        yield value
        yield from unpacked(value)


def unpacked(text: str) -> Iterator[str]:
    for part in re.findall(r"[A-Za-z0-9+/_-]{24,}={0,2}", text):
        padded = part.rstrip("=") + "=" * (-len(part.rstrip("=")) % 4)
        try:
            data = base64.b64decode(padded, altchars=b"-_" if {"-", "_"} & set(part) else None)
        except binascii.Error:
            continue
        for open_packet in (bytes, gzip.decompress, zlib.decompress):
            try:
                yield open_packet(data).decode()
            except (UnicodeDecodeError, OSError, EOFError, zlib.error):
                continue


def told(document: Any, words: set[str]) -> list[str]:
    everything = "\n".join(texts(document))
    # Every square of a drawn board has its name, and a pawn's move is called as its square.
    everything = re.sub(r'class="square [^"]*"', "", everything)
    # A word of its own: "Rd1" is not told by a name that has these letters in it.
    return [w for w in words if re.search(rf"(?<![\w]){re.escape(w)}(?![\w])", everything)]


def executed(notebook: dict[str, Any], folder: Path) -> nbformat.NotebookNode:
    node = nbformat.from_dict(notebook)
    nbformat.validate(node)
    client = NotebookClient(
        node, timeout=180, kernel_name="python3", resources={"metadata": {"path": str(folder)}}
    )
    return client.execute()


def without_code(notebook: nbformat.NotebookNode) -> dict[str, Any]:
    """The notebook without the front-end's own code, which all notebooks share."""
    states = notebook.metadata.get("widgets", {}).get(
        "application/vnd.jupyter.widget-state+json", {"state": {}}
    )["state"]
    for state in states.values():
        if "digest" in state.get("state", {}):
            state["state"] = {}
            state["buffers"] = []
        state.get("state", {}).pop("_esm", None)
    return json.loads(json.dumps(notebook))


def test_the_pupils_notebook_holds_no_answer() -> None:
    made = lesson()
    notebook = made.to_notebook()
    nbformat.validate(nbformat.from_dict(notebook))
    assert told(notebook, answers(made)) == []
    assert "The king helps." in json.dumps(notebook), "hints are the author's, and wanted"


def test_the_search_for_answers_finds_them() -> None:
    made = lesson()
    teacher = made.to_notebook(answers=True)
    nbformat.validate(nbformat.from_dict(teacher))
    assert len(told(teacher, answers(made))) >= len(made.questions)
    packed = base64.b64encode(gzip.compress(json.dumps({"a": "Qg7"}).encode())).decode()
    assert told({"cells": [packed]}, {"Qg7"}) == ["Qg7"]


@needs_front_end
def test_both_notebooks_run_and_the_pupils_one_still_holds_no_answer(tmp_path: Path) -> None:
    made = lesson()
    done = executed(made.to_notebook(), tmp_path)
    assert told(without_code(done), answers(made)) == []
    assert "thinking" not in json.dumps(done) and '"progress"' in json.dumps(without_code(done))
    assert (tmp_path / "Attacking-the-uncastled-king-answers.csv").is_file()
    pictures = [
        output for cell in done.cells for output in cell.get("outputs", []) if "data" in output
    ]
    assert any("image/svg+xml" in output.data for output in pictures)
    assert "stderr" not in {o.get("name") for c in done.cells for o in c.get("outputs", [])}
    executed(made.to_notebook(answers=True), tmp_path)


@needs_front_end
def test_the_page_is_one_file_that_asks_for_nothing(tmp_path: Path) -> None:
    made = lesson()
    path = made.to_html(tmp_path / "lesson.html", engine=False)
    page = Path(path).read_text(encoding="utf-8")
    assert 'name="viewport"' in page and "default-src 'none'" in page
    assert not re.search(
        r"""(?:src|href)=["']?(?:https?:)?//""",
        re.sub(r"<script.*?</script>", "", page, flags=re.S),
    )
    assert 'id="engine"' not in page
    assert 'id="engine"' in str(
        chessnb.Lesson("E").question(MATE_IN_ONE, accept=["Qg7#"]).to_html()
    )


@needs_front_end
def test_hostile_text_is_shown_and_obeyed_nowhere(tmp_path: Path) -> None:
    made = chessnb.Lesson(f"../../{HOSTILE}</script>", author=HOSTILE)
    made.text(f"{HOSTILE} [link](javascript:alert(1)) ![x](https://example.org/x.png)")
    made.diagram(MATE_IN_ONE, caption=HOSTILE)
    made.question(
        MATE_IN_ONE, prompt=HOSTILE, hint=HOSTILE, accept=["Qg7#"], why=HOSTILE, only=True
    )
    for text in (made.to_html(engine=False), made.to_worksheet(), made.to_cards()):
        assert "<img src=x" not in str(text) and "javascript:alert" not in str(text)
        assert "https://example.org" not in re.sub(
            r"<script.*?</script>", "", str(text), flags=re.S
        )
    executed(made.to_notebook(), tmp_path)
    written = [path for path in tmp_path.iterdir() if path.suffix == ".csv"]
    assert len(written) == 1 and written[0].parent == tmp_path


def test_markdown_of_all_kinds() -> None:
    text = html_of("# Head\n\n- one\n- **two**\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
    assert all(tag in text for tag in ("<h1>", "<li>", "<strong>", "<table>"))


def test_the_sheet_has_its_solutions_on_a_page_of_their_own() -> None:
    made = lesson()
    text = str(made.to_worksheet(paper="letter"))
    assert "size: Letter" in text and "break-before: page" in text
    before, after = text.split('<section class="solutions">')
    assert before.count('class="question"') == len(made.questions)
    assert after.count("<li>") == len(made.questions)
    assert told(re.sub(r'src="[^"]*"', "", before), answers(made)) == []
    assert "solutions" not in str(made.to_worksheet(solutions=False)).split("</style>")[1]
    with pytest.raises(SettingsError, match="A5"):
        made.to_worksheet(paper="A5")


@pytest.mark.skipif(find_browser() is None, reason="no browser is installed")
def test_the_sheet_as_pdf(tmp_path: Path) -> None:
    made = chessnb.Lesson("On paper").question(MATE_IN_ONE, accept=["Qg7#"], only=True)
    path = Path(made.to_worksheet(tmp_path / "sheet.pdf", paper="Letter"))
    data = path.read_bytes()
    assert data.startswith(b"%PDF-")
    assert len(re.findall(rb"/Type\s*/Page\b", data)) == 2
    assert re.search(rb"/MediaBox\s*\[\s*0\s+0\s+612\s+792\s*\]", data)


def test_without_a_browser_the_way_out_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BROWSER_PATH", str(tmp_path / "no-browser"))
    made = chessnb.Lesson("On paper").question(MATE_IN_ONE, accept=["Qg7#"], only=True)
    with pytest.raises(FileError, match="no-browser"):
        made.to_worksheet(tmp_path / "sheet.pdf")


def test_cards_are_rows_that_anki_imports(tmp_path: Path) -> None:
    made = lesson()
    for name, separator in (("cards.csv", ","), ("cards.tsv", "\t")):
        path = Path(chessnb.to_cards(made, tmp_path / name, deck="Opera"))
        lines = path.read_text(encoding="utf-8").splitlines()
        heads = [line for line in lines if line.startswith("#")]
        assert "#html:true" in heads and "#guid column:1" in heads and "#deck:Opera" in heads
        body = "\n".join(line for line in lines if not line.startswith("#"))
        cards = list(csv.reader(io.StringIO(body), delimiter=separator))
        assert len(cards) == len(made.questions)
        for (identity, front, back, _tags), question in zip(cards, made.questions, strict=True):
            assert identity == f"chessnb-{question.id}"
            assert front.startswith("<div><svg") and "\n" not in front
            assert all(question.san(uci) in back for uci in question.solutions)
    again = chessnb.to_cards(made)
    assert str(again) == str(chessnb.to_cards(lesson())), "the same lesson gives the same cards"
    with pytest.raises(SettingsError, match=r"\.xlsx"):
        chessnb.to_cards(made, tmp_path / "cards.xlsx")


def test_a_chart_tells_no_move() -> None:
    made = lesson()
    chart = next(block for block in made.blocks if hasattr(block, "figure"))
    text = json.dumps(chart.figure)
    assert "hovertext" not in text and "customdata" not in text
    assert all(san not in text for san in ("Qb8", "Nxb5", "Rxd7"))


def test_what_makes_no_lesson() -> None:
    with pytest.raises(SettingsError, match="title"):
        chessnb.Lesson("  ")
    made = chessnb.Lesson("x")
    with pytest.raises(SettingsError, match="empty"):
        made.quiz(opera().moments(max=0))
    with pytest.raises(SettingsError, match="ply=99"):
        made.diagram(opera(), ply=99)
    with pytest.raises(SettingsError, match="no arrow"):
        made.diagram(opera(), ply=9, arrows=["e9e4"])
    with pytest.raises(SettingsError, match="no square"):
        made.diagram(opera(), ply=9, squares=["z4"])
    with pytest.raises(InputError, match="nothing to draw"):
        made.diagram(3)
    with pytest.raises(SettingsError, match="no chart"):
        made.chart(opera(), "pie")
    with pytest.raises(FileError, match="cannot write"):
        made.text("x").to_worksheet("/no/such/folder/x.html")


def test_a_move_of_a_game_is_added_with_a_note() -> None:
    made = chessnb.Lesson("Collected").add(opera(), 0, "The start").add(opera(), 19, "Note it")
    assert [type(block).__name__ for block in made.blocks] == ["Diagram", "Exercise"]
    question = made.questions[0]
    assert (question.ply, question.why, question.san(question.played or "")) == (
        19,
        "Note it",
        "Nxb5",
    )
    with pytest.raises(SettingsError, match="ply=34"):
        made.add(opera(), 34)


@needs_front_end
def test_a_view_collects_a_lesson_and_answers() -> None:
    view = chessnb.AnalysisView(opera(), orientation="black")
    ply = int(opera().mistakes("black").index[0])
    for request in (
        {"kind": "lesson", "ply": ply, "note": "Look"},
        {"kind": "lesson", "ply": 99},
        {"kind": "learned", "ply": ply, "uci": opera().moves.loc[ply, "best_uci"], "seconds": 3},
        {"kind": "learned", "ply": ply, "uci": "a1a9"},
        {"kind": "learned", "ply": ply, "uci": opera().moves.loc[ply, "uci"], "tries": "many"},
    ):
        view._handle_custom_msg(request, [])
    assert (
        len(view.lesson.questions) == 1
        and view.lesson.title == "Morphy, Paul – Duke Karl / Count Isouard"
    )
    assert view.answers["accepted"].tolist() == [True]
    mine = chessnb.Lesson("Mine")
    view.lesson = mine
    assert view.lesson is mine
