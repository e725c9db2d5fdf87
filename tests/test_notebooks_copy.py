from __future__ import annotations

from pathlib import Path

import pytest

from chessnb.errors import FileError
from chessnb.notebooks import copy_notebooks, notebook_source

NAME = "games/opera-1858.pgn"


def test_copies_then_leaves_alone(tmp_path: Path) -> None:
    first = dict(copy_notebooks(tmp_path))
    assert first and set(first.values()) == {"copied"}
    assert set(dict(copy_notebooks(tmp_path)).values()) == {"unchanged"}
    assert (tmp_path / NAME).read_bytes() == (notebook_source() / NAME).read_bytes()


def test_an_edited_file_is_kept(tmp_path: Path) -> None:
    copy_notebooks(tmp_path)
    (tmp_path / NAME).write_text("my own notes")
    assert dict(copy_notebooks(tmp_path))[NAME] == "kept, you edited it"
    assert (tmp_path / NAME).read_text() == "my own notes"


def test_a_file_that_was_there_before_is_kept(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / NAME).write_text("older than chessnb")
    assert dict(copy_notebooks(tmp_path))[NAME] == "kept, you edited it"


def test_an_older_version_that_was_not_edited_is_renewed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = tmp_path / "older"
    (older / "games").mkdir(parents=True)
    (older / NAME).write_text("1. e4 *\n")
    target = tmp_path / "mine"
    monkeypatch.setattr("chessnb.notebooks.notebook_source", lambda: older)
    copy_notebooks(target)
    monkeypatch.undo()
    assert dict(copy_notebooks(target))[NAME] == "renewed"
    assert (target / NAME).read_bytes() == (notebook_source() / NAME).read_bytes()


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError, match="cannot copy"):
        copy_notebooks(tmp_path / "file" / "folder")
