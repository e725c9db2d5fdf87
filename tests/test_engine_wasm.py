"""The bundled engine as a UCI program: commands, stopping, ending, conformance."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest
from uci_dialogue import HOST, Dialogue, words_after

from chessnb.engine import bundle
from chessnb.engine.derive_abi import derive
from chessnb.engine.wasm_abi import ABI
from chessnb.engine.wasm_machine import CAN_RUN_UNRESERVED, WrongFileError, read_code

MIDDLEGAME = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 0 10"
ENDGAME = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
MATE_IN_ONE = "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"
CHECKMATE = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"
STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
CHESS960 = "rkr5/pppppppp/8/8/8/8/PPPPPPPP/RK1R4 w DAca - 0 1"


@pytest.fixture(scope="module")
def engine() -> Iterator[Dialogue]:
    """One running engine for the tests that leave it as it was."""
    with Dialogue() as dialogue:
        dialogue.ask("uci", until="uciok")
        yield dialogue


@pytest.fixture(autouse=True)
def defaults(engine: Dialogue) -> None:
    engine.ask(
        "setoption name MultiPV value 1",
        "setoption name UCI_Chess960 value false",
        "setoption name Hash value 16",
        "ucinewgame",
        "isready",
        until="readyok",
    )


def test_it_introduces_itself(engine: Dialogue) -> None:
    lines = engine.ask("uci", until="uciok")
    assert f"id name {bundle.NAME}" in lines
    options = {words_after(line, "name") for line in lines if line.startswith("option")}
    assert {"Hash", "MultiPV", "UCI_Chess960", "Threads"} <= options


def test_depth_and_nodes_are_limits(engine: Dialogue) -> None:
    lines = engine.ask(f"position fen {MIDDLEGAME}", "go depth 9")
    assert words_after(lines[-2], "depth") == "9"
    lines = engine.ask("ucinewgame", f"position fen {MIDDLEGAME}", "go nodes 20000")
    assert 15_000 < int(words_after(lines[-2], "nodes")) < 25_000


def test_movetime_is_a_limit(engine: Dialogue) -> None:
    began = time.monotonic()
    engine.ask(f"position fen {MIDDLEGAME}", "go movetime 200")
    assert 0.1 < time.monotonic() - began < 2.0


def test_stop_ends_an_endless_search_at_once(engine: Dialogue) -> None:
    engine.ask(f"position fen {MIDDLEGAME}", "go infinite", until="info depth 8 ")
    began = time.monotonic()
    engine.ask("stop")
    assert time.monotonic() - began < 0.5


def test_isready_is_answered_while_searching(engine: Dialogue) -> None:
    engine.ask(f"position fen {MIDDLEGAME}", "go infinite", until="info depth 8 ")
    lines = engine.ask("isready", until="readyok", seconds=2.0)
    assert not any(line.startswith("bestmove") for line in lines)
    engine.ask("stop")


def test_what_cannot_be_done_while_searching_waits(engine: Dialogue) -> None:
    engine.ask(f"position fen {MIDDLEGAME}", "go infinite", until="info depth 6 ")
    engine.say("setoption name MultiPV value 2", f"position fen {ENDGAME}", "go infinite", "stop")
    engine.until("bestmove")
    lines = engine.until("bestmove", seconds=5.0)
    assert any("multipv 2" in line for line in lines)
    legal = {move.uci() for move in chess.Board(ENDGAME).legal_moves}
    assert lines[-1].split()[1] in legal


def test_the_same_search_twice_is_the_same(engine: Dialogue) -> None:
    def search() -> list[str]:
        engine.ask("ucinewgame", "isready", until="readyok")
        return _timeless(engine.ask(f"position fen {MIDDLEGAME}", "go depth 10"))

    assert search() == search()


def test_multipv_gives_ranks(engine: Dialogue) -> None:
    engine.say("setoption name MultiPV value 3")
    lines = engine.ask(f"position fen {MIDDLEGAME}", "go depth 8")
    last = [words_after(line, "multipv") for line in lines if line.startswith("info depth 8 ")]
    assert last == ["1", "2", "3"]


def test_hash_grows_and_shrinks(engine: Dialogue) -> None:
    for megabytes in (256, 1):
        engine.say(f"setoption name Hash value {megabytes}")
        assert engine.ask(f"position fen {MIDDLEGAME}", "go depth 6")[-1].startswith("bestmove")


def test_chess960_castling_is_king_takes_rook(engine: Dialogue) -> None:
    engine.say("setoption name UCI_Chess960 value true")
    lines = engine.ask(f"position fen {CHESS960} moves b1d1", "go depth 6")
    board = chess.Board(CHESS960, chess960=True)
    board.push_uci("b1d1")
    assert chess.Move.from_uci(lines[-1].split()[1]) in board.legal_moves


def test_searchmoves_restricts_the_choice(engine: Dialogue) -> None:
    lines = engine.ask(f"position fen {MIDDLEGAME}", "go depth 6 searchmoves h2h3 a2a3")
    assert lines[-1].split()[1] in {"h2h3", "a2a3"}


def test_a_mate_is_announced(engine: Dialogue) -> None:
    lines = engine.ask(f"position fen {MATE_IN_ONE}", "go depth 10")
    assert "score mate 1 " in lines[-2]
    assert lines[-1].startswith("bestmove f1f8")


@pytest.mark.parametrize(("fen", "score"), [(CHECKMATE, "score mate 0"), (STALEMATE, "score cp 0")])
def test_a_finished_game_has_no_best_move(engine: Dialogue, fen: str, score: str) -> None:
    lines = engine.ask(f"position fen {fen}", "go depth 8")
    assert lines[-1] == "bestmove (none)"
    assert score in lines[-2]
    assert engine.ask("position startpos", "go depth 4")[-1] != "bestmove (none)"


def test_nonsense_and_endless_lines_do_no_harm(engine: Dialogue) -> None:
    engine.say("", "  ", "no such command", "position startpos moves " + "e2e4 " * 20_000)
    lines = engine.ask("isready", until="readyok")
    assert any("longer than" in line for line in lines)


def test_a_long_game_is_taken(engine: Dialogue) -> None:
    shuffle = "g1f3 g8f6 f3g1 f6g8 " * 150
    lines = engine.ask(f"position startpos moves {shuffle}", "go depth 4")
    assert lines[-1].startswith("bestmove ")


def test_lines_may_end_as_on_windows(engine: Dialogue) -> None:
    assert engine.ask("position startpos\r", "go depth 4\r")[-1].startswith("bestmove ")


@pytest.mark.parametrize("commands", [("uci",), ("position startpos", "go infinite")])
@pytest.mark.parametrize("ending", ["quit", "closed pipe"])
def test_it_ends_with_code_0(commands: tuple[str, ...], ending: str) -> None:
    with Dialogue() as dialogue:
        dialogue.ask("isready", until="readyok")
        dialogue.say(*commands)
        dialogue.until("info depth 5 " if "infinite" in commands[-1] else "uciok")
        if ending == "quit":
            dialogue.say("quit")
        else:
            dialogue.close_input()
        assert dialogue.wait(5.0) == 0
        assert dialogue.errors() == ""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_it_ends_with_a_parent_that_was_killed_though_its_pipe_lives_on(tmp_path: Path) -> None:
    # The sleeper inherits the writing end of the engine's input, so that it never closes.
    script = tmp_path / "parent.py"
    script.write_text(
        textwrap.dedent(
            f"""
            import os, subprocess, sys, time
            reading, writing = os.pipe()
            os.set_inheritable(writing, True)
            sleeper = subprocess.Popen(["sleep", "30"], close_fds=False)
            engine = subprocess.Popen({list(HOST)!r}, stdin=reading, stdout=subprocess.PIPE)
            os.write(writing, b"position startpos\\ngo infinite\\n")
            engine.stdout.readline()
            print(engine.pid, sleeper.pid, flush=True)
            time.sleep(30)
            """
        )
    )
    parent = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True)
    try:
        assert parent.stdout is not None
        engine_pid, sleeper_pid = map(int, parent.stdout.readline().split())
        parent.kill()
        parent.wait()
        parent.stdout.close()
        deadline = time.monotonic() + 3.0
        while _is_running(engine_pid) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert not _is_running(engine_pid)
        os.kill(sleeper_pid, 15)
    finally:
        parent.kill()


def test_nothing_in_the_working_folder_stands_in_for_a_module(tmp_path: Path) -> None:
    for name in ("chess", "wasmtime", "queue", "platformdirs", "chessnb"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('the wrong module')\n")
    with Dialogue(cwd=tmp_path) as dialogue:
        dialogue.ask("uci", until="uciok")


def test_it_can_be_started_by_its_path(tmp_path: Path) -> None:
    script = bundle.BIN.parent / "wasm.py"
    with Dialogue((sys.executable, "-P", str(script)), cwd=tmp_path) as dialogue:
        dialogue.ask("uci", until="uciok")


@pytest.mark.skipif(sys.platform != "linux", reason="the cache folder is set by XDG_CACHE_HOME")
def test_it_runs_where_nothing_can_be_cached(tmp_path: Path) -> None:
    nowhere = tmp_path / "file"
    nowhere.write_text("")
    with Dialogue(env={**os.environ, "XDG_CACHE_HOME": str(nowhere)}) as dialogue:
        dialogue.ask("uci", until="uciok")


@pytest.mark.skipif(
    sys.platform != "linux" or not CAN_RUN_UNRESERVED, reason="ulimit -v, and a recent wasmtime"
)
def test_it_runs_where_the_address_space_is_limited() -> None:
    limited = ("sh", "-c", 'ulimit -v 3000000 && exec "$@"', "sh", *HOST)
    with Dialogue(limited) as dialogue:
        dialogue.ask("uci", until="uciok")
        assert dialogue.ask("position startpos", "go depth 6")[-1].startswith("bestmove ")


def test_any_other_file_is_refused(tmp_path: Path) -> None:
    code = (bundle.BIN / bundle.WASM.name).read_bytes()
    other = tmp_path / "engine.wasm"
    other.write_bytes(code[:-1] + b"\0")
    with pytest.raises(WrongFileError, match=rf"expected {ABI.sha256}"):
        read_code(other)
    with pytest.raises(WrongFileError, match="cannot be read"):
        read_code(tmp_path / "none.wasm")


def test_the_table_of_names_follows_from_the_loader() -> None:
    loader = (bundle.BIN / bundle.LOADER.name).read_text(encoding="utf-8")
    assert derive(loader, bundle.WASM.sha256) == ABI


@pytest.mark.parametrize("loader", ["", 'var A={a:function(){D("")}};x={a:A};if(b++,1){}'])
def test_a_loader_of_another_make_is_refused(loader: str) -> None:
    with pytest.raises(ValueError, match="the loader"):
        derive(loader, "")


@pytest.mark.skipif(shutil.which("node") is None, reason="no Node")
def test_it_answers_like_the_same_file_under_node(engine: Dialogue, tmp_path: Path) -> None:
    for file in (bundle.LOADER, bundle.WASM):
        shutil.copy(bundle.BIN / file.name, tmp_path)
    with Dialogue(("node", str(tmp_path / bundle.LOADER.name))) as node:
        for dialogue in (engine, node):
            dialogue.ask("uci", until="uciok")
        for fen in (MIDDLEGAME, ENDGAME, MATE_IN_ONE, STALEMATE, chess.STARTING_FEN):
            for go in ("go depth 9", "go nodes 15000"):
                answers = [
                    _timeless(
                        dialogue.ask(
                            "setoption name MultiPV value 3",
                            "ucinewgame",
                            f"position fen {fen}",
                            go,
                        )
                    )
                    for dialogue in (engine, node)
                ]
                assert answers[0] == answers[1]


def _timeless(lines: list[str]) -> list[str]:
    """Drop what the clock decides, and what is said about the machine."""
    kept = (line for line in lines if not line.startswith("info string"))
    return [re.sub(r" (nps|time) \d+", "", line) for line in kept]


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"
