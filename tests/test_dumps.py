"""Dumps: the quick way through plain games gives what the full reader gives, to the last digit."""

from __future__ import annotations

import bz2
import gzip
import json
from pathlib import Path
from typing import Any

import chess
import numpy as np
import pandas as pd
import pytest
from dump_games import lichess_pgn, random_game
from games import EVALUATED
from hypothesis import given, settings
from hypothesis import strategies as st

import chessnb
from chessnb import schema
from chessnb.dumps.choice import Choice
from chessnb.dumps.entries import entries
from chessnb.dumps.index import joined
from chessnb.dumps.plain import read_batch
from chessnb.dumps.scored import Scorer, analysis_of
from chessnb.dumps.segments import Segment, games_of, plain_of, segments
from chessnb.dumps.words import Tables
from chessnb.errors import InputError, NoSuchFileError, SettingsError
from chessnb.scoring.rulesets import get_ruleset

HEADS = '[Event "a"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n'
ODD = {
    "illegal": "1. e4 { [%eval 0.1] } 1... e5 { [%eval 0.1] } 2. Ke3 { [%eval 0.1] } 1-0",
    "pinned": "1. e4 e5 2. d3 Bb4+ 3. Nc3 d6 4. Ne2 Bxc3+ 5. bxc3 Nc6 6. Nd5 1-0",
    "ambiguous": "1. Nf3 Nf6 2. Nc3 Nc6 3. Nd4 Nd5 4. Nb5 1-0",
    "over-specified": "1. e4 e5 2. Ng1f3 Nc6 1-0",
    "no check mark": "1. e4 f6 2. Qh5 g6 1-0",
    "false check mark": "1. e4+ e5 1-0",
    "mate as check": "1. f3 e5 2. g4 Qh4+ 1-0",
    "mate of the loser": "1. f3 { [%eval 0.1] } 1... e5 2. g4 Qh4# 1-0",
    "comment": "1. e4 { best by test } 1... e5 { [%eval 0.1] } 1-0",
    "variation": "1. e4 (1. d4 d5) 1... e5 { [%eval 0.1] } 1-0",
    "glyph": "1. e4 $1 e5 $14 1-0",
    "null": "1. e4 -- 2. d4 d5 1-0",
    "zeros": "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 Nf6 1-0",
    "castles through check": "1. e4 e5 2. Nf3 Nc6 3. Bc4 b6 4. d3 Ba6 5. Nbd2 Bxd3 6. O-O 1-0",
    "two results": "1. e4 { [%eval 0.1] } e5 1-0 1. d4 d5 0-1",
    "starts later": "3. e4 { [%eval 0.1] } 3... e5 { [%eval 0.1] } 1-0",
    "bad eval": "1. e4 { [%eval good] } 1... e5 { [%eval 0.1] } 1-0",
    "two evals": "1. e4 { [%eval 0.3] [%eval 0.1] } 1... e5 { [%eval 0.1] } 1-0",
    "braces": "1. e4 {[%eval 0.3]} 1... e5 {[%clk 0:01:00][%eval 0.1]} 1-0",
    "no blanks": "1.e4 e5 2.Nf3 1-0",
    "result": "1. e4 { [%eval 0.1] } 0-1",
    "unclosed": "1. e4 { [%eval 0.1] 1... e5 2. d4 1-0",
    "wrapped": "1. e4 { [%eval 0.1]\n} 1... e5 {\n[%eval 0.1] }\n1-0",
    "blank line": "1. e4 { [%eval 0.1] } e5\n\n2. d4 d5 1-0",
    "nothing": "1-0",
    "no result": "1. e4 e5",
    "capture left out": "1. e4 d5 2. ed5 1-0",
    "x too many": "1. e4 d5 2. exe5 1-0",
    "promotion left out": "1. e4 d5 2. e8=Q 1-0",
    "en passant": "1. e4 { [%eval 0.1] } 1... a6 2. e5 d5 3. exd6 exd6 1-0",
    "late en passant": "1. e4 a6 2. e5 d5 3. h3 h6 4. exd6 1-0",
}


def both_ways(text: str, ruleset: str = "nine-tier", columns: Any = None) -> None:
    """All three tables of a text, quickly and one game after the other by the full reader."""
    rules = get_ruleset(ruleset)
    games = list(games_of(Segment(text.split("\n"), 1), 1))
    analyses = [analysis_of(game, rules) for game in games]
    for per in ("players", "games", "moves"):
        scorer = Scorer(Choice.of(per, columns if per == "moves" else None, None), rules, "en", 99)
        quick = [scored.table for scored in scorer.run(entries(text))]
        one_by_one = [
            scorer._failed(game, analysis) if isinstance(analysis, str) else scorer.rows(analysis)
            for game, analysis in zip(games, analyses, strict=True)
        ]
        pd.testing.assert_frame_equal(joined(quick), joined(one_by_one), check_exact=True)


