"""One game's evaluation, as the pool sees it: blocks to do, results, failures."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Container, Sequence

from chessnb.engine.blocks import Block
from chessnb.engine.evaluation import Evaluation
from chessnb.engine.positions import Position
from chessnb.engine.settings import Settings
from chessnb.engine.watchdog import Watchdog
from chessnb.errors import EngineError

__all__ = ["MOST_DEATHS", "URGENT", "Work"]

MOST_DEATHS = 3
"""At this death of an engine the work stops."""

URGENT = math.inf
"""The priority of a search that somebody waits for."""


class Work:
    """The blocks of one game under one setting.

    Parameters
    ----------
    command : sequence of str
        The engine.
    options : dict
        Its options, fixed for the whole work.
    blocks : sequence of Block
        What to do, the most wanted first.
    settings : Settings
        The limit of each search.
    workers : int
        How many engines may work on it at once.
    watchdog : Watchdog
        The deadlines.
    deliver : callable
        Takes ``(block, position, evaluation)`` from a worker's thread; the block holds what the
        engine searched since it last forgot everything.
    recall : callable
        Whether a block was evaluated meanwhile by another job or process, and delivered.
    token : callable
        What a block's result is known by, or None; a block whose token another work is busy with
        is left until that is done, and then recalled.
    stop : threading.Event
        Set from outside to end the work.
    priority : callable
        How much the work is wanted now; work that is looked at goes first.
    focus : callable
        The position that is looked at now, or None; its block goes first.
    """

    def __init__(
        self,
        *,
        command: Sequence[str],
        options: dict[str, str | int | bool],
        blocks: Sequence[Block],
        settings: Settings,
        workers: int,
        watchdog: Watchdog,
        deliver: Callable[[Block, Position, Evaluation], None],
        recall: Callable[[Block], bool] = lambda block: False,
        token: Callable[[Block], bytes | None] = lambda block: None,
        stop: threading.Event | None = None,
        priority: Callable[[], float] = lambda: 0.0,
        focus: Callable[[], int | None] = lambda: None,
    ) -> None:
        self.command = tuple(command)
        self.options = options
        self.settings = settings
        self.workers = workers
        self.watchdog = watchdog
        self.deliver = deliver
        self.recall = recall
        self.stop = stop or threading.Event()
        self.priority = priority
        self.pending = list(blocks)
        self.running = 0
        self.deaths = 0
        self.failure: BaseException | None = None
        self._focus = focus
        self._tokens = {block.span.start: token(block) for block in blocks}

    @property
    def over(self) -> bool:
        """Whether no more results are wanted."""
        return self.failure is not None or self.stop.is_set()

    @property
    def urgent(self) -> bool:
        """Whether somebody waits for it: it does not wait for an engine."""
        return self.priority() == URGENT

    @property
    def finished(self) -> bool:
        """Whether nothing is left to do or to wait for."""
        return self.over or not (self.pending or self.running)

    def room_for(self, busy: Container[bytes | None]) -> int:
        """How many more engines could work on it, while others are busy with some blocks."""
        return 0 if self.over else min(self.workers - self.running, len(self._free(busy)))

    def take(self, busy: Container[bytes | None]) -> Block:
        """The next block: the one that is looked at, else the first."""
        free = self._free(busy)
        looked_at = self._focus()
        wanted = (block for block in free if looked_at is not None and block.holds(looked_at))
        block = next(wanted, free[0])
        self.pending.remove(block)
        return block

    def token(self, block: Block) -> bytes | None:
        """What the block's result is known by."""
        return self._tokens[block.span.start]

    def _free(self, busy: Container[bytes | None]) -> list[Block]:
        return [block for block in self.pending if self.token(block) not in busy]

    def count_death(self, error: EngineError) -> None:
        """Note that an engine died; one time too many fails the work."""
        self.deaths += 1
        if self.deaths >= MOST_DEATHS and self.failure is None:
            self.failure = EngineError(
                f"the engine failed {self.deaths} times; what was finished is kept. "
                f"Try another engine. The last failure: {error}",
                kind=error.kind,
            )
