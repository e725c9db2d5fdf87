"""Engines and games for the engine tests."""

from __future__ import annotations

import io
import shutil
import sys
from pathlib import Path

import chess
import chess.pgn
import psutil
import pytest

FAKE = Path(__file__).with_name("fake_engine.py")

OPERA = (
    "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 "
    "9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 "
    "16. Qb8+ Nxb8 17. Rd8# 1-0"
)
"""Morphy against the Duke of Brunswick and Count Isouard, Paris 1858."""


def moves_of(pgn: str) -> tuple[chess.Board, list[chess.Move]]:
    """The start position and the moves of a game."""
    game = chess.pgn.read_game(io.StringIO(pgn))
    assert game is not None and not game.errors
    return game.board(), list(game.mainline_moves())


def fake(*arguments: str) -> list[str]:
    """The command of a scripted engine."""
    return [sys.executable, str(FAKE), *arguments]


def stockfish() -> str:
    """A native Stockfish; the test skips where there is none."""
    found = shutil.which("stockfish") or shutil.which("/usr/games/stockfish")
    if found is None:
        pytest.skip("no native Stockfish on this machine")
    return found


def engine_children() -> list[psutil.Process]:
    """The engines that this process runs; Python's own helper processes do not count."""
    found: list[psutil.Process] = []
    for child in psutil.Process().children():
        try:
            command = child.cmdline()
        except psutil.NoSuchProcess:
            continue
        if not any("multiprocessing" in word for word in command):
            found.append(child)
    return found
