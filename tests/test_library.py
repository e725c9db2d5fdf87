"""The library: what goes in comes out equal, whoever else is at the file."""

from __future__ import annotations

import datetime
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import zlib
from pathlib import Path

import pandas as pd
import pytest
from dump_games import lichess_pgn, random_game
from games import BLACK_FIRST, EVALUATED

import chessnb
from chessnb import schema
from chessnb.errors import FileError, InputError, NoSuchFileError, SettingsError
from chessnb.library import Library, packing
from chessnb.library.records import record_of

PGN = """[Event "{event}"]
[White "{white}"]
[Black "{black}"]
[Result "{result}"]
[Date "{date}"]
[WhiteElo "{white_elo}"]
[BlackElo "{black_elo}"]
[TimeControl "{control}"]

1. {first} {{ [%eval 0.3] }} 1... e5 {{ [%eval 0.2] }} 2. a3 {{ [%eval -0.6] }} {result}
"""


def pgn(first: str = "e4", **tags: str) -> str:
    defaults = {
        "event": "Club night", "white": "Ada Finch", "black": "Ben Holm", "result": "1-0",
        "date": "2024.03.05", "white_elo": "1600", "black_elo": "1500", "control": "600+0",
    }  # fmt: skip
    return PGN.format(**(defaults | {"first": first} | tags))


def analysed(text: str, **options: object) -> chessnb.Analysis:
    return chessnb.analyze(text, source="pgn", progress=False, **options)


@pytest.fixture
def lib(tmp_path: Path) -> Library:
    return Library(tmp_path / "season.db")


@pytest.fixture
def club(lib: Library) -> Library:
    """Four games of a few people."""
    for text in (
        pgn("e4"),
        pgn("e3", white="Ben Holm", black="ADA  finch", result="0-1", date="2024.04.??"),
        pgn("d3", white="Čeněk", date="2023.12.31", control="180+0", white_elo="2100"),
        pgn("Nc3", black="Ada Finch", white="Ben Holm", result="1/2-1/2", control="1800+20"),
    ):
        lib.save(analysed(text))
    return lib


def same(one: chessnb.Analysis, other: chessnb.Analysis) -> None:
    for table in ("moves", "lines", "players"):
        pd.testing.assert_frame_equal(getattr(one, table), getattr(other, table), check_exact=True)
    assert one.game == other.game
    assert one.evaluations == other.evaluations
    assert one.provenance == other.provenance


@pytest.mark.parametrize("text", [EVALUATED, "", BLACK_FIRST], ids=["evals", "empty", "black"])
def test_an_analysis_comes_back_equal(lib: Library, text: str) -> None:
    analysis = chessnb.analyze(
        text or '[White "Ada"]\n\n*', nodes=3000, multipv=2, engine="bundled", progress=False
    )
    assert lib.save(analysis)
    loaded = lib.load(analysis.game.game_id)
    same(loaded, analysis)
    assert lib.pgn(analysis.game.game_id) == analysis.game.source_text


def test_analyze_keeps_what_is_finished(lib: Library, tmp_path: Path) -> None:
    analysis = analysed(EVALUATED, library=lib)
    same(lib.load(analysis.game.game_id), analysis)
    assert len(lib) == 1 and analysis.game.game_id in lib
    other = analysed(pgn(), library=str(tmp_path / "other.db"))
    assert other.game.game_id in Library(tmp_path / "other.db")


def test_moves_and_games_are_those_of_the_analyses(club: Library) -> None:
    analyses = {game_id: club.load(game_id) for game_id in club.games().index}
    moves = club.moves(columns=schema.TABLES["moves"].names)
    for game_id, analysis in analyses.items():
        pd.testing.assert_frame_equal(moves.loc[game_id], analysis.moves)
    games = schema.validate(club.games(), "games")
    for side in schema.SIDES:
        assert games[f"{side}_accuracy"].tolist() == [
            analysis.players.loc[side, "accuracy"] for analysis in analyses.values()
        ]
    assert "fen_after" not in club.moves().columns


def test_search_by_everything(club: Library) -> None:
    def found(**search: object) -> list[str]:
        return club.games(**search)["date"].tolist()

    assert found() == ["2023.12.31", "2024.03.05", "2024.03.05", "2024.04.??"]
    assert len(found(player="ada FINCH")) == 3
    assert found(player="čeněk") == ["2023.12.31"] == found(player="č*")
    assert found(player="Ada Finch", color="black", result="win") == ["2024.04.??"]
    assert len(found(player="Ada Finch", result="draw")) == 1
    assert found(opponent="Čeněk", player="Ben Holm") == ["2023.12.31"]
    assert found(since="2024-04") == ["2024.04.??"]
    assert found(until=datetime.date(2023, 12, 31)) == ["2023.12.31"]
    assert len(found(until="2024-03")) == 3
    assert found(rating=(2000, None)) == ["2023.12.31"]
    assert found(player="Ben Holm", opponent_rating=(2000, 2200)) == ["2023.12.31"]
    assert found(time_control="blitz") == found(time_control="180+0") == ["2023.12.31"]
    assert found(time_control="bullet") == [] and len(found(time_control="rapid")) == 2
    assert len(found(eco="A00-C99")) == 4 and found(eco="E9") == []
    assert len(found(event="club NIGHT")) == 4
    assert found(result="0-1") == ["2024.04.??"]
    assert len(found(label="Book")) == 4 and found(label=["Brilliant", "Miss"]) == []
    assert len(club.games(limit=2)) == 2 and club.games(limit=1)["date"].item() == "2024.04.??"
    assert list(club.games(columns=["white", "eco"]).columns) == ["white", "eco"]
    some = club.games().index[:2].tolist()
    assert club.games(game_id=some).index.tolist() == some


