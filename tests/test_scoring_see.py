"""Exchange evaluation: known values, and against a search over all captures on the square."""

from __future__ import annotations

import chess
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chessnb.scoring.bitboards import attacked, bits_where
from chessnb.scoring.board_facts import BoardFacts
from chessnb.scoring.moves import Moves, board_of, replay
from chessnb.scoring.see import VALUES, is_sacrifice, see, winnable

KNOWN = [
    ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 1, "an undefended pawn"),
    (
        "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1",
        "d3e5",
        -2,
        "x-rays",
    ),
    ("4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0, "pawn for pawn"),
    ("4k3/8/2p5/3r4/4P3/8/8/4K3 w - - 0 1", "e4d5", 4, "rook for pawn"),
    ("4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1", "d1d5", -8, "queen for pawn"),
    ("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 1, "rook behind rook"),
    ("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", -4, "rooks behind rooks"),
    ("6k1/8/8/4pP2/8/8/8/4K3 w - e6 0 1", "f5e6", 1, "en passant"),
    ("6k1/3p4/8/4pP2/8/8/8/4K3 w - e6 0 1", "f5e6", 0, "en passant taken back"),
    ("3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", 13, "capture and promotion"),
    ("2rr2k1/4P3/8/8/8/8/8/6K1 w - - 0 1", "e7d8q", 4, "promoted and taken back"),
    ("4r1k1/8/8/8/8/8/4p3/3RK3 b - - 0 1", "e2d1q", 4, "promotion against the king's guard"),
    ("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", 8, "promotion"),
    ("8/4P1k1/5b2/8/8/8/8/3RK3 w - - 0 1", "e7e8n", 2, "underpromotion"),
    ("3r2k1/8/8/3n4/8/8/3R4/3K4 w - - 0 1", "d2d5", -2, "the defender stands behind"),
    ("k2r4/8/8/3n4/8/5B2/8/4K3 w - - 0 1", "f3d5", 0, "with check, and the rook takes back"),
    ("4k3/4r3/8/8/4b3/3P4/8/4K3 w - - 0 1", "d3e4", 2, "a bishop for a pawn"),
    ("4k3/4r3/8/3p4/4b3/3P4/4Q3/4K3 w - - 0 1", "d3e4", 2, "the queen stays at home"),
    ("4k3/3p4/4n3/8/8/8/5R2/4KR2 b - - 0 1", "e6d4", 0, "nothing attacks it"),
    ("4k3/8/4b3/3n4/8/8/8/3RR1K1 w - - 0 1", "d1d5", 3, "the defender is pinned"),
    ("4k3/8/4b3/3n4/8/8/8/3R1RK1 w - - 0 1", "d1d5", -2, "the defender is free"),
    ("4k3/3p4/8/8/8/8/8/3RK3 w - - 0 1", "d1d7", -4, "the king takes back"),
    ("4k3/3p4/8/1B6/8/8/8/3RK3 w - - 0 1", "d1d7", 1, "the king may not take back"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", 0, "castling"),
    ("7k/8/8/8/8/2b5/1P6/K7 w - - 0 1", "b2c3", 3, "a pawn takes"),
    ("7k/6b1/8/8/8/2b5/1P6/K7 w - - 0 1", "b2c3", 2, "a bishop behind the bishop"),
]


def brute(board: chess.Board, square: chess.Square) -> int:
    """Every legal capture on the square, played out on the board."""
    best, value = 0, VALUES[board.piece_type_at(square) or 0]
    for move in list(board.generate_legal_moves(to_mask=chess.BB_SQUARES[square])):
        promoted = VALUES[move.promotion] - 1 if move.promotion else 0
        board.push(move)
        best = max(best, value + promoted - brute(board, square))
        board.pop()
    return best


@pytest.mark.parametrize(("fen", "move", "value", "why"), KNOWN, ids=[row[3] for row in KNOWN])
def test_known_value(fen: str, move: str, value: int, why: str) -> None:
    board = chess.Board(fen)
    assert board.is_legal(chess.Move.from_uci(move))
    assert see(board, chess.Move.from_uci(move)) == value
    assert board.fen() == fen


@st.composite
def positions(draw: st.DrawFn) -> chess.Board:
    """Positions of many pieces around a few squares, either side to move, mostly unreachable."""
    board = chess.Board.empty()
    squares = draw(st.lists(st.integers(0, 63), min_size=4, max_size=22, unique=True))
    board.set_piece_at(squares[0], chess.Piece(chess.KING, chess.WHITE))
    board.set_piece_at(squares[1], chess.Piece(chess.KING, chess.BLACK))
    for square in squares[2:]:
        inside = chess.BB_SQUARES[square] & ~(chess.BB_RANK_1 | chess.BB_RANK_8)
        kind = draw(st.integers(chess.PAWN if inside else chess.KNIGHT, chess.QUEEN))
        board.set_piece_at(square, chess.Piece(kind, draw(st.booleans())))
    board.turn = draw(st.booleans())
    return board


@settings(max_examples=100, deadline=None)
@given(positions())
def test_equal_to_a_search_over_all_captures(board: chess.Board) -> None:
    if board.was_into_check():
        board.turn = not board.turn
    if board.was_into_check():
        return
    kings = board.kings
    for square in chess.scan_forward(board.occupied_co[not board.turn] & ~kings):
        assert winnable(board, square) == brute(board, square)


@settings(max_examples=50, deadline=None)
@given(positions())
def test_attacks_of_many_boards_are_those_of_one(board: chess.Board) -> None:
    squares = board_of(board.board_fen())
    for color, side in ((chess.WHITE, 1), (chess.BLACK, -1)):
        expected = 0
        for square in chess.scan_forward(board.occupied_co[color]):
            expected |= board.attacks_mask(square)
        assert int(attacked(squares[None], np.array([side], dtype=np.int8))[0]) == expected
    assert int(bits_where(squares[None] != 0)[0]) == board.occupied


@st.composite
def random_games(draw: st.DrawFn) -> tuple[str, list[chess.Move]]:
    """A game of random legal moves from the usual start, a Chess960 start, or an ending."""
    start = draw(
        st.sampled_from(
            [
                chess.STARTING_FEN,
                chess.Board.from_chess960_pos(518 - 100).fen(),
                "r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
                "4k3/P1pp2P1/8/2P1P3/3p1p2/8/1P2P1p1/R3K2R b KQ - 0 1",
            ]
        )
    )
    board = chess.Board(start, chess960=True)
    choices = draw(st.lists(st.integers(0, 10_000), max_size=50))
    moves: list[chess.Move] = []
    for choice in choices:
        legal = list(board.legal_moves)
        if not legal:
            break
        moves.append(legal[choice % len(legal)])
        board.push(moves[-1])
    return start, moves


@settings(max_examples=25, deadline=None)
@given(st.lists(random_games(), min_size=1, max_size=3))
def test_replayed_games_tell_what_the_board_tells(
    games: list[tuple[str, list[chess.Move]]],
) -> None:
    number = [i for i, (_, moves) in enumerate(games) for _ in moves]
    white, uci, boards = [], [], []
    sacrifices, recaptures = [], []
    for start, moves in games:
        board, taken_on = chess.Board(start, chess960=True), None
        for move in moves:
            white.append(board.turn)
            uci.append(board.uci(move, chess960=len(uci) % 2 == 0))
            sacrifices.append(is_sacrifice(board, move))
            captures = board.is_capture(move)
            recaptures.append(captures and move.to_square == taken_on)
            taken_on = move.to_square if captures else None
            board.push(move)
            boards.append(board_of(board.board_fen()))
    if not number:
        return
    game, side = np.array(number), np.array(white)
    starts = np.stack([board_of(start) for start, _ in games])
    replayed = replay(starts, game, side, Moves.parse(uci))
    assert replayed.possible.all()
    np.testing.assert_array_equal(replayed.after, np.stack(boards))
    facts = BoardFacts(game, side, uci, {i: start for i, (start, _) in enumerate(games)})
    everywhere = np.arange(len(game))
    assert facts.sacrifice(everywhere).tolist() == [int(s) for s in sacrifices]
    assert facts.recapture(everywhere).tolist() == [int(r) for r in recaptures]


SACRIFICES = [
    # The Opera game's last rook and queen moves, and moves beside them that give up nothing.
    ("3rkb1r/p2nqppp/5n2/1B2p1B1/4P3/1Q6/PPP2PPP/2KR3R w k - 0 13", "d1d7", True),
    ("4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 0 16", "b3b8", True),
    ("4kb1r/p2rqppp/5n2/1B2p1B1/4P3/1Q6/PPP2PPP/2K4R w k - 0 14", "h1d1", False),
    ("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "g1f3", False),
    ("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", "d1h5", False),
    ("rnbqkb1r/pppp1ppp/5n2/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 0 3", "d2d3", False),
    ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8", False),
]


@pytest.mark.parametrize(("fen", "move", "expected"), SACRIFICES)
@pytest.mark.parametrize("mirrored", [False, True])
def test_sacrifice(fen: str, move: str, expected: bool, mirrored: bool) -> None:
    board, played = chess.Board(fen), chess.Move.from_uci(move)
    if mirrored:
        board = board.mirror()
        played = chess.Move(
            *(chess.square_mirror(s) for s in (played.from_square, played.to_square))
        )
    assert board.is_legal(played)
    assert is_sacrifice(board, played) is expected


def test_a_game_is_followed_only_as_far_as_it_can_be() -> None:
    uci = ["e2e4", "e7e5", None, "b8c6", "e2e4", "d7d5"]
    facts = BoardFacts(
        np.array([0, 0, 0, 0, 1, 1]), np.array([True, False] * 3), uci, legal_count=None
    )
    assert facts.sacrifice(np.arange(6)).tolist() == [0, 0, -1, -1, 0, 0]
    impossible = BoardFacts(np.array([0, 0]), np.array([True, False]), ["e3e4", "e7e5"])
    assert impossible.recapture(np.arange(2)).tolist() == [-1, -1]


def test_a_forced_move_is_no_sacrifice() -> None:
    fen = "R5k1/6pp/8/8/8/8/8/6K1 b - - 0 1"
    facts = BoardFacts(np.array([0]), np.array([False]), ["g8f7"], {0: fen})
    assert facts.sacrifice(np.array([0])).tolist() == [0]
    known = BoardFacts(
        np.array([0]), np.array([True]), ["g1f3"], legal_count=np.array([1], dtype=np.int16)
    )
    assert known.sacrifice(np.array([0])).tolist() == [0]
