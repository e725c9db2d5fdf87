"""What label rules look at: the plies seen from the mover, in points of 100."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np

from chessnb.scoring.win import mover_view, win_chances, win_probability

if TYPE_CHECKING:
    import numpy.typing as npt

    from chessnb.scoring.plies import Plies

    Percent = npt.NDArray[np.float64]
    Mask = npt.NDArray[np.bool_]

__all__ = ["AskBoard", "Facts"]


class AskBoard(Protocol):
    """Something that knows the boards of the plies, such as :class:`~.board_facts.BoardFacts`."""

    def recapture(self, plies: npt.NDArray[np.int64]) -> npt.NDArray[np.int8]:
        """Per asked ply: 1 if it takes on the square just taken on, else 0; −1 unknown."""
        ...

    def sacrifice(self, plies: npt.NDArray[np.int64]) -> npt.NDArray[np.int8]:
        """Per asked ply: 1 if it leaves a piece to be won, else 0; −1 unknown."""
        ...


@dataclass(frozen=True, eq=False)
class Facts:
    """The plies as the rules see them.

    Every share is the **mover's** win probability in points of 100, NaN where missing, so that a
    comparison with a missing value is false. All arrays have one entry per ply.

    Attributes
    ----------
    plies : Plies
        The plies themselves (White's view).
    board : AskBoard or None
        Asked for what only the board knows, and only for candidates.
    offset : int
        Number of the first ply in the numbering that ``board`` uses.
    """

    plies: Plies
    board: AskBoard | None = None
    offset: int = 0

    def _win(self, cp: npt.NDArray[np.float64], mate: npt.NDArray[np.float64]) -> Percent:
        white = self.plies.white
        return 100 * win_probability(mover_view(cp, white), mover_view(mate, white))

    @cached_property
    def before(self) -> Percent:
        """Win percentage of the mover before the move."""
        return self._win(self.plies.cp_before, self.plies.mate_before)

    @cached_property
    def after(self) -> Percent:
        """Win percentage of the mover after the move; 100 where it gave checkmate."""
        percent = self._win(self.plies.cp_after, self.plies.mate_after)
        return np.where(self.checkmate, 100.0, percent)

    @cached_property
    def loss(self) -> Percent:
        """``max(0, before − after)``."""
        return np.maximum(0.0, self.before - self.after)

    @cached_property
    def second(self) -> Percent:
        """Win percentage of the engine's second line before the move."""
        return self._win(self.plies.second_cp, self.plies.second_mate)

    @cached_property
    def gap(self) -> Percent:
        """``after − second``, known only where the engine's first choice was played."""
        return np.where(self.first_choice, self.after - self.second, np.nan)

    @cached_property
    def first_choice(self) -> Mask:
        """The engine's first line was played, as far as that is known."""
        return self.plies.first_choice == 1

    @cached_property
    def checkmate(self) -> Mask:
        """The move gave checkmate."""
        return self.plies.is_mate

    @cached_property
    def forced(self) -> Mask:
        """There was one legal move."""
        return self.plies.legal_count == 1

    @cached_property
    def known(self) -> Mask:
        """The position is scored both before and after the move."""
        return ~np.isnan(self.loss)

    @cached_property
    def mover_cp_before(self) -> Percent:
        """Score before the move in cp, mover's view; NaN where it is a mate score."""
        return mover_view(self.plies.cp_before, self.plies.white)

    @cached_property
    def mover_cp_after(self) -> Percent:
        """Score after the move in cp, mover's view; NaN where it is a mate score."""
        return mover_view(self.plies.cp_after, self.plies.white)

    @cached_property
    def mates_before(self) -> Mask:
        """The mover had a forced mate before the move."""
        return mover_view(self.plies.mate_before, self.plies.white) > 0

    @cached_property
    def mates_after(self) -> Mask:
        """The mover has a forced mate after the move, or gave checkmate."""
        return (mover_view(self.plies.mate_after, self.plies.white) > 0) | self.checkmate

    @cached_property
    def mated_after(self) -> Mask:
        """The opponent has a forced mate after the move."""
        return mover_view(self.plies.mate_after, self.plies.white) < 0

    @cached_property
    def judged(self) -> Mask:
        """Where Lichess judges: its gate if known, else where the move is no first choice."""
        gate, first = self.plies.gate, self.plies.first_choice
        return np.where(gate >= 0, gate, first != 1) == 1

    @cached_property
    def drop(self) -> Percent:
        """Mover's drop in winning chances (scale −1…1) on unbounded cp; NaN with mate scores."""
        return win_chances(self.mover_cp_before) - win_chances(self.mover_cp_after)

    def recapture(self, where: Mask) -> Mask:
        """Of the plies ``where``, those that take on the square just taken on."""
        return self._ask("recapture", where)

    def sacrifice(self, where: Mask) -> Mask:
        """Of the plies ``where``, those that leave a piece to be won (see :mod:`.see`)."""
        return self._ask("sacrifice", where)

    def _ask(self, name: str, where: Mask) -> Mask:
        stored: npt.NDArray[np.int8] = getattr(self.plies, name)
        found = where & (stored == 1)
        if self.board is None:
            return found
        asked = np.flatnonzero(where & (stored < 0))
        if len(asked):
            found[asked] = getattr(self.board, name)(asked + self.offset) == 1
        return found
