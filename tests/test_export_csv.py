from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from games import EVALUATED
from hypothesis import given, settings
from hypothesis import strategies as st

import chessnb
from chessnb import schema
from chessnb.errors import FileError, NoSuchFileError, SettingsError
from chessnb.export.csv import read_moves, read_table, write_csv

FORMULAS = """[Event "+Open"]
[White "=1+1"]
[Black "@cleo"]
[Result "1-0"]

1. e4 { =HYPERLINK("x") } e5 { [%eval -0.35] null } 2. -- { NA } 1-0
"""

text = st.text(
    st.characters(exclude_characters="\r\x00", exclude_categories=("Cs",)), min_size=1
).filter(lambda value: value.strip() != "")
numbers = st.floats(0, 1)


@settings(max_examples=40)
@given(
    st.lists(
        st.tuples(st.none() | text, st.none() | numbers, st.none() | st.integers(-9999, 9999)),
        min_size=1,
        max_size=4,
    )
)
def test_any_table_reads_back_equal(rows) -> None:
    comments, shares, scores = map(list, zip(*rows, strict=True))
    data = {"comment": comments, "wpl": shares, "cp_after": scores, "forced": [True] * len(rows)}
    moves = schema.frame("moves", data, list(range(1, len(rows) + 1)))
    pd.testing.assert_frame_equal(read_moves(write_csv(moves)), moves)


def test_file_round_trip_of_an_analysis(tmp_path: Path) -> None:
    analysis = chessnb.analyze(EVALUATED)
    path = tmp_path / "moves.csv"
    assert analysis.to_csv(path) is None
    pd.testing.assert_frame_equal(chessnb.read_moves(path), analysis.moves)
    for table in ("lines", "players"):
        text = analysis.to_csv(table=table)
        pd.testing.assert_frame_equal(read_table(text, table), getattr(analysis, table))


@pytest.mark.parametrize("name", ["NA", "null", "-", "=1+1", "nan"])
def test_players_with_odd_names_read_back(name: str) -> None:
    analysis = chessnb.analyze(EVALUATED.replace("Ada Finch", name))
    players = read_table(analysis.to_csv(table="players"), "players")
    assert players.loc["white", "name"] == name


def test_spreadsheet_cells_cannot_be_formulas() -> None:
    analysis = chessnb.analyze(FORMULAS, source="pgn")
    before = analysis.moves
    players = analysis.to_csv(table="players", excel=True)
    assert "'=1+1" in players and "'@cleo" in players
    moves = analysis.to_csv(excel=True)
    assert "'=HYPERLINK" in moves
    assert ",-0.35," in moves, "a number stays a number"
    assert ",--," in moves, "a null move is harmless"
    pd.testing.assert_frame_equal(analysis.moves, before)
    assert "'=" not in analysis.to_csv()


@pytest.mark.parametrize("value", ["=1+1", "+cmd", "-2+3+cmd|'x'!A0", "@SUM(A1)", "\tx", " =1"])
def test_formula_like_text_gets_an_apostrophe(value: str) -> None:
    moves = schema.frame("moves", {"comment": [value]}, [1], partial=True)
    assert f"'{value}" in write_csv(moves, excel=True)


@pytest.mark.parametrize("value", ["-", "--", "-0.35", "+0.35", "#-3", "Nf3"])
def test_harmless_text_stays(value: str) -> None:
    moves = schema.frame("moves", {"eval": [value]}, [1], partial=True)
    assert write_csv(moves, excel=True) == f"ply,eval\n1,{value}\n"


def test_decimal_comma(tmp_path: Path) -> None:
    moves = schema.frame("moves", {"wpl": [0.5], "cp_after": [12], "eval": ["+0.12"]}, [1])
    path = tmp_path / "excel.csv"
    write_csv(moves, path, excel=True, sep=";", decimal=",")
    content = path.read_bytes()
    assert content.startswith(b"\xef\xbb\xbf")
    assert b";0,5;" in content and b";12;" in content and b";+0,12;" in content


def test_bad_arguments_and_files(tmp_path: Path) -> None:
    moves = schema.TABLES["moves"].empty()
    with pytest.raises(SettingsError, match="sep=','"):
        write_csv(moves, sep=",", decimal=",")
    with pytest.raises(SettingsError, match="'games'"):
        chessnb.analyze(EVALUATED).to_csv(table="games")
    with pytest.raises(NoSuchFileError, match="no such file"):
        read_moves(tmp_path / "none.csv")
    other = tmp_path / "other.csv"
    other.write_text("a,b\n1,2\n")
    with pytest.raises(FileError, match="ply"):
        read_moves(other)
    spoilt = write_csv(schema.frame("moves", {"cp_after": [1]}, [1])).replace("1,", "1,x", 1)
    with pytest.raises(FileError):
        read_moves(spoilt)
    (tmp_path / "binary.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(FileError, match="UTF-8"):
        read_moves(tmp_path / "binary.csv")
