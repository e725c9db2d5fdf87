"""The charts: complete, growing and odd games; text stays text."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pandas as pd
import plotly.graph_objects as go
import pytest
from games import BLACK_FIRST, EVALUATED, STALEMATE, long_game

import chessnb
from chessnb import charts
from chessnb.charts.record import runs_of
from chessnb.charts.text import clock_text, literal, wrapped
from chessnb.errors import RulesetError, SettingsError
from chessnb.palette import DARK, LABEL_COLOURS, LABEL_SYMBOLS, LIGHT
from chessnb.schema import LABELS

Chart = Callable[..., go.Figure]
CHARTS: list[Chart] = [
    charts.win_probability,
    charts.accuracy,
    charts.labels,
    charts.time,
    charts.compare_rulesets,
]
HOSTILE = (
    "<b>R&D</b> $\\frac{1}{2}$ %{x} <a href='javascript:alert(1)'>x</a>\n<img src=x onerror=1>"
)


@cache
def analysed(pgn: str) -> chessnb.Analysis:
    """Score a game by its own evaluations; all are missing where it has none."""
    game = chessnb.read_game(pgn)
    if "[%eval" in pgn:
        return chessnb.analyze(game, source="pgn", progress=False)
    nothing = [None] * (len(game.plies) + 1)
    return chessnb.Analysis(game, nothing, ruleset=chessnb.rulesets["classic"], provenance={})


@pytest.fixture(scope="module")
def evaluated() -> chessnb.Analysis:
    return analysed(EVALUATED)


def traces(figure: go.Figure) -> dict[str, Any]:
    return {trace.name: trace for trace in figure.data if trace.name}


def texts(figure: go.Figure) -> list[str]:
    """Give every text of a figure that plotly would interpret."""
    found: list[str] = []

    def walk(part: object) -> None:
        if isinstance(part, str):
            found.append(part)
        elif isinstance(part, dict):
            for value in part.values():
                walk(value)
        elif isinstance(part, list):
            for value in part:
                walk(value)

    walk(json.loads(figure.to_json()))
    return found


@pytest.mark.parametrize("chart", CHARTS)
@pytest.mark.parametrize(
    "pgn",
    [
        EVALUATED,
        BLACK_FIRST,
        STALEMATE,
        "1. e4 *",
        '[White "Ada"]\n[Result "*"]\n\n*\n',
        '[FEN "4k3/8/8/8/8/8/4p3/4K3 b - - 0 38"]\n[SetUp "1"]\n\n*\n',
        long_game(320),
    ],
    ids=["evaluated", "black-first", "stalemate", "one-move", "no-moves", "no-moves-black", "long"],
)
def test_every_chart_draws_every_game(pgn: str, chart: Chart):
    figure = chart(analysed(pgn))
    assert isinstance(figure, go.Figure)
    written = figure.to_json()
    assert "NaN" not in written
    assert "bdata" not in written


@pytest.mark.parametrize("chart", CHARTS)
def test_charts_change_nothing_and_come_out_the_same(chart: Chart, evaluated: chessnb.Analysis):
    before = evaluated.moves
    assert chart(evaluated).to_json() == chart(evaluated).to_json()
    pd.testing.assert_frame_equal(evaluated.moves, before)


@pytest.mark.parametrize("chart", CHARTS)
def test_themes_colour_the_page(chart: Chart, evaluated: chessnb.Analysis):
    for theme in (LIGHT, DARK):
        assert chart(evaluated, theme=theme.name).layout.paper_bgcolor == theme.paper
        assert chart(evaluated, theme=theme, title=False).layout.title.text is None
    with pytest.raises(SettingsError, match="'sepia'"):
        chart(evaluated, theme="sepia")


def test_the_curve_is_whites_view_from_the_start_position_on(evaluated: chessnb.Analysis):
    curve = traces(charts.win_probability(evaluated))["Win probability"]
    assert list(curve.x) == [0, 1, 2, 3, 4, 5, 6, 7]
    assert curve.y[0] == pytest.approx(0.5138, abs=1e-3)  # 15 cp: the start without a value
    assert curve.y[1] == pytest.approx(0.5331, abs=1e-3)  # 36 cp
    assert curve.y[7] == 1  # checkmate by White
    expected = evaluated.moves["white_win_after"].astype(float).round(4).tolist()
    assert list(curve.y[1:]) == expected


def test_white_lies_below_the_curve_and_black_above(evaluated: chessnb.Analysis):
    areas = traces(charts.win_probability(evaluated))
    white, black = areas["White"], areas["Black"]
    assert (white.fill, black.fill) == ("toself", "toself")
    assert white.fillcolor == LIGHT.white_area
    assert min(y for y in white.y if y is not None) == white.y[0] == 0
    assert max(y for y in black.y if y is not None) == black.y[0] == 1


def test_missing_evaluations_are_gaps(evaluated: chessnb.Analysis):
    moves = evaluated.moves
    moves.loc[[2, 4, 5], ["white_win_after", "eval", "accuracy"]] = pd.NA
    growing = SimpleNamespace(moves=moves, players=evaluated.players, game=evaluated.game)
    figure = charts.win_probability(growing)
    curve = traces(figure)["Win probability"]
    assert [value is None for value in curve.y] == [0, 0, 1, 0, 1, 1, 0, 0]
    assert not curve.connectgaps
    white = traces(figure)["White"]
    assert list(white.y).count(None) == 3
    marked = {x for name, one in traces(figure).items() if name[0] in "?!×" for x in one.x}
    assert not marked & {2, 4, 5}
    points = [trace for trace in charts.accuracy(growing).data if trace.mode == "markers"]
    assert points[1].y[:2] == (None, None)


def test_nothing_evaluated_says_so(evaluated: chessnb.Analysis):
    unknown = analysed("1. e4 e5 2. Nf3 *")
    notes = [note.text for note in charts.win_probability(unknown).layout.annotations]
    assert any(note in ("no evaluations yet", "opening") for note in notes)
    assert "the game has no clock times" in str(charts.time(unknown).layout.annotations)
    for chart in (charts.win_probability, charts.accuracy, charts.time, charts.compare_rulesets):
        assert "no moves" in str(chart(analysed('[White "A"]\n\n*\n')).layout.annotations)


def test_marked_moves_have_the_labels_colour_and_sign(evaluated: chessnb.Analysis):
    figure = charts.win_probability(evaluated, labels=LABELS)
    labels = evaluated.moves["label"].dropna()
    for label in labels.unique():
        plies = labels.index[labels == label].tolist()
        trace = traces(figure)[f"{LABEL_SYMBOLS[label]} {label} {len(plies)}"]
        assert list(trace.x) == plies
        assert trace.marker.color == LABEL_COLOURS[label]
        assert set(trace.text) == {f"<b>{LABEL_SYMBOLS[label]}</b>"}
    shown = traces(charts.win_probability(evaluated, labels=["Blunder"]))
    assert [name for name in shown if name.split()[0] in LABEL_SYMBOLS.values()] == ["?? Blunder 1"]
    with pytest.raises(SettingsError, match="'Blundr'"):
        charts.win_probability(evaluated, labels=["Blundr"])


def test_the_hover_card_tells_the_move(evaluated: chessnb.Analysis):
    curve = traces(charts.win_probability(evaluated))["Win probability"]
    card = curve.hovertext[6]
    assert card.startswith("<b>3… Nf6</b>   <b>??</b> Blunder<br>#+1")
    assert "White 100 &#37;" in card
    assert literal(evaluated.moves.loc[6, "explanation"])[:20] in card
    assert curve.hovertext[0].startswith("<b>Start position</b>")
    assert curve.hoverinfo == "text"


@pytest.mark.parametrize("chart", [charts.win_probability, charts.accuracy, charts.time])
def test_x_is_the_ply_so_that_a_click_tells_it(chart: Chart, evaluated: chessnb.Analysis):
    figure = chart(evaluated)
    assert figure.layout.meta["x"] == "ply"
    hovered = [trace for trace in figure.data if trace.hoverinfo == "text"]
    assert hovered
    for trace in hovered:
        assert set(trace.x) <= set(range(8))
        assert len(trace.x) == len(trace.hovertext)


def test_the_move_axis_has_the_moves_own_numbers():
    axis = charts.win_probability(analysed(BLACK_FIRST)).layout.xaxis
    assert dict(zip(axis.tickvals, axis.ticktext, strict=True)) == {1: "38", 2: "39"}
    ticks = charts.accuracy(analysed(long_game(320))).layout.xaxis
    assert len(ticks.tickvals) <= 15
    assert ticks.ticktext[:3] == ("1", "20", "40")
    assert ticks.tickvals[1] == 39


def test_the_phases_tile_the_game(evaluated: chessnb.Analysis):
    shapes = [one for one in charts.win_probability(evaluated).layout.shapes if one.type == "rect"]
    assert shapes[0].x0 == 0
    assert shapes[-1].x1 == 7
    assert all(one.x1 == other.x0 for one, other in pairwise(shapes))


def test_the_running_accuracy_is_the_mean_so_far(evaluated: chessnb.Analysis):
    figure = charts.accuracy(evaluated)
    white = [trace for trace in figure.data if trace.legendgroup == "white"]
    values = evaluated.moves.query("side == 'white'")["accuracy"].astype(float)
    assert list(white[1].y) == pytest.approx(values.expanding().mean().tolist(), abs=0.01)
    assert white[1].name == f"Ada Finch  {evaluated.white['accuracy']:.1f}"


def test_label_counts_stand_on_both_sides(evaluated: chessnb.Analysis):
    figure = charts.labels(evaluated)
    white, black = figure.data
    players = evaluated.players
    for trace, side in ((white, "white"), (black, "black")):
        assert list(trace.x) == players.loc[side, list(LABELS)].tolist()
        assert list(trace.marker.color) == list(LABEL_COLOURS.values())
    names = {note.text for note in figure.layout.annotations}
    assert {*LABELS, *(f"<b>{sign}</b>" for sign in LABEL_SYMBOLS.values())} <= names
    assert figure.layout.xaxis.range[0] > figure.layout.xaxis.range[1]


def test_times_point_up_for_white_and_down_for_black(evaluated: chessnb.Analysis):
    figure = charts.time(evaluated)
    white, black = figure.data[:2]
    spent = evaluated.moves["time_spent"]
    for trace, sign in ((white, 1), (black, -1)):
        given = {ply: sign * spent.loc[ply] for ply in trace.x if not pd.isna(spent.loc[ply])}
        drawn = {x: y for x, y in zip(trace.x, trace.y, strict=True) if y is not None}
        assert drawn == pytest.approx(given)
    assert figure.layout.yaxis.ticktext[0] == figure.layout.yaxis.ticktext[-1]
    assert [trace.yaxis for trace in figure.data[2:]] == ["y2", "y2"]


def test_rulesets_are_compared_row_by_row(evaluated: chessnb.Analysis):
    figure = charts.compare_rulesets(evaluated, ["classic", "lichess"])
    assert figure.layout.yaxis.ticktext == ("classic", "lichess")
    for line, name in enumerate(("classic", "lichess")):
        expected = evaluated.rescore(name).moves["label"].dropna().to_dict()
        drawn = {
            ply: trace.name.split()[1]
            for trace in figure.data
            if trace.name and trace.name.split()[0] in LABEL_SYMBOLS.values()
            for ply, base in zip(trace.x, trace.base, strict=True)
            if round(base) == line
        }
        assert drawn == expected
    every = charts.compare_rulesets(evaluated).layout.yaxis.ticktext
    assert list(every) == list(chessnb.rulesets)
    with pytest.raises(RulesetError, match="'clasic'"):
        charts.compare_rulesets(evaluated, ["clasic"])
    with pytest.raises(SettingsError, match="at least one"):
        charts.compare_rulesets(evaluated, [])


@pytest.mark.parametrize("chart", CHARTS)
def test_text_of_games_is_never_markup(chart: Chart, evaluated: chessnb.Analysis):
    moves = evaluated.moves
    moves["explanation"] = pd.array([HOSTILE] * len(moves), dtype="string")
    moves["opening"] = moves["explanation"]
    moves["best_san"] = moves["explanation"]
    headers = dict.fromkeys(("White", "Black", "Result", "Opening"), HOSTILE)
    hostile: Any = SimpleNamespace(
        moves=moves, players=evaluated.players, game=SimpleNamespace(headers=headers)
    )
    hostile.rescore = lambda ruleset: hostile
    figure = chart(hostile)
    shown = texts(figure)
    assert any("&lt;b&gt;R&amp;D" in text for text in shown)
    for text in shown:
        assert not any(
            bad in text for bad in ("<a", "<img", "$\\", "%{x}", "javascript:alert(1)'>")
        )


def test_literal_text():
    assert literal("a\tb\n c\x00d") == "a b c d"
    assert literal("x" * 30, 10) == "x" * 9 + "…"
    assert literal("<&>", 2) == "&lt;…"
    assert literal("&lt;") == "&amp;lt;"
    assert wrapped("one two " * 20, 20, 2).count("<br>") == 1
    assert [clock_text(s) for s in (0, 0.04, 59.94, 60, 3599.6)] == [
        "0 s",
        "0 s",
        "59.9 s",
        "1:00",
        "1:00:00",
    ]


def test_runs_without_a_gap():
    assert runs_of([None, 0.1, 0.2, None, None, 0.3]) == [(1, 2), (5, 5)]
    assert runs_of([]) == []
