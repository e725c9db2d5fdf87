from __future__ import annotations

import os
import sys
import threading
import time

import pytest

from chessnb.background import Background


class Counting(Background):
    """Counts to ten, slowly enough to be stopped."""

    _thread_name = "chessnb-counting"
    _stop_seconds = 2.0

    def __init__(self, fault: Exception | None = None) -> None:
        super().__init__()
        self.count, self.told, self._fault = 0, 0, fault
        self._start()

    @property
    def finished(self) -> bool:
        return not self.running and self.error is None and self.count == 10

    def _work(self) -> None:
        while self.count < 10 and not self._stop.wait(0.02):
            self.count += 1
            if self._fault and self.count == 3:
                raise self._fault

    def _has_ended(self) -> None:
        self.told += 1


def test_it_runs_to_the_end_and_says_so() -> None:
    job = Counting()
    assert job.running and not job.stopped
    assert job.wait(20) and job.finished and not job.stopped
    assert job.resume() is job and job.told == 1, "nothing is left to go on with"
    names = [thread.name for thread in threading.enumerate()]
    assert "chessnb-counting" not in names


def test_it_stops_and_goes_on() -> None:
    job = Counting()
    while job.count < 2:
        time.sleep(0.005)
    assert job.stop().stopped
    kept = job.count
    assert 2 <= kept < 10
    assert job.resume().wait(20) and job.finished and job.count == 10


def test_a_fault_is_kept_raised_and_cleared_by_going_on() -> None:
    job = Counting(OSError("no room"))
    with pytest.raises(OSError, match="no room"):
        job._settle(20)
    assert job.stopped and isinstance(job.error, OSError)
    assert job.resume().wait(20) and job.error is None and job.finished


def test_waiting_has_a_limit() -> None:
    job = Counting()
    with pytest.raises(TimeoutError, match="Counting"):
        job._settle(0.01)
    job.stop()


def test_resumed_by_many_at_once_it_runs_once() -> None:
    job = Counting().stop()
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        callers = [threading.Thread(target=job.resume) for _ in range(8)]
        for caller in callers:
            caller.start()
        for caller in callers:
            caller.join()
    finally:
        sys.setswitchinterval(before)
    assert sum(thread.name == "chessnb-counting" for thread in threading.enumerate()) <= 1
    assert job.wait(20) and job.finished


def test_resumed_while_it_stops_it_goes_on() -> None:
    job = Counting()
    job._stop.set()
    assert job.resume().wait(20) and job.finished


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_in_a_forked_process_it_has_stopped_and_can_go_on() -> None:
    job = Counting()
    child = os.fork()
    if not child:
        code = 1
        try:
            stopped = job.wait(5) and job.stopped and "forked" in str(job.error)
            code = 0 if stopped and job.resume().wait(20) and job.finished else 2
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert job.wait(20) and job.finished
