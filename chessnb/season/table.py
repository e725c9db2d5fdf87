"""The games of one player, seen from the player's side of the board."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any

import numpy as np

from chessnb.analysis import Analysis
from chessnb.batch import BatchRun
from chessnb.errors import InputError, TableError
from chessnb.game_rows import SUMMARY, analysis_row, games_table
from chessnb.games.timecontrol import parse_time_control
from chessnb.library import Library
from chessnb.library.records import date_key, name_key
from chessnb.library.search import SPEEDS

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["FEW", "season_table", "speed_of"]

FEW = 10
"""Games under which a number is shown as resting on few."""

_COMMON = ["date", "event", "eco", "opening", "plies", "end_reason", "time_control"]
_SCORE = {"win": 1.0, "draw": 0.5, "loss": 0.0}


def season_table(games: Any, player: str | None = None) -> pd.DataFrame:
    """Give a row for each game of a player, on either colour, oldest first.

    Parameters
    ----------
    games : Library, BatchRun, DataFrame, or iterable of Analysis
        A library, a batch, a table `games` (``lib.games(…)``, ``score_pgn(…, per="games")``),
        analyses, or what this function gave before.
    player : str, optional
        The player's name, in any case. By default whoever is in most of the games.

    Returns
    -------
    DataFrame
        Index ``game_id``: ``color``, ``opponent``, ``rating``, ``opponent_rating``, ``result``
        (win, draw, loss), ``score`` (1, ½, 0), ``speed``, the date, the opening, and the player's
        summary columns of the table `players`. ``attrs["player"]`` is the player's name.

    Raises
    ------
    InputError
        There is no game of that player.
    TableError
        The table is no table `games`.
    """
    import pandas as pd

    table = _games_table(games, player)
    if "color" in table.columns and "opponent" in table.columns:
        return table
    _check(table)
    keys = {side: [name_key(_text(name)) for name in table[side]] for side in ("white", "black")}
    wanted = _most_frequent(keys) if player is None else name_key(player)
    sides = [_side(table, keys, wanted, side) for side in ("white", "black")]
    made = pd.concat([side for side in sides if len(side)] or sides[:1])
    if made.empty:
        # What was asked of a library is that player's alone.
        table = games.games() if isinstance(games, Library) else table
        names = {_text(name) or "?" for side in ("white", "black") for name in table[side]}
        close = difflib.get_close_matches(str(player), names, n=3) or sorted(names)[:10]
        raise InputError(
            f"no game of the player {player!r} among {len(table)} games"
            + (f"; there are {', '.join(map(repr, close))}" if close else "")
        )
    order = [date_key(_text(date)) or "" for date in made["date"]]
    made = made.iloc[np.argsort(np.array(order), kind="stable")]
    made.attrs["player"] = _spelled(table, keys, wanted) or player
    return made


def _games_table(games: Any, player: str | None) -> pd.DataFrame:
    """The table `games` of whatever holds games."""
    import pandas as pd

    if isinstance(games, pd.DataFrame):
        return games
    if isinstance(games, Library):
        return games.games(player=player) if player else games.games()
    if isinstance(games, BatchRun):
        return games.games
    analyses = [games] if isinstance(games, Analysis) else list(games)
    if not all(isinstance(one, Analysis) for one in analyses):
        raise TableError(
            f"a season needs a library, a table 'games' or analyses, not {type(games).__name__}"
        )
    rows = [analysis_row(one) for one in analyses]
    return games_table([one.game.game_id for one in analyses], rows)


def _check(table: pd.DataFrame) -> None:
    for name in ("white", "black", "result", "white_accuracy", "black_accuracy"):
        if name not in table.columns:
            raise TableError(
                f"a season needs the table 'games', and this one has no column {name!r}: use "
                'lib.games(), run.games, or score_pgn(…, per="games")'
            )


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _most_frequent(keys: dict[str, list[str | None]]) -> str | None:
    from collections import Counter

    counts = Counter(key for side in keys.values() for key in side if key is not None)
    return counts.most_common(1)[0][0] if counts else None


def _spelled(
    table: pd.DataFrame, keys: dict[str, list[str | None]], wanted: str | None
) -> str | None:
    """The player's name as the latest game writes it."""
    found = [
        str(name)
        for side in ("white", "black")
        for name, key in zip(table[side], keys[side], strict=True)
        if key is not None and key == wanted
    ]
    return found[-1] if found else None


def _side(
    table: pd.DataFrame, keys: dict[str, list[str | None]], wanted: str | None, side: str
) -> pd.DataFrame:
    """The games in which the player had that colour."""
    import pandas as pd

    other = "black" if side == "white" else "white"
    own = np.array([key is not None and key == wanted for key in keys[side]], dtype=np.bool_)
    rows = table[own]
    wins = {"white": "1-0", "black": "0-1"}
    outcome = rows["result"].map({wins[side]: "win", wins[other]: "loss", "1/2-1/2": "draw"})
    columns: dict[str, Any] = {
        "color": pd.Series([side] * len(rows), index=rows.index, dtype="string"),
        "opponent": rows[other],
        "rating": rows.get(f"{side}_rating"),
        "opponent_rating": rows.get(f"{other}_rating"),
        "result": outcome.astype("string"),
        "score": outcome.map(_SCORE).astype("Float64"),
        "speed": pd.Series(
            [speed_of(_text(control)) for control in rows.get("time_control", [])],
            index=rows.index,
            dtype="string",
        )
        if "time_control" in rows
        else None,
    }
    columns |= {name: rows.get(name) for name in _COMMON}
    columns |= {name: rows.get(f"{side}_{name}") for name in SUMMARY}
    made = {name: values for name, values in columns.items() if values is not None}
    return pd.DataFrame(made, index=rows.index)


def speed_of(control: str | None) -> str | None:
    """The speed of a time control by its base time and 40 increments, as Lichess calls it.

    Examples
    --------
    >>> speed_of("60+0"), speed_of("600+5"), speed_of("1/86400"), speed_of("-")
    ('bullet', 'rapid', 'correspondence', None)
    """
    parsed = parse_time_control(control)
    if parsed.per_move:
        return "correspondence"
    if parsed.base is None:
        return None
    seconds = parsed.base + 40 * (parsed.increment or 0)
    return next(name for name, (_, high) in SPEEDS.items() if seconds <= high)
