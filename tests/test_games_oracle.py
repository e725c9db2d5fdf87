"""Real games read as a plain loop of python-chess reads them."""

from __future__ import annotations

import gzip
import io
from itertools import islice
from pathlib import Path

import chess.pgn
import pytest

from chessnb.games import Game, read_games


def assert_same(path: Path, count: int | None) -> int:
    """Compare moves and evaluations game by game."""
    number = 0
    with gzip.open(path, "rt", encoding="utf-8") as file:
        text = io.StringIO(file.read())
    for game in islice(read_games(path), count):
        tree = chess.pgn.read_game(text)
        assert tree is not None
        assert_same_game(game, tree)
        number += 1
    if count is None:
        assert chess.pgn.read_game(text) is None
    return number


def assert_same_game(game: Game, tree: chess.pgn.Game) -> None:
    assert game.complete and not game.warnings
    assert game.headers == dict(tree.headers)
    for ply, node in zip(game.plies, tree.mainline(), strict=True):
        score = node.eval()
        white = score.white() if score else None
        assert ply.move == node.move
        assert ply.eval_cp == (white.score() if white else None)
        assert ply.eval_mate == (white.mate() if white else None)
    board = game.start_board()
    assert game.sans() == [board.san_and_push(move) for move in game.chess_moves]


@pytest.mark.oracle
def test_some_real_games(oracle: Path):
    assert assert_same(oracle / "rated-games-7154.pgn.gz", 60) == 60


@pytest.mark.oracle
@pytest.mark.slow
def test_all_real_games(oracle: Path):
    assert assert_same(oracle / "rated-games-7154.pgn.gz", None) == 7154
