"""Batches of a dump scored: plain games many at a time, the others one by one."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from chessnb import schema
from chessnb.analysis import Analysis
from chessnb.dumps.helpers import Helpers
from chessnb.dumps.index import by_game, joined
from chessnb.dumps.plain_scores import PlainScores, Wish, score_plain
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


@dataclass
class _Part:
    """Some entries of a source: the places of odd ones, and of the plain games that are wanted."""

    entries: list[Entry] = field(default_factory=list)
    odd: set[int] = field(default_factory=set)
    games: list[PlainGame] = field(default_factory=list)
    places: list[int] = field(default_factory=list)


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
        self.batch = batch
        self._wish = Wish(choice.per, choice.needed, ruleset, language)
        self._tables = Tables()
        self._number = 1

    def run(self, entries: Iterable[Entry]) -> Iterator[Scored]:
        """Yield the tables of the entries, some thousands of games at a time.

        Where there are more games than that, other processes score some of the tables.
        """
        waiting: deque[tuple[_Part, PlainScores | Future[PlainScores | None]]] = deque()
        with Helpers(self._wish) as helpers:
            for part in self._parts(entries):
                if len(part.entries) >= self.batch:
                    helpers.start()
                waiting.append((part, helpers.offer(part.games) or self._score(part)))
                while waiting and helpers.is_due(waiting[0][1], len(waiting)):
                    yield self._scored(*waiting.popleft())
            while waiting:
                yield self._scored(*waiting.popleft())

    def _parts(self, entries: Iterable[Entry]) -> Iterator[_Part]:
        part = _Part()
        letters = 0
        for entry in entries:
            plain = plain_of(entry) if isinstance(entry, Segment) else None
            if plain is None:
                part.odd.add(len(part.entries))
            elif self.choice.wants(plain.headers):
                part.places.append(len(part.entries))
                part.games.append(plain)
            part.entries.append(entry)
            letters += len(plain.movetext) if plain else 2000
            if len(part.entries) >= self.batch or letters >= _MOST_LETTERS:
                yield part
                part, letters = _Part(), 0
        if part.entries:
            yield part

    def _score(self, part: _Part) -> PlainScores:
        return score_plain(part.games, self._tables, self._wish)

    def _scored(self, part: _Part, found: PlainScores | Future[PlainScores | None]) -> Scored:
        """The table of one part; the games that are not plain go to the full reader."""
        if isinstance(found, Future):
            found = found.result() or self._score(part)
        part.odd.update(part.places[one] for one in found.left)
        order, others = self._read_others(part)
        frames = [] if found.table is None else [found.table]
        numbers = [np.repeat(order, self._rows_of(found.lengths))]
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
        return Scored(table, game, len(order) + len(others))

    def _read_others(
        self, part: _Part
    ) -> tuple[np.ndarray[Any, np.dtype[np.intp]], list[tuple[int, Game]]]:
        """Read the games that are not plain; number all that are wanted in the file's order."""
        kept = set(part.places) - part.odd
        plain_numbers: list[int] = []
        others: list[tuple[int, Game]] = []
        for place, entry in enumerate(part.entries):
            if place in part.odd:
                found = [entry] if isinstance(entry, Game) else games_of(entry, self._number)
                for game in found:
                    self._number += 1
                    if self.choice.wants(game.headers):
                        others.append((len(plain_numbers) + len(others), game))
                continue
            self._number += 1
            if place in kept:
                plain_numbers.append(len(plain_numbers) + len(others))
        return np.array(plain_numbers, dtype=np.intp), others

    def _rows_of(self, lengths: Any) -> Any:
        if self.choice.per == "moves":
            return lengths
        return np.full(len(lengths), 2 if self.choice.per == "players" else 1)

    def empty(self) -> pd.DataFrame:
        """The table without a row."""
        index: Any = []
        if self.choice.per != "games":
            index = by_game([], [], "ply" if self.choice.per == "moves" else "side")
        columns: dict[str, Any] = {name: [] for name in self.choice.needed}
        return schema.frame(self.choice.per, columns, index, partial=True)[self.choice.needed]

    # One game ---------------------------------------------------------------------------------

    def _table_of(self, game: Game) -> pd.DataFrame:
        analysis = analysis_of(game, self._wish.ruleset, self._wish.language)
        if isinstance(analysis, Analysis):
            return self.rows(analysis)
        return self._failed(game, analysis)

    def rows(self, analysis: Analysis) -> pd.DataFrame:
        """The rows of one game that was scored on its own."""
        game, names = analysis.game, self.choice.needed
        if self.choice.per == "games":
            return games_table([game.game_id], [analysis_row(analysis)], names)[names]
        return self._with_id(game, getattr(analysis, self.choice.per)[names])

    def _failed(self, game: Game, reason: str) -> pd.DataFrame:
        """What can be said of a game that cannot be scored."""
        names = self.choice.needed
        if self.choice.per == "games":
            return games_table([game.game_id], [failed_row(game, reason)], names)[names]
        if self.choice.per == "players":
            from chessnb.players import known_players

            known = known_players(game)
        else:
            known = game.moves.assign(error=reason)
        columns = {
            name: known[name].array if name in known else [None] * len(known) for name in names
        }
        made = schema.frame(self.choice.per, columns, known.index, partial=True)[names]
        return self._with_id(game, made)

    def _with_id(self, game: Game, rows: pd.DataFrame) -> pd.DataFrame:
        name = "ply" if self.choice.per == "moves" else "side"
        return rows.set_axis(by_game([game.game_id] * len(rows), rows.index, name), axis=0)
