"""Background threads that come to an end before the interpreter does, and locks that forks free.

A daemon thread that computes while the interpreter ends is torn down wherever it is, inside another
package's C++ code too, and that takes the whole process down with it ("terminate called without
an active exception"). So they are waited for, briefly, after the engines were ended.
"""

from __future__ import annotations

import atexit
import os
import threading
import time
import weakref
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import TypeVar

__all__ = ["ModuleLock", "in_forked_child", "start", "unless"]

_LAST_SECONDS = 1.0
_POLL_SECONDS = 0.05

_T = TypeVar("_T")

_started: weakref.WeakSet[threading.Thread] = weakref.WeakSet()


def start(target: Callable[[], object], name: str) -> threading.Thread:
    """Run a function in a daemon thread that is waited for at the end."""
    thread = threading.Thread(target=target, name=name, daemon=True)
    _started.add(thread)
    thread.start()
    return thread


def unless(stop: threading.Event, action: Callable[[], _T], name: str) -> _T | None:
    """What a function gives, or raises; None where `stop` is set before it has ended.

    Then the function goes on in its own thread, and its result is not waited for.
    """
    answers: SimpleQueue[_T | BaseException] = SimpleQueue()

    def run() -> None:
        try:
            answers.put(action())
        except BaseException as error:
            answers.put(error)

    start(run, name)
    while not stop.is_set():
        try:
            answer = answers.get(timeout=_POLL_SECONDS)
        except Empty:
            continue
        if isinstance(answer, BaseException):
            raise answer
        return answer
    return None


def in_forked_child(action: Callable[[], object]) -> None:
    """Have something done in each process that is forked from this one, where there are forks."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=action)


class ModuleLock:
    """A lock that is free in a forked process: whoever held it stayed with the parent.

    For modules, not for objects that come and go: it is never forgotten.
    """

    def __init__(self) -> None:
        self._renew()
        in_forked_child(self._renew)

    def _renew(self) -> None:
        self._lock = threading.Lock()

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *_error: object) -> None:
        self._lock.release()


def _wait_for_all() -> None:
    deadline = time.monotonic() + _LAST_SECONDS
    for thread in list(_started):
        thread.join(max(0.0, deadline - time.monotonic()))


# Whoever imports this module registers later, and what is registered later is called earlier.
atexit.register(_wait_for_all)
