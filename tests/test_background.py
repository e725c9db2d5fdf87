from __future__ import annotations

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
