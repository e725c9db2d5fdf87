"""Other processes that score plain games, because one Python process uses one processor.

They are started the way engines are, and not by :mod:`multiprocessing`, which would run the user's
script again in each of them. A helper that fails costs nothing but time: whoever asked it does the
work.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Self, cast

from chessnb.engine.processors import usable_processors

if TYPE_CHECKING:
    from chessnb.dumps.plain_scores import PlainScores, Wish
    from chessnb.dumps.segments import PlainGame

__all__ = ["Helpers", "serve"]

_MOST = 7
_COMMAND = "from chessnb.dumps.helpers import serve; serve()"


class Helpers:
    """The helpers of one scoring, one for each processor but this process' own.

    Parameters
    ----------
    wish : Wish
        What is wanted of each game; a ruleset of the user's own may hold functions that no other
        process knows, and is then scored by this one alone.
    """

    def __init__(self, wish: Wish) -> None:
        self._wish = wish
        self._helpers: list[_Helper] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for helper in self._helpers or ():
            helper.close()

    def start(self) -> None:
        """Start the processes, unless that was done."""
        if self._helpers is not None:
            return
        self._helpers = []
        wish = _pickled(self._wish)
        if wish is None:
            return
        with contextlib.suppress(OSError, ValueError):
            for _ in range(min(_MOST, usable_processors() - 1)):
                self._helpers.append(_Helper(wish))

    def offer(self, games: Sequence[PlainGame]) -> Future[PlainScores | None] | None:
        """Have a helper score these games; None where none is free.

        The future gives None where the helper failed.
        """
        free = next((helper for helper in self._helpers or () if helper.is_free), None)
        return free and free.score(games)

    def is_due(self, found: object, waiting: int) -> bool:
        """Whether the first of so many results is there, or has to be waited for."""
        most = 2 * len(self._helpers or ())
        return not isinstance(found, Future) or found.done() or waiting > most


class _Helper:
    """One process, and the thread that talks to it."""

    def __init__(self, wish: bytes) -> None:
        paths = os.pathsep.join(path for path in sys.path if path)
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _COMMAND],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"PYTHONPATH": paths, "OPENBLAS_NUM_THREADS": "1"},
        )
        self._thread = ThreadPoolExecutor(1, "chessnb-helper")
        self._last: Future[PlainScores | None] | None = None
        self._broken = False
        self._send(wish)

    @property
    def is_free(self) -> bool:
        return not self._broken and (self._last is None or self._last.done())

    def score(self, games: Sequence[PlainGame]) -> Future[PlainScores | None]:
        self._last = self._thread.submit(self._score, games)
        return self._last

    def close(self) -> None:
        self._process.kill()
        self._thread.shutdown()
        self._process.communicate()

    def _score(self, games: Sequence[PlainGame]) -> PlainScores | None:
        self._send(pickle.dumps(games))
        assert self._process.stdout is not None
        try:
            return cast("PlainScores", pickle.load(self._process.stdout))
        except (EOFError, OSError, pickle.UnpicklingError):
            self._broken = True
            return None

    def _send(self, task: bytes) -> None:
        stream = self._process.stdin
        assert stream is not None
        try:
            stream.write(task)
            stream.flush()
        except OSError:
            self._broken = True


def _pickled(wish: Wish) -> bytes | None:
    """The wish for another process; None where it would not be understood there."""
    try:
        found = pickle.dumps(wish)
    except Exception:
        return None
    return None if b"__main__" in found else found


def serve() -> None:
    """Read a wish and then games from standard input, and write their scores, until its end."""
    from chessnb.dumps.plain_scores import score_plain
    from chessnb.dumps.words import Tables

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers, sys.stdout = sys.stdout.buffer, sys.stderr
    asked, tables = sys.stdin.buffer, Tables()
    # Whoever asked tries what fails here as well, and shows the error where it belongs.
    with contextlib.suppress(Exception):
        wish: Wish = pickle.load(asked)
        while True:
            pickle.dump(score_plain(pickle.load(asked), tables, wish), answers)
            answers.flush()
