"""Many games, as ratios measured in one run: dumps, batches, the library.

Run with ``pytest tests/benchmarks/bench_batch.py -m "" -s``; the oracle's games are needed.
"""

from __future__ import annotations

import gzip
import io
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess.pgn
import pytest

import chessnb
from chessnb.engine.processors import usable_processors
from chessnb.library.records import Record

DUMP = "rated-games-7154.pgn.gz"
GAMES = 7154


def processor_seconds(work: Callable[[], Any]) -> tuple[float, Any]:
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


def python_chess_loop(text: str, games: int) -> list[Any]:
    """What people write: moves, evaluations, SAN, UCI and FEN, scored by the same functions."""
    import numpy as np

    from chessnb.scoring.plies import Plies
    from chessnb.scoring.score import score

    handle, rows = io.StringIO(text), []
    for _ in range(games):
        game = chess.pgn.read_game(handle)
        assert game is not None
        board = game.board()
        cps, mates, moves = [15.0], [np.nan], []
        for node in game.mainline():
            moves.append((board.san(node.move), node.move.uci(), board.fen()))
            board.push(node.move)
            given = node.eval()
            score_now = given.white() if given else None
            cp = score_now.score() if score_now else None
            mate = score_now.mate() if score_now else None
            cps.append(np.nan if cp is None else cp)
            mates.append(np.nan if mate is None else mate)
        white = [n % 2 == 0 for n in range(len(moves))]
        plies = Plies.build(
            games=1, white=white, cp_before=cps[:-1], cp_after=cps[1:],
            mate_before=mates[:-1], mate_after=mates[1:],
        )  # fmt: skip
        rows.append(score(plies, "nine-tier").game_accuracy)
    return rows


@pytest.mark.slow
@pytest.mark.oracle
def test_score_pgn_against_a_python_chess_loop(oracle: Path) -> None:
    path = oracle / DUMP
    text = gzip.decompress(path.read_bytes()).decode("utf-8")
    some = 150
    loop, _ = processor_seconds(lambda: python_chess_loop(text, some))
    chessnb.score_pgn(text[: text.index("[Event", 10)])
    quick, table = processor_seconds(lambda: chessnb.score_pgn(path))
    ratio = (GAMES / quick) / (some / loop)
    print(
        f"\nscore_pgn to the players' table: {GAMES / quick:,.0f} games/s, "
        f"python-chess loop: {some / loop:,.0f} games/s, ratio {ratio:.1f}"
    )
    assert len(table) == 2 * GAMES and ratio >= 20


MEMORY = """
import resource, sys, chessnb
source, times = sys.argv[1], int(sys.argv[2])
if times == 1:
    chessnb.score_pgn(source)
else:
    for chunk in chessnb.score_pgn(source, chunksize=4000):
        pass
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


@pytest.mark.slow
@pytest.mark.oracle
def test_memory_does_not_grow_with_the_file(oracle: Path, tmp_path: Path) -> None:
    def peak(source: Path, times: int) -> int:
        command = [sys.executable, "-c", MEMORY, str(source), str(times)]
        return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)

    tenfold = tmp_path / "ten.pgn.gz"
    tenfold.write_bytes((oracle / DUMP).read_bytes() * 10)
    once, ten = peak(oracle / DUMP, 1), peak(tenfold, 10)
    print(f"\npeak memory: {once} MB for {GAMES:,} games, {ten} MB for ten times as many in chunks")
    assert once < 400 and ten < 400


@pytest.mark.slow
@pytest.mark.oracle
def test_a_library_of_fifty_thousand_games_answers_at_once(oracle: Path, tmp_path: Path) -> None:
    from chessnb.library.bulk import records_of_dump

    path, count = tmp_path / "fifty.db", 0
    lib = chessnb.Library(path)
    for part in records_of_dump(oracle / DUMP, "nine-tier", None):
        for copy in range(7):
            count += lib.write(
                Record(f"{record.game_id}{copy}", record.row, record.contents) for record in part
            )
    name = lib.players().index[0]
    asked: dict[str, Callable[[], Any]] = {
        "opening the library": lambda: len(chessnb.Library(path)),
        "a filtered query": lambda: lib.games(
            eco="B", rating=(1800, 2000), since="2022-08", limit=500
        ),
        "a player's games": lambda: lib.games(player=name),
        "a season chart": lambda: chessnb.charts.accuracy_trend(lib, player=name).to_json(),
    }
    chessnb.charts.by_phase(lib, player=name)
    print(f"\n{count:,} games, {lib.info()['kilobytes_per_game']:.1f} kB each")
    for what, ask in asked.items():
        seconds, _ = processor_seconds(ask)
        print(f"{what}: {seconds:.2f} s")
        assert seconds < 1
    assert count >= 50_000


def short_games(count: int) -> list[chessnb.Game]:
    sys.path.insert(0, str(Path(__file__).parents[1]))
    from dump_games import lichess_pgn, random_game

    texts = (lichess_pgn(random_game(n, 24), n, evals=False) for n in range(count))
    return [chessnb.read_game(text) for text in texts]


SETTINGS: dict[str, Any] = {"nodes": 40_000, "multipv": 1, "cache": False, "progress": False}


@pytest.mark.slow
def test_local_workers_are_busy() -> None:
    """How many engines have a position to search, looked at fifty times a second."""
    from chessnb.engine.pool import shared_pool

    games, workers = short_games(40), usable_processors()
    run = chessnb.analyze_many(games, **SETTINGS)
    seen: list[int] = []
    while run.running:
        seen.append(sum(work.running for work in tuple(shared_pool()._works)))
        time.sleep(0.02)
    busy = sum(min(count, workers) for count in seen) / workers / len(seen)
    print(f"\n40 short games: {workers} engines are busy {100 * busy:.1f} % of the time")
    assert run.finished and busy >= 0.95


def warm_up() -> None:
    """Have a worker load what it needs, once."""
    import chessnb

    chessnb.analyze("1. e4 e5 2. Nf3", nodes=100, multipv=1, cache=False, progress=False)


@pytest.mark.slow
def test_dask_is_about_as_quick_as_the_local_pool() -> None:
    distributed = pytest.importorskip("distributed", reason="the extra dask is not installed")
    games = short_games(40)
    start = time.perf_counter()
    chessnb.analyze_many(games, workers=2, **SETTINGS).result()
    here = time.perf_counter() - start
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        executor = client.get_executor()
        client.run(warm_up)
        start = time.perf_counter()
        chessnb.analyze_many(games, executor=executor, **SETTINGS).result()
        there = time.perf_counter() - start
    print(f"\n40 short games: local pool {here:.1f} s, Dask with two workers {there:.1f} s")
    assert there <= 1.2 * here
