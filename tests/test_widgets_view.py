"""The widgets without a browser: traits, commands, selection, live results."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import ipywidgets
import plotly.graph_objects as go
import pytest

import chessnb
from chessnb.errors import InputError, SettingsError, TableError
from chessnb.palette import THEMES
from chessnb.widgets.library import library
from chessnb.widgets.pack import unpack
from chessnb.widgets.part import Part
from chessnb.widgets.static_files import static_text

pytestmark = pytest.mark.usefixtures("_built")

EVALUATED = (
    "1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} 2. Qh5 {[%eval -0.4]} Ke7 {[%eval #1]} 3. Qxe5# 1-0"
)


@pytest.fixture(scope="module")
def _built() -> None:
    try:
        static_text("runtime.js")
    except chessnb.ChessnbError as error:
        pytest.skip(str(error))


@pytest.fixture
def view() -> Any:
    shown = chessnb.view(EVALUATED)
    yield shown
    shown.close()


def eventually(is_so: Callable[[], bool], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_game_with_evaluations_is_judged_at_once(view: Any) -> None:
    assert view.status["state"] == "done"
    assert view.analysis.complete
    assert unpack(view._judgement)["rows"][3]["label"] == "Blunder"
    assert set(unpack(view._charts)["light"]) == {"win_probability", "accuracy", "labels", "time"}


def test_a_dark_page_gets_its_own_figures(view: Any) -> None:
    view.theme = "dark"
    assert set(unpack(view._charts)) == {"dark"}


def test_inside_a_kernel_the_charts_come_after_the_board() -> None:
    async def show() -> Any:
        view = chessnb.view(EVALUATED)
        before = view._charts
        # The page tells its theme while the figures for another are being drawn.
        view.theme = "dark"
        for _ in range(600):
            if view._charts and "dark" in unpack(view._charts):
                break
            await asyncio.sleep(0.05)
        return before, view

    before, view = asyncio.run(show())
    assert before == b""
    assert set(unpack(view._charts)["dark"]) == {"win_probability", "accuracy", "labels", "time"}
    view.close()


def test_ply_and_the_current_row(view: Any) -> None:
    assert view.current is None
    view.ply = 3
    assert view.current["san"] == "Qh5"
    with pytest.raises(SettingsError, match="ply=6"):
        view.ply = 6
    with pytest.raises(SettingsError, match="'up'"):
        view.orientation = "up"


def test_selecting_rows_masks_and_plies(view: Any) -> None:
    moves = view.analysis.moves
    view.select(moves.query("side == 'black'"))
    assert view.selected == [2, 4]
    assert view.ply == 2
    assert view.selection["san"].tolist() == ["e5", "Ke7"]
    view.select(moves["label"] == "Blunder")
    assert view.selected == [4]
    view.select([5, 1])
    assert view.selected == [1, 5]
    view.select(None)
    assert view.selection.empty
    with pytest.raises(TableError, match="ply 9"):
        view.select([9])


def test_another_ruleset_scores_again(view: Any) -> None:
    before = view._judgement
    view.ruleset = "lichess"
    assert view.analysis.ruleset.name == "lichess"
    assert view._judgement != before
    assert unpack(view._judgement)["ruleset"] == "lichess"


def test_moves_tried_on_the_board_are_in_the_pgn(view: Any) -> None:
    view.branches = [
        {"id": "u1", "parent": "1", "uci": "c7c5"},
        {"id": "u2", "parent": "u1", "uci": "g1f3"},
        {"id": "u3", "parent": "nowhere", "uci": "g1f3"},
        {"id": "u4", "parent": "2", "uci": "e1e8"},
    ]
    assert "1... c5 2. Nf3" in view.to_pgn()


def test_answers_to_the_front_end(view: Any) -> None:
    sent: list[dict[str, Any]] = []
    view.send = lambda content, buffers=None: sent.append(content)
    for what in ("csv", "pgn", "svg", "png", "html"):
        view._hear(view, {"kind": "download", "what": what}, [])
    assert [message["name"].rpartition(".")[2] for message in sent] == [
        "csv", "pgn", "svg", "png", "html",
    ]  # fmt: skip
    view._hear(view, {"kind": "download", "what": "exe"}, [])
    assert view.status["state"] == "failed"
    assert "'exe'" in view.status["message"]
    view._hear(view, "rubbish", [])


def test_an_engine_looks_at_answers_that_no_line_knows(view: Any) -> None:
    sent: list[dict[str, Any]] = []
    view.send = lambda content, buffers=None: sent.append(content)
    for uci in ("e8e7", "b8c6", "a1a9", "e2e4"):
        view._hear(view, {"kind": "look", "id": len(sent), "ply": 4, "uci": uci}, [])
    assert [message["id"] for message in sent] == [0, 1]
    assert [message["kind"] for message in sent] == ["looked", "looked"]
    walks_into_mate, defends = (message["win"] for message in sent)
    assert walks_into_mate == 0 and defends > 0.2
    assert sent[1]["line"][0] == "b8c6"
    for uci in ("b8c6", "e8e7"):
        view._hear(view, {"kind": "learned", "ply": 4, "uci": uci, "tries": 1}, [])
    assert view.answers["san"].tolist() == ["Nc6", "Ke7"]


def test_a_live_analysis_stops_and_resumes() -> None:
    view = chessnb.view("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *", depth=30, cache=False)
    second = chessnb.AnalysisView(view.job)
    assert view.status["state"] == "running"
    view._hear(view, {"kind": "stop"}, [])
    eventually(lambda: view.status["state"] == "stopped")
    eventually(lambda: second.status["state"] == "stopped")
    view._hear(view, {"kind": "resume"}, [])
    eventually(lambda: second.status["state"] == "running")
    view.close()
    eventually(lambda: not second.job.running)
    second.close()


def test_what_is_looked_at_is_searched_first() -> None:
    first, second = (chessnb.view("1. e4 e5 2. Nf3 Nc6 *", depth=30) for _ in range(2))
    try:
        assert second.job.priority > first.job.priority
        first.ply = 3
        assert first.job.focus == 3
        assert first.job.priority > second.job.priority
    finally:
        first.close()
        second.close()


def test_a_finished_job_is_shown_whole() -> None:
    view = chessnb.view("1. e4 e5 *", nodes=500, multipv=1)
    eventually(lambda: view.status["state"] == "done")
    eventually(lambda: unpack(view._judgement) is not None)
    eventually(lambda: all(row and "label" in row for row in unpack(view._judgement)["rows"]))
    view.close()


def test_what_cannot_be_analysed_is_shown_with_the_reason() -> None:
    view = chessnb.view('[Variant "Atomic"]\n\n1. e4 e5 *')
    assert view.status["state"] == "failed"
    assert "atomic" in view.status["message"]
    view.close()


def test_the_parts_alone() -> None:
    analysis = chessnb.analyze(EVALUATED)
    board = chessnb.BoardView("8/P6k/8/8/8/8/7K/8 w - - 0 1")
    assert unpack(board._game)["start"].startswith("8/P6k")
    assert unpack(board._judgement) is None
    parts: list[Part] = [
        chessnb.BoardView(),
        chessnb.EvalBar(analysis),
        chessnb.MoveList(analysis),
        chessnb.EngineLines(analysis),
        chessnb.MoveTable(analysis, columns=["san", "label"]),
        chessnb.Controls(analysis),
        chessnb.ChartView(chessnb.charts.win_probability(analysis)),
    ]
    assert len(chessnb.link(*parts)) == len(parts) - 1
    with pytest.raises(TableError, match="'colour'"):
        chessnb.MoveTable(analysis, columns=["colour"])


def test_a_chart_takes_the_pages_colours() -> None:
    shown = unpack(chessnb.ChartView(chessnb.charts.labels(chessnb.analyze(EVALUATED)))._charts)
    for name, theme in THEMES.items():
        layout = shown[name]["figure"]["layout"]
        assert (layout["font"]["color"], layout["paper_bgcolor"]) == (theme.ink, theme.paper)
    own = go.Figure(go.Scatter(x=[1], y=[1]), layout={"paper_bgcolor": "#123456"})
    layouts = [each["figure"]["layout"] for each in unpack(chessnb.ChartView(own)._charts).values()]
    assert layouts[0] == layouts[1]


def test_a_chart_of_another_kind_is_refused() -> None:
    with pytest.raises(InputError, match="'heatmap'"):
        chessnb.ChartView(go.Figure(go.Heatmap(z=[[1]])))


def test_the_libraries_are_held_once_and_come_back() -> None:
    first = chessnb.BoardView()
    assert first.runtime is chessnb.BoardView().runtime
    assert len(first._esm) < 4_000
    ipywidgets.Widget.close_all()
    assert library("runtime") is not first.runtime


def test_a_view_shows_itself_with_a_still_picture(capsys: Any) -> None:
    from chessnb.widgets.fallback import still_html

    view = chessnb.view(EVALUATED)
    still = still_html(view)
    assert "<img" in still
    assert "Blunder" in still
    assert "<script" not in still
    view.close()


def test_opening_games_by_text() -> None:
    opener = chessnb.open(nodes=500)
    picker = opener.picker
    picker._hear(picker, {"kind": "text", "text": "1. e4 e5 *\n\n1. d4 d5 *\n"}, [])
    eventually(lambda: picker.status.get("busy") is False)
    assert [len(game) for game in picker.games] == [2, 2]
    assert opener.view is None
    picker._hear(picker, {"kind": "pick", "index": 1}, [])
    assert opener.view is not None
    assert opener.view.game.sans() == ["d4", "d5"]
    picker._hear(picker, {"kind": "text", "text": "/etc/hostname"}, [])
    eventually(lambda: picker.status.get("failed") is True)
    opener.view.close()
    opener.close()


def test_opening_an_uploaded_file() -> None:
    opener = chessnb.open(nodes=500)
    picker = opener.picker
    picker._hear(picker, {"kind": "file", "name": "a.pgn"}, [memoryview(b"1. e4 e5 *\n")])
    eventually(lambda: opener.view is not None)
    assert opener.view is not None
    opener.view.close()
    opener.close()
