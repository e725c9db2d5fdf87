"""Engines that end with the process that started them, also when it is killed.

A UCI engine ends by itself when its input closes, and one that prints dies of the closed output.
What remains is an engine that does neither because it hangs: on Linux the kernel kills it, by the
``setpriv`` command that comes with every distribution.
"""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence

__all__ = ["bound_to_parent"]

_HEAD = 256


def bound_to_parent(command: Sequence[str]) -> list[str]:
    """The command, wrapped so that the kernel ends it with its parent where that can be had.

    The signal follows the *thread* that starts the process: start engines from threads that
    outlive them.
    """
    wrapper = _wrapper()
    if wrapper is None or not _runs(command[0]):
        return list(command)
    return [*wrapper, *command]


@functools.cache
def _wrapper() -> tuple[str, ...] | None:
    found = shutil.which("setpriv") if sys.platform == "linux" else None
    if found is None:
        return None
    wrapper = (found, "--pdeathsig", "KILL", "--")
    try:
        tried = subprocess.run([*wrapper, "true"], capture_output=True, timeout=5, check=False)
    except (OSError, subprocess.SubprocessError):
        return None
    return wrapper if tried.returncode == 0 else None


def _runs(program: str) -> bool:
    """Whether the program can be started at all; where not, the plain start gives the reason.

    The wrapper would give what the system cannot start to a shell, which takes it for a script.
    """
    found = shutil.which(program)
    if found is None or not os.access(found, os.X_OK):
        return False
    try:
        with open(found, "rb") as file:  # noqa: PTH123 - opened for every engine that starts
            start = file.read(_HEAD)
    except OSError:
        return True
    if start.startswith(b"#!"):
        line = start[2:].split(b"\n")[0].strip(b" \t")
        return os.access(line.replace(b"\t", b" ").split(b" ")[0], os.X_OK)
    own = _own_head()
    # The class and byte order, and the processor: bytes 4 to 5 and 18 to 19 of the ELF header.
    return not own or (start[:6], start[18:20]) == (own[:6], own[18:20])


@functools.cache
def _own_head() -> bytes:
    """How the program begins that runs this."""
    try:
        with open("/proc/self/exe", "rb") as file:  # noqa: PTH123
            return file.read(_HEAD)
    except OSError:
        return b""
