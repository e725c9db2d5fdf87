"""Characters that no file can hold, in the names and comments of a game."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pandas as pd
import pytest

import chessnb
from chessnb.export.clean import clean_text
from chessnb.export.csv import write_csv
from chessnb.export.text_file import write_text

FORBIDDEN = ["\x1b", "\x00", "\x0b", "\ufffe", "\uffff"]


def game(name: str) -> str:
    return f'[White "A{name}B"]\n[Event "A{name}B"]\n\n1. e4 {{ [%eval 0.3] x{name}y }} e5 *'


@pytest.mark.parametrize("letter", ["\x1b", "\ufffe"])
def test_pictures_and_pages_hold_what_xml_allows(letter: str) -> None:
    analysis = chessnb.analyze(game(letter), source="pgn", progress=False)
    svg = str(analysis.to_svg())
    assert ElementTree.fromstring(svg).get("aria-label") == "A\ufffdB against ?, *"
    for text in (svg, str(analysis.to_html()), analysis._repr_html_(), analysis.game._repr_html_()):
        assert letter not in text and "A\ufffdB" in text


@pytest.mark.parametrize("letter", FORBIDDEN)
def test_what_xml_forbids_is_replaced_in_markup_alone(letter: str) -> None:
    assert clean_text(f"a{letter}b", markup=True) == "a\ufffdb"
    assert clean_text(f"a{letter}b") == f"a{letter}b"
    assert clean_text("a\t\n\r ö😀", markup=True) == "a\t\n\r ö😀"


def test_half_a_surrogate_pair_stops_no_writer(tmp_path: Path) -> None:
    read = chessnb.read_game(game("?"))
    read.headers["Event"] = "A\ud800B"
    analysis = chessnb.analyze(read, source="pgn", progress=False)
    for text in (analysis.to_pgn(), analysis.to_markdown(), analysis.to_svg(), analysis.to_html()):
        assert "A\ufffdB" in str(text).encode().decode()
    analysis.to_pgn(tmp_path / "a.pgn")
    analysis.save(tmp_path / "a.chessnb")
    assert chessnb.load(tmp_path / "a.chessnb").game.headers["Event"] == "A\ufffdB"
    write_text(tmp_path / "a.txt", "A\ud800B")
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == "A\ufffdB"
    table = pd.DataFrame({"name": pd.Series(["A\ud800B"], dtype=object)})
    assert "A\ufffdB" in str(write_csv(table))
