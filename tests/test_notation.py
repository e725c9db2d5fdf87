from __future__ import annotations

import chess
from hypothesis import given
from hypothesis import strategies as st

from chessnb.notation import eval_text, line_san


@given(st.integers(-20_000, 20_000))
def test_eval_text_says_the_score_from_whites_view(cp: int) -> None:
    text = eval_text(cp, None)
    assert text is not None
    assert float(text) == cp / 100
    assert text[0] in "+-" or cp == 0


def test_mates() -> None:
    assert eval_text(None, 3) == "#+3"
    assert eval_text(None, -3) == "#-3"
    assert eval_text(None, None) is None


def test_line_stops_before_what_is_not_legal_and_leaves_the_board() -> None:
    board = chess.Board()
    assert line_san(board, ["e2e4", "e7e5", "e1e5"]) == ["e4", "e5"]
    assert line_san(board, ["e2e4", "rubbish"]) == ["e4"]
    assert line_san(board, []) == []
    assert board == chess.Board()
    assert not board.move_stack


def test_chess960_castling_is_written_as_castling() -> None:
    board = chess.Board("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", chess960=True)
    assert line_san(board, ["f1g1"]) == ["O-O"]