def test_openings_are_found_by_part_of_their_name(club: Library) -> None:
    name = club.games(eco="C20")["opening"].iloc[0]
    assert len(club.games(opening=name.upper()[2:8])) >= 1


def test_moves_of_a_player_are_the_players_own(club: Library) -> None:
    own = club.moves(player="Ada Finch")
    both = club.moves(player="Ada Finch", both=True)
    assert 0 < len(own) < len(both) == 9
    assert set(club.moves(player="Ada Finch", label="Book")["label"]) == {"Book"}


@pytest.mark.parametrize(
    "search",
    [
        {"player": 3}, {"color": "red"}, {"color": "white"}, {"since": "soon"}, {"eco": "Z9"},
        {"result": "won"}, {"label": "Bad"}, {"rating": 1500}, {"time_control": 3}, {"nobody": 1},
        {"limit": 0}, {"columns": ["elo"]},
    ],
)  # fmt: skip
def test_wrong_questions_are_told(club: Library, search: dict[str, object]) -> None:
    with pytest.raises(SettingsError):
        club.games(**search)


def test_hostile_values_are_only_values(club: Library) -> None:
    hostile = "x' OR 1=1; DROP TABLE games; --"
    assert club.games(player=hostile).empty and club.games(opening=hostile).empty
    assert club.games(game_id=hostile).empty and club.games(time_control=hostile).empty
    assert len(club) == 4


def test_the_deeper_analysis_of_a_game_stays(lib: Library) -> None:
    given = analysed(EVALUATED)
    quick = chessnb.analyze(EVALUATED, nodes=2000, engine="bundled", progress=False)
    deeper = chessnb.analyze(EVALUATED, nodes=4000, engine="bundled", progress=False)
    assert lib.save(quick) and not lib.save(given) and lib.save(deeper) and not lib.save(quick)
    same(lib.load(given.game.game_id), deeper)
    assert lib.save(given, replace=True)
    same(lib.load(given.game.game_id), given)
    assert len(lib) == 1
    stopped = chessnb.Analysis(
        deeper.game, [*deeper.evaluations[:-2], None, None], ruleset=deeper.ruleset,
        provenance={**deeper.provenance, "settings": "nodes 900000 multipv 3"},
    )  # fmt: skip
    assert record_of(stopped).row["rank"] < record_of(quick).row["rank"]


def test_delete_vacuum_and_backup(club: Library, tmp_path: Path) -> None:
    copy = Library(club.backup(tmp_path / "copy.db"))
    assert len(copy) == 4
    with pytest.raises(SettingsError, match="needs"):
        club.delete()
    assert club.delete(player="Čeněk") == 1 and club.delete(club.games().index[0]) == 1
    before = club.info()["games"]
    club.vacuum()
    assert before == len(club) == 2 and len(copy) == 4
    assert copy.players().to_dict()["Ben Holm"] == 4
    assert "4 games" in repr(copy) and copy.info()["kilobytes_per_game"] > 0


def test_tables_are_written_out(club: Library, tmp_path: Path) -> None:
    folder = club.to_parquet(tmp_path / "season")
    games = pd.read_parquet(folder / "games.parquet")
    pd.testing.assert_frame_equal(games, club.games(), check_index_type=False)
    moves = pd.read_parquet(folder / "moves")
    pd.testing.assert_frame_equal(moves, club.moves(), check_index_type=False)
    club.to_parquet(folder, player="Čeněk")
    assert len(pd.read_parquet(folder / "moves")) == 3
    text = club.to_csv()
    assert text is not None and text.count("\n") == 5
    club.to_csv(tmp_path / "moves.csv", table="moves", player="Ada Finch")
    assert (tmp_path / "moves.csv").read_text("utf-8").count("\n") == 1 + len(
        club.moves(player="Ada Finch")
    )
    with pytest.raises(SettingsError, match="no table"):
        club.to_csv(table="lines")


