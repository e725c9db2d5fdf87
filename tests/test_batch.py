"""Many games: order, failures, stopping, resuming, executors that die."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from dump_games import lichess_pgn, random_game
from games import EVALUATED, long_game

import chessnb
from chessnb.errors import EngineError, InputError, SettingsError, WorkerError

QUICK: dict[str, Any] = {"nodes": 300, "multipv": 1, "cache": False, "progress": False}


def some_games(count: int, plies: int = 10) -> list[chessnb.Game]:
    texts = (lichess_pgn(random_game(n, plies), n, evals=False) for n in range(count))
    return [chessnb.read_game(text) for text in texts]


def without_times(games: pd.DataFrame) -> pd.DataFrame:
    return games.drop(columns="analysed_at")


def test_games_come_in_the_order_they_were_given() -> None:
    games = some_games(6)
    run = chessnb.analyze_many(games, **QUICK)
    table = run.result(120)
    assert table.index.tolist() == [game.game_id for game in games]
    assert table["error"].isna().all() and run.finished and run.progress.fraction == 1
    alone = chessnb.analyze(games[3], **QUICK)
    pd.testing.assert_frame_equal(run.load(games[3].game_id).moves, alone.moves)
    assert [analysis.game.game_id for analysis in run.analyses()] == table.index.tolist()
    assert "finished: 6 of 6" in repr(run)


def test_any_executor_gives_the_same() -> None:
    games = some_games(3)
    here = chessnb.analyze_many(games, **QUICK).result(120)
    with ThreadPoolExecutor(2) as threads:
        there = chessnb.analyze_many(games, executor=threads, **QUICK).result(120)
    pd.testing.assert_frame_equal(without_times(here), without_times(there))


def test_processes_get_long_games_as_text() -> None:
    games = [chessnb.read_game(long_game(340)), *some_games(2)]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        run = chessnb.analyze_many(
            games, executor=processes, nodes=20, multipv=1, ruleset="classic", progress=False
        )
        table = run.result(200)
    assert table["plies"].tolist()[0] == 340 and table["ruleset"].tolist() == ["classic"] * 3


def test_a_game_that_fails_is_a_row_with_the_reason() -> None:
    sources = [
        some_games(1)[0],
        '[Variant "Crazyhouse"]\n\n1. e4 e5 *',
        "nothing that can be read",
        "no-such-file.pgn",
        '[FEN "8/8/8/8/8/8/8/K7 w - - 0 1"]\n\n*',
    ]
    run = chessnb.analyze_many(iter(sources), **QUICK)
    table = run.result(120)
    assert len(table) == 5 and table["error"].notna().tolist() == [False, True, True, True, True]
    assert len(run.failures) == 4 and "king" in table["error"].iloc[4]
    assert sum(1 for _ in run.analyses()) == 1
    with pytest.raises(InputError):
        run.load(table.index[1])


def test_files_are_read_while_the_work_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text("".join(lichess_pgn(random_game(n, 6), n) for n in range(5)), "utf-8")
    table = chessnb.analyze_many(str(path), progress=False).result(60)
    scored = chessnb.score_pgn(path, per="games")
    pd.testing.assert_frame_equal(table[scored.columns], scored)


def test_a_stream_is_read_no_further_than_is_needed() -> None:
    taken = 0

    def endless() -> Any:
        nonlocal taken
        for game in some_games(1) * 100_000:
            taken += 1
            yield game

    run = chessnb.analyze_many(endless(), **QUICK)
    while run.done < 3:
        time.sleep(0.05)
    run.stop()
    assert run.stopped and taken < run.done + 50


def test_stop_keeps_and_resume_completes() -> None:
    games = some_games(8, plies=30)
    run = chessnb.analyze_many(games, nodes=3000, multipv=1, cache=False, progress=False)
    while run.done < 2:
        time.sleep(0.05)
    run.stop()
    done = run.done
    assert run.stopped and 2 <= done < 8 and len(run.games) == done
    table = run.resume().result(200)
    assert table.index.tolist() == [game.game_id for game in games] and run.finished


def test_a_library_keeps_games_and_a_new_run_goes_on(tmp_path: Path) -> None:
    games, path = some_games(4), tmp_path / "season.db"
    first = chessnb.analyze_many(games[:2], library=path, **QUICK)
    first.result(120)
    lib = chessnb.Library(path)
    assert len(lib) == 2 and first.load(games[0].game_id).game == games[0]
    again = chessnb.analyze_many(games, library=lib, **QUICK)
    table = again.result(120)
    assert again.skipped == 2 and len(lib) == 4
    assert table.index.tolist() == [game.game_id for game in games]
    rescored = chessnb.analyze_many(games, library=lib, ruleset="lichess", **QUICK)
    assert rescored.result(120)["ruleset"].tolist() == ["lichess"] * 4 and rescored.skipped == 4
    deeper = chessnb.analyze_many(games, library=lib, **(QUICK | {"nodes": 600}))
    deeper.result(120)
    assert deeper.skipped == 0 and len(lib) == 4


def test_wrong_options_are_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="contradict"):
        chessnb.analyze_many([], depth=3, nodes=3)
    with pytest.raises(SettingsError, match="submit"):
        chessnb.analyze_many([], executor=3)  # type: ignore[arg-type]
    run = chessnb.analyze_many(some_games(2), engine=tmp_path / "none", nodes=10, progress=False)
    with pytest.raises(EngineError):
        run.result(60)
    assert len(chessnb.analyze_many([], progress=False).result(30)) == 0


class Killer:
    """Kills a worker of a pool once some games are there."""

    def __init__(self, run: Any, processes: ProcessPoolExecutor) -> None:
        while run.done < 1:
            time.sleep(0.02)
        os.kill(next(iter(processes._processes)), signal.SIGKILL)


def test_an_executor_that_breaks_raises_and_what_is_finished_stays(tmp_path: Path) -> None:
    games, path = some_games(10, plies=20), tmp_path / "season.db"
    settings = {"nodes": 3000, "multipv": 1, "cache": False, "progress": False}
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        run = chessnb.analyze_many(games, executor=processes, library=path, **settings)
        Killer(run, processes)
        with pytest.raises(WorkerError, match="games are kept"):
            run.result(200)
    assert 1 <= len(chessnb.Library(path)) == run.done < 10
    again = chessnb.analyze_many(games, library=path, **settings)
    assert len(again.result(200)) == 10 and again.skipped == run.done
    assert len(chessnb.Library(path)) == 10


RUN = """
import sys, chessnb
games = list(chessnb.read_games(sys.argv[1]))
run = chessnb.analyze_many(games, library=sys.argv[2], nodes=1500, multipv=1, cache=False,
                           progress=False)
