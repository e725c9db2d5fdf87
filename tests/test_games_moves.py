"""Moves in all their spellings, and those that are none."""

from __future__ import annotations

import pytest

from chessnb.games import Game, read_game

PAWN = '[FEN "3k4/1P6/8/8/8/8/8/4K3 w - - 0 1"]\n\n'
ITALIAN = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. "


def sans(text: str) -> list[str]:
    game = read_game(text)
    assert game.complete, game.error
    return game.sans()


@pytest.mark.parametrize(
    "castling",
    [
        "O-O",
        "0-0",
        "o-o",
        "O–O",
        "О-О",
        "OO",
        "O-O!",
        "0–0",
        "Kg1",
        "e1g1",
        "e1h1",
        "Ke1-g1",
        "O-O+",
    ],
)
def test_castling(castling: str):
    assert sans(f"{ITALIAN}{castling} Nf6")[6:] == ["O-O", "Nf6"]


@pytest.mark.parametrize(
    "promotion",
    [
        "b8=Q+",
        "b8Q",
        "b8=q",
        "b8q",
        "b8/Q",
        "b8(Q)",
        "b8 = Q",
        "b8 (Q)+",
        "b7b8q",
        "b7-b8=Q",
        "b8=Q++",
    ],
)
def test_promotion(promotion: str):
    assert sans(f"{PAWN}1. {promotion} Kd7 *") == ["b8=Q+", "Kd7"]


def test_a_promotion_without_a_piece_is_no_queen():
    game = read_game(f"{PAWN}1. b8 Kd7")
    assert not game.plies
    assert "does not say what the pawn becomes" in (game.error or "")


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("1. e4 d5 2. e:d5", "exd5"),
        ("1. e4 d5 2. ed5", "exd5"),
        ("1. e4 d5 2. exd", "exd5"),
        ("1. e4 d5 2. ed", "exd5"),
        ("1. e4 d5 2. e4xd5", "exd5"),
        ("1. e4 d5 2. e4d5", "exd5"),
        ("1. e4 d5 2. exd5 Q:d5", "Qxd5"),
        ("1. e4 d5 2. exd5 Qd5:", "Qxd5"),
        ("1. e4 d5 2. exd5 Qd8×d5", "Qxd5"),
        ("1. e4 a6 2. e5 d5 3. exd6 e.p.", "exd6"),
        ("1. e4 a6 2. e5 d5 3. exd6e.p.", "exd6"),
        ("1. e4 e5 2. Ng1-f3", "Nf3"),
        ("1. e4 e5 2. Ng1–f3!?", "Nf3"),
        ("1. e4 e5 2. Ktf3", "Nf3"),
        ("1. e4 e5 2. ♘f3", "Nf3"),
        ("1. ♙e4", "e4"),
        ("1. e4 e5 2. NF3", "Nf3"),
        ("1. E4 E5 2. BC4", "Bc4"),
        ("1. e4 e5 2. nf3 nc6 3. bb5", "Bb5"),
        ("1. е4 е5 2. Nf3", "Nf3"),
        ("1. e4 e5 2. Qh5 Ke7 3. Qxe5 mate", "Qxe5#"),
        ("1. e4! e5?! 2. Nf3+-", "Nf3"),
        ("1. e4 e5 2. 1-0", "e5"),
        ("1.e4 ... e5 2.Nf3", "Nf3"),
        ("1. e4 1... e5 2. Nf3", "Nf3"),
    ],
)
def test_spellings(text: str, last: str):
    assert sans(text)[-1] == last


