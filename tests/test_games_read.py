"""What ``read_game`` takes and refuses, and how it picks one game of many."""

from __future__ import annotations

import io
import json
import pickle
from pathlib import Path

import chess
import chess.pgn
import pytest
from games import OPERA

from chessnb.errors import InputError, NoSuchFileError, PositionError
from chessnb.games import Game, read_game, read_games

THREE = "\n\n".join(
    f'[White "Player {number}"]\n[Result "*"]\n\n1. {move} *'
    for number, move in enumerate(("e4", "d4", "c4"), 1)
)


@pytest.mark.parametrize(
    "source",
    [
        str(OPERA),
        OPERA,
        f'"{OPERA}"',
        OPERA.as_uri(),
        OPERA.read_bytes(),
        OPERA.read_text(encoding="utf-8"),
        bytearray(OPERA.read_bytes()),
    ],
    ids=["name", "path", "quoted name", "uri", "bytes", "text", "bytearray"],
)
def test_one_game_from_a_file_and_its_content(source: str | bytes | Path):
    game = read_game(source)
    assert len(game.plies) == 33
    assert game.end_reason == "checkmate"
    assert game.warnings == ()


def test_open_files():
    with OPERA.open(encoding="utf-8") as text, OPERA.open("rb") as binary:
        assert read_game(text) == read_game(binary)
    assert len(list(read_games(io.StringIO(THREE)))) == 3


def test_objects_of_python_chess():
    parsed = chess.pgn.read_game(io.StringIO("1. e4 e5 (1... c5 2. Nf3 {open}) 2. Nf3 $1 *"))
    assert parsed is not None
    game = read_game(parsed)
    assert game.sans() == ["e4", "e5", "Nf3"]
    assert game.plies[1].variations == ("1... c5 2. Nf3",)
    board = chess.Board()
    board.push_san("e4")
    assert read_game(board).sans() == ["e4"]
    assert read_game(chess.Board("8/8/1k6/8/4Q3/7K/8/8 b - - 3 40")).start_fen.endswith("3 40")
    assert read_game(game) is game


def test_an_illegal_tree_of_python_chess_is_cut():
    tree = chess.pgn.Game()
    node = tree.add_variation(chess.Move.from_uci("e2e4"))
    node.add_variation(chess.Move.from_uci("e2e4"))
    tree.add_variation(chess.Move.from_uci("e7e5"))
    game = read_game(tree)
    assert len(game.plies) == 1
    assert not game.complete
    assert any("side line cut" in warning for warning in game.warnings)


def test_lists_of_moves():
    assert read_game(["e4", "e5", "Nf3"]).sans() == ["e4", "e5", "Nf3"]
    moves = [chess.Move.from_uci("e2e4"), chess.Move.from_uci("e7e5")]
    assert read_game(moves).sans() == ["e4", "e5"]


def test_the_first_of_many_with_their_number():
    game = read_game(THREE)
    assert game.white == "Player 1"
    assert game.warnings == ("3 games; using game 1",)


def test_one_of_many():
    game = read_game(THREE, game=3)
    assert (game.white, game.warnings) == ("Player 3", ())
    with pytest.raises(InputError, match=r"game=4, but there are 3 games"):
        read_game(THREE, game=4)
    for number in (0, -1, True):
        with pytest.raises(InputError, match="counted from 1"):
            read_game(THREE, game=number)


def test_numbers_agree_where_games_share_a_text():
    text = "1. e4 e5 1-0 1. d4 d5 0-1\n\n1. c4 *"
    assert [game.sans()[0] for game in read_games(text)] == ["e4", "d4", "c4"]
    assert [read_game(text, game=number).sans()[0] for number in (1, 2, 3)] == ["e4", "d4", "c4"]
    assert read_game(text).warnings == ("3 games; using game 1",)


@pytest.mark.parametrize("name", ["no-such.pgn", "club", "C:\\games\\my club.pgn", "~/none.epd"])
def test_a_mistyped_name_is_no_such_file(name: str):
    with pytest.raises(NoSuchFileError, match="no such file"):
        read_game(name)


def test_the_name_nearby_is_offered():
    with pytest.raises(NoSuchFileError, match=r"did you mean 'opera-1858\.pgn'"):
        read_games(OPERA.with_name("oprea-1858.pgn"))


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("", "empty"),
        (" \n\n", "empty"),
        (b"", "empty"),
        ("Dear Ben,\nI played e4 and d4 yesterday.", "plain text"),
        ("Just words, no moves", "plain text"),
        ('{"id": "x", "moves": "e4 e5"}', "JSON"),
        ("<html>1. e4 e5</html>", "HTML"),
        (b"\n<!DOCTYPE html>\n1. e4 e5", "HTML"),
        (b"PK\x03\x04rest", "zip"),
        (b"\x00\x01\x00\x00\x02\x03\x00\x00\x01", "binary"),
        ("https://example.com/club.pgn", "no link"),
        ("https://lichess.org/@/ada", r"chessnb\.lichess\.games\('ada'\)"),
        (42, "a int"),
        (None, "NoneType"),
    ],
)
def test_refused_with_the_reason(source: str, reason: str):
    with pytest.raises(InputError, match=reason):
        read_game(source)


