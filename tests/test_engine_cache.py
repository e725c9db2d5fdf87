from __future__ import annotations

import datetime
import os
import sqlite3
import subprocess
import sys
import textwrap
import threading
import time
import warnings

import chess
import pytest
from engines import FAKE, OPERA, fake, moves_of, stockfish

from chessnb.engine import cache, room
from chessnb.engine.evaluation import Evaluation
from chessnb.engine.settings import resolve
from chessnb.engine.store import Entry, Store
from chessnb.errors import SettingsError

GAME = moves_of(OPERA)
SHALLOW = resolve(depth=2, multipv=2)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("CHESSNB_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def log(tmp_path):
    return tmp_path / "log"


def evaluate(settings=SHALLOW, game=GAME, **arguments):
    return room.evaluate(*game, settings, **({"engine": fake(), "patience": 5.0} | arguments))


def searched(log) -> list[str]:
    """The EPDs that the scripted engine searched, in order; the log begins anew."""
    lines = log.read_text().splitlines() if log.exists() else []
    log.unlink(missing_ok=True)
    return [line.split("\t")[1] for line in lines]


def lines(result):
    return [item.lines for item in result]


def database(folder):
    return folder / "evaluations.sqlite3"


def test_a_second_call_searches_nothing(log):
    first = evaluate(engine=fake(f"--log={log}"))
    assert len(searched(log)) == 33
    second = evaluate(engine=fake(f"--log={log}"))
    assert searched(log) == []
    assert lines(first) == lines(second)
    assert {item.source for item in second[:33]} == {"cache"}
    assert {item.engine for item in second[:33]} == {"Fake 1.0"}
    assert all(second.final)


def test_nothing_is_read_or_stored_without_the_cache(folder):
    evaluate(cache=False)
    assert not folder.exists()


@pytest.mark.parametrize(
    "other",
    [
        {"settings": resolve(depth=3, multipv=2)},
        {"settings": resolve(depth=2, multipv=1)},
        {"settings": resolve(nodes=40, multipv=2)},
        {"hash_mb": 16},
        {"engine": "longer command"},
    ],
    ids=["depth", "width", "nodes", "options", "engine"],
)
def test_other_settings_are_searched_for_themselves(other, log):
    engine = fake(f"--log={log}")
    evaluate(engine=engine)
    searched(log)
    if "engine" in other:
        changed = log.with_name("changed_engine.py")
        changed.write_text(FAKE.read_text().replace("Fake 1.0", "Fake 1.1"))
        other = {"engine": [sys.executable, str(changed), f"--log={log}"]}
    evaluate(**({"engine": engine} | other))
    assert len(searched(log)) == 33


def test_a_common_beginning_does_not_change_either_game(log):
    engine = fake(f"--log={log}")
    short = (GAME[0], GAME[1][:10])
    alone = evaluate(game=short, cache=False, engine=engine)
    evaluate(engine=engine)
    searched(log)
    assert lines(evaluate(game=short, engine=engine)) == lines(alone)
    # The first block is the same in both games.
    assert len(searched(log)) == 3
    evaluate(engine=engine)
    assert searched(log) == []


def test_a_block_that_was_interrupted_is_shown_and_searched_again(log):
    stop = threading.Event()

    def at_29(index, evaluation):
        if index == 29:
            stop.set()

    engine = fake(f"--log={log}")
    evaluate(engine=engine, workers=1, stop=stop, on_result=at_29)
    assert 0 < len(searched(log)) < 8
    shown = []
    result = evaluate(
        engine=engine, workers=1, on_result=lambda index, item: shown.append((index, item.source))
    )
    assert (29, "cache") in shown[:5]
    assert len(searched(log)) == 32
    assert result[29].source == "cache"
    assert lines(result) == lines(evaluate(cache=False))


def test_any_takes_deeper_and_wider_results(log):
    engine = fake(f"--log={log}")
    evaluate(resolve(depth=2, multipv=3), engine=engine)
    searched(log)
    exact = evaluate(resolve(depth=1, multipv=1), engine=engine, cache=True)
    assert len(searched(log)) == 33
    cache.clear()
    evaluate(resolve(depth=2, multipv=3), engine=engine)
    searched(log)
    found = evaluate(resolve(depth=1, multipv=1), engine=engine, cache="any")
    assert searched(log) == []
    assert [len(item.lines) for item in found[:33]] == [1] * 33
    assert [item.best.pv for item in found] == [item.best.pv for item in exact]
    evaluate(resolve(depth=3, multipv=1), engine=engine, cache="any")
    assert len(searched(log)) == 33


def test_the_same_position_with_a_repetition_is_another_one(log):
    engine = fake(f"--log={log}")
    fen = "6k1/5pp1/7p/8/8/8/1R3PPP/6K1 b - - 0 1"
    pgn = f'[SetUp "1"]\n[FEN "{fen}"]\n\n1... Kf8 2. Rc2 Kg8 3. Rb2 Kf8 4. Rc2 Kg8 5. Rb2 1/2-1/2'
    result = evaluate(game=moves_of(pgn), engine=engine)
    assert result[8].best.cp == 0
    searched(log)
    found = evaluate(game=(chess.Board(fen), []), engine=engine, cache="any")
    assert found[0].best.cp != 0
    board = chess.Board(fen.replace(" 0 1", " 8 5"))
    evaluate(game=(board, []), engine=engine, cache="any")
    assert searched(log) == []
    late = chess.Board(fen.replace(" 0 1", " 90 50"))
    evaluate(game=(late, []), engine=engine, cache="any")
    assert len(searched(log)) == 1


def test_failures_are_not_stored(log):
    board = GAME[0].copy()
    for move in GAME[1][:20]:
        board.push(move)
    failed = evaluate(engine=fake("exit", "--at", board.epd()))
    assert failed[20].error
    assert cache.info().evaluations < 33


def damage(path, how):
    size = path.stat().st_size
    with path.open("r+b") as stream:
        if how == "junk":
            stream.write(b"garbage" * 100)
            stream.truncate(700)
        elif how == "pages":
            for page in range(1, min(8, size // 4096)):
                stream.seek(page * 4096)
                stream.write(b"\xff" * 4096)
        elif how == "cut":
            stream.truncate(5000)
        elif how == "empty":
            stream.truncate(0)


@pytest.mark.parametrize("how", ["junk", "pages", "cut"])
def test_a_damaged_file_is_set_aside_with_one_warning(folder, how):
    first = evaluate()
    cache.shared_store().close()
    damage(database(folder), how)
    with pytest.warns(RuntimeWarning, match="set aside as 'evaluations.damaged-") as caught:
        second = evaluate()
    assert len(caught) == 1
    assert lines(first) == lines(second)
    assert len(list(folder.glob("evaluations.damaged-*"))) == 1
    assert {item.source for item in evaluate()[:33]} == {"cache"}


def test_an_emptied_file_is_begun_anew(folder):
    first = evaluate()
    cache.shared_store().close()
    damage(database(folder), "empty")
    assert lines(evaluate()) == lines(first)


@pytest.mark.parametrize("mode", ["EXCLUSIVE", "IMMEDIATE"])
def test_a_locked_file_costs_one_warning_and_no_wait(folder, mode):
    evaluate(cache=True, game=(chess.Board(), []))
    holder = sqlite3.connect(database(folder), isolation_level=None)
    if mode == "EXCLUSIVE":
        cache.shared_store().close()
        holder.execute("PRAGMA journal_mode=DELETE")
    holder.execute(f"BEGIN {mode}")
    store, entry = cache.shared_store(), (chess.Board(), GAME[1][:4])
    try:
        began = time.monotonic()
        for key in (b"one", b"two", b"three"):
            assert store.find([key]) == {}
            store.put(Entry(key, b"position", b"engine", Evaluation()))
        assert time.monotonic() - began < 1.5
        with pytest.warns(RuntimeWarning, match="in use by another program") as caught:
            locked = evaluate(game=entry)
        assert len(caught) == 1
    finally:
        holder.execute("ROLLBACK")
        holder.close()
    assert lines(locked) == lines(evaluate(game=entry))


def test_a_lock_in_the_middle_of_a_game(folder):
    holders = []

    def lock(index, evaluation):
        if index == 20 and not holders:
            holders.append(
                sqlite3.connect(database(folder), isolation_level=None, check_same_thread=False)
            )
            holders[0].execute("BEGIN IMMEDIATE")

    with pytest.warns(RuntimeWarning, match="in use by another program"):
        result = evaluate(on_result=lock)
    holders[0].close()
    assert lines(result) == lines(evaluate(cache=False))


def test_a_file_that_cannot_grow(folder):
    evaluate(game=(chess.Board(), []))
    store = cache.shared_store()
    store._open().execute("PRAGMA max_page_count = 1")
    with pytest.warns(RuntimeWarning, match="kept in memory") as caught:
        result = evaluate()
    assert len(caught) == 1
    assert lines(result) == lines(evaluate(cache=False))
    assert {item.source for item in evaluate()[:33]} == {"cache"}


def test_a_file_that_cannot_be_written(folder):
    evaluate(game=(chess.Board(), []))
    cache.shared_store()._open().execute("PRAGMA query_only = 1")
    with pytest.warns(RuntimeWarning, match="kept in memory"):
        assert all(evaluate().final)


def test_a_folder_that_cannot_be_made(folder):
    folder.write_text("a file in the way")
    with pytest.warns(RuntimeWarning, match="kept in memory") as caught:
        evaluate()
    assert len(caught) == 1
    assert {item.source for item in evaluate()[:33]} == {"cache"}
    assert cache.info().in_memory and "in memory" in repr(cache.info())


def test_a_file_of_a_newer_version_is_left_alone(folder):
    evaluate(game=(chess.Board(), []))
    cache.shared_store()._open().execute("PRAGMA user_version = 99")
    cache.shared_store().close()
    with pytest.warns(RuntimeWarning, match="newer chessnb"):
        evaluate()
    with sqlite3.connect(database(folder)) as connection:
        assert connection.execute("SELECT COUNT(*) FROM evaluations").fetchone() == (1,)
    connection.close()


def test_a_deleted_folder_is_made_again(folder):
    evaluate()
    cache.shared_store().close()
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()
    assert all(evaluate().final)
    assert database(folder).exists()


@pytest.mark.parametrize(
    "damaged",
    [
        "[]",
        "{}",
        "junk",
        '[[1,"a1a8",10,null,3,4]]',
        "[[1,5,10,null,3,4]]",
        '[[1,"",10,null,3,4]]',
        '[[1,"e2e4","10",null,3,4]]',
        '[[0,"e2e4",10,null,3,4]]',
        '[[1,"e2e4",10,3,3,4]]',
        '[[1,"e2e4",1e300,null,3,4]]',
        "[" * 100_000,
        b"\xff\xfe",
    ],
)
def test_a_damaged_row_is_searched_again(folder, damaged):
    first = evaluate()
    with sqlite3.connect(database(folder)) as connection:
        connection.execute("UPDATE evaluations SET lines = ?", (damaged,))
    connection.close()
    assert lines(evaluate()) == lines(first)
    assert {item.source for item in evaluate()[:33]} == {"cache"}


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write all")
def test_a_file_that_may_only_be_read_is_read(folder):
    stored = evaluate()
    cache.shared_store().close()
    database(folder).chmod(0o444)
    folder.chmod(0o555)
    try:
        with pytest.warns(RuntimeWarning, match="takes nothing more") as caught:
            evaluate(resolve(depth=3))
        assert len(caught) == 1
        again = evaluate()
    finally:
        folder.chmod(0o755)
    assert lines(again) == lines(stored)
    assert {item.source for item in again[:33]} == {"cache"}


def test_a_full_file_is_read_and_filled_when_there_is_room(folder):
    evaluate()
    cache.shared_store()._open().execute("PRAGMA max_page_count = 1")
    with pytest.warns(RuntimeWarning, match="takes nothing more") as caught:
        evaluate(resolve(depth=3))
    assert len(caught) == 1
    assert {item.source for item in evaluate()[:33]} == {"cache"}
    evaluate(resolve(depth=4))
    assert not cache.info().in_memory


def test_a_sound_file_that_took_the_damaged_ones_place_stays(folder):
    evaluate()
    cache.shared_store()._open().execute("PRAGMA wal_checkpoint(TRUNCATE)")
    damage(database(folder), "junk")
    process("depth=3", fake()).communicate(timeout=60)
    evaluate(resolve(depth=4))
    assert len(list(folder.glob("evaluations.damaged-*"))) == 1


@pytest.mark.parametrize("value", [None, "~nobody-of-this-name/cache"])
def test_without_a_home_there_is_one_warning(monkeypatch, value):
    import platformdirs

    def homeless(*arguments, **options):
        raise RuntimeError("could not determine the home directory")

    monkeypatch.setattr(platformdirs, "user_cache_dir", homeless)
    if value is None:
        monkeypatch.delenv("CHESSNB_CACHE")
    else:
        monkeypatch.setenv("CHESSNB_CACHE", value)
    with pytest.warns(RuntimeWarning, match="CHESSNB_CACHE may name another folder") as caught:
        evaluate()
    assert len(caught) == 1
    assert {item.source for item in evaluate()[:33]} == {"cache"}


def test_info_and_clear(folder):
    evaluate()
    found = cache.info()
    assert (found.path, found.evaluations, found.engines) == (
        database(folder),
        33,
        {"Fake 1.0": 33},
    )
    assert 0 < found.size < found.limit and not found.in_memory
    assert "33 evaluations" in repr(found) and "Fake 1.0" in repr(found)
    assert cache.clear(older_than=1) == 0
    assert cache.clear(older_than=datetime.timedelta(days=1)) == 0
    with pytest.raises(SettingsError, match=r"'stockfish'; there are: 'Fake 1\.0'"):
        cache.clear(engine="stockfish")
    assert cache.clear(engine="fake") == 33
    evaluate()
    later = datetime.datetime.now() + datetime.timedelta(seconds=5)
    assert cache.clear(older_than=later) == 33
    assert cache.info().evaluations == 0 == cache.clear()
    assert cache.clear(engine="stockfish") == 0


@pytest.mark.parametrize("engine", ["", " ", 5, b"fake", ["fake"]])
def test_clear_refuses_what_names_no_engine(engine):
    with pytest.raises(SettingsError, match="no engine's name"):
        cache.clear(engine=engine)


@pytest.mark.parametrize("older_than", ["yesterday", True, -1, 10**400, float("nan")])
def test_clear_refuses_what_is_no_time(older_than):
    with pytest.raises(SettingsError, match=repr(older_than)):
        cache.clear(older_than=older_than)


def test_what_was_not_used_for_longest_goes_first(folder):
    evaluate()
    store = Store(database(folder), limit=4096)
    with sqlite3.connect(database(folder)) as connection:
        connection.execute(
            "UPDATE evaluations SET used = 1 WHERE exact IN (SELECT exact FROM evaluations LIMIT 3)"
        )
    connection.close()
    store.shrink()
    store.close()
    with sqlite3.connect(database(folder)) as connection:
        assert connection.execute("SELECT MIN(used) > 1 FROM evaluations").fetchone() == (1,)
        assert connection.execute("SELECT COUNT(*) FROM evaluations").fetchone()[0] < 33
    connection.close()


def test_another_job_for_the_same_game_takes_what_the_first_finished(log):
    engine = fake(f"--log={log}")
    threads = [
        threading.Thread(target=evaluate, kwargs={"engine": engine, "workers": 1}) for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(searched(log)) == 33


WORK = """
    from chessnb.engine import room
    from chessnb.engine.settings import resolve
    import sys
    sys.path.insert(0, {tests!r})
    from engines import OPERA, fake, moves_of
    if __name__ == "__main__":
        result = room.evaluate(*moves_of(OPERA), resolve({limit}), engine={engine!r}, workers=1)
        print([item.best.cp for item in result])
"""


def process(limit: str, engine) -> subprocess.Popen:
    script = textwrap.dedent(WORK).format(tests=str(FAKE.parent), limit=limit, engine=engine)
    command = [sys.executable, "-W", "error", "-c", script]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=dict(os.environ))


def test_two_processes_share_one_cache():
    workers = [process("depth=2", fake()) for _ in range(2)]
    outputs = [worker.communicate(timeout=60)[0] for worker in workers]
    assert [worker.returncode for worker in workers] == [0, 0]
    assert outputs[0] == outputs[1]
    assert cache.info().evaluations == 33


def test_a_killed_process_loses_no_finished_block():
    settings, engine = "depth=7, multipv=1", stockfish()
    worker = process(settings, engine)
    deadline = time.monotonic() + 60
    while cache.info().evaluations < 10 and time.monotonic() < deadline:
        time.sleep(0.02)
    worker.kill()
    worker.communicate()
    result = room.evaluate(*GAME, resolve(depth=7, multipv=1), engine=engine)
    assert sum(item.source == "cache" for item in result) >= 9
    alone = room.evaluate(*GAME, resolve(depth=7, multipv=1), engine=engine, cache=False)
    assert lines(result) == lines(alone)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_forked_child_has_a_pool_and_a_connection_of_its_own():
    expected = evaluate()
    child = os.fork()
    if not child:
        code = 1
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                code = 0 if lines(evaluate()) == lines(expected) else 2
                code = code or (0 if evaluate(cache=False) == expected else 3)
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert lines(evaluate()) == lines(expected)
