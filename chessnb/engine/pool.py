"""The engines of this process: one pool for every view and every job.

A worker is a thread with one single-threaded engine. Workers come when there is work and go, with
their engines, soon after it is done; there are never more of them than processors that this
process may use, unless more are asked for, or somebody waits for one answer: searches in progress
are not broken off for it, it gets an engine of its own.
"""

from __future__ import annotations

import atexit
import threading
import time

from chessnb.engine.blocks import Block
from chessnb.engine.processors import usable_processors
from chessnb.engine.work import Work
from chessnb.engine.worker import Worker
from chessnb.errors import EngineError
from chessnb.threads import ModuleLock, in_forked_child

__all__ = ["Pool", "shared_pool"]

_LINGER_SECONDS = 0.5
_POLL_SECONDS = 0.1
_STOP_SECONDS = 0.25


class Pool:
    """Workers that share all the work of a process."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._works: list[Work] = []
        self._workers: set[Worker] = set()
        self._busy: set[bytes | None] = set()
        self._closed = False

    def run(self, work: Work) -> None:
        """Do the work; return when it is done, or soon after it is stopped.

        Raises
        ------
        EngineError
            If an engine cannot be started, or died once too often.
        """
        with self._changed:
            self._works.append(work)
            self._changed.notify_all()
        try:
            self._attend(work)
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

    def _attend(self, work: Work) -> None:
        with self._changed:
            while not (work.finished or self._closed):
                self._staff()
                self._changed.wait(_POLL_SECONDS)

    def _staff(self) -> None:
        """Start the workers that are missing."""
        wanted = sum(work.running + work.room_for(self._busy) for work in self._works)
        if wanted <= len(self._workers):
            return
        for _ in range(min(self._most(), wanted) - len(self._workers)):
            worker = Worker(self)
            try:
                worker.start()
            except RuntimeError as error:
                # No more threads can be had: those that run do it all.
                if self._workers:
                    return
                raise EngineError(
                    f"no thread for an engine can be started ({error}): close other programs or "
                    "notebooks",
                    kind="not-executable",
                ) from error
            self._workers.add(worker)

    def _most(self) -> int:
        """How many workers there may be: one more while somebody waits for an answer."""
        asked = max([usable_processors(), *(work.workers for work in self._works)])
        return asked + any(work.urgent and not work.finished for work in self._works)

    def _withdraw(self, work: Work) -> None:
        """Take the work back; engines that still search for it stop, or are killed."""
        with self._changed:
            self._works.remove(work)
            work.pending.clear()
            busy = [worker for worker in self._workers if worker.work is work]
            for worker in busy:
                worker.abandon()
            try:
                self._changed.wait_for(lambda: not work.running, _STOP_SECONDS)
            finally:
                for worker in busy:
                    if worker.work is work:
                        worker.kill()

    def next_block(self, worker: Worker) -> tuple[Work, Block] | None:
        """Give the next block for a worker; None when it has waited long enough."""
        deadline = time.monotonic() + _LINGER_SECONDS
        with self._changed:
            while not self._closed and len(self._workers) <= self._most():
                ready = [work for work in self._works if work.room_for(self._busy)]
                if ready:
                    return self._assign(worker, max(ready, key=lambda work: work.priority()))
                left = deadline - time.monotonic()
                if left <= 0:
                    break
                self._changed.wait(left)
            self._workers.discard(worker)
            return None

    def gone(self, worker: Worker) -> None:
        """Take note that a worker has ended, in whatever way."""
        with self._changed:
            self._workers.discard(worker)
            self._changed.notify_all()

    def _assign(self, worker: Worker, work: Work) -> tuple[Work, Block]:
        block = work.take(self._busy)
        if (token := work.token(block)) is not None:
            self._busy.add(token)
        work.running += 1
        worker.take(work)
        return work, block

    def done(self, worker: Worker, work: Work, block: Block) -> None:
        """Take note that a worker has left a block."""
        with self._changed:
            worker.leave()
            work.running -= 1
            if (token := work.token(block)) is not None:
                self._busy.discard(token)
            self._changed.notify_all()

    def fail(self, work: Work, error: BaseException) -> None:
        """End a work with an error."""
        with self._changed:
            work.failure = work.failure or error

    def count_death(self, work: Work, error: EngineError) -> None:
        """Take note that an engine died."""
        with self._changed:
            work.count_death(error)


_pool: Pool | None = None
_pool_lock = ModuleLock()


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
    global _pool
    _pool = None


atexit.register(_close_shared)
in_forked_child(_forget_in_child)
