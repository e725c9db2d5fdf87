"""The self-contained page."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import chessnb
from chessnb.errors import FileError, SettingsError
from chessnb.export.html import to_html
from chessnb.widgets.static_files import static_text

HOSTILE = """[White "<img src=x onerror=alert(1)>"]
[Black "Ben </script><b>Holm"]
[Result "1-0"]

1. e4 {<img src=x onerror=alert(1)> [%eval 0.3]} e5
{</script><script>alert(1)</script> [%eval 0.2]} 1-0
"""


@pytest.fixture(scope="module")
def analysis() -> chessnb.Analysis:
    try:
        static_text("page.js")
    except chessnb.ChessnbError as error:
        pytest.skip(str(error))
    return chessnb.analyze(HOSTILE)


def test_no_text_of_the_game_becomes_markup(analysis: chessnb.Analysis) -> None:
    page = str(to_html(analysis))
    assert "<img src=x" not in page
    assert "<b>Holm" not in page
    assert page.count("</script>") == page.count("<script")


def test_nothing_is_fetched(analysis: chessnb.Analysis) -> None:
    page = str(to_html(analysis))
    assert re.search(r'<(?:link|script|img)[^>]+(?:src|href)="(?!data:)', page) is None
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
    assert policy
    assert "default-src 'none'" in policy[1]
    assert "http" not in policy[1]


def test_state_and_arguments(analysis: chessnb.Analysis, tmp_path: Path) -> None:
    path = to_html(analysis, tmp_path / "report.html", ply=1, orientation="black")
    assert isinstance(path, Path)
    found = re.search(r'<script id="state"[^>]*>(.*?)</script>', path.read_text(encoding="utf-8"))
    assert found
    assert json.loads(found[1])["orientation"] == "black"
    with pytest.raises(SettingsError, match="ply=7"):
        to_html(analysis, ply=7)
    with pytest.raises(SettingsError, match="'side'"):
        to_html(analysis, orientation="side")
    with pytest.raises(FileError, match="nowhere"):
        to_html(analysis, tmp_path / "nowhere" / "report.html")


def test_the_engine_comes_only_when_asked_for(analysis: chessnb.Analysis) -> None:
    without, with_engine = str(to_html(analysis)), str(to_html(analysis, engine=True))
    assert 'id="engine"' not in without
    assert 'id="engine"' in with_engine
    assert len(without) < 1_600_000
    assert len(with_engine) < 4_500_000
