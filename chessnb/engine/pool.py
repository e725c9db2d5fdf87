"""The engines of this process: one pool for every view and every job.

A worker is a thread with one single-threaded engine. Workers come when there is work and go, with
their engines, soon after it is done; there are never more of them than processors that this
process may use, unless more are asked for.
"""

from __future__ import annotations

import atexit
import os
import threading
import time

from chessnb.engine.blocks import Block
from chessnb.engine.evaluation import Evaluation
from chessnb.engine.positions import Position
from chessnb.engine.processors import usable_processors
from chessnb.engine.search import search
from chessnb.engine.session import Session
from chessnb.engine.work import Work
from chessnb.errors import EngineError

__all__ = ["Pool", "shared_pool"]

_LINGER_SECONDS = 0.5
_POLL_SECONDS = 0.05
_STOP_SECONDS = 0.25


class Pool:
    """Workers that share all the work of a process."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._works: list[Work] = []
        self._workers: set[_Worker] = set()
        self._closed = False

    def run(self, work: Work, stop: threading.Event | None = None) -> None:
        """Do the work; return when it is done, or soon after ``stop`` is set.

        Raises
        ------
        EngineError
            If an engine cannot be started, or died once too often.
        """
        with self._changed:
            self._works.append(work)
            self._changed.notify_all()
        try:
            self._attend(work, stop)
        finally:
            self._withdraw(work)
        if work.failure is not None:
            raise work.failure

    def close(self) -> None:
        """End all engines now."""
        with self._changed:
            self._closed = True
            workers = list(self._workers)
            self._changed.notify_all()
        for worker in workers:
            worker.kill()

    def _attend(self, work: Work, stop: threading.Event | None) -> None:
        with self._changed:
            while not (work.finished or self._closed or (stop is not None and stop.is_set())):
                self._staff()
                self._changed.wait(_POLL_SECONDS)

    def _staff(self) -> None:
        """Start the workers that are missing."""
        most = max([usable_processors(), *(work.workers for work in self._works)])
        wanted = sum(min(work.workers, work.running + len(work.pending)) for work in self._works)
        for _ in range(min(most, wanted) - len(self._workers)):
            worker = _Worker(self)
            self._workers.add(worker)
            worker.start()

    def _withdraw(self, work: Work) -> None:
        """Take the work back; engines that still search for it stop, or are killed."""
        with self._changed:
            self._works.remove(work)
            work.pending.clear()
            busy = [worker for worker in self._workers if worker.work is work]
            for worker in busy:
                worker.abandon()
            self._changed.wait_for(lambda: not work.running, _STOP_SECONDS)
            late = [worker for worker in busy if worker.work is work]
        for worker in late:
            worker.kill()

    def _next(self, worker: _Worker) -> tuple[Work, Block] | None:
        """The next block for a worker; None when it has waited long enough."""
        deadline = time.monotonic() + _LINGER_SECONDS
        with self._changed:
            while not self._closed:
                ready = [work for work in self._works if work.wants_a_worker and not work.failure]
                if ready:
                    work = max(ready, key=lambda item: item.priority())
                    work.running += 1
                    worker.take(work)
                    return work, work.take()
                left = deadline - time.monotonic()
                if left <= 0:
                    break
                self._changed.wait(left)
            self._workers.discard(worker)
            return None

    def _done(self, worker: _Worker, work: Work) -> None:
        with self._changed:
            worker.leave()
            work.running -= 1
            self._changed.notify_all()

    def _fail(self, work: Work, error: BaseException) -> None:
        with self._changed:
            work.failure = work.failure or error

    def _count_death(self, work: Work, error: EngineError) -> None:
        with self._changed:
            work.count_death(error)


class _Worker(threading.Thread):
    """A thread that drives one engine."""

    def __init__(self, pool: Pool) -> None:
        super().__init__(name="chessnb-worker", daemon=True)
        self.work: Work | None = None
        self._pool = pool
        self._session: Session | None = None
        self._given_up = False

    def run(self) -> None:
        try:
            while (task := self._pool._next(self)) is not None:
                self._perform(*task)
        finally:
            self._end_session()

    def take(self, work: Work) -> None:
        """Begin to work for a game; called under the pool's lock."""
        self.work, self._given_up = work, False
        if self._session is not None:
            self._session.welcome()

    def leave(self) -> None:
        """Stop working for a game; called under the pool's lock."""
        self.work = None

    def abandon(self) -> None:
        """Give up the block at hand, from another thread."""
        self._given_up = True
        if (session := self._session) is not None:
            session.abandon()

    def kill(self) -> None:
        """End the engine at once, from another thread."""
        self._given_up = True
        if (session := self._session) is not None:
            session.kill()

    def _perform(self, work: Work, block: Block) -> None:
        try:
            self._search_block(work, block)
        except BaseException as error:
            self._pool._fail(work, error)
        finally:
            self._pool._done(self, work)

    def _search_block(self, work: Work, block: Block) -> None:
        """Search a block; where an engine dies, begin again, and give up a position at its second.

        A block begun again from its start gives what it would have given undisturbed.
        """
        todo, whole, suspect = block.positions, True, None
        while todo:
            died = self._search_in_turn(work, todo, whole)
            if died is None:
                return
            position, error = died
            self._end_session()
            if self._given_up:
                return
            self._pool._count_death(work, error)
            if position is suspect:
                work.deliver(position, Evaluation(error=str(error)), False)
                todo, whole, suspect = todo[todo.index(position) + 1 :], False, None
            else:
                suspect = position
            if work.failure:
                return

    def _search_in_turn(
        self, work: Work, positions: tuple[Position, ...], whole: bool
    ) -> tuple[Position, EngineError] | None:
        """Search positions from a clean engine; the one at which it died, and how."""
        session = self._fit_session(work)
        position = positions[0]
        try:
            session.new_game()
            for position in positions:
                if self._given_up or work.failure:
                    return None
                evaluation = search(session, position, work.settings, work.watchdog)
                if evaluation is None:
                    return None
                work.deliver(position, evaluation, whole)
        except EngineError as error:
            return position, error
        return None

    def _fit_session(self, work: Work) -> Session:
        session = self._session
        if session is None or session.command != work.command or not session.alive:
            self._end_session()
            session = self._session = Session(work.command)
            if self._given_up:
                session.abandon()
        session.configure(work.options)
        return session

    def _end_session(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None


_pool: Pool | None = None
_pool_lock = threading.Lock()


def shared_pool() -> Pool:
    """The pool of this process."""
    global _pool
    with _pool_lock:
        if _pool is None:
            _pool = Pool()
        return _pool


def _close_shared() -> None:
    if _pool is not None:
        _pool.close()


def _forget_in_child() -> None:
    """After a fork: threads and engines stayed with the parent."""
    global _pool, _pool_lock
    _pool, _pool_lock = None, threading.Lock()


atexit.register(_close_shared)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_in_child)