@pytest.mark.parametrize(
    ("text", "plies", "reason"),
    [
        ("1. e4 e5 2. Ke3", 2, "illegal move 2. Ke3"),
        ("1. e4 e5 2. e9x", 2, None),
        ("1. e4 e5 2. Nf3 Nc6 3. 0-0", 4, "illegal move 3. 0-0"),
        ("1. e4 e5 2. Nf3 2... 0–0 *", 3, "illegal move 2... 0–0"),
        ("1. P-K4 P-K4 2. Kt-KB3", 0, "descriptive"),
        ("1. e4 e5 2. Xf3 Nc6", 2, "unknown piece letters X"),
        ("1. e4 d5 2. @e4 d4", 2, "Crazyhouse"),
        ("1. e4 e5 2. Nf3?!zz Nc6", 2, "cannot be read"),
        ("1. e4 e5 2. Qh5 Nc6 3. Qxf7+ --", 5, "null move 3... -- while in check"),
        ("1. Nf3 Nf6 2. Nc3 Nc6 3. Nd4 Nd5 4. Nb5", 6, r"4. Nb5 is ambiguous (Ncb5 or Ndb5)"),
    ],
)
def test_what_is_no_move_ends_the_game(text: str, plies: int, reason: str | None):
    game = read_game(f'[White "Ada"]\n[Black "Ben"]\n\n{text}')
    assert len(game.plies) == plies
    if reason is None:
        assert game.warnings
        return
    assert reason in (game.error or "")
    assert game.fens()[-1] in (game.error or "")
    assert "Ada" in (game.error or "")


def test_a_check_mark_tells_two_moves_apart():
    start = '[FEN "3k4/8/8/8/8/8/8/R3K2R w - - 0 1"]\n\n'
    ambiguous = read_game('[FEN "3k4/8/8/8/8/8/8/RR2K3 w - - 0 1"]\n\n1. Rb1 Kc7')
    assert not ambiguous.complete
    assert sans(f"{start}1. Rd1+ Ke7") == ["Rd1+", "Ke7"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("German", "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Lxc6 dxc6 5. O-O Dd6 6. Te1 Ke7"),
        ("French", "1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. Fxc6 dxc6 5. O-O Dd6 6. Te1 Re7"),
        ("Spanish", "1. e4 e5 2. Cf3 Cc6 3. Ab5 a6 4. Axc6 dxc6 5. O-O Dd6 6. Te1 Re7"),
        ("Portuguese", "1. e4 e5 2. Cf3 Cc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O Dd6 6. Te1 Re7"),
        ("Dutch", "1. e4 e5 2. Pf3 Pc6 3. Lb5 a6 4. Lxc6 dxc6 5. O-O Dd6 6. Te1 Ke7"),
        ("Finnish", "1. e4 e5 2. Rf3 Rc6 3. Lb5 a6 4. Lxc6 dxc6 5. O-O Dd6 6. Te1 Ke7"),
        ("Polish", "1. e4 e5 2. Sf3 Sc6 3. Gb5 a6 4. Gxc6 dxc6 5. O-O Hd6 6. We1 Ke7"),
        ("Czech", "1. e4 e5 2. Jf3 Jc6 3. Sb5 a6 4. Sxc6 dxc6 5. O-O Dd6 6. Ve1 Ke7"),
        ("Hungarian", "1. e4 e5 2. Hf3 Hc6 3. Fb5 a6 4. Fxc6 dxc6 5. O-O Vd6 6. Be1 Ke7"),
        ("Romanian", "1. e4 e5 2. Cf3 Cc6 3. Nb5 a6 4. Nxc6 dxc6 5. O-O Dd6 6. Te1 Re7"),
        ("Russian", "1. e4 e5 2. Кf3 Кc6 3. Сb5 a6 4. С:c6 dc 5. 0-0 Фd6 6. Лe1 Крe7"),
        ("Turkish", "1. e4 e5 2. Af3 Ac6 3. Fb5 a6 4. Fxc6 dxc6 5. O-O Vd6 6. Ke1 Şe7"),
    ],
)
def test_languages(language: str, text: str):
    game = read_game(text)
    assert game.complete
    assert game.sans()[2:6] == ["Nf3", "Nc6", "Bb5", "a6"]
    assert game.sans()[-3:] == ["Qd6", "Re1", "Ke7"]
    assert language in game.warnings[0]


def test_variations_are_translated_too():
    game = read_game("1. e4 e5 2. Sf3 (2. Lc4 Sf6) 2... Sc6 *")
    assert game.plies[2].variations == ("2. Bc4 Nf6",)


