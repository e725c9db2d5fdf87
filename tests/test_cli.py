from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from games import EVALUATED, OPERA

import chessnb
from chessnb.cli import main


def test_the_main_job(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    csv, saved = tmp_path / "moves.csv", tmp_path / "game.chessnb"
    written = ["--csv", str(csv), "--save", str(saved)]
    limits = ["--depth", "4", "--engine", "bundled", "--ruleset", "classic"]
    code = main(["analyze", str(OPERA), *limits, *written])
    out, err = capsys.readouterr()
    assert code == 0
    assert "Morphy, Paul" in out and "accuracy" in out
    assert "34 of 34" in err, "progress goes to standard error"
    assert len(chessnb.read_moves(csv)) == 33
    assert chessnb.load(saved).ruleset.name == "classic"


def test_one_of_many_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    club = tmp_path / "club.pgn"
    club.write_text(EVALUATED + "\n" + EVALUATED.replace("Ada Finch", "Cleo Marsh"))
    assert main(["analyze", str(club), "--game", "2"]) == 0
    assert "Cleo Marsh" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["no-such.pgn"], "no such file"),
        ([str(OPERA), "--engine", "/no/such/engine"], "/no/such/engine"),
        ([str(OPERA), "--depth", "4", "--effort", "huge"], "huge"),
        ([str(OPERA), "--game", "7"], "7"),
        ([str(OPERA), "--csv", "/no/such/folder/moves.csv", "--depth", "1"], "moves.csv"),
    ],
)
def test_failures_say_why_and_exit_with_1(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyze", *arguments]) == 1
    out, err = capsys.readouterr()
    assert said in err and "Traceback" not in err
    assert not out


def test_standard_input_and_the_console_script() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "chessnb", "analyze", "-"],
        input=EVALUATED.encode(),
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert b"Ada Finch" in run.stdout


def test_lab_copies_notebooks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", str(tmp_path / "mine"), "--no-open"]) == 0
    assert "copied" in capsys.readouterr().err
    assert (tmp_path / "mine" / "games" / "opera-1858.pgn").is_file()


def test_lab_passes_on_what_is_meant_for_jupyterlab(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["lab", str(tmp_path), "--version"]) == 0
    assert capfd.readouterr().out.split(".")[0].isdigit()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["analyze", str(OPERA), "--port", "1"], "--port"),
        (["lab", "--port", "9999"], "'9999' after '--port'"),
    ],
)
def test_an_option_that_cannot_be_understood_is_quoted(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(arguments)
    assert said in capsys.readouterr().err


def test_version() -> None:
    with pytest.raises(SystemExit) as stop:
        main(["--version"])
    assert stop.value.code == 0
