"""Games replayed side by side from SAN: all their first moves, then all second ones, ….

Only moves that are written exactly as PGN wants them are followed. Where a game has another one
(illegal, ambiguous, over-specified, …) it is marked, and the full reader takes it from there.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

import chess
import numpy as np

from chessnb.dumps.attacks import BIT, attacked_by, piece_attacks, single_bits, square_of
from chessnb.dumps.san import CASTLE_SHORT, SanTable

if TYPE_CHECKING:
    import numpy.typing as npt

    from chessnb.dumps.attacks import Bits, Flags, Ints

    Bytes = npt.NDArray[np.int8]

__all__ = ["RIGHTS", "Replay", "replay", "start_bitboards"]

RIGHTS = "KQkq"
_HOMES = {chess.E1: 3, chess.H1: 1, chess.A1: 2, chess.E8: 12, chess.H8: 4, chess.A8: 8}
_KEPT = np.full(64, 15, dtype=np.uint8)
for _square, _lost in _HOMES.items():
    _KEPT[_square] = 15 & ~_lost
_RANKS = np.array([chess.BB_RANKS[s >> 3] for s in chess.SQUARES], dtype=np.uint64)
_FILES = np.array([chess.BB_FILES[s & 7] for s in chess.SQUARES], dtype=np.uint64)
_ALL = np.uint64(chess.BB_ALL)
_ONE = np.uint64(1)
_FILE_HINT = np.array([_ALL, *(np.uint64(mask) for mask in chess.BB_FILES)])
_RANK_HINT = np.array([_ALL, *(np.uint64(mask) for mask in chess.BB_RANKS)])


@dataclass(frozen=True, eq=False)
class Replay:
    """Every ply of the replayed games, one game after the other.

    Attributes
    ----------
    origin, target : int8 arrays
        Squares; castling as the king's two steps.
    kind, promotion, captured : int8 arrays
        Piece types; of what was taken and promoted to, 0 for none.
    kinds : uint64 array of shape (6, plies)
        Pawns, knights, bishops, rooks, queens and kings after the move.
    sides : uint64 array of shape (2, plies)
        Black's and White's pieces after the move.
    rights : uint8 array
        Castling rights after the move, a bit each of ``KQkq``.
    passed : int8 array
        The square that a pawn has just passed by a double step, −1 for none.
    fine : bool array
        Written exactly and possible, as far as one can say without looking for checks.
    """

    origin: Bytes
    target: Bytes
    kind: Bytes
    promotion: Bytes
    captured: Bytes
    kinds: Bits
    sides: Bits
    rights: npt.NDArray[np.uint8]
    passed: Bytes
    fine: Flags

    @classmethod
    def empty(cls, plies: int) -> Replay:
        """Room for so many plies."""
        small = [np.zeros(plies, dtype=np.int8) for _ in range(5)]
        return cls(
            *small,
            kinds=np.zeros((6, plies), dtype=np.uint64),
            sides=np.zeros((2, plies), dtype=np.uint64),
            rights=np.zeros(plies, dtype=np.uint8),
            passed=np.zeros(plies, dtype=np.int8),
            fine=np.zeros(plies, dtype=np.bool_),
        )

    def part(self, plies: slice | Ints) -> Replay:
        """Some of the plies."""
        return Replay(**{f.name: getattr(self, f.name)[..., plies] for f in fields(self)})

    def __len__(self) -> int:
        return len(self.origin)


def start_bitboards() -> tuple[list[int], list[int]]:
    """Kinds and sides of the usual start position, as in :class:`Replay`."""
    board = chess.Board()
    kinds = [board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings]
    return kinds, list(board.occupied_co)


def replay(codes: Ints, lengths: Ints, table: SanTable) -> Replay:
    """Follow games from the usual start position.

    Parameters
    ----------
    codes
        The moves' numbers in `table`, one game after the other.
    lengths
        How many plies each game has.
    table
        What the numbers mean.
    """
    made = Replay.empty(len(codes))
    if not len(codes):
        return made
    game = np.repeat(np.arange(len(lengths)), lengths)
    step_of = np.arange(len(codes)) - (np.cumsum(lengths) - lengths)[game]
    place = np.empty(len(lengths), dtype=np.intp)
    place[np.argsort(-lengths, kind="stable")] = np.arange(len(lengths))
    by_step = np.lexsort((place[game], step_of))
    told = {name: values[codes[by_step]] for name, values in table.fields().items()}
    state = _State.start(len(lengths))
    begin = 0
    for step, playing in enumerate(np.bincount(step_of).tolist()):
        part = slice(begin, begin + playing)
        moves = {name: values[part] for name, values in told.items()}
        _Step(state.part(playing), white=step % 2 == 0, moves=moves).make(made.part(part))
        begin += playing
    back = np.empty(len(codes), dtype=np.intp)
    back[by_step] = np.arange(len(codes))
    return made.part(back)


@dataclass(frozen=True, eq=False)
class _State:
    """Where each game stands, the longest game first; changed in place."""

    kinds: Bits
    sides: Bits
    rights: npt.NDArray[np.uint8]
    passed: Ints

    @classmethod
    def start(cls, games: int) -> _State:
        kinds, sides = (np.array(masks, dtype=np.uint64) for masks in start_bitboards())
        return cls(
            np.repeat(kinds[:, None], games, axis=1),
            np.repeat(sides[:, None], games, axis=1),
            np.full(games, 15, dtype=np.uint8),
            np.full(games, -1, dtype=np.intp),
        )

    def part(self, games: int) -> _State:
        return _State(
            self.kinds[:, :games], self.sides[:, :games], self.rights[:games], self.passed[:games]
        )


class _Step:
    """One move in each game that is still going on."""

    def __init__(self, state: _State, *, white: bool, moves: dict[str, Bytes]) -> None:
        self.state = state
        self.white = white
        self.kind = moves["kind"]
        self.target = moves["target"].astype(np.intp)
        self.file = moves["file"].astype(np.intp)
        self.rank = moves["rank"].astype(np.intp)
        self.takes = moves["captures"] > 0
        self.promotion = moves["promotion"]
        self.own = state.sides[int(white)]
        self.opponent = state.sides[int(not white)]
        self.occupied = self.own | self.opponent
        self.origin = np.zeros(len(self.kind), dtype=np.intp)
        self.fine = np.ones(len(self.kind), dtype=np.bool_)
        self.ahead = 8 if white else -8

    def make(self, made: Replay) -> None:
        """Find where each move comes from, make it, and note it."""
        self._castle(np.flatnonzero(self.kind >= CASTLE_SHORT))
        self._check_targets()
        self._find_pawns(np.flatnonzero(self.kind == chess.PAWN))
        self._find_pieces(np.flatnonzero((self.kind != chess.PAWN) & (self.origin == 0)))
        made.captured[:] = self._move()
        made.origin[:] = self.origin
        made.target[:] = self.target
        made.kind[:] = self.kind
        made.promotion[:] = self.promotion
        made.kinds[:] = self.state.kinds
        made.sides[:] = self.state.sides
        made.rights[:] = self.state.rights
        made.passed[:] = self.state.passed
        made.fine[:] = self.fine

    def _castle(self, rows: Ints) -> None:
        """Turn castling into the king's two steps; the rook moves at once."""
        if not len(rows):
            return
        home = chess.E1 if self.white else chess.E8
        short = self.kind[rows] == CASTLE_SHORT
        right = np.where(short, 1, 2) << (0 if self.white else 2)
        between = np.where(short, BIT[home + 1] | BIT[home + 2], BIT[home - 1] | BIT[home - 2])
        between |= np.where(short, np.uint64(0), BIT[home - 3])
        free = (self.occupied[rows] & between) == 0
        self.fine[rows] &= free & ((self.state.rights[rows] & right) > 0)
        rook = np.where(short, BIT[home + 3] | BIT[home + 1], BIT[home - 4] | BIT[home - 1])
        self.state.kinds[chess.ROOK - 1, rows] ^= rook
        self.own[rows] ^= rook
        self.origin[rows] = home
        self.target[rows] = np.where(short, home + 2, home - 2)
        self.kind[rows] = chess.KING

    def _check_targets(self) -> None:
        """Nobody takes their own piece, and ``x`` stands exactly where something is taken."""
        landing = BIT[self.target]
        self.passing = self.takes & (self.kind == chess.PAWN) & (self.target == self.state.passed)
        something = ((self.opponent & landing) != 0) | self.passing
        self.fine &= ((self.own & landing) == 0) & (something == self.takes)
        last = self.target >> 3 == (7 if self.white else 0)
        self.fine &= (self.promotion > 0) == (last & (self.kind == chess.PAWN))

    def _find_pawns(self, rows: Ints) -> None:
        target, file = self.target[rows], self.file[rows]
        pawns = self.state.kinds[0, rows] & self.own[rows]
        near = (target - self.ahead) & 63
        far = (target - 2 * self.ahead) & 63
        double = (target >> 3 == (3 if self.white else 4)) & (
            (self.occupied[rows] & BIT[near]) == 0
        )
        pushed = np.where(double, far, near)
        taking = ((target & 56) - self.ahead + np.maximum(file, 0)) & 63
        origin = np.where(self.takes[rows], taking, pushed)
        hinted = np.where(self.takes[rows], np.abs(file - (target & 7)) == 1, file < 0)
        self.fine[rows] &= hinted & (self.rank[rows] < 0) & ((pawns & BIT[origin]) != 0)
        self.origin[rows] = origin

    def _find_pieces(self, rows: Ints) -> None:
        kind = self.kind[rows].astype(np.intp)
        reach = piece_attacks(kind, self.target[rows], self.occupied[rows])
        candidates = reach & self.state.kinds[kind - 1, rows] & self.own[rows]
        self.origin[rows] = square_of(candidates & (~candidates + _ONE))
        self.fine[rows] &= candidates != 0
        hinted = (self.file[rows] >= 0) | (self.rank[rows] >= 0)
        several = np.flatnonzero(hinted | ((candidates & (candidates - _ONE)) != 0))
        if len(several):
            self._choose(rows[several], candidates[several])

    def _choose(self, rows: Ints, candidates: Bits) -> None:
        """Of several pieces take the one that is meant, and see that it had to be said so."""
        legal = self._legal(rows, candidates)
        file, rank = self.file[rows], self.rank[rows]
        meant = legal & _FILE_HINT[file + 1] & _RANK_HINT[rank + 1]
        origin = square_of(meant & (~meant + _ONE))
        others = legal & ~meant
        on_file = (others & _FILES[origin]) != 0
        on_rank = (others & _RANKS[origin]) != 0
        needs_file = (others != 0) & (on_rank | ~on_file)
        exact = (needs_file == (file >= 0)) & (on_file == (rank >= 0))
        self.fine[rows] &= exact & (meant != 0) & ((meant & (meant - _ONE)) == 0)
        self.origin[rows] = origin

    def _legal(self, rows: Ints, candidates: Bits) -> Bits:
        """Those candidates whose move leaves the king unattacked."""
        places, one = single_bits(candidates)
        rows = rows[places]
        kinds, landing = self.state.kinds[:, rows], BIT[self.target[rows]]
        king = square_of(kinds[chess.KING - 1] & self.own[rows])
        occupied = (self.occupied[rows] & ~one) | landing
        enemy = self.opponent[rows] & ~landing
        attacked = attacked_by(not self.white, king, kinds, enemy, occupied)
        legal = candidates.copy()
        np.bitwise_xor.at(legal, places[attacked], one[attacked])
        return legal

    def _move(self) -> Bytes:
        """Make the moves; what was captured."""
        state, every = self.state, np.arange(len(self.kind))
        leaving, landing = BIT[self.origin], BIT[self.target]
        taken = np.where(self.passing, BIT[(self.target - self.ahead) & 63], landing)
        taken &= self.opponent
        hit = (state.kinds & taken) != 0
        captured = np.where(taken != 0, hit.argmax(axis=0) + 1, 0).astype(np.int8)
        state.kinds[:] &= ~taken
        self.opponent &= ~taken
        settled = np.where(self.promotion > 0, self.promotion, self.kind)
        state.kinds[self.kind - 1, every] &= ~leaving
        state.kinds[settled - 1, every] |= landing
        self.own &= ~leaving
        self.own |= landing
        state.rights[:] &= _KEPT[self.origin] & _KEPT[self.target]
        double = (self.kind == chess.PAWN) & (np.abs(self.target - self.origin) == 16)
        state.passed[:] = np.where(double, self.origin + self.ahead, -1)
        return captured
