"""Finding an engine, and saying clearly why one cannot be used."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from chessnb.engine import bundle, bundled, places, probe
from chessnb.engine.identity import identify
from chessnb.engine.keys import Keyring
from chessnb.engine.locate import engines, find_engine
from chessnb.engine.settings import resolve
from chessnb.engine.spec import EngineSpec
from chessnb.errors import EngineError

FAKE = """
import sys
for line in sys.stdin:
    if line.strip() == "uci":
        print("id name Fake 1.2", "uciok", sep="\\n", flush=True)
    elif line.strip() == "isready":
        print("readyok", flush=True)
    elif line.strip() == "quit":
        break
"""

posix = pytest.mark.skipif(os.name != "posix", reason="scripts and permissions of POSIX")

Make = Callable[..., Path]


@pytest.fixture(autouse=True)
def nothing_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A machine without any engine but the bundled one."""
    monkeypatch.delenv("CHESSNB_ENGINE", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setattr(places, "_POSIX", ())
    monkeypatch.setattr(places, "_WINDOWS", ())
    for name in ("path", "home"):
        (tmp_path / name).mkdir()


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Write an executable script; by default one that plays a UCI engine."""

    def write(where: str, text: str = FAKE, interpreter: str = sys.executable) -> Path:
        path = tmp_path / where
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!{interpreter}\n{textwrap.dedent(text)}")
        path.chmod(0o755)
        return path

    return write


def _failure(spec: object) -> EngineError:
    began = time.monotonic()
    with pytest.raises(EngineError) as caught:
        find_engine(spec)  # type: ignore[arg-type]
    assert time.monotonic() - began < 10.0
    assert caught.value.__cause__ is None or isinstance(caught.value.__cause__, OSError)
    return caught.value


def test_without_anything_the_bundled_engine_is_taken() -> None:
    spec = find_engine()
    assert spec.bundled
    assert spec.path == bundle.BIN / bundle.WASM.name
    assert spec == find_engine("bundled") == find_engine("'Bundled' ")
    assert hash(spec) == hash(find_engine("bundled"))


@posix
def test_the_order_is_argument_variable_path_places(
    make: Make, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    place = make("place/stockfish")
    monkeypatch.setattr(places, "_POSIX", (str(place.parent),))
    assert (find_engine().found, find_engine().path) == ("well-known place", place)
    on_path = make("path/stockfish")
    assert (find_engine().found, find_engine().path) == ("PATH", on_path)
    named = make("variable")
    monkeypatch.setenv("CHESSNB_ENGINE", str(named))
    assert (find_engine().found, find_engine().path) == ("CHESSNB_ENGINE", named)
    argument = make("argument")
    assert (find_engine(argument).found, find_engine(argument).path) == ("argument", argument)
    monkeypatch.setenv("CHESSNB_ENGINE", "bundled")
    assert find_engine().bundled


@posix
def test_every_usual_way_of_writing_a_path(
    make: Make, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    engine = make("home/my engines/the one")
    make("path/onpath")
    monkeypatch.setenv("ENGINES", str(engine.parent))
    monkeypatch.chdir(engine.parent)
    for spelling in (
        str(engine),
        engine,
        f'"{engine}"',
        f" '{engine}' ",
        str(engine).replace(" ", "\\ "),
        "~/my engines/the one",
        "$ENGINES/the one",
        "the one",
        "./the one",
        [str(engine)],
        [engine, "with", "arguments"],
    ):
        assert find_engine(spelling).path == engine  # type: ignore[arg-type]
    assert find_engine("onpath").name == "Fake 1.2"
    assert find_engine([engine, "-x"]).command == (str(engine), "-x")  # type: ignore[list-item]


def test_a_located_engine_is_taken_as_it_is() -> None:
    spec = EngineSpec(("/no/such/file",), "x", Path("/no/such/file"))
    assert find_engine(spec) is spec


@pytest.mark.parametrize("spec", ["/no/such/engine", "no-such-engine", "~/stockfish", "", '""'])
def test_what_is_not_there(spec: str) -> None:
    error = _failure(spec)
    assert error.kind == "not-found"
    assert spec in str(error)
    assert 'engine="bundled"' in str(error)


@pytest.mark.parametrize("spec", [7, True, [], b"engine", {"engine": "stockfish"}])
def test_what_names_no_engine(spec: object) -> None:
    assert _failure(spec).kind == "not-found"


@pytest.mark.parametrize("spec", ["x" * 300, "/" + "x" * 5000, ["engine", "a\0b"]])
def test_what_no_system_can_look_for(spec: object) -> None:
    assert _failure(spec).kind == "not-found"


@posix
def test_an_engine_that_is_gone_by_now(make: Make) -> None:
    engine = make("engine")
    spec = find_engine(engine)
    engine.unlink()
    with pytest.raises(EngineError, match="see that it is there"):
        identify(spec)


@posix
def test_arguments_are_part_of_what_an_engine_is(make: Make) -> None:
    one, other = (identify(find_engine([make("engine"), word])) for word in ("-a", "-b"))
    assert one.to_dict()["arguments"] == ["-a"]
    settings = resolve(depth=1)
    assert Keyring(one, {}, settings).engine != Keyring(other, {}, settings).engine


@posix
def test_a_link_to_nothing(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "gone")
    error = _failure(tmp_path / "link")
    assert error.kind == "not-found"
    assert "is a link to" in str(error)


@posix
def test_arguments_in_one_string_are_told_how_to_be_given(make: Make) -> None:
    engine = make("engine")
    error = _failure(f"{engine} bench")
    assert error.kind == "not-found"
    assert f"engine=['{engine}', 'bench']" in str(error)


def test_a_folder(tmp_path: Path) -> None:
    error = _failure(tmp_path)
    assert error.kind == "not-executable"
    assert "is a directory" in str(error)


@posix
def test_a_folder_with_an_engine_in_it(make: Make) -> None:
    engine = make("download/stockfish-linux")
    assert str(engine) in str(_failure(engine.parent))


@posix
def test_a_file_that_may_not_be_executed(make: Make) -> None:
    engine = make("engine")
    engine.chmod(0o644)
    error = _failure(engine)
    assert error.kind == "not-executable"
    assert "chmod +x" in str(error)


@posix
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"hello\n", "is no program"),
        (b"", "is no program"),
        (b"PK\x03\x04", "is no program"),
        pytest.param(
            b"\xcf\xfa\xed\xfe",
            "for macOS",
            marks=pytest.mark.skipif(sys.platform != "linux", reason="Linux"),
        ),
    ],
)
def test_a_file_that_no_system_would_start(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "engine"
    path.write_bytes(content)
    path.chmod(0o755)
    error = _failure(path)
    assert error.kind == "not-executable"
    assert said in str(error)


@posix
def test_a_program_that_is_no_engine(make: Make) -> None:
    error = _failure("/bin/cat")
    assert error.kind == "not-an-engine"
    assert "uci" in str(error)


@posix
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("raise SystemExit(0)", "exit code 0"),
        ("import sys; input(); print('bad CPU', file=sys.stderr); sys.exit(132)", "bad CPU"),
        ("import os; input(); os.kill(os.getpid(), 4)", "instruction"),
    ],
)
def test_a_program_that_dies_at_start(make: Make, text: str, said: str) -> None:
    error = _failure(make("engine", text))
    assert error.kind == "died"
    assert said in str(error)
    assert "another build" in str(error)


@posix
def test_a_named_engine_that_fails_is_never_replaced(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    make("path/stockfish")
    monkeypatch.setenv("CHESSNB_ENGINE", "/no/such/engine")
    error = _failure(None)
    assert error.kind == "not-found"
    assert "CHESSNB_ENGINE" in str(error)


@posix
def test_an_installed_engine_that_fails_is_passed_over_with_one_warning(make: Make) -> None:
    make("path/stockfish", "raise SystemExit(9)")
    with pytest.warns(RuntimeWarning, match="exit code 9"):
        assert find_engine().bundled
    assert find_engine().bundled


def test_a_damaged_bundled_engine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(bundle, "BIN", tmp_path)
    assert _failure("bundled").kind == "damaged"
    (tmp_path / bundle.WASM.name).write_bytes(b"\0asm")
    error = _failure("bundled")
    assert error.kind == "damaged"
    assert bundle.WASM.sha256 in str(error)


def test_the_bundled_engine_needs_what_runs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundled.importlib.util, "find_spec", lambda name: None)
    assert "pip install wasmtime" in str(_failure("bundled"))
    monkeypatch.undo()
    monkeypatch.setattr(sys, "executable", "")
    assert "sys.executable" in str(_failure("bundled"))


def test_the_identity_of_the_bundled_engine() -> None:
    identity = identify(find_engine("bundled"))
    assert identity.name == bundle.NAME
    assert identity.version == "19"
    assert identity.sha256 == bundle.WASM.sha256
    facts = identity.to_dict({"Hash": 64})
    assert facts["bundled"] is True
    assert facts["options"] == {"Hash": 64}


@posix
def test_the_identity_follows_the_content(make: Make) -> None:
    engine = make("one")
    first = identify(find_engine(engine))
    assert first.version == "1.2"
    assert identify(find_engine(make("two"))).sha256 == first.sha256
    make("one", FAKE + "# changed\n")
    assert identify(find_engine(engine)).sha256 != first.sha256
    script = [sys.executable, str(engine)]
    assert (
        identify(find_engine(script)).sha256
        != identify(find_engine([sys.executable, "-c", FAKE])).sha256
    )


@pytest.mark.parametrize(
    ("name", "version"),
    [
        ("Stockfish 15.1", "15.1"),
        ("Stockfish 19 Lite WASM", "19"),
        ("Stockfish dev-20240101-abcdef12", "dev-20240101-abcdef12"),
        ("Lc0 v0.31.2+git.dirty", "v0.31.2"),
        ("Komodo", None),
    ],
)
def test_the_version_is_read_from_the_name(name: str, version: str | None) -> None:
    path = bundle.BIN / bundle.WASM.name
    assert identify(EngineSpec((str(path),), name, path)).version == version


@posix
def test_the_table_of_engines(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = make("broken", "raise SystemExit(3)")
    make("path/stockfish")
    monkeypatch.setenv("CHESSNB_ENGINE", str(broken))
    table = engines()
    assert list(table["found"]) == ["CHESSNB_ENGINE", "PATH", "bundled"]
    assert "exit code 3" in table["error"][0]
    assert table["name"][1] == "Fake 1.2"
    assert table["name"][2] == bundle.NAME
    assert not table["default"].any()
    monkeypatch.delenv("CHESSNB_ENGINE")
    assert list(engines()["default"]) == [True, False]
    assert table["nodes_per_second"].isna().all()


def test_the_speed_of_engines_on_request() -> None:
    assert engines(speed=True)["nodes_per_second"].min() > 10_000


@posix
def test_no_process_is_left_behind(
    make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(probe, "_SECONDS", 1.5)
    engine = make(
        "engine",
        f"""
        import os, time
        open({str(tmp_path / "pid")!r}, "w").write(str(os.getpid()))
        time.sleep(60)
        """,
    )
    assert _failure(engine).kind == "not-an-engine"
    pid = int((tmp_path / "pid").read_text())
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_the_bundled_engine_answers_when_started_as_located() -> None:
    done = subprocess.run(
        find_engine("bundled").command,
        input="uci\nquit\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert "uciok" in done.stdout
