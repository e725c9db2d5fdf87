"""From a game and its evaluations to the tables of :mod:`chessnb.schema`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from chessnb import schema
from chessnb.notation import eval_text, line_san
from chessnb.scoring.board_facts import BoardFacts
from chessnb.scoring.plies import Plies, Scores
from chessnb.scoring.win import win_probability

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    from chessnb.engine.evaluation import Evaluation, Line
    from chessnb.facts import Facts
    from chessnb.games import Game

__all__ = ["board_facts", "game_moves", "lines_table", "moves_table", "plies_of", "ply_index"]


def game_moves(game: Game, facts: Facts) -> pd.DataFrame:
    """Give the columns of the `moves` table that need no engine."""
    return schema.frame("moves", _known_columns(game, facts), ply_index(game), partial=True)


def plies_of(game: Game, facts: Facts, evaluations: Sequence[Evaluation | None]) -> Plies:
    """Lay a game and its evaluations out as the arrays that scoring takes.

    Parameters
    ----------
    game
        A game of n plies.
    facts
        Its facts.
    evaluations
        The n + 1 evaluations of its positions, None where there is none.
    """
    best = [evaluation.best if evaluation else None for evaluation in evaluations]
    second = [_second(evaluation) for evaluation in evaluations]
    cp, mate = _numbers(best, "cp"), _numbers(best, "mate")
    return Plies.build(
        games=1,
        white=[ply.side == "white" for ply in game.plies],
        cp_before=cp[:-1],
        mate_before=mate[:-1],
        cp_after=cp[1:],
        mate_after=mate[1:],
        is_mate=facts.is_mate,
        first_choice=[
            _is_first(line, ply.uci) for line, ply in zip(best[:-1], game.plies, strict=True)
        ],
        second_cp=_numbers(second, "cp")[:-1],
        second_mate=_numbers(second, "mate")[:-1],
        legal_count=facts.legal_count,
        is_book=facts.is_book,
        is_null=[ply.is_null for ply in game.plies],
        recapture=facts.recapture,
    )


def board_facts(game: Game, plies: Plies) -> BoardFacts:
    """Give what answers the rules' questions about the board, such as sacrifices."""
    return BoardFacts(
        plies.game,
        plies.white,
        [ply.uci for ply in game.plies],
        starts={0: game.start_fen},
        legal_count=plies.legal_count,
    )


def moves_table(
    game: Game,
    facts: Facts,
    evaluations: Sequence[Evaluation | None],
    plies: Plies,
    scores: Scores,
    lines: pd.DataFrame,
) -> pd.DataFrame:
    """Build the `moves` table; its explanations are filled in afterwards, from the table.

    The engine's choices come from the table `lines`, which has written them in SAN already.
    """
    columns = _known_columns(game, facts)
    columns |= _score_columns(scores)
    columns |= _evaluation_columns(plies)
    columns |= _best_columns(lines, ply_index(game))
    columns |= _provenance_columns(evaluations[1:])
    columns["eval"] = [
        eval_text(cp, mate, white_mates=white)
        for cp, mate, white in zip(
            _whole(plies.cp_after), _whole(plies.mate_after), plies.white, strict=True
        )
    ]
    columns["error"] = _errors(game, evaluations)
    return schema.frame("moves", columns, ply_index(game))


def lines_table(game: Game, evaluations: Sequence[Evaluation | None]) -> pd.DataFrame:
    """Build the `lines` table: the candidates of the position before each ply."""
    index: list[tuple[int, int]] = []
    rows: list[dict[str, Any]] = []
    for ply, (board, evaluation) in enumerate(zip(game.boards(), evaluations, strict=True), 1):
        for line in evaluation.lines if evaluation else ():
            if line.pv:
                index.append((ply, line.rank))
                rows.append(_line_row(board, line))
    data = {name: [row[name] for row in rows] for name in schema.TABLES["lines"].names}
    levels = [[ply for ply, _ in index], [rank for _, rank in index]]
    return schema.frame("lines", data, levels)


