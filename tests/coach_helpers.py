"""Analyses and questions that several tests of the coach's kit use."""

from __future__ import annotations

from functools import cache

import chess
from games import OPERA

import chessnb
from chessnb.engine.evaluation import Evaluation, Line
from chessnb.scoring.rulesets import get_ruleset

MATE_IN_ONE = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"
PROMOTION = "8/P6k/8/8/8/8/7K/8 w - - 0 1"
CASTLING_960 = "4k3/8/8/8/8/8/8/4KR2 w F - 0 1"

HOSTILE = '<img src=x onerror="window.hacked=1">'

OTHER_GAMES = (
    "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0",
    "1. f3 e5 2. g4 Qh4# 0-1",
)


@cache
def opera() -> chessnb.Analysis:
    return chessnb.analyze(OPERA, nodes=8_000, multipv=3, engine="bundled", progress=False)


@cache
def three_games() -> list[chessnb.Analysis]:
    others = [
        chessnb.analyze(pgn, nodes=8_000, multipv=3, engine="bundled", progress=False)
        for pgn in OTHER_GAMES
    ]
    return [opera(), *others]


def by_hand(
    pgn: str, lines: dict[int, list[tuple[str, int]]], cps: list[int | None]
) -> chessnb.Analysis:
    """An analysis of chosen numbers: cp after each ply (White's view), lines before some plies."""
    game = chessnb.read_game(pgn)
    evaluations: list[Evaluation] = []
    for index, cp in enumerate(cps):
        given = lines.get(index + 1, [("", cp or 0)])
        made = tuple(
            Line(rank, (uci,) if uci else (), cp=value, depth=10)
            for rank, (uci, value) in enumerate(given, 1)
        )
        evaluations.append(Evaluation(made, engine="by hand"))
    return chessnb.Analysis(
        game,
        evaluations,
        ruleset=get_ruleset("classic"),
        provenance={"source": "engine", "settings": "by hand", "game_id": game.game_id},
    )


def uci_of(fen: str, san: str) -> str:
    board = chess.Board(fen)
    return board.uci(board.parse_san(san))
