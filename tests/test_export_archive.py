from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pandas as pd
import pytest
from games import BLACK_FIRST, EVALUATED

import chessnb
from chessnb.errors import FileError, NoSuchFileError

WITH_VARIATION = """[White "Zoë <b>Quill</b>"]
[Result "*"]

1. e4 { [%eval 0.3] [%csl Ge4] good } ( 1. d4 $2 d5 ( 1... Nf6 ) 2. c4 ) e5 { [%eval 0.2] } *
"""


@pytest.mark.parametrize("pgn", [EVALUATED, WITH_VARIATION])
def test_everything_comes_back(pgn: str, tmp_path: Path) -> None:
    analysis = chessnb.analyze(pgn)
    path = analysis.save(tmp_path / "game.chessnb")
    back = chessnb.load(path)
    for table in ("moves", "lines", "players"):
        pd.testing.assert_frame_equal(getattr(back, table), getattr(analysis, table))
    assert back.provenance == json.loads(json.dumps(analysis.provenance))
    assert back.ruleset == analysis.ruleset
    assert back.evaluations == analysis.evaluations
    assert back.game == analysis.game
    assert back.game.to_pgn() == analysis.game.to_pgn()


def test_a_loaded_analysis_can_be_scored_again(tmp_path: Path) -> None:
    analysis = chessnb.analyze(EVALUATED)
    back = chessnb.load(analysis.save(tmp_path / "game.chessnb"))
    pd.testing.assert_frame_equal(back.rescore("lichess").moves, analysis.rescore("lichess").moves)


def test_engine_lines_come_back(tmp_path: Path) -> None:
    analysis = chessnb.analyze(BLACK_FIRST, depth=3, engine="bundled", cache=False)
    back = chessnb.load(analysis.save(tmp_path / "game.chessnb"))
    assert len(analysis.lines) > 1
    assert back.provenance["engine"]["sha256"] == analysis.provenance["engine"]["sha256"]
    assert "path" not in back.provenance["engine"], "the file may be shared"
    pd.testing.assert_frame_equal(back.lines, analysis.lines)


def test_saving_replaces_the_file_only_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "game.chessnb"
    first = chessnb.analyze(EVALUATED)
    first.save(path)
    first.save(path)
    assert [p.name for p in tmp_path.iterdir()] == ["game.chessnb"]


def test_damaged_and_foreign_files(tmp_path: Path) -> None:
    with pytest.raises(NoSuchFileError, match="no such file"):
        chessnb.load(tmp_path / "none.chessnb")
    text = tmp_path / "text.chessnb"
    text.write_text("1. e4 e5")
    with pytest.raises(FileError, match="damaged or not a chessnb analysis"):
        chessnb.load(text)
    path = chessnb.analyze(EVALUATED).save(tmp_path / "game.chessnb")
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(FileError, match="damaged"):
        chessnb.load(path)


def _rewrite(path: Path, member: str, content: str) -> Path:
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, old in (members | {member: content.encode()}).items():
            archive.writestr(name, old)
    return path


def test_a_later_format_asks_for_an_upgrade(tmp_path: Path) -> None:
    path = chessnb.analyze(EVALUATED).save(tmp_path / "game.chessnb")
    _rewrite(path, "format.json", '{"kind": "chessnb analysis", "format": 99}')
    with pytest.raises(FileError, match="pip install --upgrade"):
        chessnb.load(path)


def test_a_spoilt_member_is_an_error_of_the_file(tmp_path: Path) -> None:
    path = chessnb.analyze(EVALUATED).save(tmp_path / "game.chessnb")
    _rewrite(path, "moves.csv", "ply\n1\n")
    with pytest.raises(FileError, match="move_number"):
        chessnb.load(path)
