"""The cache of compiled engines: private, atomic, checked, never in the way."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import wasmtime

from chessnb.engine.wasm_cache import load_module

CODE = bytes(wasmtime.wat2wasm('(module (func (export "seven") (result i32) i32.const 7))'))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "compiled"


def _seven(folder: Path) -> int:
    engine = wasmtime.Engine()
    module = load_module(engine, CODE, folder)
    store = wasmtime.Store(engine)
    seven = wasmtime.Instance(store, module, []).exports(store)["seven"]
    assert isinstance(seven, wasmtime.Func)
    return seven(store)


def _only_file(folder: Path) -> Path:
    (path,) = folder.iterdir()
    return path


def test_what_was_compiled_is_kept_privately(folder: Path) -> None:
    assert _seven(folder) == 7
    path = _only_file(folder)
    if os.name == "posix":
        assert folder.stat().st_mode & 0o777 == 0o700
        assert path.stat().st_mode & 0o077 == 0
    before = path.stat().st_mtime_ns
    assert _seven(folder) == 7
    assert _only_file(folder).stat().st_mtime_ns == before


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: b"junk",
        lambda content: content[:-100],
        lambda content: content[:200] + bytes([content[200] ^ 1]) + content[201:],
    ],
    ids=["empty", "junk", "cut off", "one bit"],
)
def test_a_damaged_file_is_made_anew(folder: Path, damage: object) -> None:
    assert callable(damage)
    _seven(folder)
    path = _only_file(folder)
    good = path.read_bytes()
    path.write_bytes(damage(good))
    assert _seven(folder) == 7
    assert len(_only_file(folder).read_bytes()) == len(good)


def test_what_another_wasmtime_compiled_is_made_anew(folder: Path) -> None:
    import hashlib

    _seven(folder)
    path = _only_file(folder)
    foreign = path.read_bytes()[32:].replace(b"wasmtime", b"elsewise")
    path.write_bytes(hashlib.sha256(foreign).digest() + foreign)
    assert _seven(folder) == 7


@pytest.mark.skipif(os.name != "posix", reason="POSIX permissions")
def test_a_folder_open_to_others_is_not_read_and_then_closed(folder: Path) -> None:
    _seven(folder)
    folder.chmod(0o777)
    before = _only_file(folder).stat().st_mtime_ns
    assert _seven(folder) == 7
    assert _only_file(folder).stat().st_mtime_ns > before
    assert folder.stat().st_mode & 0o777 == 0o700


@pytest.mark.skipif(os.name != "posix", reason="POSIX permissions")
def test_a_link_in_place_of_the_folder_is_refused(folder: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    folder.parent.mkdir()
    folder.symlink_to(elsewhere)
    assert _seven(folder) == 7
    assert list(elsewhere.iterdir()) == []


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can give away")
def test_a_folder_of_another_user_is_refused(folder: Path) -> None:
    _seven(folder)
    path = _only_file(folder)
    os.chown(folder, 65534, 65534)
    before = path.stat().st_mtime_ns
    assert _seven(folder) == 7
    assert path.stat().st_mtime_ns == before


def test_without_a_place_to_write_it_compiles_each_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert _seven(tmp_path / "file" / "compiled") == 7


def test_processes_may_start_together(folder: Path) -> None:
    script = (
        "import sys, wasmtime; from pathlib import Path;"
        "from chessnb.engine.wasm_cache import load_module;"
        f"load_module(wasmtime.Engine(), {CODE!r}, Path(sys.argv[1]))"
    )
    command = [sys.executable, "-c", script, str(folder)]
    processes = [subprocess.Popen(command) for _ in range(4)]
    assert [process.wait(30) for process in processes] == [0, 0, 0, 0]
    _only_file(folder)
    assert _seven(folder) == 7


def test_only_the_newest_are_kept(folder: Path) -> None:
    engine = wasmtime.Engine()
    for number in range(6):
        code = bytes(wasmtime.wat2wasm(f"(module (func (result i32) i32.const {number}))"))
        load_module(engine, code, folder)
    assert len(list(folder.iterdir())) == 4
