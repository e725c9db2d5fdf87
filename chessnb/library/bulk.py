"""Records of whole dumps: thousands of scored games at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from chessnb import schema
from chessnb.analysis import Analysis
from chessnb.dumps.choice import Choice
from chessnb.dumps.entries import Entry, entries
from chessnb.dumps.frames import PlainTables
from chessnb.dumps.plain import read_batch
from chessnb.dumps.scored import analysis_of
from chessnb.dumps.segments import PlainGame, Segment, games_of, plain_of
from chessnb.dumps.words import Tables
from chessnb.games import Game
from chessnb.library.packing import pack
from chessnb.library.records import Record, packed_columns, record_of, search_keys
from chessnb.scoring.rulesets import get_ruleset

if TYPE_CHECKING:
    from chessnb.scoring.rulesets import Ruleset

__all__ = ["records_of_dump"]

_BATCH = 1000
_MOVES = [
    name
    for name in schema.TABLES["moves"].names
    if name not in ("explanation", "forced", "fen_before", "fen_after", "error")
]
_GAMES = [name for name in schema.TABLES["games"].names if name not in ("engine", "effort")]


def records_of_dump(source: Any, ruleset: str | Ruleset, where: Any) -> Iterator[list[Record]]:
    """Yield the records of a file's games, scored by their own evaluations.

    Of a plain game the text is kept, and the columns that are worked out for thousands at once;
    loading it scores it again by the ruleset it was scored by.
    """
    choice = Choice.of("games", None, where)
    rules, tables = get_ruleset(ruleset), Tables()
    part: list[tuple[Segment, PlainGame]] = []
    for entry in entries(source):
        plain = plain_of(entry) if isinstance(entry, Segment) else None
        if plain is not None and isinstance(entry, Segment):
            if choice.wants(plain.headers):
                part.append((entry, plain))
        else:
            yield list(_full(entry, rules, choice))
        if len(part) >= _BATCH:
            yield from _batch(part, tables, rules, choice)
            part = []
    yield from _batch(part, tables, rules, choice)


def _full(entry: Entry, rules: Ruleset, choice: Choice) -> Iterator[Record]:
    for game in [entry] if isinstance(entry, Game) else games_of(entry, 1):
        analysis = analysis_of(game, rules) if choice.wants(game.headers) else None
        if isinstance(analysis, Analysis):
            yield record_of(analysis)


def _batch(
    part: list[tuple[Segment, PlainGame]], tables: Tables, rules: Ruleset, choice: Choice
) -> Iterator[list[Record]]:
    if not part:
        return
    batch, left = read_batch([plain for _, plain in part], tables)
    for place in left:
        yield list(_full(part[place][0], rules, choice))
    texts = [
        "\n".join(segment.lines).strip("\n") + "\n"
        for place, (segment, _) in enumerate(part)
        if place not in set(left)
    ]
    yield _plain_records(PlainTables(batch, rules), texts)


def _plain_records(scored: PlainTables, texts: list[str]) -> list[Record]:
    batch = scored.batch
    if not len(batch):
        return []
    games = packed_columns(scored.frame("games", _GAMES))
    moves = packed_columns(scored.frame("moves", _MOVES))
    rest = pack(
        {
            "game": None,
            "provenance": {"source": "pgn", "ruleset": scored.ruleset.to_dict()},
            "language": scored.language,
        }
    )
    records: list[Record] = []
    done = scored.scores.move_count.sum(axis=1).tolist()
    start = 0
    for place, length in enumerate(batch.lengths.tolist()):
        row = {name: values[place] for name, values in games.items()}
        row |= search_keys(row, batch.headers[place])
        row["rank"] = done[place] / max(1, length)
        columns = {name: values[start : start + length] for name, values in moves.items()}
        contents = (pack(texts[place]), pack(columns), rest)
        records.append(Record(batch.game_ids[place], row, contents))
        start += length
    return records
