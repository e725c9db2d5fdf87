from __future__ import annotations

import io
from pathlib import Path

import chess.pgn
import pandas as pd
import pytest
from games import BLACK_FIRST, EVALUATED, OPERA

import chessnb

CHESS960 = """[Variant "Chess960"]
[FEN "bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB w KQkq - 0 1"]
[SetUp "1"]

1. b3 b6 2. Nf3 Nf6 3. g3 g6 4. O-O O-O *
"""
COMMENTED = """[White "Ada Finch"]
[Result "*"]

1. e4 $1 { [%clk 0:01:00] [%csl Ge4] Mine. } ( 1. d4 d5 { Solid. } ) 1... g5 { Hm } 2. d4 *
"""
SCORES = ["label", "accuracy", "eval", "wpl", "cp_after", "mate_after", "cp_before", "clock"]


def analyzed(pgn: object) -> chessnb.Analysis:
    return chessnb.analyze(pgn, depth=5, engine="bundled", ruleset="lichess", progress=False)


@pytest.mark.parametrize("pgn", [OPERA, CHESS960, BLACK_FIRST, COMMENTED])
def test_reading_it_back_gives_the_same_scores(pgn: object) -> None:
    analysis = analyzed(pgn)
    text = analysis.to_pgn()
    again = chessnb.analyze(text, source="pgn")
    expected = analysis.moves[["san", "eval", "cp_before", "cp_after", "mate_after", "clock"]]
    pd.testing.assert_frame_equal(again.moves[expected.columns], expected)
    assert again.game.chess_moves == analysis.game.chess_moves
    assert again.game.start_fen == analysis.game.start_fen


def test_python_chess_reads_it_without_an_error() -> None:
    tree = chess.pgn.read_game(io.StringIO(analyzed(OPERA).to_pgn()))
    assert tree is not None and not tree.errors
    nodes = list(tree.mainline())
    assert len(nodes) == 33
    assert all(node.eval() is not None for node in nodes[:-1])
    assert nodes[-1].eval() is None, "checkmate needs no value"
    assert any(len(node.parent.variations) > 1 for node in nodes)


def test_what_was_there_stays() -> None:
    text = analyzed(COMMENTED).to_pgn()
    assert "Mine." in text and "Solid." in text and "Hm" in text
    assert "[%clk 0:01:00]" in text and "[%csl Ge4]" in text
    tree = chess.pgn.read_game(io.StringIO(text))
    assert tree is not None
    assert tree.variations[1].san() == "d4"
    assert 1 in tree.variations[0].nags


def test_every_part_is_optional() -> None:
    analysis = chessnb.analyze(EVALUATED.replace(" [%eval", " [%x"), depth=4, engine="bundled")
    bare = analysis.to_pgn(evals=False, clocks=False, nags=False, comments=False, variations=False)
    assert "[%eval" not in bare and "[%clk" not in bare and "$" not in bare and "(" not in bare
    assert "[%cal" in (analysis.to_pgn(arrows=True) or "")


def test_writing_a_file(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    assert analyzed(OPERA).to_pgn(path) is None
    assert len(chessnb.read_game(path).plies) == 33


def test_marks_and_length_are_chosen_and_nothing_is_told_twice() -> None:
    analysis = analyzed(OPERA)
    text = analysis.to_pgn(arrows=True, squares=True, line_length=3) or ""
    tree = chess.pgn.read_game(io.StringIO(text))
    assert tree is not None and "[%csl R" in text and "[%cal " in text
    lines = [
        len(list(side.mainline())) + 1 for node in tree.mainline() for side in node.variations[1:]
    ]
    assert lines and max(lines) <= 3
    twice = analyzed(text).to_pgn(arrows=True, squares=True, line_length=3)
    assert twice == text, "an annotated game is not told everything twice"


def test_what_cannot_be_written(tmp_path: Path) -> None:
    analysis = chessnb.analyze(EVALUATED)
    with pytest.raises(chessnb.errors.SettingsError, match="line_length=0"):
        analysis.to_pgn(line_length=0)
    with pytest.raises(chessnb.errors.FileError, match="cannot write"):
        analysis.to_pgn(tmp_path / "no such folder" / "game.pgn")