def test_a_folder_is_no_file(tmp_path: Path):
    with pytest.raises(InputError, match="is a folder"):
        read_games(str(tmp_path))


@pytest.mark.parametrize(
    "source",
    [
        "e2e4 e7e5 g1f3 b8c6",
        "1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6",
        "e4 e5 Nf3 Nc6",
        "e4, e5, Nf3, Nc6",
        "1 e4 e5 2 Nf3 Nc6",
        "1) e4 e5 2) Nf3 Nc6",
        "1.e4 e5 2.Nf3 Nc6",
        "1. 5254 5755 2. 7163 2836",
        "5254 5755 7163 2836",
        "position startpos moves e2e4 e7e5 g1f3 b8c6",
        "1.\ne4\ne5\n2.\nNf3\nNc6",
        "https://lichess.org/analysis/pgn/1._e4_e5_2._Nf3_Nc6",
    ],
)
def test_move_lists(source: str):
    assert read_game(source).sans() == ["e4", "e5", "Nf3", "Nc6"]


def test_moves_from_a_position():
    assert read_game("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n1. e4 Kd7").sans() == ["e4", "Kd7"]
    game = read_game("position fen 4k3/8/8/8/8/8/4P3/4K3 b - - 0 9 moves e8d7")
    assert (game.sans(), game.plies[0].move_number) == (["Kd7"], 9)


def test_positions_line_by_line():
    text = (
        "8/8/1k6/8/4Q3/7K/8/8 w - - bm Qd5;\n4k3/8/8/8/8/8/4P3/8 w - -\n4k3/8/8/8/8/8/8/4K3 b - -"
    )
    good, bad, last = read_games(text)
    assert good.analysable and last.analysable
    assert not bad.analysable
    assert "White has no king" in (bad.error or "")
    with pytest.raises(PositionError, match="White has no king"):
        read_game(text, game=2)


def test_links_to_positions():
    game = read_game("https://lichess.org/analysis/chess960/4k3/8/8/8/8/8/8/4K1RR_w_G_-_0_1")
    assert (game.variant, game.start_fen.split()[2]) == ("chess960", "G")
    game = read_game("chess.com/analysis?fen=8%2F8%2F1k6%2F8%2F4Q3%2F7K%2F8%2F8+b+-+-+0+1")
    assert game.start_fen == "8/8/1k6/8/4Q3/7K/8/8 b - - 0 1"


def test_a_fragment_without_its_position_is_refused():
    game = read_game("12. Nf3 Nc6 13. d4")
    assert not game.plies
    assert "12" in (game.error or "")


def test_moves_missing_in_the_middle_are_noticed():
    game = read_game("1. e4 e5 3. Nf3 Nc6 4. Bb5 a6")
    assert "some may be missing" in game.warnings[0]


def test_games_travel_between_processes():
    text = " ".join(f"{2 * i + 1}. Nf3 Nf6 {2 * i + 2}. Ng1 Ng8" for i in range(160)) + " *"
    game = read_game(text)
    again: Game = pickle.loads(pickle.dumps(game))
    assert again == game
    assert again.plies[-1].fen_after == game.plies[-1].fen_after


QUEEN = "8/8/1k6/8/4Q3/7K/8/8"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        (f"{QUEEN} w - - 0 1 1. Qe5 Ka6", ["Qe5", "Ka6"]),
        (f"{QUEEN} w - - 1. Qe5 Ka6 1-0", ["Qe5", "Ka6"]),
        (f"{QUEEN} w 1. Qe5 Ka6", ["Qe5", "Ka6"]),
        (f"{QUEEN} w - - Qe5 Ka6", ["Qe5", "Ka6"]),
        (f"{QUEEN} 1.Qe5 Ka6", ["Qe5", "Ka6"]),
        (f"fen {QUEEN} w - - 1. Qe5 Ka6", ["Qe5", "Ka6"]),
        (f"{START} w KQkq - 0 1 moves e2e4 e7e5", ["e4", "e5"]),
        (f"position fen {START} w KQkq - 0 1 moves e2e4 e7e5", ["e4", "e5"]),
        (f"{START} w KQkq - 0 1 *", []),
    ],
)
def test_moves_behind_a_position(text: str, moves: list[str]):
    game = read_game(text)
    assert (game.sans(), game.warnings, game.complete) == (moves, (), True)


def test_each_line_a_position_and_its_moves():
    text = f"{QUEEN} w - - 0 1 1. Qe5\n{START} w KQkq - e4 e5 *\n{QUEEN} b - - bm Ka6;\n"
    assert [game.sans() for game in read_games(text)] == [["Qe5"], ["e4", "e5"], []]


