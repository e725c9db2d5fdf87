"""Every way a game was seen to arrive, with what must come out of it."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from chessnb.errors import ChessnbError, InputError, PositionError
from chessnb.games import Game, read_game, read_games
from chessnb.games.links import parse_link
from chessnb.games.tags import rating

DATA = Path(__file__).parent / "data"


def _cases() -> dict[str, dict[str, Any]]:
    lines = [
        line
        for name in ("game_texts.jsonl", "game_moves.jsonl")
        for line in (DATA / name).read_text(encoding="utf-8").splitlines()
    ]
    return {case["id"]: case for case in map(json.loads, lines)}


CASES = _cases()
DETAILED = [
    (identity, index)
    for identity, case in CASES.items()
    if "detail" in case
    for index in range(len(case["inputs"]))
]


def sources(identity: str) -> list[str | bytes]:
    case = CASES[identity]
    if case["bytes"]:
        return [base64.b64decode(text) for text in case["inputs"]]
    return case["inputs"]


def games(identity: str, index: int = 0) -> list[Game]:
    return list(read_games(sources(identity)[index]))


@pytest.mark.parametrize(("identity", "index"), DETAILED)
def test_games_plies_headers_and_position(identity: str, index: int):
    case = CASES[identity]
    found = games(identity, index)
    assert len(found) == case.get("games", len(case["detail"]))
    for game, expected in zip(found, case["detail"], strict=True):
        assert len(game.plies) == expected["plies"]
        assert " ".join(ply.san for ply in game.plies) == expected["san"]
        assert game.fens()[-1] == expected["final_fen"]
        assert (game.variant == "chess960") == expected.get("chess960", False)
        for name, value in expected["headers"].items():
            assert game.headers[name] == value
        outcome = game.final_board().outcome()
        assert (outcome and outcome.termination.name) == expected.get("outcome")


@pytest.mark.parametrize(("identity", "index"), DETAILED)
def test_the_same_from_a_file(identity: str, index: int, tmp_path: Path):
    source = sources(identity)[index]
    path = tmp_path / "case.pgn"
    path.write_bytes(source if isinstance(source, bytes) else source.encode())
    moves = [game.chess_moves for game in read_games(path)]
    assert moves == [game.chess_moves for game in games(identity, index)]


def test_the_encoding_used_is_told():
    assert "Windows-1252" in games("enc-02")[0].warnings[0]
    first, second = games("enc-04")
    assert not first.warnings
    assert "Windows-1252" in second.warnings[0]


def test_bad_tag_lines_are_listed_with_their_line():
    warnings = games("str-02")[0].warnings
    assert [warning.split(":")[0] for warning in warnings] == ["line 2", "line 4", "line 5"]


def test_escaped_quotes_read_and_write():
    game = games("str-03")[0]
    assert game.headers["Event"] == 'The "Rook" Cup'
    assert game.white == 'Ada "Ace" Finch'
    assert game.black == "Ben\\Holm"
    assert read_game(game.to_pgn()).headers == game.headers


def test_skipped_text_is_told():
    notes = [warning for game in games("str-10") for warning in game.warnings]
    assert len(notes) == 2
    assert all("skipped text" in note for note in notes)


def test_a_study_begins_with_black():
    first, second = games("str-12")
    assert not first.plies
    assert (second.plies[0].side, second.plies[0].move_number) == ("black", 1)
    assert second.plies[0].variations == ("1... Ke7 2. e4",)
    assert second.plies[1].arrows == ("Ge4e5",)


@pytest.mark.parametrize(
    ("index", "result"), list(enumerate(["1/2-1/2", "1-0", "1/2-1/2", "1-0", "1/2-1/2"]))
)
def test_results_are_normalised_and_the_raw_text_is_told(index: int, result: str):
    game = games("res-01", index)[0]
    raw = sources("res-01")[index].split('Result "')[1].split('"')[0]  # type: ignore[arg-type]
    assert game.result == result
    assert len(game.plies) == 2
    assert any(repr(raw) in warning for warning in game.warnings)


def test_black_begins_at_move_38():
    ply = games("fen-01")[0].plies[0]
    assert (ply.side, ply.move_number) == ("black", 38)


def test_a_missing_king_is_refused_and_named():
    (game,) = games("fen-04")
    assert not game.analysable
    assert "White has no king" in (game.error or "")
    with pytest.raises(PositionError, match="White has no king"):
        game.ensure_analysable()
    with pytest.raises(PositionError, match="White has no king"):
        read_game(sources("fen-04")[0])


@pytest.mark.parametrize(("index", "field", "value"), [(0, 2, "Q"), (1, 2, "-"), (2, 3, "-")])
def test_impossible_rights_are_repaired_with_a_warning(index: int, field: int, value: str):
    game = read_game(sources("fen-06")[index])
    assert game.start_fen.split()[field] == value
    assert len(game.warnings) == 1
    assert game.analysable


@pytest.mark.parametrize("index", range(5))
def test_shortened_fens(index: int):
    side = "b" if index == 2 else "w"
    assert read_game(sources("fen-07")[index]).start_fen == f"8/8/1k6/8/4Q3/7K/8/8 {side} - - 0 1"


def test_chess960_castling_takes_the_rook():
    (game,) = games("var-01")
    assert game.plies[6].uci == "f1g1"


def test_an_odd_variant_name_is_told():
    first, second = games("var-03")
    assert "Freestyle Chess" in first.warnings[0]
    assert second.variant == "standard"


def test_castling_rights_keep_the_rook_that_they_name():
    assert games("var-04")[0].start_fen.split()[2] == "G"
    with_k = sources("var-04")[0].replace(" G ", " K ")  # type: ignore[arg-type]
    assert len(read_game(with_k).plies) == 0


def test_crazyhouse_is_read_but_not_analysed():
    first, second = games("var-05")
    assert len(first.plies) == 6
    assert (first.variant, first.analysable) == ("crazyhouse", False)
    with pytest.raises(ChessnbError, match="cannot play crazyhouse"):
        first.ensure_analysable()
    assert len(second.plies) == 4
    assert "Crazyhouse" in (second.error or "")


def test_null_moves_are_marked():
    assert [ply.is_null for ply in games("san-03")[0].plies] == [
        False, False, False, True, False, True, False,
    ]  # fmt: skip


def test_an_ambiguous_move_ends_the_game():
    (game,) = games("san-06")
    assert not game.complete
    assert "4. Nb5 is ambiguous (Ncb5 or Ndb5)" in (game.error or "")


def test_glyphs_become_nags():
    nags = [ply.nags for ply in games("san-07")[0].plies]
    assert nags == [(4, 16, 40), (6,), (1, 7), (14, 146)]


def test_an_illegal_move_is_told_with_game_players_move_and_position():
    first, second = games("ill-01")
    assert not first.complete
    for part in ("game 1", "Ada Finch", "Ben Holm", "3... Ke3", first.fens()[-1]):
        assert part in (first.error or "")
    assert first.error in first.warnings
    assert second.complete


def test_an_illegal_side_line_leaves_the_main_line_alone():
    (game,) = games("ill-02")
    assert game.complete
    assert any("side line cut" in warning for warning in game.warnings)
    assert game.plies[2].variations == ("2. Bc4",)


def test_the_language_is_told():
    (game,) = games("loc-01")
    assert "German" in game.warnings[0]
    french = read_game("1. e4 e5 2. Cf3 Cc6 3. Fc4 Fc5 4. Re2 *")
    assert french.plies[-1].san == "Ke2"
    assert "French" in french.warnings[0]


@pytest.mark.parametrize("index", range(2))
def test_web_pages_and_prose_are_refused(index: int):
    with pytest.raises(InputError, match=("HTML", "plain text")[index]):
        read_game(sources("kind-03")[index])


def test_a_fen_is_a_position():
    game = read_game(sources("kind-02")[0])
    assert not game.plies
    assert game.start_fen == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"


def test_links():
    links = [parse_link(str(url)) for url in sources("url-01")]
    assert [link.id for link in links[:5] if link] == ["AbCd1234"] * 5
    assert all(link and link.kind == "game" for link in links[:5])
    second, study = links[1], links[5]
    assert second and (second.color, second.ply) == ("black", 23)
    assert study and (study.kind, study.id, study.chapter) == ("study", "AbCdEfGh", "IjKlMnOp")
    for url in sources("url-01")[6:]:
        with pytest.raises(InputError, match="not a game link"):
            read_game(url)


def test_evaluations_are_whites():
    (game,) = games("ann-01")
    assert [ply.eval_cp for ply in game.plies] == [25, 120, None, None, None, 123]
    assert [ply.eval_mate for ply in game.plies] == [None, None, None, 3, -3, None]
    assert game.plies[1].eval_depth == 20
    assert game.start_eval == (20, None)
    assert not game.has_evals


def test_mate_zero_is_checkmate():
    (game,) = games("ann-02")
    assert game.plies[-1].eval_mate == 0
    assert game.end_reason == "checkmate"


def test_clocks():
    plies = games("ann-04")[0].plies
    assert [ply.clock for ply in plies] == [119.1, 4786, 598, 62]
    assert plies[2].timestamp == 34
    assert plies[2].time_spent == 3.4


def test_several_comments_on_a_move():
    first, second = games("ann-06")[0].plies
    assert (first.clock, first.comment) == (68, "Fine start.")
    assert (second.eval_cp, second.comment) == (30, "idea")
    assert second.squares == ("Gf3", "Rc6")
    assert second.arrows == ("Gd2d4", "Ge7e5")


def test_braces_in_a_comment():
    plies = games("ann-08")[0].plies
    assert [ply.comment for ply in plies] == [
        "a ; b", "rest of line Nf3", "see {Nc3} instead", None, None,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("identity", "reason"),
    [("end-01", "checkmate"), ("end-02", "stalemate"), ("end-03", "repetition")],
)
def test_end_reasons_come_from_the_board(identity: str, reason: str):
    assert games(identity)[0].end_reason == reason


def test_ratings_that_are_none():
    (game,) = games("meta-01")
    assert rating(game.headers["WhiteElo"]) is None
    assert rating(game.headers["BlackElo"]) is None


def test_320_plies():
    text = " ".join(f"{2 * i + 1}. Nf3 Nf6 {2 * i + 2}. Ng1 Ng8" for i in range(80)) + " *"
    game = read_game(text)
    assert len(game.plies) == 320
    assert game.plies[-1].fen_after.endswith(" 320 161")
