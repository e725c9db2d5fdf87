from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import textwrap
import threading
import time

import chess
import psutil
import pytest
from engines import fake, stockfish

from chessnb.engine.session import Session
from chessnb.errors import EngineError, SettingsError

posix = pytest.mark.skipif(os.name != "posix", reason="signals, process groups, descriptors")
START = f"position fen {chess.STARTING_FEN}"


@pytest.fixture
def native():
    session = Session([stockfish()])
    yield session
    session.close()


def gone(pid: int, seconds: float = 2.0) -> bool:
    """Whether a process ends within some seconds."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            if psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
                return True
        except psutil.NoSuchProcess:
            return True
        time.sleep(0.02)
    return False


def test_a_real_engine_answers(native):
    assert native.name.startswith("Stockfish")
    assert {"Hash", "MultiPV", "UCI_Chess960"} <= native.options
    native.configure({"MultiPV": 3, "Hash": 16, "NoSuchOption": 1})
    native.new_game(10)
    answer = native.search(START, "go depth 6", 60)
    lines = answer.lines(chess.Board())
    assert [line.rank for line in lines] == [1, 2, 3]
    assert all(line.depth == 6 for line in lines)


def test_the_same_search_gives_the_same_answer(native):
    found = []
    for _ in range(2):
        native.new_game(10)
        found.append(native.search(START, "go nodes 20000", 60).lines(chess.Board()))
    assert found[0] == found[1]


def test_abandoning_ends_a_search_at_once(native):
    began = time.monotonic()
    threading.Timer(0.2, native.abandon).start()
    assert native.search(START, "go infinite", 60) is None
    assert time.monotonic() - began < 1.0
    assert native.search(START, "go depth 1", 60) is None
    native.welcome()
    assert native.search(START, "go depth 1", 60) is not None


@posix
def test_closing_leaves_no_process_no_thread_and_no_descriptor():
    process = psutil.Process()
    threads, files = threading.active_count(), process.num_fds()
    sessions = [Session([stockfish()]), Session(fake()), Session(fake("stays"))]
    pids = [session.pid for session in sessions]
    for session in sessions:
        session.close()
        assert not session.alive
    assert all(gone(pid, 0.1) for pid in pids)
    assert (threading.active_count(), process.num_fds()) == (threads, files)


@posix
def test_the_engine_has_a_process_group_of_its_own(native):
    assert os.getpgid(native.pid) == native.pid != os.getpgid(0)


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        ("hang", "hung"),
        ("no-bestmove", "hung"),
        ("garbage", "hung"),
        ("chatter", "hung"),
        ("exit", "died"),
        ("segfault", "died"),
        ("killed", "died"),
        ("closed-output", "died"),
    ],
)
def test_each_failure_is_an_error_and_leaves_no_process(fault, kind):
    session = Session(fake(fault))
    with pytest.raises(EngineError) as caught:
        session.search(START, "go depth 2", 1.0)
    assert caught.value.kind == kind
    assert gone(session.pid, 0.1)
    session.close()


@posix
def test_the_exit_code_and_the_last_words_are_told():
    session = Session(fake("segfault"))
    with pytest.raises(EngineError, match="exit code -11"):
        session.search(START, "go depth 2", 10)
    with pytest.raises(EngineError, match=r"(?s)exit code 132.*another processor") as caught:
        Session(fake("dies-at-start"))
    assert caught.value.kind == "died"


def test_noise_does_not_disturb():
    session = Session(fake("noise"))
    answer = session.search(START, "go depth 2", 30)
    assert answer.lines(chess.Board())[0].pv == ("a2a3",)
    session.close()


def test_an_answer_too_many_is_not_taken_for_the_next():
    session = Session(fake("twice"))
    for _ in range(3):
        answer = session.search(START, "go depth 2", 30)
        assert answer.lines(chess.Board())[0].pv == ("a2a3",)
    session.close()


def test_a_program_that_is_no_engine():
    with pytest.raises(EngineError) as caught:
        Session([sys.executable, "-c", "import sys; sys.stdin.read()"], start_seconds=0.5)
    assert caught.value.kind == "not-an-engine"
    with pytest.raises(EngineError) as caught:
        Session(["/no/such/engine"])
    assert caught.value.kind == "not-found"


@posix
def test_an_engine_behind_a_script_ends_with_it(tmp_path):
    script = tmp_path / "engine.sh"
    script.write_text(f"#!/bin/sh\n'{stockfish()}'\nexit 0\n")
    script.chmod(0o755)
    session = Session([str(script)])
    inner = [child.pid for child in psutil.Process(session.pid).children()]
    assert inner
    session.kill()
    assert all(gone(pid) for pid in inner)


@posix
@pytest.mark.parametrize("command", ["real", "hang"])
def test_an_engine_ends_when_its_parent_is_killed(command):
    engine = fake("hang") if command == "hang" else [stockfish()]
    if command == "hang" and sys.platform != "linux":
        pytest.skip("a deaf engine outlives a killed parent where the kernel cannot tell it")
    script = f"""
        from chessnb.engine.session import Session
        session = Session({engine!r})
        print(session.pid, flush=True)
        session.search({START!r}, "go infinite", 600)
    """
    parent = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script)], stdout=subprocess.PIPE, text=True
    )
    pid = int(parent.stdout.readline())
    time.sleep(0.3)
    assert not gone(pid, 0.05)
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    assert gone(pid)


@posix
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_forked_child_leaves_the_engine_to_its_parent(native):
    child = os.fork()
    if not child:
        alive = native.alive
        del native
        os._exit(1 if alive else 0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert native.search(START, "go depth 1", 60) is not None


def test_a_value_that_the_engine_would_ignore_is_refused():
    session = Session(fake())
    with pytest.raises(SettingsError, match="takes Hash from 1 to 1024, and 99999"):
        session.configure({"Hash": 99_999})
    session.configure({"Hash": 1024})
    session.close()


@posix
def test_what_an_engine_started_itself_ends_with_it(tmp_path):
    script, pid = tmp_path / "engine", tmp_path / "pid"
    script.write_text(f"#!/bin/sh\nsleep 333 &\necho $! > {pid}\nexec {shlex.join(fake())}\n")
    script.chmod(0o755)
    Session([str(script)]).close()
    assert gone(int(pid.read_text()))


@posix
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"MZ\0\0\ntouch {mark}\n", "for this machine"),
        (b"\x7fELF\x01\x02" + bytes(12) + b"\xff\xff\ntouch {mark}\n", "for this machine"),
        (b"#!/no/such/interpreter\n", "interpreter"),
        (b"#!/bin/sh\r\n", "interpreter"),
    ],
)
def test_what_the_system_cannot_start_is_not_given_to_a_shell(tmp_path, content, said):
    program, mark = tmp_path / "engine", tmp_path / "mark"
    program.write_bytes(content.replace(b"{mark}", bytes(mark)))
    program.chmod(0o755)
    with pytest.raises(EngineError, match=said):
        Session([str(program)])
    assert not mark.exists()