@pytest.mark.parametrize("text", ["1. Pf3 d5", "1. Rf3 Rf6"])
def test_letters_with_several_readings_are_refused(text: str):
    game = read_game(text)
    assert not game.complete or game.warnings


def test_a_game_illegal_in_every_language_is_refused():
    game = read_game("1. e4 e5 2. Sf3 Sc6 3. Lxh8")
    assert game.sans() == ["e4", "e5"]
    assert "L, S" in (game.error or "")


def test_canonical_san_of_every_ply():
    game: Game = read_game("1. e4 e5 2. Ng1f3 Nb8c6 3. Bb5 Nge7 4. Bc6 bc6 5. Nxe5 f6 6. Qh5 *")
    expected = [board.copy() for board in game.boards()]
    for ply, board in zip(game.plies, expected, strict=False):
        assert ply.san == board.san(ply.move)


@pytest.mark.parametrize(
    ("text", "side", "numbers"),
    [
        ('[FEN "4k3/8/8/8/8/8/4p3/4K3 b - - 5 38"]\n\n38. .. Kd7 39. Kxe2', "black", [38, 39]),
        ('[fen "4k3/8/8/8/8/8/4P3/4K3 w - - 0 7"]\n[SetUp "0"]\n\n7. e4 Kd7', "white", [7, 7]),
    ],
)
def test_start_positions(text: str, side: str, numbers: list[int]):
    game = read_game(text)
    assert game.plies[0].side == side
    assert [ply.move_number for ply in game.plies] == numbers


@pytest.mark.parametrize(
    ("tag", "variant"),
    [
        ("Chess960", "chess960"),
        ("chess 960", "chess960"),
        ("Fischer Random Chess", "chess960"),
        ("Fischerandom", "chess960"),
        ("Freestyle", "chess960"),
        ("FRC", "chess960"),
        ("Chess-960", "chess960"),
        ("960", "chess960"),
        ("wild/fr", "chess960"),
        ("Blitz", "chess960"),
        ("Standard", "chess960"),
        ("From Position", "chess960"),
        ("", "chess960"),
    ],
)
def test_chess960_in_every_spelling(tag: str, variant: str):
    fen = "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1"
    for rights in ("KQkq", "GDgd"):
        game = read_game(
            f'[Variant "{tag}"]\n[FEN "{fen.replace("KQkq", rights)}"]\n\n'
            "1. b3 b6 2. Nf3 Nf6 3. g3 g6 4. O-O O-O *"
        )
        assert game.variant == variant
        assert [ply.uci for ply in game.plies[6:]] == ["f1g1", "f8g8"]
        assert read_game(game.to_pgn()).chess_moves == game.chess_moves


