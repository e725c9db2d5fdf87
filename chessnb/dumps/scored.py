"""Batches of a dump scored: plain games many at a time, the others one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from chessnb import schema
from chessnb.analysis import Analysis
from chessnb.dumps.frames import PlainTables
from chessnb.dumps.index import by_game, joined
from chessnb.dumps.plain import read_batch
from chessnb.dumps.segments import PlainGame, Segment, games_of, plain_of
from chessnb.dumps.words import Tables
from chessnb.errors import ChessnbError
from chessnb.file_evaluations import pgn_evaluations
from chessnb.game_rows import analysis_row, failed_row, games_table
from chessnb.games import Game

if TYPE_CHECKING:
    import pandas as pd

    from chessnb.dumps.choice import Choice
    from chessnb.dumps.entries import Entry
    from chessnb.scoring.rulesets import Ruleset

__all__ = ["Scored", "Scorer", "analysis_of"]

_MOST_LETTERS = 24_000_000


@dataclass(frozen=True)
class Scored:
    """Rows of a table, and for each the number of its game among those wanted."""

    table: pd.DataFrame
    game: np.ndarray[Any, np.dtype[np.intp]]
    games: int


def analysis_of(game: Game, ruleset: Ruleset, language: str = "en") -> Analysis | str:
    """Score one game by its own evaluations, as :func:`chessnb.analyze` does; or why it cannot."""
    try:
        game.ensure_analysable()
        evaluations = pgn_evaluations(game)
    except ChessnbError as error:
        return str(error)
    return Analysis(game, evaluations, ruleset=ruleset, provenance={}, language=language)


class Scorer:
    """Scores the entries of a source, in order.

    Parameters
    ----------
    choice : Choice
        What is wanted.
    ruleset : Ruleset
        What scores the games.
    language : str
        Language of the explanations.
    batch : int
        How many games are taken at a time.
    """

    def __init__(self, choice: Choice, ruleset: Ruleset, language: str, batch: int) -> None:
        self.choice = choice
        self.ruleset = ruleset
        self.language = language
        self.batch = batch
        self.names = choice.needed
        self._tables = Tables()
        self._number = 1

    def run(self, entries: Iterable[Entry]) -> Iterator[Scored]:
        """Yield the tables of the entries, some thousands of games at a time."""
        part: list[tuple[Entry, PlainGame | None]] = []
        letters = 0
        for entry in entries:
            plain = plain_of(entry) if isinstance(entry, Segment) else None
            part.append((entry, plain))
            letters += len(plain.movetext) if plain else 2000
            if len(part) >= self.batch or letters >= _MOST_LETTERS:
                yield self._scored(part)
                part, letters = [], 0
        if part:
            yield self._scored(part)

    def _scored(self, part: list[tuple[Entry, PlainGame | None]]) -> Scored:
        """Score one batch; the games that are not plain go to the full reader."""
        wanted = [
            (place, plain)
            for place, (_, plain) in enumerate(part)
            if plain is not None and self.choice.wants(plain.headers)
        ]
        batch, left = read_batch([plain for _, plain in wanted], self._tables)
        places = [place for place, _ in wanted]
        odd = {places[one] for one in left}
        odd |= {place for place, (_, plain) in enumerate(part) if plain is None}
        order, others = self._read_others(part, odd, set(places) - odd)
        tables = PlainTables(batch, self.ruleset, self.language)
        frames = [tables.frame(self.choice.per, self.names)] if len(batch) else []
        numbers = [np.repeat(order[-1], self._rows_of(batch.lengths))] if len(batch) else []
        for number, game in others:
            frame = self._table_of(game)
            frames.append(frame)
            numbers.append(np.full(len(frame), number, dtype=np.intp))
        if not frames:
            return Scored(self.empty(), np.zeros(0, dtype=np.intp), 0)
        table, game = frames[0], np.concatenate(numbers)
        if others:
            by_game = np.argsort(game, kind="stable")
            table, game = joined(frames).iloc[by_game], game[by_game]
        return Scored(table, game, len(batch) + len(others))

    def _read_others(
        self, part: list[tuple[Entry, PlainGame | None]], odd: set[int], kept: set[int]
    ) -> tuple[list[Any], list[tuple[int, Game]]]:
        """Read the games that are not plain; number all that are wanted in the file's order."""
        plain_numbers: list[int] = []
        others: list[tuple[int, Game]] = []
        for place, (entry, _) in enumerate(part):
            if place in odd or isinstance(entry, Game):
                found = [entry] if isinstance(entry, Game) else games_of(entry, self._number)
                for game in found:
                    self._number += 1
                    if self.choice.wants(game.headers):
                        others.append((len(plain_numbers) + len(others), game))
                continue
            self._number += 1
            if place in kept:
                plain_numbers.append(len(plain_numbers) + len(others))
        return [np.array(plain_numbers, dtype=np.intp)], others

    def _rows_of(self, lengths: Any) -> Any:
        if self.choice.per == "moves":
            return lengths
        return np.full(len(lengths), 2 if self.choice.per == "players" else 1)

    def empty(self) -> pd.DataFrame:
        """The table without a row."""
        index: Any = []
        if self.choice.per != "games":
            index = by_game([], [], "ply" if self.choice.per == "moves" else "side")
        columns: dict[str, Any] = {name: [] for name in self.names}
        return schema.frame(self.choice.per, columns, index, partial=True)[self.names]

    # One game ---------------------------------------------------------------------------------

    def _table_of(self, game: Game) -> pd.DataFrame:
        analysis = analysis_of(game, self.ruleset, self.language)
        if isinstance(analysis, Analysis):
            return self.rows(analysis)
        return self._failed(game, analysis)

    def rows(self, analysis: Analysis) -> pd.DataFrame:
        """The rows of one game that was scored on its own."""
        game = analysis.game
        if self.choice.per == "games":
            return games_table([game.game_id], [analysis_row(analysis)], self.names)[self.names]
        return self._with_id(game, getattr(analysis, self.choice.per)[self.names])

    def _failed(self, game: Game, reason: str) -> pd.DataFrame:
        """What can be said of a game that cannot be scored."""
        if self.choice.per == "games":
            return games_table([game.game_id], [failed_row(game, reason)], self.names)[self.names]
        if self.choice.per == "players":
            from chessnb.players import known_players

            known = known_players(game)
        else:
            known = game.moves.assign(error=reason)
        columns = {
            name: known[name].array if name in known else [None] * len(known) for name in self.names
        }
        made = schema.frame(self.choice.per, columns, known.index, partial=True)[self.names]
        return self._with_id(game, made)

    def _with_id(self, game: Game, rows: pd.DataFrame) -> pd.DataFrame:
        name = "ply" if self.choice.per == "moves" else "side"
        return rows.set_axis(by_game([game.game_id] * len(rows), rows.index, name), axis=0)
