"""One call for a game's evaluations: what is known, found, searched and reported."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from chessnb.engine.blocks import Block, cut
from chessnb.engine.evaluation import Evaluation
from chessnb.engine.pool import shared_pool
from chessnb.engine.positions import Position
from chessnb.engine.recall import Recall
from chessnb.engine.settings import Settings
from chessnb.engine.watchdog import watchdog_for
from chessnb.engine.work import Work
from chessnb.errors import SettingsError

__all__ = ["Evaluations", "Means", "Run"]


class Evaluations(list["Evaluation | None"]):
    """The evaluations of a game's positions, the start first; None where it was stopped before.

    Attributes
    ----------
    final : list of bool
        Whether each is the last word of the call: what the settings asked for, or the reason why
        it could not be had; not a first look, nor a part of an interrupted block.
    """

    def __init__(self, count: int) -> None:
        super().__init__([None] * count)
        self.final = [False] * count


@dataclass(frozen=True, slots=True)
class Means:
    """What a call works with: the engine, how many of them, and who wants it how much."""

    command: Sequence[str]
    options: dict[str, str | int | bool]
    workers: int
    patience: float
    priority: Callable[[], float]
    focus: Callable[[], int | None]


class Run:
    """The state of one call.

    Parameters
    ----------
    positions : list of Position
        The game.
    on_result : callable or None
        Called with ``(index, evaluation)`` whenever a position's evaluation is new or changes.
    stop : threading.Event or None
        Set from outside to end the call.
    into : Evaluations or None
        Those to go on with; a failed position is tried again.
    """

    def __init__(
        self,
        positions: list[Position],
        on_result: Callable[[int, Evaluation], None] | None,
        stop: threading.Event | None,
        into: Evaluations | None = None,
    ) -> None:
        self.results = Evaluations(len(positions)) if into is None else into
        if len(self.results) != len(positions):
            raise SettingsError(
                f"into has room for {len(self.results)} evaluations and the game "
                f"{len(positions)} positions"
            )
        for index, evaluation in enumerate(self.results):
            if evaluation is None or evaluation.error:
                self.results.final[index] = False
        self.blocks = cut(positions)
        self._positions = positions
        self._on_result = on_result
        self._stop = stop
        for position in positions:
            if position.settled is not None:
                self._report(position.index, position.settled, final=True)

    @property
    def stopped(self) -> bool:
        """Whether the call is to end."""
        return self._stop is not None and self._stop.is_set()

    @property
    def open_blocks(self) -> list[Block]:
        """The blocks in which something is left to search."""
        return [
            block
            for block in self.blocks
            if not all(self.results.final[position.index] for position in block.positions)
        ]

    def take_known(self, known: Sequence[Evaluation | None] | None, *, trusted: bool) -> None:
        """Take over what an earlier call gave.

        Only what :class:`Evaluations` calls final counts as such; without that mark, everything
        where it is ``trusted``.
        """
        if known is None:
            return
        if len(known) != len(self._positions):
            raise SettingsError(
                f"known has {len(known)} evaluations and the game {len(self._positions)} "
                "positions: give what evaluate() returned for the same game"
            )
        final = known.final if isinstance(known, Evaluations) else [trusted] * len(known)
        for position, evaluation, done in zip(self._positions, known, final, strict=True):
            if evaluation is not None and position.settled is None:
                self._report(position.index, evaluation, final=done and not evaluation.error)

    def find(self, recall: Recall | None, *, final: bool) -> None:
        """Take what is stored: whole blocks for good, parts to have something to show."""
        if recall is None:
            return
        found = recall.find(self.open_blocks)
        for block in self.open_blocks:
            whole = recall.anything or all(p.index in found for p in block.positions)
            for position in block.positions:
                if (evaluation := found.get(position.index)) is not None:
                    self._report(position.index, evaluation, final=final and whole)

    def search(
        self,
        blocks: list[Block],
        settings: Settings,
        means: Means,
        recall: Recall | None,
        *,
        final: bool,
    ) -> None:
        """Have engines search blocks."""

        def deliver(block: Block, position: Position, evaluation: Evaluation) -> None:
            self._report(position.index, evaluation, final=final)
            if recall is not None:
                recall.keep(block, position, evaluation)

        def remember(block: Block) -> bool:
            found = recall.find([block]) if recall is not None else {}
            if len(found) < len(block.positions):
                return False
            for index, evaluation in found.items():
                self._report(index, evaluation, final=final)
            return True

        work = Work(
            command=means.command,
            options=means.options,
            blocks=blocks,
            settings=settings,
            workers=means.workers,
            watchdog=watchdog_for(tuple(means.command), settings, means.patience),
            deliver=deliver,
            recall=remember,
            token=recall.token if recall is not None else lambda block: None,
            stop=self._stop,
            priority=means.priority,
            focus=means.focus,
        )
        shared_pool().run(work)

    def _report(self, index: int, evaluation: Evaluation, *, final: bool) -> None:
        """Keep a result and pass it on; what only confirms what is there changes nothing."""
        self.results.final[index] = final
        there = self.results[index]
        if there and (there.lines, there.error) == (evaluation.lines, evaluation.error):
            return
        self.results[index] = evaluation
        if self._on_result is not None:
            self._on_result(index, evaluation)
