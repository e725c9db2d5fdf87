"""Games and evaluations as plain values, which travel as JSON to files, libraries and workers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import chess

from chessnb.engine.evaluation import Evaluation, Line

if TYPE_CHECKING:
    from chessnb.games import Game

__all__ = ["evaluations_from_json", "evaluations_to_json", "game_from_json", "game_to_json"]


def game_to_json(game: Game) -> dict[str, Any]:
    """Give a game as plain values, for JSON: all that was read, repaired and warned of."""
    return {
        "headers": game.headers,
        "start_fen": game.start_fen,
        "variant": game.variant,
        "moves": [move.uci() for move in game.chess_moves],
        "comments": game.comments,
        "nags": game.nags,
        "start_comment": game.start_comment,
        "side_moves": [[m.parent, m.move.uci(), *m[2:]] for m in game.side_moves],
        "warnings": game.warnings,
        "error": game.error,
        "source_text": game.source_text,
    }


def game_from_json(stored: dict[str, Any]) -> Game:
    """Read a game back from what :func:`game_to_json` gave."""
    from chessnb.games import Game
    from chessnb.games.model import SideMove

    move = chess.Move.from_uci
    read: dict[str, Any] = {
        "moves": [move(uci) for uci in stored["moves"]],
        "nags": [tuple(nags) for nags in stored["nags"]],
        "side_moves": [
            SideMove(parent, move(uci), tuple(nags), *texts)
            for parent, uci, nags, *texts in stored["side_moves"]
        ],
    }
    return Game(**{**stored, **read})


def evaluations_to_json(evaluations: Sequence[Evaluation | None]) -> list[Any]:
    """Give evaluations as plain lists, for JSON."""
    return [
        None
        if evaluation is None
        else {
            "source": evaluation.source,
            "engine": evaluation.engine,
            "error": evaluation.error,
            "lines": [
                [line.rank, " ".join(line.pv), line.cp, line.mate, line.depth, line.nodes]
                for line in evaluation.lines
            ],
        }
        for evaluation in evaluations
    ]


def evaluations_from_json(stored: Sequence[Any]) -> list[Evaluation | None]:
    """Read evaluations back from what :func:`evaluations_to_json` gave."""
    return [
        None
        if entry is None
        else Evaluation(
            tuple(
                Line(rank, tuple(pv.split()), cp, mate, depth, nodes)
                for rank, pv, cp, mate, depth, nodes in entry["lines"]
            ),
            entry["source"],
            entry["engine"],
            entry["error"],
        )
        for entry in stored
    ]