def all_moves_columns() -> list[str]:
    return [name for name in schema.TABLES["moves"].names if name != "explanation"]


@given(seed=st.integers(0, 10**6), evals=st.booleans(), clocks=st.booleans())
@settings(max_examples=6, deadline=None)
def test_random_games_come_out_as_by_the_full_reader(seed: int, evals: bool, clocks: bool) -> None:
    text = "".join(
        lichess_pgn(random_game(seed + n, 40 + seed % 160), seed + n, evals=evals, clocks=clocks)
        for n in range(2)
    )
    found = [plain_of(segment) for segment in entries(text) if isinstance(segment, Segment)]
    assert all(game is not None for game in found)
    batch, left = read_batch([game for game in found if game], Tables())
    assert not left and len(batch) == 2
    both_ways(text, ["nine-tier", "lichess", "expected-points"][seed % 3], all_moves_columns())


@pytest.mark.parametrize("name", ODD)
def test_what_is_not_plain_is_read_in_full(name: str) -> None:
    plain = lichess_pgn(random_game(7, plies=6), 7)
    both_ways(f"{plain}{HEADS}\n{ODD[name]}\n\n{plain}")


def test_a_flood_of_blank_lines_is_no_game() -> None:
    plain = lichess_pgn(random_game(7, plies=6), 7)
    blocks = [plain.split("\n"), *([""] * 150_000 for _ in range(4)), plain.split("\n")]
    found = list(segments(blocks))
    assert [plain_of(segment) is not None for segment in found] == [True, True]
    assert found[1].first == sum(map(len, blocks[:5])) + 1


@pytest.mark.parametrize(
    "tag",
    [
        '[white "Other"]',
        '[White "Once more"]',
        '[WhiteElo "1500?"]',
        '[Annotator "A \\"quoted\\" name"]',
        '[Event  "two blanks"]',
        '[Variant "Chess960"]',
        '[Variant "Standard"]',
        '[Variant "Atomic"]',
        '[SetUp "1"]',
        '[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]',
        '[Site "\u00a0padded\u00a0"]',
        "[broken",
        '[Opening ""]',
        '[Black ""]',
    ],
)
def test_tags_are_taken_as_the_full_reader_takes_them(tag: str) -> None:
    both_ways(f"{HEADS}{tag}\n\n1. e4 {{ [%eval 0.3] }} 1... e5 {{ [%eval 0.2] }} 1-0\n")


def test_the_numbers_are_those_of_analyze() -> None:
    text = f'[Event "x"]\n{EVALUATED[EVALUATED.index("[White") :]}'
    analysis = chessnb.analyze(text, source="pgn", progress=False)
    players = chessnb.score_pgn(text)
    pd.testing.assert_frame_equal(players.droplevel("game_id"), analysis.players)
    moves = chessnb.score_pgn(text, per="moves", columns=analysis.moves.columns)
    pd.testing.assert_frame_equal(moves.droplevel("game_id"), analysis.moves)


def test_rules_of_ones_own_see_the_number_of_legal_moves() -> None:
    from chessnb.scoring.rules import label_rule

    @label_rule("test-no-choice", "Good")
    def no_choice(facts: Any, rules: Any) -> Any:
        return facts.plies.legal_count == 1

    rules = get_ruleset("classic")
    own = rules.replace(rules=("test-no-choice", *rules.rules), book=False)
    text = lichess_pgn(random_game(5, plies=200), 5)
    found = chessnb.score_pgn(text, per="moves", ruleset=own, columns=["label", "forced"])
    chosen = found[found["forced"].to_numpy(bool) & found["label"].notna().to_numpy()]
    assert len(chosen) and set(chosen["label"]) == {"Good"}


@pytest.fixture
def dump(tmp_path: Path) -> Path:
    """A file of thirty games, one of them not plain, one without evaluations."""
    parts = [lichess_pgn(random_game(n, plies=30 + n), n, evals=n != 4) for n in range(29)]
    parts.insert(3, f"{HEADS}\n{ODD['comment']}\n\n")
    path = tmp_path / "dump.pgn"
    path.write_text("".join(parts), encoding="utf-8")
    return path


