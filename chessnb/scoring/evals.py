"""Scoring a table of evaluations: any number of games, without positions or an engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from chessnb import schema
from chessnb.schema import LABELS, SIDES
from chessnb.scoring.evals_table import EvalsTable
from chessnb.scoring.plies import Scores
from chessnb.scoring.score import score

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd

    from chessnb.scoring.rulesets import Ruleset

__all__ = ["score_evals"]


def score_evals(
    evals: pd.DataFrame,
    ruleset: str | Ruleset = "nine-tier",
    *,
    start: float | Mapping[Any, float | str] | pd.Series[Any] | pd.DataFrame | None = None,
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Score the evaluations of any number of games.

    Parameters
    ----------
    evals : DataFrame
        One row per ply, in any order, with the columns (or index levels) ``game_id``, ``ply`` (1 is
        the game's first), ``side`` (``white``/``black``: who moved), ``cp`` and ``mate`` (after the
        ply, White's view; one of them or both missing). Optional, and used where they are:
        ``uci``, ``best_uci``, ``second_cp``, ``second_mate`` (engine's lines before the ply),
        ``legal_count``, ``is_book``, ``is_mate`` (the ply gave checkmate; so does ``mate`` 0),
        ``gate`` (Lichess would judge the ply). A row with ``ply`` 0 holds the score of the start.
    ruleset : str or Ruleset
        The rules, or the name of some.
    start : number, mapping, Series or DataFrame, optional
        Score of the start positions, White's view in cp: one for all games, or one per ``game_id``
        (there a text is the FEN the game starts from), or a table by ``game_id`` with any of the
        columns ``cp``, ``mate`` and ``fen``. The usual start counts 15 cp where nothing is said;
        another one (by its FEN, or because Black moves first) is missing then.

    Returns
    -------
    moves : DataFrame
        Index ``(game_id, ply)``, sorted by ply, games in the order of their first rows; those
        columns of :mod:`chessnb.schema`'s ``moves`` that can be known.
    players : DataFrame
        Index ``(game_id, side)``: accuracy, ACPL, move and label counts, estimated strength.

    Raises
    ------
    TableError
        A column is missing, a ply occurs twice, or a value has no meaning; the message quotes it.
    RulesetError
        The ruleset is unknown.

    Notes
    -----
    Recaptures and sacrifices are looked up by replaying ``uci`` (from the usual start or the FEN
    in ``start``), only in games with a move that could be one.

    Examples
    --------
    >>> import pandas as pd
    >>> evals = pd.DataFrame({"game_id": "a", "ply": [1, 2], "side": ["white", "black"],
    ...                       "cp": [30, 450]})
    >>> moves, players = score_evals(evals, "classic")
    >>> moves["label"].tolist()
    ['Excellent', 'Blunder']
    >>> players.loc[("a", "black"), "acpl"]
    np.float64(420.0)
    """
    table = EvalsTable.read(evals, start)
    scores = score(table.plies, ruleset, board=table.board)
    return _moves(table, scores), _players(table, scores)


def _moves(table: EvalsTable, scores: Scores) -> pd.DataFrame:
    import pandas as pd

    plies = table.plies
    whole = ("cp_before", "mate_before", "cp_after", "mate_after", "second_cp", "second_mate")
    shares = ("accuracy", "wpl", "mover_win_before", "mover_win_after", "white_win_after")
    columns: dict[str, Any] = {
        "side": _categories(np.where(plies.white, 0, 1), SIDES),
        "label": _categories(scores.label, LABELS, ordered=True),
        "cp_loss": scores.cp_loss,
        "is_book": plies.is_book,
        **{name: np.round(getattr(plies, name)) for name in whole},
        **{name: getattr(scores, name) for name in shares},
        **table.texts,
    }
    if "legal_count" in table.given:
        unknown = plies.legal_count < 0
        columns["forced"] = pd.arrays.BooleanArray(plies.legal_count == 1, unknown)
    return schema.frame("moves", columns, table.moves_index(), partial=True)


def _players(table: EvalsTable, scores: Scores) -> pd.DataFrame:
    games = table.plies.games
    columns: dict[str, Any] = {
        "accuracy": scores.game_accuracy.reshape(-1),
        "acpl": scores.acpl.reshape(-1),
        "move_count": scores.move_count.reshape(-1),
    }
    counts = scores.label_counts.reshape(2 * games, len(LABELS))
    columns |= {label: counts[:, code] for code, label in enumerate(LABELS)}
    columns |= _strength(table)
    return schema.frame("players", columns, table.players_index(), partial=True)


def _strength(table: EvalsTable) -> dict[str, Any]:
    from chessnb.scoring.strength import estimate_arrays

    estimates = estimate_arrays(table.plies)
    return {str(name): estimates[name].array for name in estimates.columns}


def _categories(codes: Any, names: tuple[str, ...], *, ordered: bool = False) -> Any:
    import pandas as pd

    return pd.Categorical.from_codes(codes, dtype=pd.CategoricalDtype(list(names), ordered))
