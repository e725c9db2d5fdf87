"""The `players` table: what a game says about each of its two players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from chessnb import schema
from chessnb.games.tags import rating

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    from chessnb.games import Game
    from chessnb.games.timecontrol import TimeControl
    from chessnb.scoring.plies import Plies, Scores

__all__ = [
    "OUTCOMES",
    "known_players",
    "players_table",
    "strengths",
    "time_trouble_limit",
]

OUTCOMES = {"1-0": ("win", "loss"), "0-1": ("loss", "win"), "1/2-1/2": ("draw", "draw")}


def players_table(
    game: Game, moves: pd.DataFrame, scores: Scores, elo: pd.DataFrame | None
) -> pd.DataFrame:
    """Build the `players` table of one game.

    Parameters
    ----------
    game
        The game.
    moves
        Its `moves` table.
    scores
        The scores the table was made from.
    elo
        What :func:`strengths` gives; None where there are none.
    """
    outcome = OUTCOMES.get(game.headers.get("Result", "*"), (None, None))
    rows = [
        _player(game, moves, scores, number, side) | {"result": outcome[number]}
        for number, side in enumerate(schema.SIDES)
    ]
    columns: dict[str, Any] = {name: [row[name] for row in rows] for name in rows[0]}
    if elo is not None:
        columns |= {name: elo[name].array for name in elo.columns if name.startswith("elo_")}
    return schema.frame("players", columns, list(schema.SIDES))


def known_players(game: Game) -> pd.DataFrame:
    """Give the columns of `players` that a game's tags tell."""
    outcome = OUTCOMES.get(game.headers.get("Result", "*"), (None, None))
    rows = [_told(game, side) | {"result": outcome[n]} for n, side in enumerate(schema.SIDES)]
    columns = {name: [row[name] for row in rows] for name in ("name", "rating", "result")}
    return schema.frame("players", columns, list(schema.SIDES), partial=True)


def _told(game: Game, side: str) -> dict[str, Any]:
    """What the tags tell of a player."""
    title = side.title()
    name = game.headers.get(title, "")
    return {
        "name": None if name.strip() in ("", "?") else name,
        "rating": rating(game.headers.get(f"{title}Elo")),
    }


def _player(
    game: Game, moves: pd.DataFrame, scores: Scores, number: int, side: str
) -> dict[str, Any]:
    own = moves[moves["side"] == side]
    row: dict[str, Any] = {
        **_told(game, side),
        "accuracy": _value(scores.game_accuracy[0, number]),
        "acpl": _value(scores.acpl[0, number]),
        "move_count": int(scores.move_count[0, number]),
    }
    for code, label in enumerate(schema.LABELS):
        row[label] = int(scores.label_counts[0, number, code])
    for phase in schema.PHASES:
        row[f"accuracy_{phase}"] = _mean(own.loc[own["phase"] == phase, "accuracy"])
    row["mean_time"] = _mean(own["time_spent"])
    row["time_trouble_moves"] = _time_trouble(game, own)
    return row


def _value(number: float | NDArray[np.float64]) -> float | None:
    return None if np.isnan(number) else float(number)


def _mean(values: pd.Series[Any]) -> float | None:
    present = values.dropna().to_numpy(dtype=np.float64)
    # Added up one after the other, as for many games at once, so that both agree to the last digit.
    return float(np.cumsum(present)[-1] / len(present)) if len(present) else None


def _time_trouble(game: Game, own: pd.DataFrame) -> int | None:
    clocks = own["clock"].dropna()
    if clocks.empty:
        return None
    return int((clocks < time_trouble_limit(game.time_control.base)).sum())


def strengths(
    plies: Plies, controls: Sequence[TimeControl], *, cp_scale: float = 1.0
) -> pd.DataFrame:
    """Estimate the strength that both players of each game showed.

    Parameters
    ----------
    plies
        The plies of all games.
    controls
        The time control of each game.
    cp_scale
        As :func:`.strength.estimate_arrays` takes it.

    Returns
    -------
    DataFrame
        Two rows a game, White's first, with the elo columns.
    """
    from chessnb.scoring.strength import estimate_arrays

    base = np.array([_seconds(control.base) for control in controls])
    increment = np.array([_seconds(control.increment) for control in controls])
    return estimate_arrays(plies, base_time=base, increment=increment, cp_scale=cp_scale)


def _seconds(value: float | None) -> float:
    return float("nan") if value is None else float(value)


def time_trouble_limit(base_time: float | None) -> float:
    """Seconds on the clock under which a player is in time trouble.

    5 % of the base time, but at least 10 s.

    Examples
    --------
    >>> time_trouble_limit(600), time_trouble_limit(60), time_trouble_limit(None)
    (30.0, 10.0, 10.0)
    """
    return max(10.0, 0.05 * (base_time or 0))