@pytest.mark.parametrize(
    ("tag", "variant", "text"),
    [
        ("Crazyhouse", "crazyhouse", "1. e4 d5 2. exd5 Qxd5 3. @e4"),
        ("Three-check", "3check", "1. e4 e5 2. Bc4"),
        ("King of the Hill", "kingofthehill", "1. e4 e5"),
        ("Atomic", "atomic", "1. e4 e5"),
        ("Antichess", "antichess", "1. e3 b6"),
        ("Racing Kings", "racingkings", "1. Kh3 Ka3"),
        ("Horde", "horde", "1. a5 e6"),
        ("Bughouse", "bughouse", "1. e4 e5"),
        ("Fog of War", "fogofwar", "1. e4 e5"),
        ("Duck Chess", "duckchess", "1. e4 e5"),
        ("Losers", "losers", "1. e4 e5"),
        ("Gothic Chess", "gothicchess", "1. e4 e5"),
        ("No Castling", "nocastling", "1. e4 e5"),
    ],
)
def test_other_variants_are_read_but_not_analysed(tag: str, variant: str, text: str):
    game = read_game(f'[Variant "{tag}"]\n\n{text} *')
    assert (game.variant, game.analysable, game.complete) == (variant, False, True)
    assert game.sans()
    assert len(game.fens()) == len(game.plies) + 1
    assert game.to_chess().headers["Result"] == "*"


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("1. e4 e5 2. N f3 N c6", "e4 e5 Nf3 Nc6"),
        ("1. e4 e5 2. N\nf3 n\nc6", "e4 e5 Nf3 Nc6"),
        ("1. e4 e5 2. ♘ f3 ♞ c6", "e4 e5 Nf3 Nc6"),
        ("1.e4 e5 2.N f3! 2N c6", "e4 e5 Nf3 Nc6"),
        ("1. e4 d5 2. ex d5 Q x d5 3. Nx d5", "e4 d5 exd5 Qxd5"),
        ("1. e4 d5 2. e x d5 Qx d5 3. N b1-c3 Q d8", "e4 d5 exd5 Qxd5 Nc3 Qd8"),
        ("1. d4 d5 2. Nc3 a6 3. Nf3 Nc6 4. N d2", "d4 d5 Nc3 a6 Nf3 Nc6 Nd2"),
        ("1. d4 d5 2. Nf3 a6 3. Nb d2", "d4 d5 Nf3 a6 Nbd2"),
        ("1. e4 e5 2. S f3 S c6 3. L b5", "e4 e5 Nf3 Nc6 Bb5"),
    ],
)
def test_a_piece_apart_from_its_square_is_no_pawn(text: str, moves: str):
    game = read_game(text)
    assert " ".join(game.sans()) == moves
    assert any(warning.startswith("joined what stood apart") for warning in game.warnings)


@pytest.mark.parametrize("text", ["1. Nf3 N 1... d5 2. g3 N Nf6", "1. Nf3 d5 N 2. g3 Nf6"])
def test_a_novelty_sign_is_no_piece(text: str):
    game = read_game(text)
    assert game.sans() == ["Nf3", "d5", "g3", "Nf6"]
    assert not game.warnings
    assert (146,) in game.nags


@pytest.mark.parametrize(
    ("text", "plies", "at"),
    [
        ("1. a4 a5 2. Ba3 d5 *", 2, "2. Ba3"),
        ("1. e4 e5 2. Kf3 d6", 2, "2. Kf3"),
        ("1. e4 e5 2. Kc3", 2, "2. Kc3"),
        ("1. e4 e5 2. Rc3", 2, "2. Rc3"),
        ("1. d4 e6 2. K f3", 2, "2. Kf3"),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb6 a6 4. Ba4 Nf6", 4, "3. Bb6"),
    ],
)
def test_an_illegal_move_in_english_is_no_other_language(text: str, plies: int, at: str):
    game = read_game(text)
    assert len(game) == plies
    assert f"illegal move {at}" in (game.error or "")
    assert not any(" read as " in warning for warning in game.warnings)


def test_a_long_game_may_be_in_a_language_of_english_letters():
    game = read_game("1. d4 d5 2. Kf3 Kf6 3. Kc3 Kc6 4. a3 a6 5. h3 h6 6. Kd2 Kd7 *")
    assert game.complete
    assert game.sans()[2:4] == ["Nf3", "Nf6"]
    assert "Indonesian" in game.warnings[0]


@pytest.mark.parametrize(
    ("text", "plies", "error"),
    [
        ("1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. La4 Sf6 5. Dh8 *", 8, "illegal move 5. Dh8"),
        ("1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. Fa4 Cf6 5. Ff8 *", 8, "illegal move 5. Ff8"),
        ("1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Xa4", 6, "unknown piece letter in move 4. Xa4"),
        (
            "1. Sf3 d5 2. Sc3 d4 3. Sb5 a6 4. Sbxd4 Sf6 5. Sb3 Sc6 6. Sd4",
            10,
            "move 6. Sd4 is ambiguous (Sbd4 or Sfd4)",
        ),
    ],
)
def test_a_fault_leaves_the_legal_part_of_a_translated_game(text: str, plies: int, error: str):
    game = read_game(text)
    assert len(game) == plies
    assert error in (game.error or "")
    assert any(" read as " in warning for warning in game.warnings)


