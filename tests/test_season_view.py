"""The season view: choices narrow list and pictures, one click opens a game."""

from __future__ import annotations

from pathlib import Path

import pytest
from dump_games import lichess_pgn, random_game

import chessnb
from chessnb.errors import InputError, NoSuchFileError
from chessnb.widgets.chart import ChartView
from chessnb.widgets.view import AnalysisView


@pytest.fixture
def lib(tmp_path: Path) -> chessnb.Library:
    library = chessnb.Library(tmp_path / "season.db")
    library.add_pgn("".join(lichess_pgn(random_game(n, 30), n) for n in range(0, 40, 5)))
    return library


def test_a_click_opens_a_game(lib: chessnb.Library) -> None:
    view = chessnb.SeasonView(lib, player="PLAYER-0")
    options = view._games.options
    assert len(options) == 1 + 8 and view.opened is None
    view._games.value = options[1][1]
    first = view.opened
    assert isinstance(first, AnalysisView) and first.game.game_id == options[1][1]
    assert view._place.children == (first,) and first.orientation == "white"
    view._games.value = options[2][1]
    assert view.opened is not first and first.comm is None
    view.close()


def test_choices_narrow_list_and_pictures(lib: chessnb.Library) -> None:
    view = chessnb.SeasonView(lib.path, "player-0", theme="dark")
    chart = view._chart
    assert isinstance(chart, ChartView)
    before = chart.figure
    opening = view._choices["opening"].options[1][1]
    view.choose(opening=opening)
    assert 0 < len(view.shown) < len(view.season)
    assert view.shown["opening"].str.startswith(opening).all()
    assert len(view._games.options) == 1 + len(view.shown) and chart.figure is not before
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
