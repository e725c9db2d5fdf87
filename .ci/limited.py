"""Run a command, and end it if it takes more time or, with all that it starts, more memory.

``limited.py SECONDS MEGABYTES COMMAND…``: a limit of address space would forbid what no machine
lacks, such as the room that a WebAssembly engine reserves and never touches.
"""

from __future__ import annotations

import subprocess
import sys
import time

import psutil


def main() -> int:
    """Run the command; return its exit code, or 1 where it went over a limit."""
    seconds, most = float(sys.argv[1]), float(sys.argv[2])
    began, peak = time.monotonic(), 0.0
    command = psutil.Process(subprocess.Popen(sys.argv[3:]).pid)
    over = ""
    while not over and command.is_running() and command.status() != psutil.STATUS_ZOMBIE:
        time.sleep(0.2)
        peak = max(peak, megabytes(command))
        took = time.monotonic() - began
        over = f"{took:.0f} s" if took > seconds else f"{peak:.0f} MB" if peak > most else ""
    if over:
        for process in [*children(command), command]:
            process.kill()
    sys.stderr.write(f"{time.monotonic() - began:.0f} s, at most {peak:.0f} MB\n")
    if over:
        sys.stderr.write(f"ended: {over} is more than {seconds:.0f} s or {most:.0f} MB allow\n")
    return 1 if over else command.wait()


def megabytes(command: psutil.Process) -> float:
    """What a process and all below it hold in memory."""
    total = 0
    for process in [command, *children(command)]:
        try:
            total += process.memory_info().rss
        except psutil.Error:
            continue
    return total / 1e6


def children(command: psutil.Process) -> list[psutil.Process]:
    """All processes below one."""
    try:
        return command.children(recursive=True)
    except psutil.Error:
        return []


if __name__ == "__main__":
    raise SystemExit(main())
