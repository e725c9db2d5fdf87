"""What the board says about every ply of replayed games: checks, clocks, repetitions, ends."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

import chess
import numpy as np

from chessnb.dumps import hashes
from chessnb.dumps.attacks import (
    BIT,
    PAWN,
    attacked_by,
    dangerous_lines,
    marked,
    single_bits,
    square_of,
)
from chessnb.dumps.mates import escapes

if TYPE_CHECKING:
    import numpy.typing as npt

    from chessnb.dumps.attacks import Bits, Flags, Ints
    from chessnb.dumps.replay import Replay


__all__ = ["Positions"]

_KING = chess.KING - 1


class Positions:
    """The positions after every ply of games from the usual start, one game after the other.

    Parameters
    ----------
    replay : Replay
        The games, replayed.
    lengths : int array
        How many plies each has.
    """

    def __init__(self, replay: Replay, lengths: Ints) -> None:
        self.replay = replay
        self.lengths = lengths
        self.firsts = np.cumsum(lengths) - lengths
        self.game = np.repeat(np.arange(len(lengths)), lengths)
        self.number = np.arange(len(replay)) - self.firsts[self.game]
        self.white = self.number % 2 == 0
        self.last = (self.firsts + lengths - 1)[lengths > 0]
        """The last ply of each game that has one."""

    def __len__(self) -> int:
        return len(self.replay)

    # Checks -----------------------------------------------------------------------------------

    @cached_property
    def gives_check(self) -> Flags:
        """Whether the move gives check."""
        return self._attacks(lambda mover: (mover, self._king(not mover)))

    @cached_property
    def in_check(self) -> Flags:
        """Whether the mover was in check before the move."""
        before = np.zeros(len(self), dtype=np.bool_)
        before[1:] = self.gives_check[:-1]
        before[self.firsts[self.lengths > 0]] = False
        return before

    @cached_property
    def legal(self) -> Flags:
        """Whether the move leaves the own king safe, and did not castle out of or through check."""
        safe = ~self._attacks(lambda mover: (not mover, self._king(mover)))
        made = self.replay
        steps = made.target.astype(np.intp) - made.origin
        castles = np.flatnonzero((made.kind == chess.KING) & (np.abs(steps) == 2))
        middle = np.zeros(len(self), dtype=np.intp)
        middle[castles] = (made.target[castles].astype(np.intp) + made.origin[castles]) // 2
        through = self._attacks(lambda mover: (not mover, middle), castles)
        safe[castles] &= ~through[castles] & ~self.in_check[castles]
        return safe

    def _king(self, white: bool) -> Ints:
        return square_of(self.replay.kinds[_KING] & self.replay.sides[int(white)])

    def _attacks(
        self, question: Callable[[bool], tuple[bool, Ints]], plies: Ints | None = None
    ) -> Flags:
        """For each mover, whether a side attacks a square in the position after the ply."""
        answers = np.zeros(len(self), dtype=np.bool_)
        made = self.replay
        asked = np.arange(len(self)) if plies is None else plies
        for mover in (True, False):
            side, squares = question(mover)
            rows = asked[self.white[asked] == mover]
            pieces = made.sides[int(side), rows]
            occupied = pieces | made.sides[int(not side), rows]
            kinds = made.kinds[:, rows]
            answers[rows] = attacked_by(side, squares[rows], kinds, pieces, occupied)
        return answers

    # The rules of the fifty moves and of repetition -------------------------------------------

    @cached_property
    def quiet_plies(self) -> Ints:
        """Plies since the last capture or pawn's move, as a FEN counts them."""
        made = self.replay
        every = np.arange(len(self))
        fresh = (made.captured > 0) | (made.kind == chess.PAWN)
        since = np.where(fresh, every, self.firsts[self.game] - 1)
        return every - np.maximum.accumulate(since)

    @cached_property
    def en_passant(self) -> npt.NDArray[np.int8]:
        """The square where the pawn that just moved can legally be taken in passing, or −1."""
        made = self.replay
        found = np.full(len(self), -1, dtype=np.int8)
        for mover in (True, False):
            rows = np.flatnonzero((made.passed >= 0) & (self.white == mover))
            passed = made.passed[rows].astype(np.intp)
            takers = PAWN[mover][passed] & made.kinds[0, rows] & made.sides[int(not mover), rows]
            able = takers != 0
            rows, passed, takers = rows[able], passed[able], takers[able]
            legal = self._takes_in_passing(mover, rows, passed, takers)
            found[rows[legal]] = passed[legal]
        return found

    def _takes_in_passing(self, mover: bool, rows: Ints, passed: Ints, takers: Bits) -> Flags:
        made = self.replay
        kinds, enemy = made.kinds[:, rows], made.sides[int(mover), rows]
        own = made.sides[int(not mover), rows]
        king = square_of(kinds[_KING] & own)
        taken = BIT[passed + (8 if mover else -8)]
        places, one = single_bits(takers)
        occupied = ((own | enemy)[places] & ~one & ~taken[places]) | BIT[passed[places]]
        exposed = attacked_by(
            mover, king[places], kinds[:, places], (enemy & ~taken)[places], occupied
        )
        return marked(places[~exposed], len(rows))

    @cached_property
    def hashes(self) -> Bits:
        """A number for each position; equal for equal ones, in whatever game they stand."""
        made = self.replay
        shift = np.where(self.white, 0, 6)
        origin, target = made.origin.astype(np.intp), made.target.astype(np.intp)
        settled = np.where(made.promotion > 0, made.promotion, made.kind)
        change = hashes.PIECES[made.kind + shift, origin] ^ hashes.PIECES[settled + shift, target]
        change ^= self._captured_change(shift, target) ^ self._rook_change(shift, origin, target)
        moved = np.bitwise_xor.accumulate(change)
        earlier = np.concatenate([np.zeros(1, dtype=np.uint64), moved])[self.firsts]
        start = hashes.START ^ hashes.RIGHTS[15]
        found = moved ^ earlier[self.game] ^ start ^ hashes.RIGHTS[made.rights]
        found ^= np.where(self.white, hashes.BLACK_TO_MOVE, np.uint64(0))
        passed = self.en_passant
        found ^= np.where(passed >= 0, hashes.EN_PASSANT[passed], np.uint64(0))
        return found

    def _captured_change(self, shift: Ints, target: Ints) -> Bits:
        made = self.replay
        square = target.copy()
        passing = (made.kind == chess.PAWN) & (made.captured > 0)
        passed_before = np.concatenate([np.full(1, -1, dtype=np.int8), made.passed[:-1]])
        passing &= (passed_before == made.target) & (self.number > 0)
        square[passing] += np.where(self.white[passing], -8, 8)
        code = np.where(made.captured > 0, made.captured + 6 - shift, 0)
        return hashes.PIECES[code, square]

    def _rook_change(self, shift: Ints, origin: Ints, target: Ints) -> Bits:
        castles = np.flatnonzero((self.replay.kind == chess.KING) & (np.abs(target - origin) == 2))
        change = np.zeros(len(self), dtype=np.uint64)
        short = target[castles] > origin[castles]
        corner = np.where(short, origin[castles] + 3, origin[castles] - 4)
        rook, middle = chess.ROOK + shift[castles], (origin[castles] + target[castles]) // 2
        change[castles] = hashes.PIECES[rook, corner] ^ hashes.PIECES[rook, middle]
        return change

    # Ends -------------------------------------------------------------------------------------

    @cached_property
    def mates(self) -> Flags:
        """Whether the move gives checkmate; asked of the last moves alone."""
        made, found = self.replay, np.zeros(len(self), dtype=np.bool_)
        checks = self.last[self.gives_check[self.last] & (self.en_passant[self.last] < 0)]
        for mover in (True, False):
            rows = checks[self.white[checks] == mover]
            found[rows] = ~escapes(not mover, made.kinds[:, rows], made.sides[:, rows])
        return found

    @cached_property
    def drawn(self) -> Flags:
        """Whether the position after the move is a draw by the board, or the last is claimable."""
        found = self.stalemates | self._bare() | self._repeated()
        found |= self.quiet_plies >= 150
        found[self.last] |= (self.quiet_plies[self.last] >= 100) | (self._times_before_last() >= 2)
        return found & ~self.mates

    @cached_property
    def stalemates(self) -> Flags:
        """Whether the move leaves no move and no check; asked of the last moves alone."""
        found = np.zeros(len(self), dtype=np.bool_)
        quiet = self.last[~self.gives_check[self.last]]
        for ply in quiet[~self._can_push(quiet)].tolist():
            found[ply] = not any(self.board(ply).generate_legal_moves())
        return found

    def _can_push(self, plies: Ints) -> Flags:
        """Whether the side to move has a pawn that surely can step forward: most positions do."""
        made, able = self.replay, np.zeros(len(plies), dtype=np.bool_)
        for mover in (True, False):
            places = np.flatnonzero(self.white[plies] == mover)
            rows = plies[places]
            enemy, own = made.sides[int(mover), rows], made.sides[int(not mover), rows]
            kinds = made.kinds[:, rows]
            king = square_of(kinds[_KING] & own)
            free = kinds[0] & own & ~dangerous_lines(king, kinds, enemy)
            steps = free >> np.uint64(8) if mover else free << np.uint64(8)
            able[places] = (steps & ~(own | enemy)) != 0
        return able

    def _bare(self) -> Flags:
        """Insufficient material, which only positions without pawns and heavy pieces can be."""
        pawns, _, _, rooks, queens, _ = self.replay.kinds
        found = np.zeros(len(self), dtype=np.bool_)
        for ply in np.flatnonzero((pawns | rooks | queens) == 0).tolist():
            found[ply] = self.board(ply).is_insufficient_material()
        return found

    def _repeated(self) -> Flags:
        """Positions that stand on the board for the fifth time, or more."""
        key = self.hashes ^ (self.game.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15))
        starts = hashes.START ^ (
            np.arange(len(self.lengths), dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        )
        every = np.sort(np.concatenate([key, starts]))
        often = every[4:][every[4:] == every[:-4]]
        found = np.zeros(len(self), dtype=np.bool_)
        if len(often):
            for value in np.unique(often):
                plies = np.flatnonzero(key == value)
                found[plies[4 - int((starts == value).any()) :]] = True
        return found

    def _times_before_last(self) -> Ints:
        """How often each last position stood on the board before."""
        final = np.zeros(len(self.lengths), dtype=np.uint64)
        final[self.game[self.last]] = self.hashes[self.last]
        same = np.bincount(self.game[self.hashes == final[self.game]], minlength=len(final))
        same = same + (final == hashes.START) - 1
        return same[self.game[self.last]]

    # Boards -----------------------------------------------------------------------------------

    def board(self, ply: int) -> chess.Board:
        """The position after a ply, without its history."""
        made = self.replay
        board = chess.Board.empty()
        kinds: list[int] = made.kinds[:, ply].tolist()
        board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings = kinds
        black, white = made.sides[:, ply].tolist()
        board.occupied_co[chess.BLACK], board.occupied_co[chess.WHITE] = black, white
        board.occupied = black | white
        corners = (chess.H1, chess.A1, chess.H8, chess.A8)
        rights = int(made.rights[ply])
        board.castling_rights = sum(
            chess.BB_SQUARES[corner] for place, corner in enumerate(corners) if rights >> place & 1
        )
        board.turn = not self.white[ply]
        passed = int(made.passed[ply])
        board.ep_square = passed if passed >= 0 else None
        board.halfmove_clock = int(self.quiet_plies[ply])
        board.fullmove_number = 1 + (int(self.number[ply]) + 1) // 2
        return board

    def board_before(self, ply: int) -> chess.Board:
        """The position before a ply."""
        return self.board(ply - 1) if self.number[ply] else chess.Board()
