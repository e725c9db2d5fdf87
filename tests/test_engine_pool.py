from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import chess
import psutil
import pytest
from engines import FAKE, OPERA, engine_children, fake, moves_of, stockfish

from chessnb.engine import room
from chessnb.engine.pool import shared_pool
from chessnb.engine.processors import usable_processors
from chessnb.engine.settings import resolve
from chessnb.engine.worker import Worker
from chessnb.errors import EngineError

posix = pytest.mark.skipif(os.name != "posix", reason="signals, process groups, descriptors")
GAME = moves_of(OPERA)
SHALLOW = resolve(depth=2, multipv=1)


def evaluate(settings=SHALLOW, game=GAME, **arguments):
    return room.evaluate(*game, settings, **({"engine": fake(), "cache": False} | arguments))


@contextlib.contextmanager
def running(script: str, **arguments):
    """A process that runs a script in which evaluate() is there."""
    head = f"""
        import sys, threading, time
        sys.path.insert(0, {str(FAKE.parent)!r})
        from engines import OPERA, engine_children, fake, moves_of, stockfish
        from chessnb.engine import room
        from chessnb.engine.settings import resolve
        GAME = moves_of(OPERA)
        def evaluate(settings, **arguments):
            return room.evaluate(*GAME, settings, engine=stockfish(), cache=False, **arguments)
    """
    code = textwrap.dedent(head) + textwrap.dedent(script)
    command = [sys.executable, "-W", "error", "-c", code]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, **arguments) as process:
        try:
            yield process
        finally:
            process.kill()


def engines_of(pid: int) -> list[psutil.Process]:
    return psutil.Process(pid).children(recursive=True)


def all_searching(pid: int) -> bool:
    """Whether as many engines as there may be have computed for a while."""
    try:
        busy = [engine for engine in engines_of(pid) if engine.cpu_times().user > 0.3]
    except psutil.NoSuchProcess:
        return False
    return len(busy) == usable_processors()


def wait_until(condition, seconds: float = 10.0) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.02)
    return False


def all_gone(processes: list[psutil.Process], seconds: float = 2.0) -> bool:
    _, alive = psutil.wait_procs(processes, timeout=seconds)
    return not alive


def test_six_views_share_the_engines_of_one_process():
    most, stop = [], threading.Event()

    def watch():
        while not stop.wait(0.01):
            most.append(len(engine_children()))

    watcher = threading.Thread(target=watch)
    watcher.start()
    jobs = [threading.Thread(target=evaluate) for _ in range(6)]
    for job in jobs:
        job.start()
    for job in jobs:
        job.join()
    stop.set()
    watcher.join()
    assert 1 <= max(most) <= usable_processors()


def test_more_workers_only_on_demand():
    seen = set()

    def look(index, evaluation):
        seen.update(child.pid for child in engine_children())

    wait_until(lambda: not engine_children())
    evaluate(resolve(depth=3), engine=stockfish(), workers=3, on_result=look)
    assert len(seen) == 3


def test_the_work_that_is_looked_at_goes_first():
    assert wait_until(lambda: not shared_pool()._workers)
    order, gate = [], threading.Event()

    def job(name: str, priority: float) -> threading.Thread:
        def note(index, evaluation):
            if evaluation.source == "engine":
                order.append(name)
            if name == "first":
                gate.wait(10)

        arguments = {"on_result": note, "priority": lambda: priority, "workers": 1}
        game = (GAME[0], GAME[1][:5])
        return threading.Thread(target=evaluate, args=(SHALLOW, game), kwargs=arguments)

    blockers = [job("first", 0.0) for _ in range(usable_processors())]
    others = [job("background", 0.0), job("looked at", 1.0)]
    for thread in blockers:
        thread.start()
    assert wait_until(lambda: len(order) == len(blockers))
    for thread in others:
        thread.start()
    assert wait_until(lambda: len(shared_pool()._works) == len(blockers) + 2)
    gate.set()
    for thread in [*blockers, *others]:
        thread.join()
    assert order.index("looked at") < order.index("background")


