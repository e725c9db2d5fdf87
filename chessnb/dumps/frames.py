"""The tables of plain games: only those columns are worked out that are asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import chess
import numpy as np

from chessnb import schema
from chessnb.dumps.index import by_game
from chessnb.dumps.offers import Offers
from chessnb.game_rows import SUMMARY, header_values, told
from chessnb.games.endings import end_reason
from chessnb.games.tags import rating
from chessnb.notation import eval_text
from chessnb.players import OUTCOMES, strengths, time_trouble_limit
from chessnb.scoring.rules import rule
from chessnb.scoring.score import group_means, score

if TYPE_CHECKING:
    import numpy.typing as npt
    import pandas as pd

    from chessnb.dumps.plain import PlainBatch
    from chessnb.scoring.plies import Plies, Scores
    from chessnb.scoring.rulesets import Ruleset

    Floats = npt.NDArray[np.float64]
    Columns = dict[str, Callable[[], Any]]

__all__ = ["PlainTables"]

_OWN_RULES = "chessnb.scoring.rules"
_PHASES = np.array(schema.PHASES, dtype=object)
_SIDES = np.array(schema.SIDES, dtype=object)
_LABELS = np.array([*schema.LABELS, None], dtype=object)
_GLYPHS = np.array([None, *(f"${nag}" for nag in range(1, 7))], dtype=object)


class PlainTables:
    """The scored tables of a batch of plain games.

    Parameters
    ----------
    batch : PlainBatch
        The games.
    ruleset : Ruleset
        What scores them.
    language : str
        Language of the explanations.
    """

    def __init__(self, batch: PlainBatch, ruleset: Ruleset, language: str = "en") -> None:
        self.batch = batch
        self.ruleset = ruleset
        self.language = language

    def frame(self, table: str, columns: Sequence[str]) -> pd.DataFrame:
        """Some columns of the table `moves`, `players` or `games`, for all games."""
        import pandas as pd

        makers = getattr(self, f"_{table}_columns")()
        data = {name: makers[name]() for name in columns if name in makers}
        index = getattr(self, f"_{table}_index")()
        made = schema.frame(table, data | self._absent(table, columns, data, len(index)), index)
        made = made[list(columns)]
        if table == "moves" and "explanation" in columns:
            made = made.assign(explanation=self._explanations(index))
        return pd.DataFrame(made)

    @staticmethod
    def _absent(
        table: str, columns: Sequence[str], data: dict[str, Any], rows: int
    ) -> dict[str, Any]:
        """Nothing for the columns that plain games never have."""
        names = [name for name in schema.TABLES[table].names if name not in data]
        return {name: [None] * rows for name in names if name in columns}

    # Scores -----------------------------------------------------------------------------------

    @cached_property
    def plies(self) -> Plies:
        """The plies, with what the ruleset may ask for."""
        own = all(rule(name).applies.__module__ == _OWN_RULES for name in self.ruleset.rules)
        return self.batch.plies if own else self.batch.with_legal_counts()

    @cached_property
    def scores(self) -> Scores:
        """The ruleset's judgement of all plies."""
        return score(self.plies, self.ruleset, board=Offers(self.batch.positions))

    # Players ----------------------------------------------------------------------------------

    def _players_index(self) -> pd.MultiIndex:
        ids = np.repeat(np.array(self.batch.game_ids, dtype=object), 2)
        return by_game(ids, np.tile(_SIDES, len(self.batch)), "side")

    def _players_columns(self) -> Columns:
        headers = self.batch.headers
        columns: Columns = {
            "name": lambda: _both(headers, lambda tags, side: _name(tags.get(side.title()))),
            "rating": lambda: _both(
                headers, lambda tags, side: rating(tags.get(f"{side.title()}Elo"))
            ),
            "result": lambda: [
                outcome
                for tags in headers
                for outcome in OUTCOMES.get(tags["Result"], (None, None))
            ],
        }
        return columns | self._summary_columns()

    def _summary_columns(self) -> Columns:
        """The columns of `players` that come from the scores, two rows a game."""
        columns: Columns = {
            "accuracy": lambda: self.scores.game_accuracy.reshape(-1),
            "acpl": lambda: self.scores.acpl.reshape(-1),
            "move_count": lambda: self.scores.move_count.reshape(-1),
            "mean_time": lambda: self._mean_time().reshape(-1),
            "time_trouble_moves": self._time_trouble,
        }
        for code, label in enumerate(schema.LABELS):
            columns[label] = lambda code=code: self.scores.label_counts[:, :, code].reshape(-1)
        for place, phase in enumerate(schema.PHASES):
            columns[f"accuracy_{phase}"] = lambda place=place: self._by_phase[:, :, place].reshape(
                -1
            )
        for name in ("elo_estimate", "elo_low", "elo_high", "elo_model", "elo_scale"):
            columns[name] = lambda name=name: self._strength(name)
        return columns

    @cached_property
    def _by_phase(self) -> Floats:
        phase = self.batch.phase.astype(np.int64)
        return group_means(self.plies, self.scores.accuracy, phase, len(schema.PHASES))

    def _mean_time(self) -> Floats:
        one = np.zeros(len(self.plies), dtype=np.int64)
        return group_means(self.plies, self.batch.time_spent, one, 1)

    def _time_trouble(self) -> Any:
        limits = np.array([time_trouble_limit(c.base) for c in self.batch.time_controls])
        clock, game = self.batch.clock, self.plies.game
        side = 2 * game + ~self.plies.white
        known = ~np.isnan(clock)
        size = 2 * len(self.batch)
        counts = np.bincount(side[known & (clock < limits[game])], minlength=size).astype(float)
        counts[np.bincount(side[known], minlength=size) == 0] = np.nan
        return counts

    @cached_property
    def _strengths(self) -> pd.DataFrame | None:
        return strengths(self.plies, self.batch.time_controls)

    def _strength(self, name: str) -> Any:
        if self._strengths is None:
            return [None] * (2 * len(self.batch))
        return self._strengths[name].array

    # Games ------------------------------------------------------------------------------------

    def _games_index(self) -> list[str]:
        return self.batch.game_ids

    def _games_columns(self) -> Columns:
        rows = [header_values(tags) for tags in self.batch.headers]
        columns: Columns = {
            name: lambda name=name: [row[name] for row in rows] for name in header_values({})
        }
        count = len(self.batch)
        columns |= {
            "variant": lambda: ["standard"] * count,
            "plies": lambda: self.batch.lengths,
            "eco": lambda: self._last_opening("eco", "ECO"),
            "opening": lambda: self._last_opening("name", "Opening"),
            "end_reason": lambda: [self._end_reason(game) for game in range(count)],
            "ruleset": lambda: [self.ruleset.name] * count,
        }
        summary = self._summary_columns()
        for first, side in enumerate(schema.SIDES):
            for name in SUMMARY:
                columns[f"{side}_{name}"] = lambda name=name, first=first: summary[name]()[first::2]
        return columns

    def _last_opening(self, name: str, tag: str) -> list[str | None]:
        known = getattr(self.batch.openings, name)
        found: list[str | None] = [None] * len(self.batch)
        for ply in self.batch.positions.last.tolist():
            found[int(self.plies.game[ply])] = known[ply]
        return [
            told(opening or tags.get(tag))
            for opening, tags in zip(found, self.batch.headers, strict=True)
        ]

    def _end_reason(self, game: int) -> str:
        """As :attr:`Game.end_reason`; only draws need the moves that led to the position."""
        tags, positions = self.batch.headers[game], self.batch.positions
        last = int(positions.firsts[game] + positions.lengths[game]) - 1
        if tags["Result"] == "1/2-1/2" or not positions.lengths[game] or positions.drawn[last]:
            board = chess.Board()
            for move in self.batch.moves_of(game):
                board.push(move)
            return end_reason(board, tags)
        return end_reason(positions.board(last), tags)

    # Moves ------------------------------------------------------------------------------------

    def _moves_index(self) -> pd.MultiIndex:
        ids = np.array(self.batch.game_ids, dtype=object)[self.batch.positions.game]
        return by_game(ids, self.batch.positions.number + 1, "ply")

    def _moves_columns(self) -> Columns:
        batch, positions = self.batch, self.batch.positions
        made, count = positions.replay, len(positions)
        columns: Columns = {
            "move_number": lambda: positions.number // 2 + 1,
            "side": lambda: _SIDES[np.where(positions.white, 0, 1)],
            "san": lambda: np.array(batch.tables.moves.texts, dtype=object)[batch.texts.moves],
            "label": lambda: _LABELS[self.scores.label],
            "eval": self._evals,
            "time_spent": lambda: batch.time_spent,
            "clock": lambda: batch.clock,
            "uci": lambda: batch.uci,
            "forced": lambda: batch.with_legal_counts().legal_count == 1,
            "is_book": lambda: batch.openings.in_book,
            "in_check": lambda: positions.in_check,
            "is_capture": lambda: made.captured > 0,
            "phase": lambda: _PHASES[batch.phase],
            "eco": lambda: batch.openings.eco,
            "opening": lambda: batch.openings.name,
            "fen_before": lambda: [positions.board_before(ply).fen() for ply in range(count)],
            "fen_after": lambda: [positions.board(ply).fen() for ply in range(count)],
            "nag": lambda: _GLYPHS[batch.tables.moves.fields()["glyph"][batch.texts.moves]],
            "variant": lambda: ["standard"] * count,
            "depth": self._depths,
            "source": self._sources,
        }
        for name in ("accuracy", "wpl", "cp_loss"):
            columns[name] = lambda name=name: getattr(self.scores, name)
        for name in ("mover_win_before", "mover_win_after", "white_win_after"):
            columns[name] = lambda name=name: getattr(self.scores, name)
        for name in ("cp_before", "mate_before", "cp_after", "mate_after"):
            columns[name] = lambda name=name: getattr(self.plies, name)
        return columns

    def _evals(self) -> list[str | None]:
        numbers = zip(self.plies.cp_after, self.plies.mate_after, self.plies.white, strict=True)
        return [
            eval_text(_whole(cp), _whole(mate), white_mates=bool(white))
            for cp, mate, white in numbers
        ]

    def _by_board(self) -> npt.NDArray[np.bool_]:
        return self.batch.settled | self.batch.positions.mates

    def _depths(self) -> Floats:
        values = self.batch.tables.evals.scores
        depths = np.array([np.nan if depth is None else depth for _, _, depth in values])
        return np.where(self._by_board(), 0.0, depths[self.batch.texts.evals])

    def _sources(self) -> Any:
        sources = np.array([None, "pgn", "board"], dtype=object)
        return sources[np.where(self._by_board(), 2, self.batch.texts.evals > 0)]

    def _explanations(self, index: pd.MultiIndex) -> Any:
        from chessnb.scoring.explain import explanations

        needed = [name for name in schema.TABLES["moves"].names if name != "explanation"]
        moves = self.frame("moves", needed)
        lengths = self.batch.lengths.tolist()
        texts: list[Any] = []
        start = 0
        for length in lengths:
            part = moves.iloc[start : start + length].droplevel("game_id")
            texts += explanations(part, language=self.language).tolist()
            start += length
        return schema.TABLES["moves"]["explanation"].array(texts)


def _both(headers: Sequence[dict[str, str]], value: Callable[[dict[str, str], str], Any]) -> Any:
    return [value(tags, side) for tags in headers for side in schema.SIDES]


def _name(text: str | None) -> str | None:
    return None if (text or "").strip() in ("", "?") else text


def _whole(value: float) -> int | None:
    return None if value != value else int(value)
