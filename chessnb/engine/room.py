"""The engine room: the evaluations of a game's positions, from the board, the cache and engines."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

import chess

from chessnb.engine.blocks import Block, cut, most_decisive_first
from chessnb.engine.evaluation import Evaluation
from chessnb.engine.pool import shared_pool
from chessnb.engine.positions import Position, positions_of
from chessnb.engine.processors import usable_processors
from chessnb.engine.settings import FIRST_PASS, Settings
from chessnb.engine.watchdog import Watchdog
from chessnb.engine.work import Work
from chessnb.errors import SettingsError

__all__ = ["Evaluations", "evaluate"]

_HASH_MB = 64


class Evaluations(list["Evaluation | None"]):
    """The evaluations of a game's positions, the start first; None where it was stopped before.

    Attributes
    ----------
    final : list of bool
        Whether each is what the settings asked for, and not a first look.
    """

    def __init__(self, count: int) -> None:
        super().__init__([None] * count)
        self.final = [False] * count


def evaluate(
    start: chess.Board,
    moves: Sequence[chess.Move],
    settings: Settings,
    *,
    engine: Any = None,
    workers: int | None = None,
    hash_mb: int | None = None,
    cache: bool | str = True,
    progressive: bool = False,
    known: Sequence[Evaluation | None] | None = None,
    on_result: Callable[[int, Evaluation], None] | None = None,
    stop: threading.Event | None = None,
    priority: Callable[[], float] = lambda: 0.0,
    focus: Callable[[], int | None] = lambda: None,
    patience: float = 60.0,
) -> Evaluations:
    """Evaluate every position of a game, the last included.

    Blocks until all is done or ``stop`` is set. The result depends on the game, the engine, the
    settings and ``hash_mb`` alone, not on the number of workers or the speed of the machine.

    Parameters
    ----------
    start, moves
        The game.
    settings : Settings
        From :func:`chessnb.engine.settings.resolve`.
    engine : optional
        Anything that :func:`chessnb.engine.locate.find_engine` takes.
    workers : int, optional
        How many engines may work on it at once; all processors that this process may use.
    hash_mb : int, optional
        The engine's hash table in MB.
    cache : bool or "any"
        Whether stored results are used and new ones stored; ``"any"`` takes deeper and wider
        results too.
    progressive : bool
        First a quick look at the whole game, then the settings' search, block by block, the most
        decisive first: a position is then reported twice.
    known : sequence of Evaluation or None, optional
        What an earlier call returned: blocks that it finished are not searched again.
    on_result : callable, optional
        Called with ``(index, evaluation)`` as results come, from other threads, in no fixed order.
    stop : threading.Event, optional
        Set it to stop; the call returns within half a second with what there is.
    priority : callable, optional
        Where several games wait for the same engines, the one with the highest number goes first.
    focus : callable, optional
        The index of the position that is looked at, or None; its block goes first.
    patience : float
        The shortest time in seconds after which a silent engine counts as hung.

    Raises
    ------
    EngineError
        If no engine can be had, or if engines died three times. Everything that was finished has
        been reported and stored.
    PositionError, InputError, VariantError
        If the game cannot be given to an engine.
    SettingsError
        If an argument means nothing.
    """
    positions = positions_of(start, moves)
    run = _Run(positions, on_result)
    run.take_known(known)
    blocks = run.open_blocks()
    if not blocks or (stop is not None and stop.is_set()):
        return run.results
    common: dict[str, Any] = {
        "command": _command(engine),
        "options": {"Threads": 1, "Hash": _positive("hash_mb", hash_mb, _HASH_MB)},
        "workers": _positive("workers", workers, usable_processors()),
        "watchdog": Watchdog(patience),
        "priority": priority,
        "focus": focus,
    }
    if progressive:
        run.search(blocks, FIRST_PASS, common, stop, final=False)
        blocks = most_decisive_first(blocks, run.results)
    if stop is None or not stop.is_set():
        run.search(blocks, settings, common, stop, final=True)
    return run.results


class _Run:
    """The state of one call."""

    def __init__(
        self, positions: list[Position], on_result: Callable[[int, Evaluation], None] | None
    ) -> None:
        self.positions = positions
        self.results = Evaluations(len(positions))
        self._on_result = on_result
        for position in positions:
            if position.settled is not None:
                self.report(position.index, position.settled, final=True)

    def report(self, index: int, evaluation: Evaluation, *, final: bool) -> None:
        """Keep a result and pass it on, once."""
        new = self.results[index] != evaluation
        self.results[index] = evaluation
        self.results.final[index] = final
        if new and self._on_result is not None:
            self._on_result(index, evaluation)

    def take_known(self, known: Sequence[Evaluation | None] | None) -> None:
        """Take over what an earlier call finished."""
        if known is None:
            return
        if len(known) != len(self.positions):
            raise SettingsError(
                f"known has {len(known)} evaluations, the game {len(self.positions)} positions"
            )
        final = known.final if isinstance(known, Evaluations) else [True] * len(known)
        for position, evaluation, done in zip(self.positions, known, final, strict=True):
            if evaluation is not None and position.settled is None:
                self.report(position.index, evaluation, final=done and not evaluation.error)

    def open_blocks(self) -> list[Block]:
        """The blocks in which something is left to search."""
        return [
            block
            for block in cut(self.positions)
            if not all(self.results.final[position.index] for position in block.positions)
        ]

    def search(
        self,
        blocks: list[Block],
        settings: Settings,
        common: dict[str, Any],
        stop: threading.Event | None,
        *,
        final: bool,
    ) -> None:
        """Have engines search blocks."""

        def deliver(position: Position, evaluation: Evaluation, whole: bool) -> None:
            self.report(position.index, evaluation, final=final)

        work = Work(blocks=blocks, settings=settings, deliver=deliver, **common)
        shared_pool().run(work, stop)


def _command(engine: Any) -> list[str]:
    from chessnb.engine.locate import find_engine

    return list(find_engine(engine).command)


def _positive(name: str, value: Any, default: int) -> int:
    if value is None:
        return default
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise SettingsError(f"{name}={value!r} is no number of at least 1")
    return value
