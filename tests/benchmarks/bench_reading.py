"""Reading against a plain loop of python-chess, in one run: the ratio may be 1.3 at most."""

from __future__ import annotations

import gzip
import io
import time
from collections.abc import Callable
from pathlib import Path

import chess.pgn
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from chessnb.games import read_games

RATIO = 1.3


def plain(text: str) -> int:
    """The moves and evaluations, as python-chess gives them."""
    handle = io.StringIO(text)
    plies = 0
    while (game := chess.pgn.read_game(handle)) is not None:
        plies += sum(1 for node in game.mainline() if (node.move, node.eval()))
    return plies


def ours(text: str) -> int:
    """The same, with canonical SAN."""
    return sum(
        1
        for game in read_games(text)
        for ply in game.plies
        if (ply.san, ply.eval_cp, ply.eval_mate)
    )


def seconds(read: Callable[[str], int], text: str) -> tuple[float, int]:
    before = time.thread_time()
    plies = read(text)
    return time.thread_time() - before, plies


@pytest.mark.oracle
def test_reading_real_games(oracle: Path, benchmark: BenchmarkFixture):
    with gzip.open(oracle / "rated-games-7154.pgn.gz", "rt", encoding="utf-8") as file:
        text = file.read()
    theirs, expected = seconds(plain, text)
    measured: list[tuple[float, int]] = []
    benchmark.pedantic(lambda: measured.append(seconds(ours, text)), rounds=1)
    spent, plies = measured[0]
    benchmark.extra_info["ratio"] = spent / theirs
    assert plies == expected
    assert spent <= RATIO * theirs
