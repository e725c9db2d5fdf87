"""What the engine room gains over the usual ways, with an installed Stockfish and the bundled one.

Each figure is a ratio of two things done in turn in this process, so that whatever else the
machine does meets both alike.
"""

from __future__ import annotations

import math
import resource
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess
import chess.engine
import pytest
from engines import moves_of

from chessnb.engine import room
from chessnb.engine.locate import find_engine
from chessnb.engine.settings import FIRST_PASS, Settings, resolve
from chessnb.errors import EngineError

FOLDER = Path(__file__).resolve().parents[2] / "notebooks" / "games"
EVERGREEN = (
    "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. b4 Bxb4 5. c3 Ba5 6. d4 exd4 7. O-O d3 8. Qb3 Qf6 9. e5 Qg6 "
    "10. Re1 Nge7 11. Ba3 b5 12. Qxb5 Rb8 13. Qa4 Bb6 14. Nbd2 Bb7 15. Ne4 Qf5 16. Bxd3 Qh5 "
    "17. Nf6+ gxf6 18. exf6 Rg8 19. Rad1 Qxf3 20. Rxe7+ Nxe7 21. Qxd7+ Kxd7 22. Bf5+ Ke8 23. Bd7+ "
    "Kf8 24. Bxe7# 1-0"
)
CENTURY = (
    "1. Nf3 Nf6 2. c4 g6 3. Nc3 Bg7 4. d4 O-O 5. Bf4 d5 6. Qb3 dxc4 7. Qxc4 c6 8. e4 Nbd7 9. Rd1 "
    "Nb6 10. Qc5 Bg4 11. Bg5 Na4 12. Qa3 Nxc3 13. bxc3 Nxe4 14. Bxe7 Qb6 15. Bc4 Nxc3 16. Bc5 "
    "Rfe8+ 17. Kf1 Be6 18. Bxb6 Bxc4+ 19. Kg1 Ne2+ 20. Kf1 Nxd4+ 21. Kg1 Ne2+ 22. Kf1 Nc3+ 23. "
    "Kg1 axb6 24. Qb4 Ra4 25. Qxb6 Nxd1 26. h3 Rxa2 27. Kh2 Nxf2 28. Re1 Rxe1 29. Qd8+ Bf8 30. "
    "Nxe1 Bd5 31. Nf3 Ne4 32. Qb8 b5 33. h4 h5 34. Ne5 Kg7 35. Kg1 Bc5+ 36. Kf1 Ng3+ 37. Ke1 Bb4+ "
    "38. Kd1 Bb3+ 39. Kc1 Ne2+ 40. Kb1 Nc3+ 41. Kc1 Rc2# 0-1"
)
"""Anderssen–Dufresne, Berlin 1852; D. Byrne–Fischer, New York 1956."""

STANDARD, QUICK = resolve("standard"), resolve("quick")
Game = tuple[chess.Board, list[chess.Move]]


@pytest.fixture(scope="module")
def games() -> list[Game]:
    """Three games of seven, twelve and twelve blocks."""
    recent = FOLDER / "kasparov-topalov-1999.pgn"
    return [moves_of(text) for text in (EVERGREEN, CENTURY, recent.read_text(encoding="utf-8"))]


@pytest.fixture(params=["stockfish", "bundled"])
def engine(request: pytest.FixtureRequest) -> Any:
    try:
        return find_engine(request.param)
    except EngineError as error:
        pytest.skip(f"no engine {request.param!r}: {error}")


def _seconds(action: Callable[[], object]) -> float:
    began = time.perf_counter()
    action()
    return time.perf_counter() - began


def _room(game: Game, settings: Settings, engine: Any, **arguments: Any) -> Callable[[], object]:
    arguments = {"cache": False, "workers": 2} | arguments
    return lambda: room.evaluate(*game, settings, engine=engine, **arguments)


def _usual(
    game: Game, limit: chess.engine.Limit, multipv: int, engine: Any, **options: int
) -> Callable[[], None]:
    """One engine that searches the positions in turn."""

    def run() -> None:
        board, moves = game[0].copy(), game[1]
        with chess.engine.SimpleEngine.popen_uci(list(engine.command), timeout=30) as simple:
            simple.configure(options)
            for move in [*moves, None]:
                if not board.is_game_over():
                    simple.analyse(board, limit, multipv=multipv)
                if move is not None:
                    board.push(move)

    return run


def _compare(
    benchmark: Any, pairs: list[tuple[Callable[[], object], Callable[[], object]]]
) -> float:
    """The geometric mean of how many times longer the first of each pair takes."""
    ratios: list[float] = []

    def run() -> None:
        for slow, fast in pairs:
            took = _seconds(fast)
            ratios.append(_seconds(slow) / took)

    benchmark.pedantic(run, rounds=1, iterations=1)
    benchmark.extra_info["ratios"] = [round(ratio, 2) for ratio in ratios]
    mean = math.exp(statistics.fmean(map(math.log, ratios)))
    benchmark.extra_info["geometric_mean"] = round(mean, 2)
    return mean


def test_two_workers_against_one(benchmark: Any, games: list[Game], engine: Any) -> None:
    pairs = [
        (_room(game, STANDARD, engine, workers=1), _room(game, STANDARD, engine))
        for game in games[1:]
    ]
    assert _compare(benchmark, pairs) >= 1.7


def test_standard_against_one_engine_in_turn(
    benchmark: Any, games: list[Game], engine: Any
) -> None:
    limit = chess.engine.Limit(depth=STANDARD.depth, nodes=STANDARD.nodes)
    pairs = [
        (_usual(game, limit, 3, engine, Hash=64), _room(game, STANDARD, engine)) for game in games
    ]
    assert _compare(benchmark, pairs) >= 1.8


def test_quick_against_the_usual_loop(benchmark: Any, games: list[Game], engine: Any) -> None:
    limit = chess.engine.Limit(depth=18, time=1.0)
    pairs = [(_usual(game, limit, 2, engine), _room(game, QUICK, engine)) for game in games]
    assert _compare(benchmark, pairs) >= 2.8


def test_the_first_picture_against_standard(benchmark: Any, games: list[Game], engine: Any) -> None:
    pairs = [(_room(game, STANDARD, engine), _room(game, FIRST_PASS, engine)) for game in games[:2]]
    assert _compare(benchmark, pairs) >= 8


def test_a_second_analysis_is_there_at_once(
    benchmark: Any, games: list[Game], engine: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHESSNB_CACHE", str(tmp_path))
    again = _room(games[1], resolve(depth=4), engine, cache=True)
    again()
    times: list[float] = []
    benchmark.pedantic(lambda: times.append(_seconds(again)), rounds=5, iterations=1)
    plies = len(games[1][1])
    benchmark.extra_info["milliseconds_for_100_plies"] = round(1e5 * min(times) / plies)
    assert min(times) * 100 / plies < 0.3


def test_python_costs_little_beside_the_engine(
    benchmark: Any, games: list[Game], engine: Any
) -> None:
    shares: list[float] = []

    def run() -> None:
        time.sleep(1.5)  # until engines of before are gone, and their time is counted
        engines, python = _engine_seconds(), time.process_time()
        _room(games[0], QUICK, engine)()
        time.sleep(1.5)
        shares.append((time.process_time() - python) / (_engine_seconds() - engines))

    benchmark.pedantic(run, rounds=1, iterations=1)
    benchmark.extra_info["python_share_in_percent"] = round(100 * shares[0], 2)
    assert shares[0] <= 0.03


def _engine_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