def test_who_waits_for_an_answer_does_not_wait_for_a_game():
    gate, games = threading.Event(), usable_processors()

    def hold(index, evaluation):
        gate.wait(20)

    held = {"on_result": hold, "workers": 1}
    jobs = [threading.Thread(target=evaluate, kwargs=held) for _ in range(games)]
    for job in jobs:
        job.start()
    assert wait_until(lambda: len(engine_children()) == games)
    answer = evaluate(game=(GAME[0], []), priority=lambda: room.URGENT)
    assert answer[0].best is not None
    assert not gate.is_set()
    assert wait_until(lambda: len(engine_children()) == games)
    gate.set()
    for job in jobs:
        job.join()


def test_an_error_in_the_callers_function_is_the_callers():
    def fail(index, evaluation):
        if evaluation.source == "engine":
            raise LookupError("mine")

    with pytest.raises(LookupError, match="mine"):
        evaluate(on_result=fail)
    assert evaluate()[0] is not None


@posix
def test_an_interrupt_stops_the_engines_at_once_and_leaves_them_usable():
    script = """
        import contextlib
        import psutil
        children = []
        def spent():
            children[:] = children or engine_children()
            seconds = 0.0
            for child in children:
                with contextlib.suppress(psutil.NoSuchProcess):
                    seconds += child.cpu_times().user
            return seconds
        settings = resolve(depth=60)
        threading.Timer(0.05, lambda: print("go", flush=True)).start()
        try:
            evaluate(settings)
        except KeyboardInterrupt:
            before = spent()
            time.sleep(0.4)
            print(spent() - before < 0.15, flush=True)
        print(evaluate(resolve(depth=1))[0] is not None, flush=True)
    """
    with running(script, start_new_session=True) as process:
        assert process.stdout.readline() == "go\n"
        assert wait_until(lambda: all_searching(process.pid), 30)
        os.killpg(process.pid, signal.SIGINT)
        assert process.communicate(timeout=60)[0] == "True\nTrue\n"


@posix
@pytest.mark.parametrize("how", ["killed", "ends", "exits with an error", "terminated"])
def test_no_engine_outlives_its_process(how):
    last = {
        "killed": "evaluate(resolve(depth=60))",
        "terminated": "evaluate(resolve(depth=60))",
        "ends": "sys.stdin.readline()",
        "exits with an error": "sys.stdin.readline(); sys.exit(3)",
    }[how]
    script = f"""
        job = threading.Thread(target=evaluate, args=(resolve(depth=60),), daemon=True)
        job.start()
        print("go", flush=True)
        {last}
    """
    with running(script) as process:
        process.stdout.readline()
        assert wait_until(lambda: all_searching(process.pid), 30)
        engines = engines_of(process.pid)
        if how in ("killed", "terminated"):
            process.send_signal(signal.SIGKILL if how == "killed" else signal.SIGTERM)
        process.communicate("\n", timeout=60)
        assert all_gone(engines)


@posix
@pytest.mark.slow
def test_a_thousand_starts_and_stops_leave_nothing():
    process = psutil.Process()
    evaluate(game=(chess.Board(), []))
    wait_until(lambda: not process.children())
    threads, files = threading.active_count(), process.num_fds()
    for cycle in range(1000):
        stop = threading.Event()
        timer = threading.Timer(0.02 * (cycle % 8), stop.set)
        timer.start()
        evaluate(resolve(depth=30), engine=stockfish(), stop=stop, workers=1 + cycle % 3)
        timer.join()
        if cycle % 50 == 0:
            wait_until(lambda: not process.children())
    assert wait_until(lambda: not process.children(), 3)
    assert wait_until(lambda: threading.active_count() <= threads, 3)
    assert process.num_fds() <= files


def test_a_pool_that_could_start_no_thread_works_when_it_can(monkeypatch):
    def refuse(worker):
        raise RuntimeError("can't start new thread")

    time.sleep(1.0)  # until the workers of other tests are gone
    with monkeypatch.context() as patch:
        patch.setattr(Worker, "start", refuse)
        with pytest.raises(EngineError, match="no thread for an engine"):
            evaluate()
    assert all(evaluate().final)