def _line_row(board: Any, line: Line) -> dict[str, Any]:
    san = line_san(board, line.pv)
    white_win = float(win_probability(_number(line.cp), _number(line.mate)))
    return {
        "san": san[0] if san else None,
        "uci": line.pv[0],
        "eval": eval_text(line.cp, line.mate),
        "cp": line.cp,
        "mate": line.mate,
        "mover_win": white_win if board.turn else 1 - white_win,
        "pv_san": " ".join(san) or None,
        "pv_uci": " ".join(line.pv[: len(san)]) or None,
        "depth": line.depth,
        "nodes": line.nodes,
    }


def ply_index(game: Game) -> pd.Index[int]:
    """Give the index of a game's `moves` table: 1 is the first ply."""
    import pandas as pd

    return pd.Index(range(1, len(game.plies) + 1), dtype="int64", name="ply")


def _known_columns(game: Game, facts: Facts) -> dict[str, Any]:
    plies = game.plies
    return {
        "move_number": [ply.move_number for ply in plies],
        "side": [ply.side for ply in plies],
        "san": [ply.san for ply in plies],
        "time_spent": [ply.time_spent for ply in plies],
        "uci": [ply.uci for ply in plies],
        "forced": [
            None if ply.is_null else count == 1
            for ply, count in zip(plies, facts.legal_count, strict=True)
        ],
        "is_book": facts.is_book,
        "in_check": facts.in_check,
        "is_capture": facts.is_capture,
        "phase": facts.phase,
        "eco": facts.eco,
        "opening": facts.opening,
        "fen_before": [ply.fen_before for ply in plies],
        "fen_after": [ply.fen_after for ply in plies],
        "clock": [ply.clock for ply in plies],
        "nag": [" ".join(f"${nag}" for nag in ply.nags) or None for ply in plies],
        "comment": [ply.comment or None for ply in plies],
        "variant": [game.variant] * len(plies),
    }


def _score_columns(scores: Scores) -> dict[str, Any]:
    labels: list[str | None] = [
        schema.LABELS[code] if code >= 0 else None for code in scores.label.tolist()
    ]
    columns: dict[str, Any] = {"label": labels}
    for name in (
        "accuracy",
        "wpl",
        "mover_win_before",
        "mover_win_after",
        "white_win_after",
        "cp_loss",
    ):
        columns[name] = getattr(scores, name)
    return columns


def _evaluation_columns(plies: Plies) -> dict[str, Any]:
    names = ("cp_before", "mate_before", "cp_after", "mate_after", "second_cp", "second_mate")
    return {name: getattr(plies, name) for name in names}


def _best_columns(lines: pd.DataFrame, plies: pd.Index[int]) -> dict[str, Any]:
    first = lines[lines.index.get_level_values("rank") == 1].droplevel("rank").reindex(plies)
    names = {"best_uci": "uci", "best_san": "san", "best_pv_san": "pv_san"}
    return {name: first[column].array for name, column in names.items()}


def _provenance_columns(after: Sequence[Evaluation | None]) -> dict[str, Any]:
    best = [evaluation.best if evaluation else None for evaluation in after]
    return {
        "depth": [line.depth if line else None for line in best],
        "nodes": [line.nodes if line else None for line in best],
        "engine": [evaluation.engine if evaluation else None for evaluation in after],
        "source": [
            evaluation.source if evaluation and evaluation.lines else None for evaluation in after
        ],
    }


def _errors(game: Game, evaluations: Sequence[Evaluation | None]) -> list[str | None]:
    errors = [evaluation.error if evaluation else None for evaluation in evaluations]
    rows = [after or before for before, after in pairwise(errors)]
    if rows and game.error:
        rows[-1] = rows[-1] or game.error
    return rows


def _second(evaluation: Evaluation | None) -> Line | None:
    if evaluation is None:
        return None
    return next((line for line in evaluation.lines if line.rank == 2), None)


def _is_first(line: Line | None, uci: str) -> int:
    if line is None or not line.pv:
        return -1
    return int(line.pv[0] == uci)


def _number(value: int | None) -> float:
    return float("nan") if value is None else float(value)


def _numbers(lines: Sequence[Line | None], name: str) -> NDArray[np.float64]:
    values = [_number(getattr(line, name)) if line else float("nan") for line in lines]
    return np.array(values, dtype=np.float64)


def _whole(values: NDArray[np.float64]) -> list[int | None]:
    return [None if value != value else int(value) for value in values.tolist()]
