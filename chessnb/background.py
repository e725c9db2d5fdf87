"""Work in a thread of its own that can be stopped, resumed and waited for."""

from __future__ import annotations

import threading
import time
import weakref
from abc import ABC, abstractmethod
from typing import ClassVar, Self

from chessnb import threads
from chessnb.errors import ChessnbError

__all__ = ["Background"]

_POLL_SECONDS = 0.2
"""The longest single wait: on Windows a wait without end cannot be interrupted by the keyboard."""


_all: weakref.WeakSet[Background] = weakref.WeakSet()


class Background(ABC):
    """The life of a background job: it starts, ends or is stopped, and may go on.

    What it does is :meth:`_work`, which returns soon after :attr:`_stop` is set; whether that was
    everything is :attr:`finished`. ``_lock`` guards what it has found.
    """

    _thread_name: ClassVar[str]
    _stop_seconds: ClassVar[float]

    def __init__(self) -> None:
        self._stop = threading.Event()
        self._idle = threading.Event()
        self._lock = threading.Lock()
        self._resuming = threading.Lock()
        self._error: BaseException | None = None
        self._started = 0.0
        self._worked = 0.0
        _all.add(self)

    @property
    def running(self) -> bool:
        """Whether the work is going on."""
        return not self._idle.is_set()

    @property
    @abstractmethod
    def finished(self) -> bool:
        """Whether everything was done, without an error."""

    @property
    def stopped(self) -> bool:
        """Whether it ended early; :meth:`resume` goes on."""
        return self._idle.is_set() and not self.finished

    @property
    def error(self) -> BaseException | None:
        """What ended the work early, where something did."""
        return self._error

    def stop(self) -> Self:
        """Stop; what is finished is kept, and :meth:`resume` goes on from there."""
        self._stop.set()
        self._idle.wait(timeout=self._stop_seconds)
        return self

    def resume(self) -> Self:
        """Go on where it was stopped; does nothing while it runs or once it is finished."""
        with self._resuming:
            if self._stop.is_set():
                # It may still be on its way out.
                self._idle.wait(timeout=self._stop_seconds)
            if self.stopped:
                self._start()
        return self

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until the work has ended, or for `timeout` seconds; whether it has ended."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while not self._idle.wait(_slice(deadline)):
            if deadline is not None and time.monotonic() >= deadline:
                return False
        return True

    def _settle(self, timeout: float | None) -> None:
        """Wait for the end; raise a TimeoutError, or what ended the work early."""
        if not self.wait(timeout):
            raise TimeoutError(f"not finished within {timeout:g} s: {self!r}")
        if self._error is not None:
            raise self._error

    @property
    def _elapsed(self) -> float:
        """Seconds of work so far, those before a stop included."""
        return self._worked + (time.monotonic() - self._started if self.running else 0.0)

    def _start(self) -> None:
        self._error = None
        self._stop = threading.Event()
        self._idle.clear()
        self._started = time.monotonic()
        threads.start(self._run, self._thread_name)

    def _run(self) -> None:
        try:
            self._work()
        except BaseException as error:
            self._error = error
        finally:
            self._worked += time.monotonic() - self._started
            self._idle.set()
            self._has_ended()

    def _stay_with_parent(self) -> None:
        """In a forked process: the thread stayed with the parent, and maybe held the locks."""
        was_running = self.running
        self._lock, self._resuming = threading.Lock(), threading.Lock()
        self._idle = threading.Event()
        self._idle.set()
        if was_running:
            self._error = ChessnbError(
                "this process was forked while the work went on, which it does in its parent: "
                "resume() does the rest here"
            )

    @abstractmethod
    def _work(self) -> None:
        """Do the work, from where it is."""

    def _has_ended(self) -> None:  # noqa: B027 (a hook: not every job has somebody to tell)
        """Called in the thread once the work has ended, in whatever way."""


def _forget_in_child() -> None:
    for work in list(_all):
        work._stay_with_parent()  # pyright: ignore[reportPrivateUsage]


threads.in_forked_child(_forget_in_child)


def _slice(deadline: float | None) -> float:
    if deadline is None:
        return _POLL_SECONDS
    return max(0.0, min(_POLL_SECONDS, deadline - time.monotonic()))
