from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from games import EVALUATED

import chessnb
from chessnb.errors import RulesetError, SettingsError


@pytest.fixture(scope="module")
def analysis() -> chessnb.Analysis:
    return chessnb.analyze(EVALUATED, ruleset="classic")


def test_tables_are_snapshots(analysis: chessnb.Analysis) -> None:
    for name in ("moves", "players", "lines"):
        table = getattr(analysis, name)
        gone = table.columns[0]
        table.pop(gone)
        assert gone in getattr(analysis, name).columns
    assert len(analysis.moves) == 7 and len(analysis.players) == 2


def test_players_rows(analysis: chessnb.Analysis) -> None:
    assert analysis.white["name"] == "Ada Finch"
    assert analysis.black["name"] == "Ben Holm"
    assert analysis.white.accuracy == analysis.players.loc["white", "accuracy"]


def test_mistakes(analysis: chessnb.Analysis) -> None:
    assert analysis.mistakes()["san"].tolist() == ["Nf6"]
    assert analysis.mistakes("black")["san"].tolist() == ["Nf6"]
    assert analysis.mistakes(labels=["Blunder"])["label"].tolist() == ["Blunder"]
    assert analysis.mistakes(labels=[]).empty
    with pytest.raises(SettingsError, match="'red'"):
        analysis.mistakes("red")
    with pytest.raises(SettingsError, match=r"'Awful'.*Blunder"):
        analysis.mistakes(labels=["Awful"])


def test_rescoring_changes_nothing_here(analysis: chessnb.Analysis) -> None:
    before = analysis.moves
    other = analysis.rescore("lichess")
    assert other.ruleset.name == "lichess" and other is not analysis
    pd.testing.assert_frame_equal(analysis.moves, before)
    pd.testing.assert_frame_equal(analysis.rescore("classic").moves, before)
    with pytest.raises(RulesetError, match="classic"):
        analysis.rescore("classical")


def test_a_coach_changes_a_threshold(analysis: chessnb.Analysis) -> None:
    mild = chessnb.rulesets["classic"].replace(blunder=60)
    assert analysis.rescore(mild).moves.loc[6, "label"] == "Mistake"
    assert analysis.moves.loc[6, "label"] == "Blunder"


def test_provenance_names_everything(analysis: chessnb.Analysis) -> None:
    provenance = analysis.provenance
    assert provenance["game_id"] == analysis.game.game_id
    assert provenance["chessnb"] == chessnb.__version__
    assert provenance["ruleset"]["name"] == "classic"
    provenance["ruleset"] = None
    assert analysis.provenance["ruleset"] is not None


def test_opening(analysis: chessnb.Analysis) -> None:
    eco, name = analysis.opening
    assert eco == "C20" or str(eco).startswith("C")
    assert name


def test_labels_of_both_colours_by_hand(analysis: chessnb.Analysis) -> None:
    moves = analysis.moves
    assert moves.loc[6, "label"] == "Blunder"
    assert moves.loc[7, "label"] == "Best" and moves.loc[7, "accuracy"] == 100
    # 3...Nf6 runs into mate: Black had 0.5 pawns more, and has nothing left.
    assert moves.loc[6, "wpl"] == pytest.approx(1 - 1 / (1 + 2.718281828 ** (0.00368208 * 50)))
    assert moves.loc[6, "cp_loss"] == 1000


def test_rulesets_side_by_side(analysis: chessnb.Analysis) -> None:
    names = ["classic", "nine-tier", "lichess", "expected-points"]
    table = analysis.compare_rulesets(names)
    assert list(table.columns) == names
    assert table.index.tolist() == analysis.moves.index.tolist()
    assert table["classic"].tolist() == analysis.moves["label"].tolist()
    for name in names:
        alone = analysis.rescore(name).moves["label"]
        assert table[name].astype("string").equals(alone.astype("string")), name
    assert len(table.summary) == 6


def test_a_damaged_book_costs_a_warning_not_the_analysis(tmp_path: Path) -> None:
    book = tmp_path / "mine.bin"
    book.write_bytes(b"not a book")
    with pytest.warns(UserWarning, match="without the opening book"):
        analysis = chessnb.analyze(EVALUATED, book=book)
    assert len(analysis.moves) == 7
    assert "mine.bin" in analysis.provenance["notes"][0]


def test_a_book_of_ones_own(tmp_path: Path) -> None:
    book = tmp_path / "mine.tsv"
    book.write_text("eco\tname\tpgn\nX99\tClub Attack\t1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#\n")
    analysis = chessnb.analyze(EVALUATED, book=book)
    assert analysis.opening == ("X99", "Club Attack")
    # 3...Nf6 allows mate at once: the line is the book's, the move is none of it.
    assert analysis.moves["is_book"].tolist() == [True] * 5 + [False] * 2


@pytest.mark.parametrize("ruleset", ["nine-tier", "classic", "expected-points"])
@pytest.mark.parametrize("moves", ["1. f3 e5 2. g4 Qh4# 0-1", "1. g4 e5 2. f3 Qh4# 0-1"])
def test_a_move_into_mate_is_a_blunder_though_the_opening_table_names_it(
    moves: str, ruleset: str
) -> None:
    found = chessnb.analyze(moves, nodes=2_000, engine="bundled", progress=False, ruleset=ruleset)
    assert found.moves["label"].tolist() == ["Book", "Book", "Blunder", "Best"]
    assert found.moves["is_book"].tolist() == [True, True, False, False]
    assert found.white["accuracy"] < 80
    assert found.opening[0] == "A00"