def test_a_null_move_is_no_piece_letter():
    assert sans("1. e4 e5 2. Sf3 -- 3. Lc4 Sc6 *") == ["e4", "e5", "Nf3", "--", "Bc4", "Nc6"]


def test_the_letter_of_a_promotion_tells_the_language():
    game = read_game(f"{PAWN}1. b8=D+ *")
    assert game.sans() == ["b8=Q+"]
    assert game.warnings[0].startswith("piece letters D read as German")


@pytest.mark.parametrize(
    ("bracket", "comment"),
    [
        ("12 min", "12 min"),
        ("best by test", "best by test"),
        ("0:03", "0:03"),
        ("says {she} (and he) too", "says she (and he) too"),
        ("idea d4", "idea d4"),
        ("threat Qxf9", "threat Qxf9"),
        ("=", "="),
        ("1-0", "1-0"),
        ("+0.35/18 2.1s", "(+0.35/18 2.1s)"),
    ],
)
def test_text_in_round_brackets_is_a_comment(bracket: str, comment: str):
    game = read_game(f"1. e4 ({bracket}) e5 ({bracket}) 2. Nf3 *")
    assert game.sans() == ["e4", "e5", "Nf3"]
    assert [ply.comment for ply in game.plies] == [comment, comment, None]
    assert game.times_spent() == [None] * 3
    assert game.plies[0].eval_cp is None
    assert not game.side_moves
    assert not game.warnings


@pytest.mark.parametrize(
    ("bracket", "moves", "comments"),
    [
        ("Bc4 was better", "f1c4", ["was better"]),
        ("2. Bc4 wins as e5 is weak and Nf6 fails", "f1c4", ["wins as e5 is weak and Nf6 fails"]),
        ("2. Bc4 was better than Nf6 {I think}", "f1c4", ["was better than Nf6 I think"]),
        ("2. Bc4 in 12 games 2... Nf6 drew", "f1c4 g8f6", ["in 12 games", "drew"]),
        ("better 2. Bc4 Nf6", "f1c4 g8f6", ["", ""]),
        ("2. Bc4 (so he said) Nf6", "f1c4 g8f6", ["so he said", ""]),
    ],
)
def test_words_in_a_variation_are_kept(bracket: str, moves: str, comments: list[str]):
    game = read_game(f"1. e4 e5 2. Nf3 ({bracket}) Nc6 *")
    assert game.sans() == ["e4", "e5", "Nf3", "Nc6"]
    assert [side.move.uci() for side in game.side_moves] == moves.split()
    assert [side.comment for side in game.side_moves] == comments
    assert game.side_moves[0].before == ("better" if bracket.startswith("better") else "")
    assert not game.warnings


def test_a_glyph_before_a_variation_is_its_first_moves():
    game = read_game("1. e4 e5 ($5 1... c5 $1 2. Nf3) 2. Nf3 *")
    assert [side.nags for side in game.side_moves] == [(5, 1), ()]


def test_text_in_brackets_before_the_first_move():
    game = read_game("(a friendly game) 1. e4 e5 2. Nf3 *")
    assert game.start_comment == "a friendly game"
    assert not game.warnings


@pytest.mark.parametrize(
    "tag",
    [
        *("Blitz", "Armageddon", "Rated", "Live", "Rapid chess", "Simul", "Setup Chess"),
        *("Hyper-Bullet", "Casual game", "Rated Blitz", "3+2 blitz", "Club evening", "?", "Schach"),
    ],
)
def test_tags_that_name_no_other_game_are_standard_chess(tag: str):
    game = read_game(f'[Variant "{tag}"]\n\n1. e4 e5 2. Nf3 *')
    assert (game.variant, game.analysable, len(game)) == ("standard", True, 3)
    assert tag == "?" or any(repr(tag) in warning for warning in game.warnings)


def test_a_long_variant_name_takes_no_time():
    assert read_game(f'[Variant "{"1" * 50_000}x"]\n\n1. e4 *').analysable
