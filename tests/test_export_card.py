from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from games import BLACK_FIRST, EVALUATED, OPERA

import chessnb
from chessnb.export.card import analysis_html
from chessnb.export.figures import board_svg, sparkline
from chessnb.export.summary import elo_text, moment_rows, number_text

HOSTILE = """[Event "</style><img src=x onerror=alert(1)>"]
[Site "javascript:alert(2)"]
[White "<img src=x onerror=alert(3)>"]
[Black "Ben </script><b>Holm"]
[Result "1-0"]

1. e4 { [%eval 0.2] <script>alert(4)</script> } e5 { [%eval 3.2] | [x](y) `code` } 1-0
"""


def test_hostile_text_is_shown_literally() -> None:
    analysis = chessnb.analyze(HOSTILE)
    for html in (analysis._repr_html_(), analysis.game._repr_html_()):
        assert "<img src=x" not in html and "</script>" not in html and "<script" not in html
        assert "&lt;img src=x onerror=alert(3)&gt;" in html
        assert 'href="javascript' not in html
    report = analysis.to_markdown()
    assert "<img" not in report and "</script>" not in report


def test_the_card_says_what_the_tables_say() -> None:
    analysis = chessnb.analyze(EVALUATED, ruleset="classic")
    html, text = analysis._repr_html_(), repr(analysis)
    for shown in ("Ada Finch", "Ben Holm", "1-0"):
        assert shown in html and shown in text
    assert number_text(analysis.white.accuracy, 1) in html
    assert number_text(analysis.white.accuracy, 1) in text
    assert "3... Nf6" in html and "3... Nf6" in text
    assert "no engine" in text


def test_svgs_are_well_formed() -> None:
    analysis = chessnb.analyze(EVALUATED)
    for svg in (
        analysis.game._repr_svg_(),
        sparkline(analysis.moves),
        board_svg(analysis.game.start_board(), flipped=True),
    ):
        assert ET.fromstring(svg).tag.endswith("svg")


@pytest.mark.parametrize("pgn", ['[Result "*"]\n\n*', "1. e4 *", BLACK_FIRST])
def test_small_games_show_themselves(pgn: str) -> None:
    analysis = chessnb.analyze(pgn, depth=2, engine="bundled", progress=False)
    assert "<div" in analysis._repr_html_()
    assert analysis.to_markdown().startswith("# ")
    assert repr(analysis)
    assert "<div" in analysis.game._repr_html_()


def test_missing_values_cut_the_curve() -> None:
    pgn = "1. e4 { [%eval 0.2] } e5 2. Nf3 { [%eval 0.3] } Nc6 { [%eval 0.1] } *"
    assert sparkline(chessnb.analyze(pgn, source="pgn").moves).count("<polygon") == 2


def test_key_moments_are_in_order_and_bounded() -> None:
    analysis = chessnb.analyze(OPERA, depth=5, engine="bundled", progress=False)
    rows = moment_rows(analysis, most=3)
    assert len(rows) <= 3
    assert [row.ply for row in rows] == sorted(row.ply for row in rows)


def test_markdown_report() -> None:
    report = chessnb.analyze(EVALUATED, ruleset="classic").to_markdown()
    assert report.startswith("# Ada Finch – Ben Holm, 1-0\n")
    assert "| Accuracy |" in report and "3... Nf6" in report
    assert "TimeControl: 300+3" in report


def test_strength_is_a_dash_where_it_is_missing() -> None:
    assert elo_text(chessnb.analyze(EVALUATED).white) == "–"


def test_what_was_wrong_with_the_file_is_said_with_the_analysis() -> None:
    cut = chessnb.analyze("1. e4 {[%eval 0.2]} e5 {[%eval 0.2]} 2. Ke3 *", source="pgn")
    assert "illegal move 2. Ke3" in str(cut)
    assert "illegal move 2. Ke3" in analysis_html(cut)