print("ready", flush=True)
run.result()
print("done", flush=True)
"""


def kill_and_look(source: Path, library: Path, after: float) -> bool:
    """Let a run work for a while, kill it, and check the library; whether it was done before."""
    process = subprocess.Popen(
        [sys.executable, "-c", RUN, str(source), str(library)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(after)
    os.kill(process.pid, signal.SIGKILL)
    done = "done" in process.stdout.read()
    process.wait()
    process.stdout.close()
    lib = chessnb.Library(library)
    games = lib.games()
    assert games.index.is_unique and len(games) == len(lib)
    for game_id in games.index:
        assert len(lib.load(game_id).moves) == games.loc[game_id, "plies"]
    return done


@pytest.mark.parametrize(
    "moments",
    [[1.5], pytest.param([0.2 + 0.35 * n for n in range(20)], marks=pytest.mark.slow)],
    ids=["once", "twenty times"],
)
def test_a_killed_run_is_resumed_with_each_game_once(tmp_path: Path, moments: list[float]) -> None:
    source, library = tmp_path / "games.pgn", tmp_path / "season.db"
    games = some_games(40 if len(moments) > 1 else 8, plies=24)
    source.write_text("\n".join(game.to_pgn() + "\n" for game in games), "utf-8")
    for moment in moments:
        kill_and_look(source, library, moment)
    run = chessnb.analyze_many(
        str(source), library=library, nodes=1500, multipv=1, cache=False, progress=False
    )
    assert len(run.result(300)) == len(games)
    assert len(chessnb.Library(library)) == len(games)


@pytest.mark.slow
def test_dask_goes_on_when_a_worker_is_killed(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="the extra dask is not installed")
    games = some_games(12, plies=20)
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        executor = client.get_executor()
        run = chessnb.analyze_many(
            games, executor=executor, library=tmp_path / "season.db", nodes=3000, multipv=1,
            cache=False, progress=False,
        )  # fmt: skip
        while run.done < 2:
            time.sleep(0.05)
        os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)
        table = run.result(300)
        assert table["error"].isna().all() and len(table) == 12
    here = chessnb.analyze_many(games, nodes=3000, multipv=1, cache=False, progress=False)
    pd.testing.assert_frame_equal(without_times(table), without_times(here.result(300)))


def test_games_with_their_own_evaluations_need_no_engine(tmp_path: Path) -> None:
    run = chessnb.analyze_many([EVALUATED], engine=None, progress=False)
    assert run.result(60)["white_move_count"].item() > 0
