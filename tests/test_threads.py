"""Background threads end before the interpreter does, those that compute and those that wait."""

from __future__ import annotations

import subprocess
import sys
import textwrap
import time

from chessnb import threads


def run(script: str) -> subprocess.CompletedProcess[str]:
    code = [sys.executable, "-W", "error", "-c", textwrap.dedent(script)]
    return subprocess.run(code, capture_output=True, text=True, timeout=60)


def test_a_thread_that_computes_is_waited_for() -> None:
    ended = run(
        """
        import time
        from chessnb import threads

        def work():
            time.sleep(0.3)
            print("done", flush=True)

        threads.start(work, "chessnb-test")
        """
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "done\n", "")


def test_a_thread_that_waits_for_ever_holds_nobody_up() -> None:
    began = time.monotonic()
    ended = run(
        """
        import threading
        from chessnb import threads

        threads.start(threading.Event().wait, "chessnb-test")
        """
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert time.monotonic() - began < 10


def test_the_thread_is_given_back() -> None:
    thread = threads.start(lambda: None, "chessnb-test")
    thread.join()
    assert thread.daemon and thread.name == "chessnb-test"


def test_a_view_that_is_left_at_work_ends_quietly() -> None:
    ended = run(
        """
        import chessnb

        view = chessnb.view("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *", depth=40, engine="bundled")
        """
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
