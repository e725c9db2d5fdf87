"""Plain games, many at a time: replayed, evaluated from their comments, laid out for scoring."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import chess
import numpy as np

from chessnb.dumps.movetexts import Movetexts
from chessnb.dumps.openings import OpeningsOf, openings
from chessnb.dumps.positions import Positions
from chessnb.dumps.replay import replay
from chessnb.dumps.segments import PlainGame
from chessnb.dumps.words import Tables
from chessnb.games.timecontrol import TimeControl, fitted, parse_time_control, times_spent
from chessnb.scoring.plies import START_CP, Plies

if TYPE_CHECKING:
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]
    Ints = npt.NDArray[np.intp]
    Flags = npt.NDArray[np.bool_]

__all__ = ["PlainBatch", "read_batch"]

_PROMOTED = " nbrq"


def read_batch(games: Sequence[PlainGame], tables: Tables) -> tuple[PlainBatch, list[int]]:
    """Replay games; those that turn out not to be plain are left out, and their places told."""
    texts = Movetexts.read([game.movetext for game in games], tables)
    batch = PlainBatch([game.headers for game in games], texts, tables)
    fine = batch.fine()
    if fine.all():
        return batch, []
    kept = [game.headers for game, good in zip(games, fine.tolist(), strict=True) if good]
    return PlainBatch(kept, texts.part(fine), tables), np.flatnonzero(~fine).tolist()


class PlainBatch:
    """Plain games as arrays with one entry a ply, one game after the other.

    Parameters
    ----------
    headers
        The tags of each game.
    texts
        Their movetexts, taken apart.
    tables
        What the numbers in them mean.
    """

    def __init__(self, headers: Sequence[dict[str, str]], texts: Movetexts, tables: Tables) -> None:
        self.headers = headers
        self.texts = texts
        self.tables = tables
        lengths = texts.lengths
        self.positions = Positions(replay(texts.moves, lengths, tables.moves), lengths)

    def __len__(self) -> int:
        return len(self.headers)

    @property
    def lengths(self) -> Ints:
        """How many plies each game has."""
        return self.positions.lengths

    def fine(self) -> Flags:
        """Whether each game is written exactly as PGN wants it, and is legal to its end."""
        positions = self.positions
        check = (
            self.tables.moves.fields()["check"][self.texts.moves]
            if len(self.texts.moves)
            else self.texts.moves
        )
        good = positions.replay.fine & positions.legal
        good &= ((check > 0) == positions.gives_check) & ((check == 2) == positions.mates)
        bad_plies = np.bincount(positions.game[~good], minlength=len(self))
        return self.texts.plain & (bad_plies == 0) & ~self._contradicted()

    def _contradicted(self) -> Flags:
        """Whether the board shows another result than the tag says."""
        found = np.zeros(len(self), dtype=np.bool_)
        positions = self.positions
        shown = {True: "1-0", False: "0-1"}
        for ply in np.flatnonzero(positions.mates | positions.stalemates).tolist():
            game = int(positions.game[ply])
            result = shown[bool(positions.white[ply])] if positions.mates[ply] else "1/2-1/2"
            found[game] = self.headers[game]["Result"] not in ("*", result)
        return found

    # Evaluations ------------------------------------------------------------------------------

    @cached_property
    def _scores_after(self) -> tuple[Floats, Floats]:
        """Centipawns and mate after each ply, White's view; a finished game by the board."""
        values = np.array(
            [[_number(cp), _number(mate)] for cp, mate, _ in self.tables.evals.scores]
        )
        cp, mate = values[self.texts.evals].T.copy()
        settled = self.settled
        cp[settled], mate[settled] = 0.0, np.nan
        mates = self.positions.mates
        cp[mates], mate[mates] = np.nan, 0.0
        return cp, mate

    @cached_property
    def settled(self) -> Flags:
        """Whether the board alone says that the position is a draw."""
        return self.positions.drawn

    @cached_property
    def plies(self) -> Plies:
        """The plies for scoring."""
        positions = self.positions
        cp, mate = self._scores_after
        return Plies.build(
            games=len(self),
            game=positions.game,
            white=positions.white,
            cp_before=self._before(cp, START_CP),
            mate_before=self._before(mate, np.nan),
            cp_after=cp,
            mate_after=mate,
            is_mate=positions.mates,
            is_book=self.openings.in_book,
            recapture=self._recaptures(),
        )

    def with_legal_counts(self) -> Plies:
        """The plies with the number of legal moves before each, which takes its time."""
        plies = self.plies
        counts = [self.positions.board_before(ply).legal_moves.count() for ply in range(len(plies))]
        arrays = {name: value for name, value in vars(plies).items() if name != "games"}
        return Plies.build(games=plies.games, **(arrays | {"legal_count": counts}))

    def _before(self, after: Floats, start: float) -> Floats:
        before = np.empty_like(after)
        before[1:] = after[:-1]
        before[self.positions.number == 0] = start
        return before

    def _recaptures(self) -> npt.NDArray[np.int8]:
        made = self.positions.replay
        takes = made.captured > 0
        found = np.zeros(len(takes), dtype=np.int8)
        found[1:] = takes[1:] & takes[:-1] & (made.target[1:] == made.target[:-1])
        found[self.positions.number == 0] = 0
        return found

    @cached_property
    def openings(self) -> OpeningsOf:
        """What the opening book says."""
        return openings(self.positions)

    @cached_property
    def phase(self) -> Ints:
        """Place in ``chessnb.schema.PHASES`` of each ply's phase."""
        _, knights, bishops, rooks, queens, _ = self.positions.replay.kinds
        officers = _bit_count(knights | bishops | rooks | queens)
        early = (self.positions.number // 2 < 10) & (officers >= 12)
        opening = self.openings.in_book | early
        return np.where(officers <= 6, 2, np.where(opening, 0, 1))

    # Clocks -----------------------------------------------------------------------------------

    @cached_property
    def time_controls(self) -> list[TimeControl]:
        """The time control of each game, as :attr:`chessnb.Game.time_control`."""
        known: dict[str | None, TimeControl] = {}
        found: list[TimeControl] = []
        firsts = self.positions.firsts.tolist()
        for headers, first, length in zip(self.headers, firsts, self.lengths.tolist(), strict=True):
            text = headers.get("TimeControl")
            if text not in known:
                known[text] = parse_time_control(text)
            # The first clocks tell whether the tag gives minutes.
            begun = self.texts.clocks[first : first + min(length, 2)].tolist()
            clocks = [self.tables.clocks.seconds[number] for number in begun]
            found.append(fitted(known[text], clocks) if any(begun) else known[text])
        return found

    @cached_property
    def clock(self) -> Floats:
        """Seconds left after each ply, NaN where not known."""
        values = np.array([_number(clock) for clock in self.tables.clocks.seconds])
        return values[self.texts.clocks]

    @cached_property
    def time_spent(self) -> Floats:
        """Seconds spent on each ply, NaN where not known."""
        found = np.full(len(self.positions), np.nan)
        clocks, values = self.texts.clocks.tolist(), self.tables.clocks.seconds
        ends = np.cumsum(self.lengths).tolist()
        for control, start, end in zip(self.time_controls, [0, *ends], ends, strict=False):
            if any(clocks[start:end]):
                spent = times_spent(control, [values[number] for number in clocks[start:end]])
                found[start:end] = [_number(value) for value in spent]
        return found

    # Moves ------------------------------------------------------------------------------------

    @cached_property
    def uci(self) -> list[str]:
        """Each move in UCI."""
        made = self.positions.replay
        squares = np.array(chess.SQUARE_NAMES, dtype=object)
        texts = squares[made.origin] + squares[made.target]
        for ply in np.flatnonzero(made.promotion).tolist():
            texts[ply] += _PROMOTED[made.promotion[ply] - 1]
        return texts.tolist()

    @cached_property
    def game_ids(self) -> list[str]:
        """The games' identifiers, as :attr:`chessnb.Game.game_id`."""
        from chessnb.games.model import game_id_of

        ends = np.cumsum(self.lengths).tolist()
        starts = [0, *ends[:-1]]
        return [
            game_id_of("standard", chess.STARTING_FEN, self.uci[start:end])
            for start, end in zip(starts, ends, strict=True)
        ]

    def moves_of(self, game: int) -> list[chess.Move]:
        """The moves of one game."""
        first = int(self.positions.firsts[game])
        return [chess.Move.from_uci(uci) for uci in self.uci[first : first + self.lengths[game]]]


def _number(value: float | None) -> float:
    return float("nan") if value is None else float(value)


def _bit_count(bits: npt.NDArray[np.uint64]) -> Ints:
    """Number of bits set; numpy has a function of its own only since 2.0."""
    return np.unpackbits(bits.view(np.uint8).reshape(-1, 8), axis=1).sum(axis=1, dtype=np.intp)
