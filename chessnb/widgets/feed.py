"""Bringing a job's results to a widget: as they come, but no faster than they can be shown."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

from chessnb import threads
from chessnb.jobs import AnalysisJob

__all__ = ["Feed", "beside", "post", "running_loop"]

_PAUSE = 0.25
"""Seconds between two updates, at least."""

_SHARE = 1.0
"""So many times as long as making an update took, nothing is made: engines need the processor."""

_LONGEST = 2.0
"""Seconds between two updates, at most."""

_PATIENCE = 30.0
"""Seconds to wait for a busy kernel to take an update before the next one is made."""

Traits = dict[str, Any]
_Made = TypeVar("_Made")


class Feed:
    """Follows a job from its worker threads and hands updates to the kernel's own.

    Parameters
    ----------
    job
        The job.
    state
        Makes what is cheap and wanted at once: how far the job is.
    results
        Makes what takes longer, in a thread of this feed's own.
    apply
        Takes both, in the thread and loop that this object was made in.
    """

    def __init__(
        self,
        job: AnalysisJob,
        state: Callable[[], Traits],
        results: Callable[[], Traits],
        apply: Callable[[Traits], None],
    ) -> None:
        self._job = job
        self._state, self._results, self._apply = state, results, apply
        self._loop = running_loop()
        self._lock = threading.Lock()
        self._news = False
        self._working = False
        self._closed = False
        self._hurry = threading.Event()
        self._unsubscribe = job.subscribe(lambda _job: self.notify())

    def notify(self) -> None:
        """Have an update made soon; cheap, from any thread."""
        if not self._job.running:
            # The end is shown at once, whatever is being made.
            self._hurry.set()
            post(self._loop, lambda: self._take_in({}))
        with self._lock:
            self._news = True
            if self._working or self._closed:
                return
            self._working = True
        threads.start(self._work, "chessnb-feed")

    def close(self) -> None:
        """Follow no longer."""
        self._closed = True
        self._hurry.set()
        self._unsubscribe()

    def _work(self) -> None:
        while self._take():
            self._hurry.clear()
            began = time.monotonic()
            update = self._results()
            cost = time.monotonic() - began
            self._hand_over(update)
            if self._job.running:
                # The end of the job, and of this feed, is not waited for.
                self._hurry.wait(min(_LONGEST, max(_PAUSE, _SHARE * cost)))

    def _take(self) -> bool:
        with self._lock:
            if self._news and not self._closed:
                self._news = False
                return True
            self._working = False
            return False

    def _hand_over(self, update: Traits) -> None:
        taken = threading.Event()

        def take() -> None:
            try:
                self._take_in(update)
            finally:
                taken.set()

        if post(self._loop, take):
            taken.wait(_PATIENCE)

    def _take_in(self, update: Traits) -> None:
        if not self._closed:
            self._apply(update | self._state())


def running_loop() -> asyncio.AbstractEventLoop | None:
    """The loop that runs in this thread: the kernel's, in a notebook."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def beside(
    loop: asyncio.AbstractEventLoop | None,
    name: str,
    work: Callable[[], _Made],
    then: Callable[[_Made], object],
) -> None:
    """Do the work in a thread of that name, and hand what it gives to `then` in the loop.

    Without a loop both are done at once.
    """

    def run() -> None:
        made = work()
        post(loop, lambda: then(made))

    if loop is None:
        run()
    else:
        threads.start(run, name)


def post(loop: asyncio.AbstractEventLoop | None, call: Callable[[], object]) -> bool:
    """Have a call made in the loop's thread, at once where there is no loop.

    Returns whether it was made or will be: a loop that is closed takes no calls.
    """
    if loop is None:
        call()
        return True
    try:
        loop.call_soon_threadsafe(call)
    except RuntimeError:
        return False
    return True
