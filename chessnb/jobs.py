"""Analysis in the background: a job that can be watched, stopped, resumed and awaited."""

from __future__ import annotations

import asyncio
import logging
import math
import numbers
import os
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any

from chessnb import threads
from chessnb.analysis import Analysis
from chessnb.background import Background
from chessnb.engine import room
from chessnb.engine.locate import find_engine
from chessnb.errors import EngineError, SettingsError
from chessnb.facts import Facts, game_facts
from chessnb.file_evaluations import pgn_evaluations
from chessnb.plan import Plan
from chessnb.progress import Pace, Progress

if TYPE_CHECKING:
    from chessnb.engine.spec import EngineSpec
    from chessnb.games import Game

__all__ = ["AnalysisJob"]

_log = logging.getLogger("chessnb")

_NODES_PER_SECOND = 400_000
"""What one engine process is taken to search before anything was seen of it."""


class AnalysisJob(Background):
    """A running analysis; made by :func:`chessnb.submit`, which returns at once.

    The work runs in a thread of its own, so the notebook stays usable; :attr:`analysis` holds
    what is finished so far. ``await job`` gives the finished :class:`Analysis`.

    Attributes
    ----------
    game : Game
        The game.
    plan : Plan
        What is done with it.
    focus : int or None
        The position that is looked at (0 is the start): its part of the game is searched first.
    priority : float
        Where several jobs wait for the same engines, the one with the highest goes first; 0.
    """

    _thread_name = "chessnb-analysis"
    _stop_seconds = 2.0

    def __init__(self, game: Game, plan: Plan) -> None:
        super().__init__()
        self.game = game
        self.plan = plan
        self.focus: int | None = None
        self._priority = 0.0
        self._evaluations = room.Evaluations(len(game.plies) + 1)
        self._provenance = plan.provenance(game)
        self._listeners: list[Callable[[AnalysisJob], None]] = []
        self._facts: Facts | None = None if plan.book is None else game_facts(game, plan.book)
        self._engine: EngineSpec | None = None
        self._pace = Pace(_guess(plan))
        self._start()

    def __repr__(self) -> str:
        state = "running" if self.running else "finished" if self.finished else "stopped"
        return f"<AnalysisJob {state}: {self.progress}>"

    # State ------------------------------------------------------------------------------------

    @property
    def finished(self) -> bool:
        """Whether everything was done, without an error."""
        return self._idle.is_set() and self._error is None and all(self._evaluations.final)

    @property
    def progress(self) -> Progress:
        """Positions done and left, and the seconds that are left."""
        done = sum(self._evaluations.final)
        elapsed = self._elapsed
        left = self._pace.seconds_left(done, self._total, elapsed)
        return Progress(done, self._total, elapsed, left)

    @property
    def priority(self) -> float:
        """How much this job is wanted beside others."""
        return self._priority

    @priority.setter
    def priority(self, value: float) -> None:
        if isinstance(value, bool) or not isinstance(value, numbers.Real) or math.isnan(value):
            raise SettingsError(f"priority={value!r} is no number: the highest goes first")
        self._priority = float(value)

    @property
    def analysis(self) -> Analysis:
        """The analysis as far as it is: a snapshot, complete once the job is finished."""
        with self._lock:
            evaluations = list(self._evaluations)
            provenance = dict(self._provenance)
        analysis = Analysis(
            self.game,
            evaluations,
            ruleset=self.plan.ruleset,
            provenance=provenance,
            language=self.plan.language,
            facts=self._facts,
        )
        self._facts = analysis.facts
        return analysis

    @property
    def _total(self) -> int:
        return len(self._evaluations)

    # Control ----------------------------------------------------------------------------------

    def result(self, timeout: float | None = None) -> Analysis:
        """Wait for the end and give the analysis; a partial one where the job was stopped.

        Raises
        ------
        TimeoutError
            It did not end within `timeout` seconds.
        ChessnbError
            Whatever ended the work early; the ``analysis`` of an :class:`EngineError` holds what
            was finished.
        """
        try:
            self._settle(timeout)
        except EngineError as error:
            error.analysis = self.analysis
            raise
        return self.analysis

    def subscribe(self, listener: Callable[[AnalysisJob], None]) -> Callable[[], None]:
        """Have `listener(job)` called after each result and at the end; returns the way out.

        The call comes from a worker thread: post to your event loop by
        ``loop.call_soon_threadsafe``.
        """
        self._listeners.append(listener)

        def unsubscribe() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return unsubscribe

    def __await__(self) -> Generator[Any, None, Analysis]:
        loop = asyncio.get_running_loop()
        ended: asyncio.Future[None] = loop.create_future()

        def settle() -> None:
            if not ended.done():
                ended.set_result(None)

        def listen(job: AnalysisJob) -> None:
            if not job.running:
                loop.call_soon_threadsafe(settle)

        unsubscribe = self.subscribe(listen)
        if not self.running:
            settle()
        try:
            yield from ended
        finally:
            unsubscribe()
        return self.result()

    # Work -------------------------------------------------------------------------------------

    def _work(self) -> None:
        self._evaluate()
        if self.plan.library is not None and all(self._evaluations.final):
            self.plan.library.save(self.analysis)

    def _has_ended(self) -> None:
        self._tell()

    def _evaluate(self) -> None:
        if self.plan.source == "pgn":
            self._evaluations[:] = pgn_evaluations(self.game)
            self._evaluations.final[:] = [True] * self._total
            return
        plan = self.plan
        if self._engine is None:
            # Found once: a resumed job must go on with the same engine.
            # A program that is no engine may take seconds to show it: Stop does not wait for that.
            stop = self._stop
            found = threads.unless(stop, lambda: find_engine(plan.engine), "chessnb-probe")
            if found is None:
                return
            self._engine = found
            with self._lock:
                self._provenance["engine"] = room.engine_info(self._engine, plan.hash_mb)
        room.evaluate(
            self.game.start_board(),
            self.game.chess_moves,
            plan.settings,
            engine=self._engine,
            workers=plan.workers,
            hash_mb=plan.hash_mb,
            cache=plan.cache,
            progressive=plan.progressive,
            into=self._evaluations,
            on_result=lambda index, evaluation: self._tell(),
            stop=self._stop,
            priority=lambda: self.priority,
            focus=lambda: self.focus,
        )

    def _tell(self) -> None:
        for listener in tuple(self._listeners):
            try:
                listener(self)
            except Exception:
                # A view that is gone must not cost the analysis.
                _log.exception("a listener of %r failed", self)


def _guess(plan: Plan) -> float:
    """Seconds that a position is expected to take, with all workers at work."""
    settings = plan.settings
    workers = plan.workers or os.cpu_count() or 1
    if settings.time is not None:
        return settings.time / workers
    nodes = settings.nodes or math.inf
    if settings.depth is not None:
        nodes = min(nodes, 1_250_000 * 1.35 ** (settings.depth - 18) * settings.multipv / 3)
    return nodes / _NODES_PER_SECOND / workers
