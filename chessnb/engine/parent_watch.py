"""Ending with the parent process, also when it was killed and its pipes live on in others."""

from __future__ import annotations

import os
import sys
import threading
import time

__all__ = ["watch_parent"]

_INTERVAL = 0.5
"""Seconds between two looks at the parent."""


def watch_parent() -> None:
    """Start a thread that ends this process, with code 0, soon after its parent has ended."""
    target = _wait_for_handle if sys.platform == "win32" else _wait_for_change
    threading.Thread(target=target, args=(os.getppid(),), daemon=True).start()


def _wait_for_change(parent: int) -> None:
    # An orphan is given a new parent.
    while os.getppid() == parent:
        time.sleep(_INTERVAL)
    os._exit(0)


def _wait_for_handle(parent: int) -> None:
    if sys.platform == "win32":
        import ctypes

        synchronize, infinite, signalled = 0x0010_0000, 0xFFFF_FFFF, 0
        kernel = ctypes.windll.kernel32
        handle = kernel.OpenProcess(synchronize, False, parent)
        if handle and kernel.WaitForSingleObject(handle, infinite) == signalled:
            os._exit(0)
