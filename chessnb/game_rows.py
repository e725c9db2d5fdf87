"""The `games` table: one row for each game of a batch, a library or a dump."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from chessnb import schema
from chessnb.games.tags import rating

if TYPE_CHECKING:
    import pandas as pd

    from chessnb.analysis import Analysis
    from chessnb.games import Game

__all__ = ["SUMMARY", "analysis_row", "failed_row", "games_table", "header_values", "told"]

SUMMARY = tuple(
    name for name in schema.TABLES["players"].names if name not in ("name", "rating", "result")
)
"""The columns of `players` that a game's row has for White and for Black."""

_TAGS = ("White", "Black", "Event", "Site", "Date", "Round", "Result", "TimeControl")
_COLUMN_OF = {tag: tag.lower() for tag in _TAGS} | {"TimeControl": "time_control"}


def told(value: str | None) -> str | None:
    """A tag's value; None where it says that nothing is known.

    Examples
    --------
    >>> told("2022.??.??"), told("????.??.??"), told(" ? "), told("-")
    ('2022.??.??', None, None, None)
    """
    text = (value or "").strip()
    return text if text.strip("?.-") else None


def header_values(headers: Mapping[str, str]) -> dict[str, Any]:
    """The columns that a game's tags give."""
    values: dict[str, Any] = {_COLUMN_OF[tag]: told(headers.get(tag)) for tag in _TAGS}
    values["result"] = headers.get("Result", "*")
    values["white_rating"] = rating(headers.get("WhiteElo"))
    values["black_rating"] = rating(headers.get("BlackElo"))
    return values


def _game_values(game: Game) -> dict[str, Any]:
    return header_values(game.headers) | {
        "variant": game.variant,
        "plies": len(game.plies),
        "warnings": "; ".join(game.warnings) or None,
        "error": game.error,
    }


def analysis_row(analysis: Analysis) -> dict[str, Any]:
    """One row of `games` from an analysed game."""
    game, provenance = analysis.game, analysis.provenance
    eco, opening = analysis.opening
    row = _game_values(game) | {
        "eco": told(eco),
        "opening": told(opening),
        "end_reason": game.end_reason,
        "ruleset": analysis.ruleset.name,
        "engine": _engine_name(analysis),
        "effort": provenance.get("effort") or provenance.get("settings"),
        "analysed_at": provenance.get("started_at"),
    }
    players = analysis.players
    for side in schema.SIDES:
        summary = players.loc[side]
        row |= {f"{side}_{name}": summary[name] for name in SUMMARY}
    return row


def _engine_name(analysis: Analysis) -> str | None:
    names = [e.engine for e in analysis.evaluations if e is not None and e.engine]
    return names[0] if names else None


def failed_row(game: Game, reason: str) -> dict[str, Any]:
    """One row of `games` from a game that could not be analysed."""
    row = _game_values(game) | {"error": reason}
    row |= {"eco": told(game.headers.get("ECO")), "opening": told(game.headers.get("Opening"))}
    if game.position_error is None:
        row["end_reason"] = game.end_reason
    return row


def games_table(
    ids: Sequence[str], rows: Sequence[Mapping[str, Any]], columns: Iterable[str] | None = None
) -> pd.DataFrame:
    """Build the `games` table, or some of its columns, from rows of plain values."""
    import pandas as pd

    names = schema.TABLES["games"].names if columns is None else list(columns)
    data = {
        name: [None if (value := row.get(name)) is pd.NA else value for row in rows]
        for name in names
    }
    return schema.frame("games", data, list(ids), partial=columns is not None)
