"""One engine process and its UCI conversation.

Why not ``chess.engine.SimpleEngine``: it parses every line of engine output in full (each
principal variation replayed on a board, several times a second), waits for ever on depth and node
limits, keeps the interpreter alive with a non-daemon thread, and takes its event loop from a
global policy under which no subprocess starts on Windows' selector loop. Here one daemon thread
reads the pipe, keeps the last complete set of lines as bytes, and wakes the caller at
``bestmove``; no event loop is involved, so it works the same in scripts, notebooks and threads.
"""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import IO

from chessnb.engine.answer import Answer
from chessnb.engine.endings import describe_ending
from chessnb.engine.parents import bound_to_parent
from chessnb.errors import EngineError, SettingsError
from chessnb.threads import in_forked_child

__all__ = ["Session"]

_START_SECONDS = 15.0
_CLOSE_SECONDS = 0.5
_KILL_SECONDS = 5.0
_PIPE_SECONDS = 0.3
_WINDOWS_FLAGS = 0x0000_0200 | 0x0800_0000
"""A new process group, and no console window."""

_EXHAUSTED = {errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN}
"""What the system lacks, not the engine."""

_live: weakref.WeakSet[Session] = weakref.WeakSet()


class Session:
    """A running UCI engine.

    Parameters
    ----------
    command : sequence of str
        The program and its arguments.
    start_seconds : float
        How long the program may take to answer ``uci``.
    on_start : callable
        Called with the session once the process is there and before it has answered, so that
        another thread can kill it.

    Attributes
    ----------
    name : str
        What the engine calls itself, with its version.
    options : frozenset of str
        The names of the options it offers.

    Raises
    ------
    EngineError
        If the program does not start, is no UCI engine, or ends at once.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        start_seconds: float = _START_SECONDS,
        on_start: Callable[[Session], None] = lambda session: None,
    ) -> None:
        self.command = tuple(command)
        self.name = os.path.basename(self.command[0])  # noqa: PTH119 - a label, not a path
        self._offered: dict[str, range | None] = {}
        self._set: dict[str, str] = {}
        self._noise: deque[str] = deque(maxlen=12)
        self._lock = threading.Lock()
        self._uciok, self._ready = threading.Event(), threading.Event()
        self._ended = threading.Event()
        self._answer: Answer | None = None
        self._abandoned = False
        self._patience = start_seconds
        self._process = _spawn(self.command)
        _live.add(self)
        self._reader = self._thread(self._read_output, "output")
        self._noise_reader = self._thread(self._read_noise, "noise")
        on_start(self)
        self._greet(start_seconds)

    @property
    def options(self) -> frozenset[str]:
        """The names of the options that the engine offers."""
        return frozenset(self._offered)

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether the engine still listens."""
        return not self._ended.is_set() and self._process.poll() is None

    def configure(self, options: Mapping[str, str | int | bool]) -> None:
        """Set the options that the engine offers and that are not set so already.

        Raises
        ------
        SettingsError
            If a value is out of the engine's range: it would go on with another one.
        """
        for name, value in options.items():
            allowed = self._offered.get(name)
            if allowed is not None and value not in allowed:
                raise SettingsError(
                    f"{self.name} takes {name} from {allowed.start} to {allowed.stop - 1}, "
                    f"and {value} was asked for (hash_mb= and multipv= set Hash and MultiPV)"
                )
            text = str(value).lower() if isinstance(value, bool) else str(value)
            if name in self._offered and self._set.get(name) != text:
                self._send(f"setoption name {name} value {text}")
                self._set[name] = text

    def new_game(self, seconds: float) -> None:
        """Forget everything: the next search depends on nothing before it.

        From here on the engine counts as hung when it needs longer than that to be ready.
        """
        self._patience = seconds
        self._send("ucinewgame")
        self._wait_ready()

    def search(self, position: str, go: str, seconds: float) -> Answer | None:
        """Search one position.

        Parameters
        ----------
        position, go : str
            The two UCI commands.
        seconds : float
            The deadline: an engine that has not answered by then is taken for hung, and killed.

        Returns
        -------
        Answer or None
            None where :meth:`abandon` came first.

        Raises
        ------
        EngineError
            If the engine is dead or hung.
        """
        # What is left of an earlier search must not be taken for the answer to this one.
        self._wait_ready()
        answer = Answer()
        with self._lock:
            if self._abandoned:
                return None
            self._answer = answer
        self._send(f"{position}\n{go}")
        answered = answer.done.wait(seconds)
        with self._lock:
            self._answer = None
            abandoned = self._abandoned
        if abandoned:
            return None
        if not answered:
            self.kill()
            raise EngineError(
                f"{self.name} gave no answer within {seconds:.0f} s to {go!r}{_hint(go)}"
                f"{self._tail()}",
                kind="hung",
            )
        if answer.best is None:
            raise self._death()
        return answer

    def welcome(self) -> None:
        """Allow searches again after :meth:`abandon`."""
        self._abandoned = False

    def abandon(self) -> None:
        """Stop the running search, from any thread; its result is not wanted any more."""
        with self._lock:
            self._abandoned = True
            searching = self._answer is not None
        if searching:
            self._send("stop", quietly=True)

    def close(self, seconds: float = _CLOSE_SECONDS) -> None:
        """Ask the engine to quit, and kill it where it does not."""
        self._send("stop\nquit", quietly=True)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        self.kill()

    def kill(self) -> None:
        """End the process now, and wait for it."""
        if self._process.poll() is None:
            self._kill_group()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_KILL_SECONDS)
        self._ended.set()
        if not self._readers_end(_PIPE_SECONDS):
            # Something that the engine started still holds its pipes.
            self._kill_group()
            self._readers_end(1.0)
        _close(self._process.stdin)
        _live.discard(self)

    def _readers_end(self, seconds: float) -> bool:
        """Whether the threads that read the pipes end within some time."""
        readers = {self._reader, self._noise_reader} - {threading.current_thread()}
        for thread in readers:
            thread.join(seconds)
        return not any(thread.is_alive() for thread in readers)

    def _kill_group(self) -> None:
        """Kill the process, with what it may have started itself (an engine behind a script)."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if sys.platform == "win32":
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGKILL)

    def leave_to_parent(self) -> None:
        """In a forked process: drop this copy of the pipes, or the engine never sees them close."""
        process = self._process
        process.returncode = 0
        self._ended.set()
        for stream in (process.stdin, process.stdout, process.stderr):
            _close(stream)

    def _greet(self, seconds: float) -> None:
        self._send("uci", quietly=True)
        if self._await(self._uciok, seconds):
            return
        if self._ended.is_set():
            raise self._death(at_start=True)
        self.kill()
        raise EngineError(
            f"{self.command[0]!r} did not answer 'uci' within {seconds:.0f} s: is it a UCI chess "
            f"engine?{self._tail()}",
            kind="not-an-engine",
        )

    def _wait_ready(self) -> None:
        seconds = self._patience
        self._ready.clear()
        self._send("isready")
        if self._await(self._ready, seconds):
            return
        if self._ended.is_set():
            raise self._death()
        self.kill()
        raise EngineError(
            f"{self.name} did not answer 'isready' within {seconds:.0f} s{self._tail()}",
            kind="hung",
        )

    def _await(self, event: threading.Event, seconds: float) -> bool:
        """Wait for an event that the end of the engine also sets."""
        return event.wait(seconds) and not self._ended.is_set()

    def _send(self, text: str, *, quietly: bool = False) -> None:
        stdin = self._process.stdin
        try:
            assert stdin is not None
            stdin.write(text.encode() + b"\n")
        except (OSError, ValueError) as error:
            if not quietly:
                raise self._death() from error

    def _death(self, *, at_start: bool = False) -> EngineError:
        """The error of an engine that ended by itself."""
        deadline = time.monotonic() + 1.0
        while self._process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.01)
        code = self._process.poll()
        self.kill()
        how = "closed its output" if code is None else describe_ending(code)
        when = " at start: try another build or another engine" if at_start else ""
        return EngineError(f"{self.name} {how}{when}{self._tail()}", kind="died")

    def _tail(self) -> str:
        noise = "\n".join(self._noise).strip()
        return f"\nIt said last:\n{noise}" if noise else ""

    def _thread(self, target: Callable[[], None], what: str) -> threading.Thread:
        name = f"chessnb-engine-{self.pid}-{what}"
        thread = threading.Thread(target=target, name=name, daemon=True)
        thread.start()
        return thread

    def _read_output(self) -> None:
        stdout = self._process.stdout
        assert stdout is not None
        rest = b""
        while chunk := _read(stdout):
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                self._take(line.lstrip())
            rest = rest[-65_536:]
        self._ended.set()
        self._uciok.set()
        self._ready.set()
        with self._lock:
            if self._answer is not None:
                self._answer.done.set()
        _close(stdout)

    def _take(self, line: bytes) -> None:
        if line.startswith(b"info "):
            if (answer := self._answer) is not None:
                answer.add(line)
        elif line.startswith(b"bestmove"):
            if (answer := self._answer) is not None:
                answer.finish(line)
        elif line.startswith(b"readyok"):
            self._ready.set()
        elif line.startswith(b"id name "):
            self.name = line[8:].decode(errors="replace").strip() or self.name
        elif line.startswith(b"option name "):
            name, _, kind = line[12:].partition(b" type ")
            self._offered[name.decode(errors="replace").strip()] = _range(kind)
        elif line.strip() == b"uciok":
            self._uciok.set()

    def _read_noise(self) -> None:
        stderr = self._process.stderr
        assert stderr is not None
        while chunk := _read(stderr):
            self._noise.extend(chunk[-4096:].decode(errors="replace").splitlines())
        _close(stderr)


def _hint(go: str) -> str:
    return " (some engines know no limit of nodes: give depth=)" if " nodes " in go else ""


def _range(kind: bytes) -> range | None:
    """The values of an option that is a number, from what follows ``type``."""
    words = kind.split()
    try:
        least, most = (int(words[words.index(word) + 1]) for word in (b"min", b"max"))
    except (ValueError, IndexError):
        return None
    return range(least, most + 1) if words[0] == b"spin" else None


def _spawn(command: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start the program in a process group of its own: an interrupt of ours is not one of its."""
    program, pipe = command[0], subprocess.PIPE
    group, flags = (None, _WINDOWS_FLAGS) if sys.platform == "win32" else (0, 0)
    try:
        return subprocess.Popen(
            bound_to_parent(command),
            bufsize=0,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            process_group=group,
            creationflags=flags,
        )
    except FileNotFoundError as error:
        message = f"no engine {program!r}: check the path, or leave it out"
        if os.path.exists(program):  # noqa: PTH110 - a script is there, its interpreter is not
            message = (
                f"{program!r} cannot be started: the interpreter that its first line names is not "
                "there (or the line ends as on Windows)"
            )
        raise EngineError(message, kind="not-found") from error
    except OSError as error:
        if error.errno in _EXHAUSTED:
            message = f"{program!r} cannot be started now ({error.strerror})"
            raise EngineError(message, kind="not-executable") from error
        message = (
            f"{program!r} cannot be started ({error.strerror}): is it an engine for this machine?"
        )
        raise EngineError(message, kind="not-executable") from error


def _read(stream: IO[bytes]) -> bytes:
    try:
        return os.read(stream.fileno(), 65_536)
    except (OSError, ValueError):
        return b""


def _close(stream: IO[bytes] | None) -> None:
    try:
        if stream is not None:
            stream.close()
    except OSError:
        return


def _forget_in_child() -> None:
    """After a fork: the engines belong to the parent; drop this copy of their pipes."""
    for session in list(_live):
        session.leave_to_parent()
    _live.clear()


in_forked_child(_forget_in_child)
