from __future__ import annotations

import gzip
import io
from itertools import islice
from pathlib import Path

import chess.pgn
import pandas as pd
import pytest
from games import EVALUATED, THREEFOLD

import chessnb
from chessnb.file_evaluations import pgn_evaluations
from chessnb.schema import validate


def scores(pgn: str) -> list[tuple[int | None, int | None] | None]:
    evaluations = pgn_evaluations(chessnb.read_game(pgn))
    return [e and e.best and (e.best.cp, e.best.mate) for e in evaluations]


def test_values_of_the_file_and_the_end_from_the_board() -> None:
    found = scores(EVALUATED)
    assert found == [
        (15, None),
        (36, None),
        (30, None),
        (15, None),
        (20, None),
        (-50, None),
        (None, 1),
        (None, 0),
    ]


def test_missing_stays_missing() -> None:
    assert scores("1. e4 { [%eval 0.2] } e5 2. Nf3 { [%eval 0.3] } *") == [
        (15, None),
        (20, None),
        None,
        (30, None),
    ]


def test_a_value_before_the_first_move_counts() -> None:
    assert scores("{ [%eval 0.2] } 1. e4 { [%eval 0.3] } *")[0] == (20, None)


def test_mate_where_the_board_shows_none_is_missing() -> None:
    pgn = "{ [%eval #0] } 1. e4 { [%eval 0.3] } e5 { [%eval #-0] } 2. Nf3 { [%eval 0.3] } *"
    assert scores(pgn) == [None, (30, None), None, (30, None)]


def test_another_start_without_a_value_is_missing() -> None:
    pgn = '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 { [%eval 1.2] } *'
    assert scores(pgn) == [None, (120, None)]


def test_a_claimable_draw_at_the_end_is_drawn_whatever_the_file_says() -> None:
    moves = THREEFOLD.replace("Rb2 1/2", "Rb2 { [%eval 7.1] } 1/2")
    assert scores(moves)[-1] == (0, None)


@pytest.mark.oracle
@pytest.mark.parametrize(
    ("first", "last"), [(0, 20), pytest.param(20, 200, marks=pytest.mark.slow)]
)
def test_real_games_have_every_row_right(oracle: Path, first: int, last: int) -> None:
    with gzip.open(oracle / "rated-games-7154.pgn.gz", "rt") as file:
        text = "".join(line for line, _ in zip(file, range(6000), strict=False))
    stream = io.StringIO(text)
    for number, game in enumerate(islice(chessnb.read_games(text), last)):
        plain = chess.pgn.read_game(stream)
        assert plain is not None
        if number < first:
            continue
        moves = validate(chessnb.analyze(game, source="pgn").moves, "moves")
        nodes = list(plain.mainline())
        assert moves["san"].tolist() == [node.san() for node in nodes]
        assert moves["uci"].tolist() == [node.uci() for node in nodes]
        for row, node in zip(moves.itertuples(), nodes, strict=True):
            assert row.fen_after == node.board().fen()
            assert node.clock() == (None if row.clock is pd.NA else row.clock)
            score = node.eval()
            if row.source == "board":
                assert node.is_end() and 0 in {row.mate_after, row.cp_after} - {pd.NA}
            else:
                assert score is not None
                white = score.white()
                assert (row.mate_after if white.is_mate() else row.cp_after) == (
                    white.mate() if white.is_mate() else white.score()
                )
