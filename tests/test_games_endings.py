"""Why games end."""

from __future__ import annotations

import pytest

from chessnb.games import read_game


@pytest.mark.parametrize(
    ("tags", "moves", "reason"),
    [
        ('[Termination "Normal"]\n[Result "1-0"]', "1. e4 e5 1-0", "resignation"),
        ('[Termination "Normal"]\n[Result "1/2-1/2"]', "1. e4 e5 1/2-1/2", "agreement"),
        ('[Termination "Time forfeit"]\n[Result "1-0"]', "1. e4 e5 1-0", "time"),
        ('[Termination "Abandoned"]\n[Result "1-0"]', "1. e4 e5 1-0", "abandoned"),
        ('[Termination "Ada won by resignation"]\n[Result "1-0"]', "1. e4 1-0", "resignation"),
        ('[Termination "Ada won on time"]\n[Result "1-0"]', "1. e4 1-0", "time"),
        ('[Termination "Game drawn by agreement"]', "1. e4 1/2-1/2", "agreement"),
        ('[Termination "Game drawn by timeout vs insufficient material"]', "1. e4 *", "time"),
        ('[Termination "Game drawn by repetition"]', "1. e4 1/2-1/2", "repetition"),
        ('[Termination "Game drawn by 50-move rule"]', "1. e4 1/2-1/2", "fifty-move"),
        ('[Result "1-0"]', "1. e4 e5 1-0", "unknown"),
        ('[Result "1/2-1/2"]', "1. e4 e5 1/2-1/2", "unknown"),
        ('[Result "*"]', "1. e4 e5 *", "unknown"),
        ('[Termination "Normal"]', "1. f3 e5 2. g4 Qh4# 0-1", "checkmate"),
        ('[Termination "Ada won by checkmate"]\n[Result "1-0"]', "1. e4 1-0", "unknown"),
        ("", "1. e4 e5 {Ben resigns} 1-0", "resignation"),
        ("", "1. e4 e5 {Black resigns here, too early.} 1-0", "unknown"),
        ("", "1. e4 e5 {Game drawn by mutual agreement} 1/2-1/2", "agreement"),
        ('[LichessStatus "outoftime"]\n[Result "1-0"]', "1. e4 1-0", "time"),
        (
            '[FEN "4k3/8/8/8/8/8/8/3QK3 w - - 99 80"]\n[Result "1/2-1/2"]',
            "80. Qd2 1/2-1/2",
            "fifty-move",
        ),
        ('[FEN "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1"]', "1. Kxe2 1/2-1/2", "insufficient"),
    ],
)
def test_end_reasons(tags: str, moves: str, reason: str):
    assert read_game(f"{tags}\n\n{moves}").end_reason == reason


def test_the_same_repair_is_told_once() -> None:
    game = read_game('[Result "0.5-0.5"]\n\n1. e4 e5 0.5-0.5\n')
    assert game.result == "1/2-1/2"
    assert len(game.warnings) == len(set(game.warnings)) >= 1
