"""What the exit code of a program that ended by itself means."""

from __future__ import annotations

import signal

__all__ = ["describe_ending"]

_WINDOWS_ILLEGAL_INSTRUCTION = 0xC000001D
_WINDOWS_ACCESS_VIOLATION = 0xC0000005

_REASONS = {
    "SIGILL": "an illegal instruction: this build is for a newer processor",
    "SIGSEGV": "a crash",
    "SIGABRT": "it gave up",
    "SIGKILL": "it was killed, perhaps because the memory ran out",
}


def describe_ending(code: int) -> str:
    """Say how a program ended, for a message that begins with its name.

    Examples
    --------
    >>> describe_ending(3)
    'ended with exit code 3'
    >>> describe_ending(-4)
    'ended with exit code -4 (an illegal instruction: this build is for a newer processor)'
    """
    reason = _REASONS.get(_signal_name(code))
    return f"ended with exit code {code}" + (f" ({reason})" if reason else "")


def _signal_name(code: int) -> str:
    """Return the signal that ended it: negative from Python, 128 more from a shell."""
    windows = {_WINDOWS_ILLEGAL_INSTRUCTION: "SIGILL", _WINDOWS_ACCESS_VIOLATION: "SIGSEGV"}
    if (name := windows.get(code & 0xFFFFFFFF)) is not None:
        return name
    number = -code if code < 0 else code - 128
    try:
        return signal.Signals(number).name
    except ValueError:
        return ""
