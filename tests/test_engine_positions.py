from __future__ import annotations

import chess
import chess.variant
import pytest
from engines import OPERA, moves_of

from chessnb.engine.positions import positions_of
from chessnb.errors import InputError, PositionError, VariantError

SHUFFLE = (
    '[SetUp "1"]\n[FEN "6k1/5pp1/7p/8/8/8/1R3PPP/6K1 b - - 0 1"]\n\n'
    "1... Kf8 2. Rc2 Kg8 3. Rb2 Kf8 4. Rc2 Kg8 5. Rb2 1/2-1/2"
)


def settled(start, moves):
    return [position.settled for position in positions_of(start, moves)]


def test_a_game_has_one_position_more_than_moves():
    start, moves = moves_of(OPERA)
    positions = positions_of(start, moves)
    assert [position.index for position in positions] == list(range(len(moves) + 1))
    assert positions[0].command == f"position fen {chess.STARTING_FEN}"
    assert positions[-1].played is None


def test_the_engine_sees_the_history_since_the_last_irreversible_move():
    start, moves = moves_of("1. e4 e5 2. Nf3 Nf6 3. Ng1 Ng8 *")
    last = positions_of(start, moves)[-1]
    fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    assert last.command == f"position fen {fen} moves g1f3 g8f6 f3g1 f6g8"
    assert len(last.history) == 5 and last.history[0] == last.history[-1]


def test_the_command_rebuilds_the_position_and_its_repetitions():
    start, moves = moves_of(SHUFFLE)
    board = start.copy()
    for position, move in zip(positions_of(start, moves), [*moves, None], strict=True):
        setup, _, rest = position.command.removeprefix("position fen ").partition(" moves ")
        rebuilt = chess.Board(setup)
        for text in rest.split():
            rebuilt.push_uci(text)
        assert rebuilt.fen() == board.fen() == position.board.fen()
        assert rebuilt.is_repetition(2) == board.is_repetition(2)
        if move:
            board.push(move)


def test_checkmate_is_scored_from_the_board():
    last = settled(*moves_of("1. f3 e5 2. g4 Qh4# 0-1"))[-1]
    assert last.source == "board"
    assert (last.best.mate, last.best.cp, last.best.pv) == (0, None, ())


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        ("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", ["f1f7"]),
        ("7k/8/6K1/8/8/8/8/5q2 w - - 0 1", []),
        ("7k/8/6K1/8/8/8/8/5N2 w - - 0 1", ["f1e3"]),
        ("7k/8/6K1/8/8/8/8/5R2 w - - 149 100", ["f1f2"]),
        ("7k/8/6K1/8/8/8/8/5R2 w - - 99 100", ["f1f2"]),
    ],
    ids=["stalemate", "engine", "insufficient", "75 moves", "50 moves claimable at the end"],
)
def test_drawn_ends_are_zero_from_the_board(fen, moves):
    last = settled(chess.Board(fen), [chess.Move.from_uci(move) for move in moves])[-1]
    if fen.split()[0].endswith("q2"):
        assert last is None
    else:
        assert (last.source, last.best.cp, last.best.mate) == ("board", 0, None)


def test_a_threefold_repetition_counts_only_where_the_game_ends():
    start, moves = moves_of(SHUFFLE)
    assert settled(start, moves)[-1].best.cp == 0
    longer = [*moves, chess.Move.from_uci("g8h7")]
    assert settled(start, longer)[-2:] == [None, None]


def test_a_fivefold_repetition_counts_anywhere():
    start, moves = moves_of("1. Nf3 Nf6 2. Ng1 Ng8 *")
    found = settled(start, moves * 4 + moves[:1])
    assert found[16].best.cp == 0
    assert found[12] is None


def test_the_fifty_move_claim_counts_only_where_the_game_ends():
    start = chess.Board("7k/8/6K1/8/8/8/8/5R2 w - - 100 100")
    moves = [chess.Move.from_uci("f1f2")]
    assert settled(start, moves)[0] is None
    assert settled(start, [])[0].best.cp == 0


def test_after_a_null_move_the_engine_gets_the_position_alone():
    board = chess.Board()
    moves = [chess.Move.from_uci("e2e4"), chess.Move.null(), chess.Move.from_uci("d2d4")]
    positions = positions_of(board, moves)
    assert positions[1].played is None
    assert positions[2].command == f"position fen {positions[2].board.fen()}"


def test_a_null_move_out_of_check_is_no_position_for_an_engine():
    board = chess.Board("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1")
    last = settled(board, [chess.Move.null()])[-1]
    assert last.lines == () and "cannot stand on a board" in last.error


def test_chess960_castling_is_spelled_as_king_takes_rook():
    board = chess.Board("4k3/8/8/8/8/8/8/RK5R w HA - 0 1", chess960=True)
    castling = board.parse_san("O-O")
    assert positions_of(board, [castling])[0].played == "b1h1"


def test_an_impossible_start_is_refused_before_any_engine_sees_it():
    with pytest.raises(PositionError, match="no black king"):
        positions_of(chess.Board("8/8/8/8/8/8/8/4K3 w - - 0 1"), [])


def test_an_illegal_move_is_refused():
    with pytest.raises(InputError, match=r"move 1 \(e2e5\)"):
        positions_of(chess.Board(), [chess.Move.from_uci("e2e5")])


def test_another_variant_is_refused():
    with pytest.raises(VariantError, match="atomic"):
        positions_of(chess.variant.AtomicBoard(), [])
