"""A conversation with a UCI program over its pipes, with a time limit on every answer."""

from __future__ import annotations

import queue
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from types import TracebackType
from typing import Any

HOST = (sys.executable, "-P", "-m", "chessnb.engine.wasm")


class Dialogue:
    """A running engine; leaving the ``with`` block ends it."""

    def __init__(self, command: Sequence[str] = HOST, **options: Any) -> None:
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            bufsize=1,
            **options,
        )
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.rstrip("\n"))
        self._lines.put(None)

    def say(self, *commands: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{command}\n" for command in commands))
        self.process.stdin.flush()

    def until(self, start: str, seconds: float = 30.0) -> list[str]:
        """Return the lines up to the first that starts like this."""
        deadline = time.monotonic() + seconds
        lines: list[str] = []
        while not lines or not lines[-1].startswith(start):
            try:
                line = self._lines.get(timeout=max(0.001, deadline - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"no {start!r} within {seconds} s, only {lines}") from None
            if line is None:
                raise AssertionError(f"the engine ended before {start!r}: {lines}")
            lines.append(line)
        return lines

    def ask(self, *commands: str, until: str = "bestmove", seconds: float = 30.0) -> list[str]:
        self.say(*commands)
        return self.until(until, seconds)

    def close_input(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()

    def wait(self, seconds: float = 10.0) -> int:
        return self.process.wait(seconds)

    def errors(self) -> str:
        assert self.process.stderr is not None
        return self.process.stderr.read()

    def __enter__(self) -> Dialogue:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.wait()
        self._reader.join()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert stream is not None
            try:
                stream.close()
            except BrokenPipeError:
                continue


def words_after(line: str, name: str) -> str:
    """Return the word after another in an engine's line: ``words_after(line, "nodes")``."""
    words = line.split()
    return words[words.index(name) + 1]
