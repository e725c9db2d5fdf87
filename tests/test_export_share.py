"""The card to share."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

import chessnb
from chessnb.errors import FileError, SettingsError

PGN = """[White "<b>Anna & Co"]
[Black "Ben"]
[Result "1-0"]

1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} 2. Qh5 {[%eval -0.4]} Ke7 {[%eval #1]} 3. Qxe5# 1-0
"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_is_a_picture_with_the_facts(theme: str) -> None:
    svg = str(chessnb.analyze(PGN).to_svg(theme=theme))
    text = " ".join(ElementTree.fromstring(svg).itertext())
    assert "<b>Anna & Co" in text
    assert "accuracy" in text
    assert svg.count("<svg") == 3


def test_ids_do_not_clash() -> None:
    root = ElementTree.fromstring(str(chessnb.analyze(PGN).to_svg()))
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))


def test_writing(tmp_path: Path) -> None:
    analysis = chessnb.analyze(PGN)
    assert analysis.to_svg(tmp_path / "card.svg") == tmp_path / "card.svg"
    with pytest.raises(SettingsError, match=r"\.svg"):
        analysis.to_svg(tmp_path / "card.png")
    with pytest.raises(FileError, match="nowhere"):
        analysis.to_svg(tmp_path / "nowhere" / "card.svg")
