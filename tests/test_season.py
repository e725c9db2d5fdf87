"""A player's season: the games from one side, bands that tell how much is known, charts."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from dump_games import lichess_pgn, random_game

import chessnb
from chessnb import charts, season
from chessnb.errors import InputError, SettingsError, TableError
from chessnb.season.bootstrap import mean_band

CHARTS = ("accuracy_trend", "opening_tree", "label_rates", "by_phase", "time_use", "strength")
EVALS = """[Event "Season"]
[White "{white}"]
[Black "{black}"]
[Result "{result}"]
[Date "2024.{month:02}.01"]
[WhiteElo "1500"]
[BlackElo "{elo}"]
[TimeControl "180+2"]

1. e4 {{ [%eval 0.3] [%clk 0:03:00] }} 1... {reply} {{ [%eval 0.{n}] [%clk 0:02:50] }} \
2. a4 {{ [%eval 0.{n}] [%clk 0:02:{n:02}] }} 2... a5 {{ [%eval 0.{n}] [%clk 0:02:40] }} \
3. h4 {{ [%eval {after}] [%clk 0:02:{n:02}] }} {result}
"""


def games_of_a_season(count: int = 24) -> str:
    texts = []
    for n in range(count):
        white, black = ("Ada", f"Rival {n % 3}") if n % 2 == 0 else (f"Rival {n % 3}", "ADA")
        result = ("1-0", "0-1", "1/2-1/2")[n % 3]
        reply = ("c5", "e5", "e6")[n % 3]
        texts.append(
            EVALS.format(
                white=white, black=black, result=result, month=1 + n % 12, elo=1400 + 50 * n,
                reply=reply, n=10 + n, after=round(-0.3 * n, 1),
            )
        )  # fmt: skip
    return "\n".join(texts)


@pytest.fixture(scope="module")
def lib(tmp_path_factory: pytest.TempPathFactory) -> chessnb.Library:
    library = chessnb.Library(tmp_path_factory.mktemp("season") / "season.db")
    assert library.write([r for part in _records() for r in part]) == 24
    return library


def _records() -> Any:
    from chessnb.library.bulk import records_of_dump

    unique = games_of_a_season()
    for number, part in enumerate(records_of_dump(unique, "nine-tier", None)):
        yield [
            type(record)(f"{record.game_id}-{number}-{place}", record.row, record.contents)
            for place, record in enumerate(part)
        ]


def test_the_player_is_found_on_either_colour(lib: chessnb.Library) -> None:
    table = season.season_table(lib, "ada")
    assert len(table) == 24 and table["color"].value_counts().to_dict() == {
        "white": 12, "black": 12,
    }  # fmt: skip
    assert table.attrs["player"] == "ADA"
    assert set(table["opponent"]) == {"Rival 0", "Rival 1", "Rival 2"}
    assert table["date"].is_monotonic_increasing and table["speed"].unique().tolist() == ["blitz"]
    wins = (table["result"] == "win").sum()
    assert table["score"].sum() == wins + 0.5 * (table["result"] == "draw").sum()
    games = lib.games()
    first = table.iloc[0]
    side = first["color"]
    assert first["accuracy"] == games.loc[table.index[0], f"{side}_accuracy"]
    pd.testing.assert_frame_equal(season.season_table(lib), table)
    pd.testing.assert_frame_equal(season.season_table(table), table)


def test_seasons_come_from_tables_batches_and_analyses() -> None:
    text = games_of_a_season(3)
    games = chessnb.score_pgn(text, per="games")
    from_table = season.season_table(games, "Ada")
    run = chessnb.analyze_many(text, progress=False)
    run.wait(60)
    from_run = season.season_table(run, "Ada")
    from_analyses = season.season_table(list(run.analyses()), "Ada")
    for other in (from_run, from_analyses):
        pd.testing.assert_series_equal(from_table["accuracy"], other["accuracy"])


def test_wrong_seasons_are_told(lib: chessnb.Library) -> None:
    with pytest.raises(InputError, match="nobody"):
        season.season_table(lib, "nobody")
    with pytest.raises(TableError, match="no column 'white'"):
        season.season_table(pd.DataFrame({"x": [1]}))
    with pytest.raises(TableError, match="list"):
        season.season_table([3])
    table = season.season_table(lib, "ada")
    with pytest.raises(SettingsError, match="window=1"):
        season.trend(table, window=1)
    with pytest.raises(TableError, match="'elo'"):
        season.trend(table, "elo")
    with pytest.raises(SettingsError, match="no group"):
        season.by_group(table, "weather")


def test_bands_hold_the_truth_as_often_as_they_say() -> None:
    random = np.random.default_rng(1)
    hits = 0
    for _ in range(200):
        band = mean_band(random.normal(80, 10, 40))
        hits += band.low <= 80 <= band.high
    assert 178 <= hits <= 200
    assert mean_band(np.array([np.nan])).games == 0
    alone = mean_band(np.array([70.0]))
    assert alone.mean == 70 and np.isnan(alone.low)
    many = mean_band(random.normal(80, 10, 400))
    assert many.high - many.low < 3


def test_trends_average_the_last_games(lib: chessnb.Library) -> None:
    table = season.season_table(lib, "ada")
    found = season.trend(table, "accuracy", window=5)
    values = table["accuracy"].to_numpy(float)
    assert found["mean"].iloc[-1] == pytest.approx(values[-5:].mean())
    assert found["mean"].iloc[1] == pytest.approx(values[:2].mean())
    assert found["games"].tolist()[:6] == [1, 2, 3, 4, 5, 5]
    assert (found["low"].iloc[1:] <= found["mean"].iloc[1:] + 1e-9).all()
    long = pd.concat([table] * 30)
    assert len(season.trend(long)) <= 250


def test_groups_say_how_many_games_they_rest_on(lib: chessnb.Library) -> None:
    table = season.season_table(lib, "ada")
    colours = season.by_group(table, "color")
    assert colours["games"].tolist() == [12, 12] and not colours["few"].any()
    openings = season.by_group(table, "opening")
    assert openings["games"].sum() == 24 and openings["few"].all()
    bands = season.by_group(table, "opponents_strength")
    assert all("–" in name for name in bands.index)
    costly = season.costly_openings(table)
    assert costly["cost"].is_monotonic_decreasing
    assert season.phases(table).loc["endgame", "games"] == 0


def test_mistakes_are_summed_up(lib: chessnb.Library) -> None:
    found = season.typical_mistakes(lib.moves(player="ada"))
    assert (found["moves"] > 0).all() and found.index.names == ["phase", "label"]
    for game_id, ply in found["example"]:
        assert ply >= 1 and game_id in lib
    assert season.typical_mistakes(lib.moves(player="nobody")).empty


def test_openings_are_a_tree_whose_parts_add_up(lib: chessnb.Library) -> None:
    table = season.season_table(lib, "ada")
    nodes = season.opening_nodes(table)
    for path, node in nodes.iterrows():
        children = nodes[nodes["parent"] == path]
        assert children["games"].sum() <= node["games"] == len(node["game_ids"])
    tops = nodes[nodes["parent"] == ""]
    assert tops["games"].sum() == 24 and set(tops.index) == {"white", "black"}


def test_strength_narrows_with_games() -> None:
    texts = [lichess_pgn(random_game(n, 60), n) for n in range(0, 40, 5)]
    games = chessnb.score_pgn("".join(texts), per="games")
    found = season.strength_so_far(season.season_table(games, "player-0"))
    widths = (found["high"] - found["low"]).to_numpy()
    assert len(found) and widths[-1] < widths[0]


@pytest.mark.parametrize("name", CHARTS)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_charts_are_plain_figures(lib: chessnb.Library, name: str, theme: str) -> None:
    import plotly.graph_objects as go

    figure = getattr(charts, name)(lib, player="Ada", theme=theme)
    assert type(figure) is go.Figure and figure.layout.meta["chart"] == name
    assert "ADA" in figure.layout.title.text
    bare = getattr(charts, name)(lib.games(player="ada"), title=False)
    assert bare.layout.title.text is None and bare.to_json()


def ids_of(ring: Any) -> set[str]:
    return set(",".join(filter(None, ring.customdata)).split(","))


def test_clicks_can_open_the_games(lib: chessnb.Library) -> None:
    tree = charts.opening_tree(lib, player="ada", measure="accuracy").data[0]
    assert all(id_ in lib for (ids,) in tree.customdata for id_ in ids.split(","))
    rings = charts.opening_tree(lib, player="ada", rings=True).data
    for inner, outer in pairwise(rings):
        assert sum(inner.values) == sum(outer.values) and inner.domain.x[0] > outer.domain.x[0]
        assert ids_of(outer) <= ids_of(inner)
    assert ids_of(rings[0]) == set(season.season_table(lib, "ada").index)
    points = charts.accuracy_trend(lib, player="ada").data[2]
    assert all(game_id in lib for game_id in points.customdata)


def test_small_samples_are_shown_as_such(lib: chessnb.Library) -> None:
    bars = charts.by_phase(lib.games(player="ada", limit=3)).data[0]
    assert "few games" in bars.hovertext[0] and bars.marker.pattern.shape[0] == "/"


def test_names_with_markup_stay_text(tmp_path: Path) -> None:
    text = (
        games_of_a_season(2)
        .replace("Ada", "<b onmouseover=x>$A$")
        .replace("ADA", "<b onmouseover=x>$A$")
    )
    games = chessnb.score_pgn(text, per="games")
    for name in CHARTS:
        assert "<b onmouseover" not in str(getattr(charts, name)(games).to_dict())


def test_games_without_anything_still_draw() -> None:
    text = '[White "Ada"]\n[Black "Ben"]\n[Result "*"]\n\n*\n'
    games = chessnb.score_pgn(f'[Event "x"]\n{text}', per="games")
    for name in CHARTS:
        getattr(charts, name)(games, player="Ada").to_json()
