"""Standard input and output around the bundled engine: what makes it a UCI program."""

from __future__ import annotations

import os
import queue
import threading
import time
from collections import deque

from chessnb.engine.parent_watch import watch_parent
from chessnb.engine.wasm_machine import EngineExit, Machine

__all__ = ["Host"]

_AT_ONCE = frozenset({"stop", "quit", "isready", "ponderhit"})
"""Commands that must not wait for the end of a running search."""

_GRACE = 2.0
"""Seconds from the end of the input to the end of the process, whatever it is searching."""


class Host:
    """A UCI loop around one :class:`Machine`."""

    def __init__(self, code: bytes) -> None:
        self._inbox: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._deferred: deque[str] = deque()
        self._is_over = False
        self._started = threading.Event()
        # Reading starts before the engine does: the parent may be gone while it compiles.
        threading.Thread(target=self._read, daemon=True).start()
        watch_parent()
        self._machine = Machine(code, _write, self._pause)
        self._started.set()

    def run(self) -> int:
        """Carry out commands until ``quit`` or the end of the input; return the exit code."""
        try:
            while not self._is_over:
                self._execute(self._next())
        except EngineExit as ended:
            return ended.code
        return 0

    def _next(self) -> str | None:
        return self._deferred.popleft() if self._deferred else self._inbox.get()

    def _execute(self, line: str | None) -> None:
        if line is None or _word(line) == "quit":
            self._is_over = True
            line = "quit"
        try:
            self._machine.command(line)
        except ValueError as error:
            _write(1, f"info string command ignored: {error}\n".encode())

    def _pause(self, _milliseconds: int) -> None:
        """Take up, in the middle of a search, what has arrived since."""
        while self._deferred and _word(self._deferred[0]) in _AT_ONCE:
            self._execute(self._deferred.popleft())
        while not self._inbox.empty():
            self._take(self._inbox.get())

    def _take(self, line: str | None) -> None:
        if line is not None and _word(line) not in _AT_ONCE:
            self._deferred.append(line)
            return
        if line is not None and _word(line) == "stop" and "go" in map(_word, self._deferred):
            # It is meant for the search that was asked for last, too.
            self._deferred.append(line)
        self._execute(line)

    def _read(self) -> None:
        rest = b""
        while chunk := _read_chunk():
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                self._inbox.put(line.decode("utf-8", "replace").strip())
        if rest.strip():
            self._inbox.put(rest.decode("utf-8", "replace").strip())
        self._inbox.put(None)
        # The first start compiles, and what was asked before the input ended is still answered.
        self._started.wait()
        time.sleep(_GRACE)
        os._exit(0)


def _word(line: str) -> str:
    return line.split(maxsplit=1)[0] if line else ""


def _read_chunk() -> bytes:
    try:
        return os.read(0, 1 << 16)
    except OSError:
        return b""


def _write(file: int, data: bytes) -> None:
    try:
        while data:
            data = data[os.write(2 if file == 2 else 1, data) :]
    except OSError:
        # Nobody reads any more: the parent is gone.
        os._exit(0)
