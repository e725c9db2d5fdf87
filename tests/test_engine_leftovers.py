"""No engine process is left, however the Python process that started it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import uuid
from pathlib import Path

import pytest
from engines import OPERA

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")

MARK = "CHESSNB_TEST_MARK"

SCRIPT = """
import signal, sys
import chessnb

# A background process of a shell ignores the interrupt; a kernel does not.
signal.signal(signal.SIGINT, signal.default_int_handler)
print("ready", flush=True)
try:
    chessnb.analyze(sys.argv[1], engine="bundled", depth=60, workers=2, cache=False)
except chessnb.AnalysisInterrupted:
    print("interrupted", flush=True)
    sys.stdin.read()
"""


def _engines(mark: str) -> list[int]:
    """The running engine processes of the marked script."""
    found: list[int] = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            environment = (folder / "environ").read_bytes()
            command = (folder / "cmdline").read_bytes()
            state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if f"{MARK}={mark}".encode() in environment and b"wasm.py" in command and state != "Z":
            found.append(int(folder.name))
    return found


def _wait_for(mark: str, wanted: int, seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while len(_engines(mark)) != wanted:
        assert time.monotonic() < deadline, f"{len(_engines(mark))} engines, expected {wanted}"
        time.sleep(0.1)


@pytest.mark.parametrize("how", ["killed", "interrupted"])
def test_no_engine_is_left(how: str) -> None:
    mark = uuid.uuid4().hex
    script = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, OPERA],
        env={**os.environ, MARK: mark},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    with script:
        try:
            _wait_for(mark, wanted=2, seconds=60.0)
            if how == "killed":
                script.kill()
            else:
                # As Jupyter does it: to the whole process group.
                os.killpg(script.pid, signal.SIGINT)
                assert script.stdout is not None
                assert script.stdout.read(len("ready\ninterrupted\n")) == "ready\ninterrupted\n"
                assert script.stdin is not None
                script.stdin.close()
                assert script.wait(20.0) == 0
            _wait_for(mark, wanted=0, seconds=5.0)
        finally:
            script.kill()