@pytest.mark.parametrize("tail", ["bm Qd5;", 'id "e4 e5";', "ce 32; dm 4;", ";D1 20", "am Qe5"])
def test_operations_behind_a_position_are_no_moves(tail: str):
    game = read_game(f"{QUEEN} w - - {tail}")
    assert (len(game), game.warnings) == (0, ())


def test_other_text_behind_a_position_is_told():
    game = read_game(f"{QUEEN} w - - 0 1 White to win")
    assert "'White to win' behind the position is not read" in game.warnings[0]
    (game,) = read_games(f'[FEN "{QUEEN} w - - 0 1 1. Qe5"]\n\n*')
    assert "'1. Qe5' behind the position" in game.warnings[0]


ROOKS = "r3k2r/8/8/8/8/8/8/R3K2R"


@pytest.mark.parametrize(
    ("fen", "right", "note"),
    [
        (f"{ROOKS} w kqKQ -", f"{ROOKS} w KQkq - 0 1", "'kqKQ' read as 'KQkq'"),
        (f"{ROOKS} w qkQK -", f"{ROOKS} w KQkq - 0 1", "'qkQK' read as 'KQkq'"),
        (f"{ROOKS} w kK -", f"{ROOKS} w Kk - 0 1", "'kK' read as 'Kk'"),
        (f"{ROOKS} w KKQQkq -", f"{ROOKS} w KQkq - 0 1", "'KKQQkq' read as 'KQkq'"),
        (f"{ROOKS}/ w KQkq -", f"{ROOKS} w KQkq - 0 1", "slash behind the last rank"),
    ],
)
def test_repaired_positions(fen: str, right: str, note: str):
    for source in (fen, f'[FEN "{fen}"]\n\n*'):
        game = read_game(source)
        assert (game.variant, game.start_fen) == ("standard", right)
        (warning,) = game.warnings
        assert note in warning


@pytest.mark.parametrize(
    ("fen", "reason"),
    [
        ("8/8/1x6/8/8/8/8/8 w - -", "'x' is no piece"),
        ("8/8/1k6/8/4Q3/7K/8/8/8 w - -", "it has 9 ranks and not 8"),
        ("8/8/1k6/8/4Q3/7K/8 w - -", "it has 7 ranks and not 8"),
        ("8/8/1k7/8/4Q3/7K/8/8 w - -", "rank 6, '1k7', has 9 squares and not 8"),
        ("9/8/1k6/8/4Q3/7K/8/8 w - -", "'9' is no piece"),
    ],
)
def test_no_positions(fen: str, reason: str):
    with pytest.raises(PositionError, match=reason):
        read_game(fen)


@pytest.mark.parametrize("fen", ["", "-", "?", "startpos", "None"])
def test_a_fen_that_says_nothing(fen: str):
    game = read_game(f'[White "Ada"]\n[FEN "{fen}"]\n\n1. e4 e5 *')
    assert (game.sans(), game.error) == (["e4", "e5"], None)
    assert "read as none" in game.warnings[0]
    assert "FEN" not in game.headers


@pytest.mark.parametrize("source", [[], (), "*", "1-0", " 1/2-1/2\n", "1-0\n\n0-1", b"*"])
def test_a_result_alone_is_no_game(source: str | list[str]):
    with pytest.raises(InputError, match="it has no moves") as error:
        read_game(source)
    assert not isinstance(error.value, NoSuchFileError)


@pytest.mark.parametrize(
    "text",
    [
        '[Event "Club"]\n[White "Ada \\"Ace\\""]\n\n1. e4 e5 {it\'s open}\n2. Nf3 *\n',
        "1. e4 e5\n2. Nf3 *",
        "{first}\n1. e4 e5\t2. Nf3",
    ],
)
def test_a_text_as_python_shows_it(text: str):
    for shown in (repr(text), f" {text!r}\n", repr(text.encode()), json.dumps(text)):
        game = read_game(shown)
        assert game.sans() == ["e4", "e5", "Nf3"]
        assert game.headers.get("White") == read_game(text).headers.get("White")


@pytest.mark.parametrize("name", ["'C:\\new\\games.pgn'", '"C:\\e4\\new.pgn"'])
def test_a_quoted_name_is_no_shown_text(name: str):
    with pytest.raises(NoSuchFileError):
        read_game(name)


def test_stray_bytes_in_a_game_of_python_chess():
    text = b'[White "J\xe1n"]\n\n1. e4 {t\xe9} e5 *'.decode("utf-8", "surrogateescape")
    game = read_game(chess.pgn.read_game(io.StringIO(text)))
    assert (game.white, game.plies[0].comment) == ("Ján", "té")
    assert "no UTF-8, read as Windows-1252" in game.warnings


@pytest.mark.parametrize("as_bytes", [False, True])
def test_moves_on_the_line_of_a_position(as_bytes: bool):
    text = "8/8/1k6/8/4Q3/7K/8/8 w - - 0 1 1. Qe5 Ka6"
    assert read_game(text.encode() if as_bytes else text).sans() == ["Qe5", "Ka6"]
