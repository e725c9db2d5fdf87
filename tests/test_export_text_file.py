from __future__ import annotations

from pathlib import Path

import pytest
from games import EVALUATED

import chessnb
from chessnb.errors import FileError
from chessnb.export.page_parts import POLICY, document
from chessnb.export.text_file import write_text


def test_it_writes_what_it_is_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert write_text("~/a.txt", "Zoë\n", newline="\n") == tmp_path / "a.txt"
    assert (tmp_path / "a.txt").read_bytes() == "Zoë\n".encode()


@pytest.mark.parametrize("writer", ["to_csv", "to_pgn", "to_html", "to_svg"])
def test_every_writer_names_the_file_it_cannot_write(tmp_path: Path, writer: str) -> None:
    target = tmp_path / "no-such-folder" / "game.svg"
    with pytest.raises(FileError, match="no-such-folder"):
        getattr(chessnb.analyze(EVALUATED), writer)(target)


def test_a_page_fetches_nothing() -> None:
    page = document("Title", "b { color: red }", ["<p>one</p>"])
    assert page.startswith("<!doctype html>\n") and page.endswith("</html>\n")
    assert f'content="{POLICY}"' in page and "default-src 'none'" in POLICY
