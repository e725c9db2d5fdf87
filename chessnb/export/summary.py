"""The words and figures that every form of a summary shares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, cast

from chessnb.scoring.strength.intervals import ELO_RANGE

if TYPE_CHECKING:
    import pandas as pd

    from chessnb.analysis import Analysis

__all__ = [
    "EVENT_TAGS",
    "Moment",
    "count_text",
    "elo_text",
    "engine_text",
    "moment_rows",
    "move_text",
    "number_text",
    "player_text",
    "present",
]

EVENT_TAGS = ("Event", "Site", "Date")

_KEY_LABELS = ("Brilliant", "Great", "Mistake", "Blunder", "Miss")


class Moment(NamedTuple):
    """One key moment: its ply, label, the move with its number, and a sentence on it.

    ``better`` is the engine's line, where another move was its first choice.
    """

    ply: int
    label: str
    move: str
    text: str
    better: str | None


def moment_rows(analysis: Analysis, most: int = 6) -> list[Moment]:
    """Give the moves that mattered most, in the game's order.

    Brilliant and Great moves first come into the choice, then what cost the most.
    """
    moves = analysis.moves
    chosen = moves[moves["label"].isin(_KEY_LABELS)]
    if len(chosen) > most:
        found = chosen["label"].isin(("Brilliant", "Great")).astype(float)
        weight = chosen["wpl"].fillna(0).astype(float) + 0.3 * found
        chosen = chosen.loc[weight.nlargest(most).index.sort_values()]
    return [_moment(int(cast(Any, ply)), row) for ply, row in chosen.iterrows()]


def _moment(ply: int, row: pd.Series[Any]) -> Moment:
    first_choice = present(row["best_san"]) == row["san"]
    better = None if first_choice else present(row["best_pv_san"])
    return Moment(ply, str(row["label"]), move_text(row), _sentence(row), better)


def move_text(row: pd.Series[Any]) -> str:
    """Write a move with its number: ``12. Nf3``, ``12... Nf6``."""
    dots = "." if row["side"] == "white" else "..."
    return f"{row['move_number']}{dots} {row['san']}"


def _sentence(row: pd.Series[Any]) -> str:
    return present(row["explanation"]) or present(row["eval"]) or ""


def present(value: Any) -> str | None:
    """Give a table's text, or None where it is missing."""
    return str(value) if isinstance(value, str) and value else None


def player_text(player: pd.Series[Any]) -> str:
    """Write a player's name with the rating."""
    name = present(player["name"]) or "?"
    rating = number_text(player["rating"], 0)
    return f"{name} ({rating})" if rating != "–" else name


def number_text(value: Any, digits: int) -> str:
    """Write a number, or a dash where it is missing."""
    try:
        return f"{float(value):.{digits}f}"
    except (TypeError, ValueError):
        return "–"


def count_text(value: Any) -> str:
    """Write a count."""
    return number_text(value, 0)


def elo_text(player: pd.Series[Any]) -> str:
    """Write an estimated strength with its interval, rounded as its uncertainty deserves."""
    values = [number_text(player[f"elo_{name}"], 0) for name in ("estimate", "low", "high")]
    if "–" in values:
        return "–"
    estimate, low, high = (round(int(value), -1) for value in values)
    # The scale ends there, the interval does not.
    return f"{estimate} ({low} or more)" if high >= ELO_RANGE[1] else f"{estimate} ({low}–{high})"


def engine_text(analysis: Analysis) -> str:
    """Say where the numbers come from, in one line."""
    provenance = analysis.provenance
    rules = f"ruleset {analysis.ruleset.name}"
    if provenance["source"] == "pgn":
        return f"Evaluations from the file's [%eval] comments, no engine; {rules}"
    engines = analysis.moves["engine"].dropna().unique()
    name = ", ".join(engines) or "no engine"
    missing = len(analysis.evaluations) - analysis.positions_done
    part = f"; {missing} positions without an evaluation" if missing else ""
    return f"{name}, {provenance['settings']}; {rules}{part}"
