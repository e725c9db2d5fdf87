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
    threading.Thread(target=_wait, args=(os.getppid(),), daemon=True).start()


def _wait(parent: int) -> None:
    if sys.platform == "win32":
        # There an orphan keeps the number of its parent: wait on the process itself.
        import ctypes

        synchronize, infinite, signalled = 0x0010_0000, 0xFFFF_FFFF, 0
        kernel = ctypes.windll.kernel32
        handle = kernel.OpenProcess(synchronize, False, parent)
        if not handle or kernel.WaitForSingleObject(handle, infinite) != signalled:
            return
    else:
        while os.getppid() == parent:
            time.sleep(_INTERVAL)
    os._exit(0)
