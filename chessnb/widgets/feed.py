"""Bringing a job's results to a widget: as they come, but no faster than they can be shown."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from typing import Any

from chessnb.jobs import AnalysisJob

__all__ = ["Feed", "post", "running_loop"]

_PAUSE = 0.25
"""Seconds between two updates, at least."""

_SHARE = 3.0
"""So many times as long as making an update took, nothing is made: engines need the processor."""

_PATIENCE = 30.0
"""Seconds to wait for a busy kernel to take an update before the next one is made."""

Traits = dict[str, Any]


class Feed:
    """Follows a job from its worker threads and hands updates to the kernel's own.

    Parameters
    ----------
    job
        The job.
    make
        Makes the update, in a thread of this feed's own.
    apply
        Takes it, in the thread and loop that this object was made in.
    """

    def __init__(
        self, job: AnalysisJob, make: Callable[[], Traits], apply: Callable[[Traits], None]
    ) -> None:
        self._make, self._apply = make, apply
        self._loop = running_loop()
        self._lock = threading.Lock()
        self._news = False
        self._working = False
        self._closed = threading.Event()
        self._unsubscribe = job.subscribe(lambda _job: self.notify())

    def notify(self) -> None:
        """Have an update made soon; cheap, from any thread."""
        with self._lock:
            self._news = True
            if self._working or self._closed.is_set():
                return
            self._working = True
        threading.Thread(target=self._work, name="chessnb-feed", daemon=True).start()

    def close(self) -> None:
        """Follow no longer."""
        self._closed.set()
        self._unsubscribe()

    def _work(self) -> None:
        while self._take():
            began = time.monotonic()
            update = self._make()
            cost = time.monotonic() - began
            self._hand_over(update)
            self._closed.wait(max(_PAUSE, _SHARE * cost))

    def _take(self) -> bool:
        with self._lock:
            if self._news and not self._closed.is_set():
                self._news = False
                return True
            self._working = False
            return False

    def _hand_over(self, update: Traits) -> None:
        taken = threading.Event()

        def take() -> None:
            try:
                if not self._closed.is_set():
                    self._apply(update)
            finally:
                taken.set()

        post(self._loop, take)
        if self._loop is not None:
            taken.wait(_PATIENCE)


def running_loop() -> asyncio.AbstractEventLoop | None:
    """The loop that runs in this thread: the kernel's, in a notebook."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def post(loop: asyncio.AbstractEventLoop | None, call: Callable[[], None]) -> None:
    """Have a call made in the loop's thread; at once where there is no loop."""
    if loop is None:
        call()
    elif not loop.is_closed():
        loop.call_soon_threadsafe(call)
