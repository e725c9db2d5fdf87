"""A batch that is running: games go out, outcomes come back and are kept at once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from typing import TYPE_CHECKING, Any

from chessnb import schema
from chessnb.background import Background
from chessnb.batch.work import Outcome, failure
from chessnb.errors import InputError, WorkerError
from chessnb.games import Game
from chessnb.library.records import Record, load_analysis
from chessnb.progress import Pace, Progress

if TYPE_CHECKING:
    import pandas as pd

    from chessnb.analysis import Analysis
    from chessnb.library import Library

__all__ = ["BatchRun"]

_POLL_SECONDS = 0.2
_SECONDS_A_GAME = 30.0
"""What a game is taken to need before any was seen."""


class BatchRun(Background):
    """Many games being analysed; made by :func:`chessnb.analyze_many`, which returns at once.

    Finished games are in the library, where there is one, as soon as they are finished.

    Attributes
    ----------
    library : Library or None
        Where they are kept.
    skipped : int
        Games that the library had already, as deep as was asked for.
    """

    _thread_name = "chessnb-batch"
    _stop_seconds = 10.0

    def __init__(
        self,
        games: Iterator[Game | str],
        total: int | None,
        *,
        start: Callable[[], Executor],
        submit: Callable[[Executor, Game, threading.Event], Future[Outcome | None]],
        window: int,
        own: bool,
        library: Library | None,
        known: Callable[[Game], Outcome | None],
        bar: Any = None,
    ) -> None:
        super().__init__()
        self.library = library
        self.skipped = 0
        self._games = enumerate(games)
        self._total = total
        self._executor = start
        self._submit = submit
        self._window = window
        self._own = own
        self._known = known
        self._bar = bar
        self._again: list[tuple[int, Game]] = []
        self._rows: dict[int, tuple[str, dict[str, Any]]] = {}
        self._records: dict[str, Record] = {}
        self._ended = False
        self._pace = Pace(_SECONDS_A_GAME)
        self._start()

    def __repr__(self) -> str:
        state = "running" if self.running else "finished" if self.finished else "stopped"
        total = "?" if self._total is None else self._total
        return f"<BatchRun {state}: {self.done} of {total} games>"

    # State ------------------------------------------------------------------------------------

    @property
    def finished(self) -> bool:
        """Whether every game has its outcome."""
        return self._idle.is_set() and self._ended and not self._again and self._error is None

    @property
    def done(self) -> int:
        """How many games have their outcome, those that could not be analysed included."""
        return len(self._rows)

    @property
    def progress(self) -> Progress:
        """Games done, games in all (those seen so far, for a stream), and the time left."""
        elapsed = self._elapsed
        total = self.done if self._total is None else self._total
        return Progress(
            self.done, total, elapsed, self._pace.seconds_left(self.done, total, elapsed)
        )

    @property
    def games(self) -> pd.DataFrame:
        """The table `games` as far as it is, in the order the games were given.

        A game that could not be analysed has the reason in ``error``.
        """
        with self._lock:
            rows = [self._rows[number] for number in sorted(self._rows)]
        names = schema.TABLES["games"].names
        data = {name: [row.get(name) for _, row in rows] for name in names}
        return schema.frame("games", data, [game_id for game_id, _ in rows])

    @property
    def failures(self) -> pd.DataFrame:
        """The rows of :attr:`games` without an analysis."""
        games = self.games
        return games[games["ruleset"].isna()]

    def analyses(self) -> Iterator[Analysis]:
        """Yield the finished analyses one at a time, in the order the games were given."""
        for game_id, row in [self._rows[number] for number in sorted(self._rows)]:
            if row.get("ruleset") is not None:
                yield self.load(game_id)

    def load(self, game_id: str) -> Analysis:
        """Give one finished analysis, by its game's id."""
        if self.library is not None:
            return self.library.load(game_id)
        record = self._records.get(game_id)
        if record is None:
            raise InputError(f"no analysis of a game {game_id!r} in this run")
        return load_analysis(game_id, *record.contents)

    # Control ----------------------------------------------------------------------------------

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for the end, or for `timeout` seconds; whether it has ended.

        An interrupt from the keyboard stops the run.
        """
        try:
            return super().wait(timeout)
        except KeyboardInterrupt:
            self.stop()
            raise

    def result(self, timeout: float | None = None) -> pd.DataFrame:
        """Wait for the end and give :attr:`games`.

        Raises
        ------
        TimeoutError
            It did not end within `timeout` seconds.
        WorkerError
            The executor broke; what was finished is kept.
        ChessnbError
            Whatever else ended the work early.
        """
        self._settle(timeout)
        return self.games

    # Work -------------------------------------------------------------------------------------

    def _work(self) -> None:
        futures: dict[Future[Outcome | None], tuple[int, Game]] = {}
        executor: Executor | None = None
        try:
            executor = self._executor()
            self._keep_busy(executor, futures)
        except BrokenExecutor as error:
            raise WorkerError(
                f"the executor broke ({error or type(error).__name__}); {self.done} games are "
                "kept: give a new executor and run again to continue"
            ) from error
        finally:
            self._give_up(futures)
            if executor is not None and self._own:
                executor.shutdown(wait=True, cancel_futures=True)
            self._show(close=True)

    def _keep_busy(
        self, executor: Executor, futures: dict[Future[Outcome | None], tuple[int, Game]]
    ) -> None:
        """Keep so many games at work that none waits for another, and no more."""
        while not self._stop.is_set():
            while len(futures) < self._window and (item := self._next()) is not None:
                futures[self._submit(executor, item[1], self._stop)] = item
            if not futures:
                return
            done, _ = wait(futures, timeout=_POLL_SECONDS, return_when=FIRST_COMPLETED)
            for future in done:
                item = futures[future]
                self._finish(item, future)
                del futures[future]
            self._show()

    def _next(self) -> tuple[int, Game] | None:
        """The next game that needs work; others get their outcome at once."""
        if self._again:
            return self._again.pop(0)
        for number, game in self._games:
            if isinstance(game, str):
                self._keep(number, failure(None, game))
            elif (outcome := self._known(game)) is not None:
                self.skipped += 1
                self._keep(number, outcome)
            else:
                return number, game
            if self._stop.is_set():
                return None
        self._ended = True
        return None

    def _finish(self, item: tuple[int, Game], future: Future[Outcome | None]) -> None:
        number, game = item
        try:
            outcome = future.result()
        except BrokenExecutor:
            raise
        except Exception as error:
            if self._own:
                raise
            outcome = failure(game, f"{type(error).__name__}: {error}")
        if outcome is None:
            self._again.append(item)
            return
        if outcome.record is not None:
            if self.library is not None:
                self.library.write([outcome.record])
            else:
                self._records[outcome.game_id] = outcome.record
        self._keep(number, outcome)

    def _keep(self, number: int, outcome: Outcome) -> None:
        names = schema.TABLES["games"].names
        row = {name: outcome.row[name] for name in names if name in outcome.row}
        with self._lock:
            self._rows[number] = (outcome.game_id or f"unread-{number + 1}", row)

    def _give_up(self, futures: dict[Future[Outcome | None], tuple[int, Game]]) -> None:
        """Keep what is finished of what was going on; the rest begins again on a resume."""
        self._stop.set()
        for future, item in list(futures.items()):
            future.cancel()
            if self._own:
                wait([future], timeout=5)
            if future.done() and not future.cancelled() and future.exception() is None:
                self._finish(item, future)
            else:
                self._again.append(item)
        self._again.sort(key=lambda item: item[0])

    def _show(self, *, close: bool = False) -> None:
        if self._bar is None:
            return
        self._bar.update(self.done - self._bar.n)
        if close:
            self._bar.close()