def test_dumps_are_taken_in_thousands(lib: Library, tmp_path: Path) -> None:
    texts = [lichess_pgn(random_game(n, plies=40), n) for n in range(12)]
    texts[5] = texts[5].replace("1. ", "1. {a comment} ", 1)
    path = tmp_path / "dump.pgn"
    path.write_text("".join(texts), encoding="utf-8")
    assert lib.add_pgn(path) == 12
    scored = chessnb.score_pgn(path, per="games")
    kept = lib.games().loc[scored.index]
    later = ["analysed_at", "effort", "engine", "warnings"]
    pd.testing.assert_frame_equal(kept.drop(columns=later), scored.drop(columns=["warnings"]))
    moves = chessnb.score_pgn(path, per="moves")
    common = [name for name in moves.columns if name not in ("error",)]
    for game_id in scored.index[:6]:
        stored = lib.moves(columns=common, game_id=game_id)
        pd.testing.assert_frame_equal(stored, moves.loc[[game_id], common], check_exact=True)
        loaded = lib.load(game_id)
        pd.testing.assert_frame_equal(loaded.moves[common], moves.loc[game_id, common])
    assert lib.add_pgn(path, where={"White": "player-1"}) < 12


def test_two_notebooks_write_at_once(lib: Library) -> None:
    texts = [lichess_pgn(random_game(n, plies=8), n) for n in range(16)]
    records = [record_of(analysed(text)) for text in texts]
    seen: list[BaseException] = []

    def write(part: list[object]) -> None:
        try:
            for record in part:
                Library(lib.path).write([record])  # type: ignore[list-item]
                lib.games(player="player-1")
        except BaseException as error:
            seen.append(error)

    threads = [threading.Thread(target=write, args=(records[n::2],)) for n in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not seen and len(lib) == len({record.game_id for record in records})


WRITER = """
import sys, chessnb
from chessnb.library import Library
from chessnb.library.records import record_of
records = [record_of(chessnb.analyze(text, source="pgn", progress=False))
           for text in sys.stdin.read().split("\\0")]
lib = Library(sys.argv[1])
print("ready", flush=True)
while True:
    for record in records:
        lib.write([record], replace=True)
"""


@pytest.mark.parametrize(
    "moments",
    [(0.03,), pytest.param([n * 0.0137 for n in range(20)], marks=pytest.mark.slow)],
    ids=["once", "twenty times"],
)
def test_a_killed_process_leaves_whole_games(lib: Library, moments: list[float]) -> None:
    texts = [lichess_pgn(random_game(n, plies=10), n) for n in range(4)]
    for moment in moments:
        process = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(lib.path)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert process.stdin and process.stdout
        process.stdin.write("\0".join(texts))
        process.stdin.close()
        process.stdout.readline()
        time.sleep(moment)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()
        again = Library(lib.path)
        games = again.games()
        assert len(games) == len(again)
        for game_id in games.index:
            assert len(again.load(game_id).moves) == games.loc[game_id, "plies"]


def test_files_of_another_kind_are_refused(tmp_path: Path) -> None:
    with pytest.raises(NoSuchFileError):
        Library(tmp_path / "none.db", create=False)
    text = tmp_path / "text.db"
    text.write_text("no database " * 100)
    with pytest.raises(FileError):
        Library(text)
    other = tmp_path / "other.db"
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE mine (x)")
    connection.commit()
    connection.close()
    with pytest.raises(FileError, match="not a chessnb library"):
        Library(other)
    with pytest.raises(FileError):
        Library(text / "below.db")


def test_files_of_other_versions(lib: Library) -> None:
    lib.save(analysed(EVALUATED))
    connection = sqlite3.connect(lib.path)
    connection.execute("PRAGMA user_version = 1")
    for (name,) in connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
    ).fetchall():
        connection.execute(f"DROP INDEX {name}")
    connection.execute("ALTER TABLE games DROP COLUMN warnings")
    connection.commit()
    brought_up = Library(lib.path)
    assert brought_up.info()["version"] == 2 and len(brought_up.games(eco="C")) == 1
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(FileError, match="later version"):
        Library(lib.path)


def test_damaged_and_swollen_entries_are_refused(
    lib: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    analysis = analysed(EVALUATED)
    lib.save(analysis)
    game_id = analysis.game.game_id

    def put(data: bytes) -> None:
        connection = sqlite3.connect(lib.path)
        connection.execute("UPDATE contents SET rest = ?", [data])
        connection.commit()
        connection.close()

    whole = packing.pack({"a": 1})
    for data in (b"nothing", whole[:-5], whole, packing.pack([1])):
        put(data)
        with pytest.raises(FileError):
            lib.load(game_id)
    monkeypatch.setattr(packing, "MOST_BYTES", 1000)
    put(zlib.compress(b" " * 100_000))
    with pytest.raises(FileError, match="more than"):
        lib.load(game_id)
    with pytest.raises(InputError, match="no game 'x'"):
        lib.load("x")


def test_questions_cannot_write(lib: Library) -> None:
    with lib._database.reading() as connection, pytest.raises(sqlite3.OperationalError):
        connection.execute("DELETE FROM games")


def test_a_library_travels_by_its_path(club: Library) -> None:
    import pickle

    assert len(pickle.loads(pickle.dumps(club))) == 4
