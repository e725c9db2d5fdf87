"""Games as a library keeps them: a row to search by, and packed contents."""

from __future__ import annotations

import datetime
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from chessnb import schema
from chessnb.analysis import Analysis
from chessnb.errors import FileError
from chessnb.file_evaluations import pgn_evaluations
from chessnb.game_rows import analysis_row
from chessnb.games.timecontrol import parse_time_control
from chessnb.library.packing import pack, unpack

if TYPE_CHECKING:
    import pandas as pd

    from chessnb.plan import Plan

__all__ = [
    "DERIVED",
    "Record",
    "date_key",
    "load_analysis",
    "name_key",
    "packed_columns",
    "planned_rank",
    "record_of",
    "search_keys",
]

DERIVED = ("fen_before", "fen_after")
"""Columns of `moves` that are made again from the moves rather than stored."""

_NODES_OF_DEPTH_18, _MORE_A_PLY, _NODES_A_SECOND = 1_250_000, 1.35, 400_000


@dataclass(frozen=True)
class Record:
    """What is written of one game.

    Attributes
    ----------
    game_id : str
    row : dict
        The columns of the table `games` in the file.
    contents : tuple of bytes
        Packed: the original PGN, the moves' columns, and everything else.
    """

    game_id: str
    row: Mapping[str, Any]
    contents: tuple[bytes, bytes, bytes]


def name_key(name: str | None) -> str | None:
    """A name as it is compared: any case, one form of each letter, single blanks.

    Examples
    --------
    >>> name_key("  Ångström,  BJÖRN") == name_key("ångström, björn")
    True
    """
    if name is None:
        return None
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split()) or None


def date_key(date: str | None) -> str | None:
    """A PGN date that sorts; what is not known of it counts as its beginning.

    Examples
    --------
    >>> date_key("2022.8.14"), date_key("2022.??.??"), date_key("soon")
    ('2022.08.14', '2022.00.00', None)
    """
    parts = (date or "").replace("-", ".").replace("/", ".").split(".")
    if len(parts) != 3 or not parts[0].isdecimal():
        return None
    month, day = (part.zfill(2) if part.isdecimal() else "00" for part in parts[1:])
    return f"{parts[0].zfill(4)}.{month}.{day}"


def search_keys(row: Mapping[str, Any], headers: Mapping[str, str]) -> dict[str, Any]:
    """The columns that only searching looks at."""
    control = parse_time_control(row.get("time_control"))
    seconds = None if control.base is None else control.base + 40 * (control.increment or 0)
    return {
        "white_key": name_key(row.get("white")),
        "black_key": name_key(row.get("black")),
        "opening_key": name_key(row.get("opening")),
        "date_key": date_key(row.get("date")) or date_key(headers.get("UTCDate")),
        "seconds": 1e6 if control.per_move else seconds,
        "saved_at": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
    }


def record_of(analysis: Analysis) -> Record:
    """Give an analysis as it is written."""
    from chessnb.plain_values import evaluations_to_json, game_to_json

    game = analysis.game
    row = {name: _plain(value) for name, value in analysis_row(analysis).items()}
    row |= search_keys(row, game.headers) | {"rank": _rank(analysis)}
    stored = game_to_json(game)
    text = stored.pop("source_text")
    rest = {
        "game": stored,
        "evaluations": evaluations_to_json(analysis.evaluations),
        "provenance": analysis.provenance,
        "language": analysis.language,
        "players": packed_columns(analysis.players),
    }
    moves = packed_columns(analysis.moves, without=DERIVED)
    return Record(game.game_id, row, (pack(text), pack(moves), pack(rest)))


def packed_columns(table: pd.DataFrame, without: Sequence[str] = ()) -> dict[str, list[Any]]:
    """A table's columns as plain values; columns without any are left out."""
    columns: dict[str, list[Any]] = {}
    for name in table.columns:
        values = [_plain(value) for value in table[name].tolist()]
        if name not in without and any(value is not None for value in values):
            columns[str(name)] = values
    return columns


def _plain(value: Any) -> Any:
    """A cell as Python has it; None where it is missing."""
    import pandas as pd

    if value is None or value is pd.NA or value != value:
        return None
    return value.item() if hasattr(value, "item") else value


def _rank(analysis: Analysis) -> float:
    """How much work an analysis is worth, to tell the deeper of two: nodes a position.

    A game's own evaluations count as nothing beside an engine's; what is not complete counts by
    its share.
    """
    share = analysis.positions_done / max(1, len(analysis.evaluations))
    provenance = analysis.provenance
    if provenance.get("source") != "engine":
        return share
    return share * 1000 + _nodes(str(provenance.get("settings") or "")) * (share == 1)


def planned_rank(plan: Plan) -> float:
    """The rank that an analysis by this plan has once it is finished."""
    return 0.0 if plan.source == "pgn" else 1000 + _nodes(plan.settings.key)


def _nodes(settings: str) -> float:
    words = settings.split()
    limits = {
        name: float(words[words.index(name) + 1])
        for name in ("depth", "nodes", "movetime", "multipv")
        if name in words
    }
    nodes = limits.get("nodes") or limits.get("movetime", 0) / 1000 * _NODES_A_SECOND
    if "depth" in limits:
        nodes = _NODES_OF_DEPTH_18 * _MORE_A_PLY ** (limits["depth"] - 18)
        nodes *= limits.get("multipv", 1) / 3
    return nodes


def load_analysis(game_id: str, pgn: bytes, moves: bytes, rest: bytes) -> Analysis:
    """Give an analysis back as it was written.

    Raises
    ------
    FileError
        The entry is damaged.
    """
    from chessnb.plain_values import evaluations_from_json, game_from_json
    from chessnb.scoring.rulesets import Ruleset

    what = f"the library's game {game_id!r}"
    try:
        known = unpack(rest, what)
        provenance = known["provenance"]
        ruleset = Ruleset.from_dict(provenance.pop("ruleset"))
        common: dict[str, Any] = {
            "ruleset": ruleset,
            "provenance": provenance,
            "language": known["language"],
        }
        text = unpack(pgn, what)
        if known["game"] is None:
            return _from_text(text, common)
        game = game_from_json({**known["game"], "source_text": text})
        evaluations = evaluations_from_json(known["evaluations"])
        bare = Analysis(game, evaluations, **common)
        tables = {
            "moves": _moves_table(unpack(moves, what), game),
            "players": _players_table(known["players"]),
            "lines": bare.lines,
        }
        return Analysis.stored(game, evaluations, tables=tables, **common)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        if isinstance(error, FileError):
            raise
        raise FileError(f"{what} is damaged ({type(error).__name__}: {error})") from error


def _from_text(text: str, common: dict[str, Any]) -> Analysis:
    """A game of a dump: only its text is stored, and what was scored from it."""
    from chessnb.games import read_game

    game = read_game(text)
    return Analysis(game, pgn_evaluations(game), **common)


def _moves_table(columns: dict[str, list[Any]], game: Any) -> pd.DataFrame:
    fens = game.fens()
    data = {**columns, "fen_before": fens[:-1], "fen_after": fens[1:]}
    return schema.frame("moves", data, list(range(1, len(game.plies) + 1)))


def _players_table(columns: dict[str, list[Any]]) -> pd.DataFrame:
    return schema.frame("players", columns, list(schema.SIDES))
