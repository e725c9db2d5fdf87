"""The season view: choices narrow list and pictures, one click opens a game."""

from __future__ import annotations

from pathlib import Path

import pytest
from dump_games import lichess_pgn, random_game

import chessnb
from chessnb.errors import InputError, NoSuchFileError
from chessnb.palette import LIGHT
from chessnb.widgets.chart import ChartView
from chessnb.widgets.pack import unpack
from chessnb.widgets.view import AnalysisView


@pytest.fixture
def lib(tmp_path: Path) -> chessnb.Library:
    library = chessnb.Library(tmp_path / "season.db")
    library.add_pgn("".join(lichess_pgn(random_game(n, 30), n) for n in range(0, 40, 5)))
    return library


def pick(view: chessnb.SeasonView, index: object) -> None:
    view._games._handle_custom_msg({"kind": "pick", "index": index}, [])


def click(view: chessnb.SeasonView, point: object) -> None:
    view._chart._handle_custom_msg({"kind": "click", "point": point}, [])


def test_a_click_opens_a_game(lib: chessnb.Library) -> None:
    view = chessnb.SeasonView(lib, player="PLAYER-0")
    ids = [row["index"] for row in view._games.rows]
    assert len(ids) == 8 and view.opened is None
    pick(view, ids[0])
    first = view.opened
    assert isinstance(first, AnalysisView) and first.game.game_id == ids[0]
    assert view._place.children == (first,) and first.orientation == "white"
    pick(view, ids[1])
    assert view.opened is not first and first.comm is None
    pick(view, "no game")
    assert view.opened is not None and view.opened.game.game_id == ids[1]
    view.close()


def test_the_list_says_what_is_known(lib: chessnb.Library) -> None:
    view = chessnb.SeasonView(lib, player="player-0")
    row = view._games.rows[0]
    game = view.season.loc[row["index"]]
    assert row["accuracy"] == round(game["accuracy"], 1)
    assert row["moves"] == (game["plies"] + 1) // 2 and row["color"] == game["color"]
    assert all(value is None or isinstance(value, (str, int, float)) for value in row.values())


def test_a_click_on_a_chart_opens_its_game_or_lists_its_games(lib: chessnb.Library) -> None:
    view = chessnb.SeasonView(lib, player="player-0")
    ids = list(view.season.index)
    click(view, {"x": 1, "customdata": ids[0]})
    assert view.opened is not None and view.opened.game.game_id == ids[0]
    view._picture.value = "Openings"
    inner = view._chart.figure.data[0].customdata[0]
    click(view, {"customdata": [inner]})
    assert list(view.shown.index) == [id_ for id_ in ids if id_ in inner.split(",")]
    assert view._all.layout.display is None
    assert view._chart.figure.data[0].customdata[0] == inner  # the tree itself stays whole
    view._all.click()
    assert len(view.shown) == len(view.season) and view._all.layout.display == "none"
    click(view, {"customdata": None})
    click(view, {"customdata": "nothing,known"})
    assert len(view.shown) == len(view.season)
    assert list(view.choose(games=ids[:2]).shown.index) == ids[:2]
    with pytest.raises(InputError, match="no game 'x'"):
        view.choose(games=["x"])


def test_the_charts_take_the_pages_colours(lib: chessnb.Library) -> None:
    view = chessnb.SeasonView(lib, player="player-0")
    light = view._chart.figure.layout.font.color
    view._chart.theme = "dark"
    assert view._chart.figure.layout.font.color != light


def test_a_theme_that_was_asked_for_stays(lib: chessnb.Library) -> None:
    view = chessnb.SeasonView(lib, player="player-0", theme="light")
    shown = unpack(view._chart._charts)
    assert shown["dark"] == shown["light"]
    assert shown["dark"]["figure"]["layout"]["font"]["color"] == LIGHT.ink


def test_choices_narrow_list_and_pictures(lib: chessnb.Library) -> None:
    view = chessnb.SeasonView(lib.path, "player-0", theme="dark")
    chart = view._chart
    assert isinstance(chart, ChartView)
    before = chart.figure
    opening = view._choices["opening"].options[1][1]
    view.choose(opening=opening)
    assert 0 < len(view.shown) < len(view.season)
    assert view.shown["opening"].str.startswith(opening).all()
    assert len(view._games.rows) == len(view.shown) and chart.figure is not before
    for name in view._picture.options:
        view._picture.value = name
        assert chart.figure.layout.meta["chart"]
    view.choose()
    assert len(view.shown) == len(view.season)
    with pytest.raises(InputError, match="opening='Nothing'"):
        view.choose(opening="Nothing")


def test_names_are_text(lib: chessnb.Library, tmp_path: Path) -> None:
    library = chessnb.Library(tmp_path / "other.db")
    text = lichess_pgn(random_game(3, 20), 3).replace("player-3", "<img src=x onerror=alert(1)>")
    library.add_pgn(text)
    view = chessnb.SeasonView(library, player="<img src=x onerror=alert(1)>")
    assert "<img" not in view._head.value


def test_what_is_not_there_is_told(lib: chessnb.Library, tmp_path: Path) -> None:
    with pytest.raises(InputError):
        chessnb.SeasonView(lib, player="nobody")
    with pytest.raises(NoSuchFileError):
        chessnb.SeasonView(tmp_path / "none.db")