def test_chunks_hold_whole_games_in_order(dump: Path) -> None:
    whole = chessnb.score_pgn(dump, per="moves")
    chunks = list(chessnb.score_pgn(dump, per="moves", chunksize=7))
    firsts = [(chunk.index.get_level_values("ply") == 1).sum() for chunk in chunks]
    assert firsts == [7, 7, 7, 7, 2]
    pd.testing.assert_frame_equal(joined(chunks), whole)


def test_a_chunk_may_hold_more_games_than_are_read_at_a_time(
    dump: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    whole = chessnb.score_pgn(dump, per="games")
    monkeypatch.setattr(sys.modules["chessnb.dumps.score_pgn"], "_BATCH", 4)
    chunks = list(chessnb.score_pgn(dump, per="games", chunksize=11))
    assert [len(chunk) for chunk in chunks] == [11, 11, 8]
    pd.testing.assert_frame_equal(joined(chunks), whole)


@pytest.mark.parametrize("kind", ["gz", "bz2", "zst"])
def test_compressed_files_are_read(dump: Path, kind: str) -> None:
    import zstandard

    pack = {"gz": gzip.compress, "bz2": bz2.compress, "zst": zstandard.ZstdCompressor().compress}
    packed = dump.with_suffix(f".pgn.{kind}")
    packed.write_bytes(pack[kind](dump.read_bytes()))
    pd.testing.assert_frame_equal(chessnb.score_pgn(str(packed)), chessnb.score_pgn(dump))


def test_parquet_folder_reads_back(dump: Path, tmp_path: Path) -> None:
    out = chessnb.score_pgn(dump, per="players", chunksize=8, out=tmp_path / "out")
    assert isinstance(out, Path) and len(list(out.iterdir())) == 4
    pd.testing.assert_frame_equal(
        pd.read_parquet(out), chessnb.score_pgn(dump), check_index_type=False
    )
    with pytest.raises(SettingsError, match="already"):
        chessnb.score_pgn(dump, out=out)


def test_where_chooses_games_by_tags_or_rows_by_columns(dump: Path) -> None:
    whole = chessnb.score_pgn(dump, per="games")
    chosen = chessnb.score_pgn(dump, per="games", where={"White": ["player-1", "player-2"]})
    expected = whole[whole["white"].isin(["player-1", "player-2"])]
    pd.testing.assert_frame_equal(chosen, expected)
    rated = chessnb.score_pgn(dump, per="games", where=lambda tags: tags.get("WhiteElo") == "1500")
    pd.testing.assert_frame_equal(rated, whole[whole["white_rating"] == 1500])
    query = chessnb.score_pgn(
        dump, per="games", columns=["plies"], where="white_accuracy > 30 and plies < 50"
    )
    rows = whole[(whole["white_accuracy"] > 30).fillna(False) & (whole["plies"] < 50)]
    pd.testing.assert_frame_equal(query, rows[["plies"]])
    assert chessnb.score_pgn(dump, where={"White": "nobody"}).empty


def test_columns_are_those_asked_for_in_that_order(dump: Path) -> None:
    table = chessnb.score_pgn(dump, per="moves", columns=["fen_after", "san"])
    assert list(table.columns) == ["fen_after", "san"]
    board = chess.Board()
    first = table.loc[table.index[0][0]]
    for san, fen in zip(first["san"], first["fen_after"], strict=True):
        board.push_san(san)
        assert board.fen() == fen


def test_games_without_evaluations_keep_their_rows(dump: Path) -> None:
    players = chessnb.score_pgn(dump)
    assert len(players) == 60
    missing = players[players["accuracy"].isna()]
    assert len(missing) >= 2 and missing["move_count"].eq(0).any()


def test_games_that_no_engine_plays_are_rows_with_a_reason() -> None:
    text = (
        f'{HEADS}[Variant "Crazyhouse"]\n\n1. e4 e5 2. Nf3 1-0\n\n'
        f"{HEADS}\n1. e4 {{ [%eval 0.2] }} 1-0\n"
    )
    games = chessnb.score_pgn(text, per="games")
    assert games["error"].str.contains("crazyhouse", case=False).tolist()[0]
    assert games["plies"].tolist() == [3, 1]
    assert chessnb.score_pgn(text, per="moves")["san"].tolist() == ["e4", "e5", "Nf3", "e4"]
    assert len(chessnb.score_pgn(text)) == 4


def test_games_read_already_are_scored_too() -> None:
    games = list(chessnb.read_games(EVALUATED))
    pd.testing.assert_frame_equal(chessnb.score_pgn(iter(games)), chessnb.score_pgn(EVALUATED))
    pd.testing.assert_frame_equal(chessnb.score_pgn(games), chessnb.score_pgn(games[0]))


def test_wrong_arguments_are_told(dump: Path, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="per='rows'"):
        chessnb.score_pgn(dump, per="rows")
    with pytest.raises(SettingsError, match="no column 'elo'"):
        chessnb.score_pgn(dump, columns=["elo"])
    with pytest.raises(SettingsError, match="give a list"):
        chessnb.score_pgn(dump, columns="san")
    with pytest.raises(SettingsError, match="chunksize=0"):
        chessnb.score_pgn(dump, chunksize=0)
    with pytest.raises(SettingsError, match="where="):
        chessnb.score_pgn(dump, where="no such thing")
    with pytest.raises(SettingsError, match="where=3"):
        chessnb.score_pgn(dump, where=3)
    with pytest.raises(SettingsError, match="is a file"):
        chessnb.score_pgn(dump, out=dump)
    with pytest.raises(NoSuchFileError):
        chessnb.score_pgn(tmp_path / "none.pgn", chunksize=3)
    with pytest.raises(InputError):
        chessnb.score_pgn("<html>no game</html>")


def test_cases_come_out_as_by_the_full_reader() -> None:
    """Every PGN among the shared inputs, put behind a plain game."""
    data = Path(__file__).parent / "data"
    lines = [
        line for path in sorted(data.glob("*.jsonl")) for line in path.read_text().splitlines()
    ]
    inputs = [json.loads(line) for line in lines]
    texts = [case["input"] for case in inputs if case.get("kind") == "pgn"]
    plain = lichess_pgn(random_game(7, plies=6), 7)
    for text in texts:
        if isinstance(text, str) and "[Event" in text:
            both_ways(plain + text.replace("\r", "\n"))


@pytest.mark.oracle
def test_real_games_come_out_as_by_the_full_reader(oracle: Path) -> None:
    found = list(entries(oracle / "rated-games-7154.pgn.gz"))
    assert len(found) == 7154
    text = "\n".join(line for segment in found[::700] for line in segment.lines)
    both_ways(text, columns=all_moves_columns())


@pytest.mark.oracle
def test_all_real_games_are_plain_and_legal(oracle: Path) -> None:
    table = chessnb.score_pgn(
        oracle / "rated-games-7154.pgn.gz", columns=["accuracy", "acpl", "move_count"]
    )
    assert len(table) == 14_308
    assert int(table["move_count"].sum()) > 500_000
    assert np.isfinite(table["accuracy"].dropna().to_numpy(float)).all()


@pytest.mark.parametrize("moves", ["f3 {} e5 {} g4 {} Qh4# 0-1", "g4 {} e5 {} f3 {} Qh4# 0-1"])
def test_a_move_into_mate_is_no_book(moves: str) -> None:
    evals = iter(("-0.8", "-0.9", "#-1"))
    words = " ".join(
        f"{{ [%eval {next(evals)}] }}" if word == "{}" else word for word in moves.split(" ")
    )
    text = f"{HEADS.replace('1-0', '0-1')}\n{words}\n"
    both_ways(text, columns=all_moves_columns())
    found = chessnb.score_pgn(text, per="moves")
    assert found["label"].tolist() == ["Book", "Book", "Blunder", "Best"]
    assert chessnb.score_pgn(text, per="moves", columns=["is_book"])["is_book"].tolist() == [
        True, True, False, False,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("control", "spent"),
    [("3+2", [2, 2, 4, 5]), ("180+2", [2, 2, 4, 5]), ("-", [None, None, 2, 3])],
)
def test_minutes_in_the_time_control_are_told_by_the_clocks(
    control: str, spent: list[float | None]
) -> None:
    clocks = ("0:03:00", "0:03:00", "0:02:58", "0:02:57")
    sans = ("1. e4", "1... e5", "2. Nf3", "2... Nc6")
    words = " ".join(f"{s} {{ [%eval 0.2] [%clk {c}] }}" for s, c in zip(sans, clocks, strict=True))
    text = f'{HEADS}[TimeControl "{control}"]\n\n{words} 1-0\n'
    both_ways(text, columns=all_moves_columns())
    found = chessnb.score_pgn(text, per="moves", columns=["time_spent"])["time_spent"]
    assert [None if value is pd.NA else value for value in found.tolist()] == spent
