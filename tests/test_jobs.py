from __future__ import annotations

import asyncio
import sys
import threading
import time

import pandas as pd
import psutil
import pytest
from engines import fake
from games import BLACK_FIRST, EVALUATED, OPERA

import chessnb
from chessnb.errors import EngineError, SettingsError


def submit(game: object, **options: object) -> chessnb.AnalysisJob:
    return chessnb.submit(game, engine="bundled", cache=False, **options)


def test_submit_returns_at_once_and_the_job_finishes() -> None:
    job = submit(OPERA, depth=7)
    assert job.running and job.progress.done < 34, "it did not wait for the end"
    assert job.progress.seconds_left is not None, "the time left is stated from the start"
    analysis = job.result(timeout=60)
    assert job.finished and not job.running and not job.stopped
    assert analysis.complete
    assert job.progress.fraction == 1.0 and job.progress.seconds_left is None
    assert analysis.provenance["engine"]["bundled"] is True


def test_a_growing_analysis_has_all_rows_from_the_start() -> None:
    job = submit(OPERA, depth=12)
    assert len(job.analysis.moves) == 33
    while job.progress.done < 5:
        time.sleep(0.01)
    part = job.analysis
    job.stop()
    assert 0 < part.positions_done < 34
    assert part.moves["accuracy"].isna().any(), "what is missing is missing"


def test_stop_is_quick_and_resume_goes_on() -> None:
    job = submit(OPERA, depth=14, workers=1)
    while job.progress.done < 3:
        time.sleep(0.01)
    job.stop()
    assert job.stopped and "stopped" in repr(job)
    kept = job.progress.done
    assert kept >= 3
    partial = job.result()
    assert partial.positions_done == kept and not partial.complete
    job.resume()
    while job.progress.done <= kept and job.running:
        time.sleep(0.01)
    job.stop()
    assert job.progress.done >= kept


def test_a_stopped_and_resumed_job_ends_like_an_undisturbed_one() -> None:
    job = submit(OPERA, depth=5)
    job.stop()
    job.resume()
    resumed = job.result(timeout=60).moves
    whole = submit(OPERA, depth=5).result(timeout=60).moves
    pd.testing.assert_frame_equal(resumed, whole)


def test_await_in_a_running_loop() -> None:
    async def cell() -> chessnb.Analysis:
        return await submit(BLACK_FIRST, depth=3)

    assert asyncio.run(cell()).complete


def test_listeners_hear_results_and_can_leave() -> None:
    heard: list[int] = []
    job = submit(BLACK_FIRST, depth=3)
    leave = job.subscribe(lambda job: heard.append(job.progress.done))
    job.wait(60)
    leave()
    leave()
    count = len(heard)
    job.resume()
    assert len(heard) == count
    assert heard[-1] == 3


def test_an_error_in_a_listener_does_not_end_the_analysis(
    caplog: pytest.LogCaptureFixture,
) -> None:
    job = submit(OPERA, depth=6)

    def broken(job: chessnb.AnalysisJob) -> None:
        raise RuntimeError("the view is gone")

    job.subscribe(broken)
    assert job.result(timeout=60).complete
    assert "the view is gone" in caplog.text


def test_errors_reach_the_caller() -> None:
    job = chessnb.submit(BLACK_FIRST, engine="/no/such/engine")
    job.wait(20)
    assert job.stopped and isinstance(job.error, EngineError)
    with pytest.raises(EngineError, match="/no/such/engine"):
        job.result()
    with pytest.raises(SettingsError):
        chessnb.submit(BLACK_FIRST, depth=3, nodes=100)


def test_result_with_a_timeout() -> None:
    job = submit(OPERA, depth=30)
    with pytest.raises(TimeoutError, match="positions"):
        job.result(timeout=0.05)
    job.stop()


def test_no_engine_for_evaluated_games() -> None:
    before = {p.pid for p in psutil.Process().children(recursive=True)}
    job = chessnb.submit(EVALUATED)
    assert job.result().provenance["source"] == "pgn"
    after = {p.pid for p in psutil.Process().children(recursive=True)}
    assert after <= before


def test_jobs_leave_no_threads() -> None:
    submit(BLACK_FIRST, depth=2).result(timeout=60)
    names = [thread.name for thread in threading.enumerate()]
    assert "chessnb-analysis" not in names


def test_progress_counts_what_is_final_not_the_first_look() -> None:
    game = "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 *"
    job = submit(game, nodes=400_000, multipv=1, progressive=True)
    count = len(job.game) + 1
    while job.analysis.positions_done < count and job.running:
        time.sleep(0.05)
    seen = job.progress
    job.stop()
    assert seen.done < count, "the whole game is shown, and the refinement is still ahead"
    assert job.analysis.complete


def test_stop_does_not_wait_for_a_program_that_says_nothing() -> None:
    mute = [sys.executable, "-c", "import time; time.sleep(20)"]
    job = chessnb.submit("1. e4 e5 *", engine=mute, nodes=1000)
    time.sleep(0.3)
    began = time.monotonic()
    job.stop()
    assert time.monotonic() - began < 0.5
    assert job.stopped and job.error is None


def test_what_was_finished_comes_with_the_failure() -> None:
    job = chessnb.submit(OPERA, engine=fake("exit"), nodes=1000, cache=False)
    with pytest.raises(EngineError, match="failed 3 times") as caught:
        job.result(timeout=60)
    assert caught.value.analysis is not None
    assert len(caught.value.analysis.moves) == 33


def test_a_priority_is_a_number() -> None:
    job = submit("1. e4 *", nodes=1000)
    with pytest.raises(SettingsError, match="priority='high'"):
        job.priority = "high"
    job.priority = 3
    assert job.priority == 3.0 and job.result(timeout=60).complete
