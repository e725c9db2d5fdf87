"""PGN that is broken between and around its games."""

from __future__ import annotations

import io
import time

import pytest

from chessnb.games import Game, read_game, read_games

TAGS = '[Event "Club"]\n[White "Ada"]\n[Black "Ben"]\n[Result "1-0"]\n\n'
NEXT = '[Event "Club"]\n[White "Cleo"]\n[Black "Dov"]\n[Result "0-1"]\n\n1. d4 d5 0-1\n'


def read(text: str | bytes) -> list[Game]:
    return list(read_games(text))


def assert_both(text: str | bytes, first: str = "e4 e5") -> list[Game]:
    games = read(text)
    assert [" ".join(game.sans()) for game in games] == [first, "d4 d5"]
    assert [game.white for game in games] == ["Ada", "Cleo"]
    return games


@pytest.mark.parametrize(
    "text",
    [
        TAGS + "1. e4 e5 1-0\n" + NEXT,
        TAGS + "1. e4 e5\n" + NEXT,
        TAGS + "1. e4\n\ne5 1-0\n\n\n\n" + NEXT,
        TAGS.replace("\n", "\n\n") + "1. e4 e5 1-0\n\n" + NEXT.replace("\n", "\n\n"),
        (TAGS + "1. e4 e5 1-0\n\n" + NEXT).replace("\n", "\r\n"),
        (TAGS + "1. e4 e5 1-0\n\n" + NEXT).replace("\n", "\r\r\n"),
        (TAGS + "1. e4 e5 1-0\n\n" + NEXT).replace("\n", "\r"),
        (TAGS + "1. e4 e5 1-0\n\n" + NEXT).replace("\n", " "),
        TAGS.rstrip() + "\n1. e4 e5 1-0\n" + NEXT.replace("\n\n", "\n"),
        TAGS + "1. e4 e5 1-0\n\n======\n\n" + NEXT,
        TAGS + "1. e4 e5 1-0\n\nRound 2, played at 10 o'clock\n\n" + NEXT,
        "\ufeff\ufeff" + TAGS + "1. e4 e5 1-0\n\n\ufeff" + NEXT,
        "> " + (TAGS + "1. e4 e5 1-0\n\n" + NEXT).replace("\n", "\n> "),
        ">> " + (TAGS + "1. e4 e5 1-0\n\n" + NEXT).replace("\n", "\n>> "),
        "```pgn\n" + TAGS + "1. e4 e5 1-0\n\n" + NEXT + "```",
        "\t" + (TAGS + "1. e4 e5 1-0\n\n" + NEXT).replace("\n", "\n\t"),
        (TAGS + "1. e4 e5 1-0\n\n" + NEXT).replace("\n", "\\n").replace('"', '\\"'),
        (TAGS + "1. e4 e5 1-0\n\n" + NEXT).replace('"', "&quot;"),
        TAGS.replace('"', "”") + "1. e4 e5 1-0\n\n" + NEXT,
        TAGS + "1.\u00a0e4\u00a0e5 1-0\n\n" + NEXT,
        TAGS + "1. e4 \u200be5\x00 1-0\x1a\n\n" + NEXT,
        TAGS + "1. e4 e5 {[Event\n\nof the year]} 1-0\n\n" + NEXT,
        TAGS + '% [White "Nobody"]\n1. e4 e5 1-0\n\n% remark\n' + NEXT,
        TAGS.replace("[Black", "{a comment}\n[Black") + "1. e4 e5 1-0\n\n" + NEXT,
        TAGS + "; a remark with e4\n1. e4 e5 1-0\n\n" + NEXT,
        TAGS + "1. e4 e5 {ends with a brace: } 1-0\n\n" + NEXT,
    ],
)
def test_two_games(text: str):
    assert_both(text)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_encodings(encoding: str):
    text = (TAGS.replace("Ada", "Zoë Šulc") + "1. e4 e5 1-0\n").encode(encoding)
    (game,) = read(text)
    assert game.white == "Zoë Šulc"


def test_windows_letters_beside_utf8():
    data = TAGS.replace("Ben", "Zoë").encode().replace(b"Ada", b"J\xe1n \x96 M\x9a")
    (game,) = read(data + b"1. e4 {\x93so\x94} e5 1-0")
    assert game.white == "Ján – Mš"
    assert game.black == "Zoë"
    assert game.plies[0].comment == "“so”"
    assert "\ufffd" not in game.to_pgn()


def test_an_unclosed_comment_costs_its_own_game_only():
    first, _ = assert_both(TAGS + "1. e4 {good e5 2. Nf3 Nc6 1-0\n\n" + NEXT, "e4")
    assert not first.complete
    assert "not closed" in (first.error or "")
    first, _ = assert_both(TAGS + "1. e4 e5 {good 1-0\n\n" + NEXT)
    assert first.complete
    assert first.warnings == ("a comment is not closed",)


def test_a_comment_that_swallows_moves_is_noticed():
    (game,) = read(TAGS + "1. e4 {good e5 2. Nf3 {nice} Nc6 1-0")
    assert game.sans() == ["e4"]
    assert not game.complete


def test_an_unclosed_variation_is_noticed():
    first, _ = assert_both(TAGS + "1. e4 e5 (1... c5 2. Nf3 1-0\n\n" + NEXT)
    assert not first.complete
    assert first.plies[1].variations == ("1... c5 2. Nf3",)


def test_stray_brackets_are_told():
    (game,) = read(TAGS + "1. e4 } e5 ) 2. Nf3 1-0")
    assert game.sans() == ["e4", "e5", "Nf3"]
    assert "} )" in game.warnings[0]


def test_games_without_tags():
    games = read("1. e4 e5 1-0\n\n1. d4 d5\n\n1. c4 {English} *")
    assert [game.sans()[0] for game in games] == ["e4", "d4", "c4"]


def test_prose_after_the_result_is_no_game():
    (game,) = read(TAGS + "1. e4 e5 1-0 and then e4 was better than d5")
    assert game.sans() == ["e4", "e5"]
    assert "skipped after the result" in game.warnings[0]


def test_duplicate_tags_are_told():
    (game,) = read('[White "Ada"]\n[White "Cleo"]\n[White ""]\n\n1. e4 *')
    assert game.white == "Cleo"
    assert "'Ada'" in game.warnings[0] and "line 2" in game.warnings[0]


def test_tag_names_whatever_their_case():
    (game,) = read('[WHITE "Ada"]\n[result "1-0"]\n[whiteelo "1500?"]\n[my_Tag "x"]\n\n1. e4 1-0')
    assert (game.white, game.result) == ("Ada", "1-0")
    assert game.headers["WhiteElo"] == "1500?"
    assert game.headers["my_Tag"] == "x"
    assert "read as 1500" in game.warnings[0]


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ('[White "Ada "Ace" Finch"]', 'Ada "Ace" Finch'),
        ('[White "Ada"', "Ada"),
        ('[ White  "Ada" ]', "Ada"),
        ('[White: "Ada"]', "Ada"),
        ('[White"Ada"]', "Ada"),
        ('[White="Ada"]', "Ada"),
        ('[white = "Ada"]', "Ada"),
        ('[White="Ada "Ace" Finch"]', 'Ada "Ace" Finch'),
        ('[White ="Ada"] [Round="3"]', "Ada"),
        ("[White “Ada”]", "Ada"),
        ('[White "C:\\\\games\\\\"]', "C:\\games\\"),
        ('[White "back\\"]', "back\\"),
    ],
)
def test_odd_tags(line: str, value: str):
    (game,) = read(f'{line}\n[Black "Ben"]\n\n1. e4 *')
    assert (game.white, game.black) == (value, "Ben")


@pytest.mark.parametrize(
    ("tag", "text", "result"),
    [
        ("1-0", "0-1", "1-0"),
        ("*", "0-1", "0-1"),
        ("?", "1/2-1/2", "1/2-1/2"),
        ("", "1-0", "1-0"),
        ("1-0", "", "1-0"),
        ("0-0", "0-0", "*"),
        ("draw", "", "1/2-1/2"),
        ("1:0", "1:0", "1-0"),
        ("1-0 ff", "", "1-0"),
        ("0-1 (time)", "", "0-1"),
        ("1-0.", "1-0.", "1-0"),
        ("*", "0-1.", "0-1"),
        ("1.0-0.0", "", "1-0"),
        ("0,0 : 1,0", "", "0-1"),
        ("½-½ (agreed).", "", "1/2-1/2"),
        ("who knows", "*", "*"),
    ],
)
def test_conflicting_and_odd_results(tag: str, text: str, result: str):
    (game,) = read(f'[Result "{tag}"]\n\n1. e4 e5 {text}')
    assert game.result == result
    assert game.sans() == ["e4", "e5"]


def test_the_board_decides_the_result():
    (game,) = read('[Result "1-0"]\n\n1. f3 e5 2. g4 Qh4# 1-0')
    assert game.result == "0-1"
    assert "contradicts the board" in game.warnings[0]


def test_a_game_that_only_has_tags():
    first, second = read('[Event "A"]\n[Result "0-1"]\n\n[Event "B"]\n\n1. e4 *')
    assert (len(first), first.result) == (0, "0-1")
    assert second.headers["Event"] == "B"


def test_a_variation_without_a_move_is_told():
    (game,) = read("(1. d4 d5) 1. e4 e5 *")
    assert game.sans() == ["e4", "e5"]
    assert "variation" in game.warnings[0]


def test_a_move_torn_apart_ends_the_game():
    (game,) = read("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-\nO Nf6 *")
    assert len(game) == 6
    assert "cannot be read" in (game.error or "")


@pytest.mark.parametrize("line", ["1. e4 e5 2. Nf3 Nc6 1-0", "1. e4 e5 2. Sf3 Sc6 3. Lb5 1-0"])
def test_games_on_one_line_each_take_the_same_time_each(line: str):
    def seconds(number: int) -> float:
        begin = time.process_time()
        games = list(read_games(f"{line}\n" * number))
        assert len(games) == number
        assert {game.source_text for game in games} == {line}
        return time.process_time() - begin

    few = seconds(50)
    assert seconds(400) < 8 * 3 * few


def test_prose_after_the_result_is_not_a_game():
    games = list(read_games(f"{TAGS}1. e4 e5 1-0 it was said that Nf3 wins"))
    assert len(games) == 1
    assert any("skipped after the result" in warning for warning in games[0].warnings)


@pytest.mark.parametrize(
    "text",
    [
        '[White "Ada"]\n[Result "1-0"]\n\n1. e4 e5 {hm 2. Nf3 1-0\n\n'
        '[White "Cleo"]\n[Result "0-1"]\n\n1. d4 d5 0-1\n\n[White "Eve"]\n\n1. c4 *',
        '[Site "Home"]\n[White "Ada"]\n[Result "1-0"]\n\n1. e4 e5 {hm 2. Nf3 1-0\n\n'
        '[Site "Home"]\n[White "Cleo"]\n[Result "0-1"]\n\n1. d4 d5 {a {b} c} 0-1\n\n'
        '[White "Eve"]\n\n1. c4 *',
        '[White "Ada"]\n[Result "1-0"]\n1. e4 e5 {hm 1-0\n'
        '[White "Cleo"]\n[Result "0-1"]\n1. d4 d5 {hm 0-1\n[White "Eve"]\n1. c4 {fine} *',
    ],
)
def test_an_unclosed_comment_costs_no_game(text: str):
    games = read(text)
    assert [(game.white, game.sans()[0]) for game in games] == [
        ("Ada", "e4"),
        ("Cleo", "d4"),
        ("Eve", "c4"),
    ]
    assert [game.result for game in games] == ["1-0", "0-1", "*"]
    assert "a comment is not closed" in games[0].warnings


@pytest.mark.parametrize(
    "comment",
    [
        '{see\n\n[White "Zoe"]\n[Black "Yan"]\n\n1. d4 d5 there}',
        '{see\n\n[White "Zoe {Z}"]}',
        '{see\n[White "Zoe"] }',
    ],
)
def test_tags_in_a_closed_comment_stay_there(comment: str):
    first, _ = assert_both(f"{TAGS}1. e4 {comment} e5 1-0\n\n{NEXT}")
    assert first.complete
    assert "Zoe" in (first.notes()[0].text or "")


def test_an_unclosed_comment_before_many_games_takes_no_time_of_its_own():
    many = '[White "Cleo"]\n\n1. d4 d5 *\n\n' * 5000
    games = read('[White "Ada"]\n\n1. e4 {hm *\n\n' + many)
    assert len(games) == 5001


@pytest.mark.parametrize(
    "text",
    [
        '[White "Ada"]<br>\n[Result "1-0"]<br>\n<br>\n1. e4 e5 2. Nf3 1-0<br>\n',
        '[White "Ada"]<BR />\n[Result "1-0"]&nbsp;\n&nbsp;\n1. e4 {good}<br/>\ne5 2. Nf3 1-0<br>',
        '[White "Ada"]\n[Result "1-0"]\n\n1. e4<br>e5<br/>2.&nbsp;Nf3 1-0',
        '[White "Ada"]<br>[Result "1-0"]<br><br>1. e4 e5 2. Nf3 1-0<br>',
    ],
)
def test_line_breaks_of_a_web_page(text: str):
    (game,) = read(text)
    assert (game.white, game.result, game.sans()) == ("Ada", "1-0", ["e4", "e5", "Nf3"])
    assert game.complete
    assert any("'<br>'" in warning for warning in game.warnings)


def test_moves_in_text_that_cannot_be_read_are_no_empty_game():
    first, _ = assert_both(
        f"{TAGS}1. e4|| e5|| 2. Nf3|| Nc6|| and so on and so forth\n\n{NEXT}", first=""
    )
    assert not first.complete
    assert "e4||" in (first.error or "")


def test_prose_beside_the_moves_is_still_skipped():
    first, _ = assert_both(
        f"{TAGS}Dear all, the game began with 1. e4 and went on so:\n\n1. e4 e5 1-0\n\n{NEXT}"
    )
    assert first.complete
    assert "skipped text" in first.warnings[0]


def test_many_line_breaks_in_one_line_take_no_time():
    (game,) = read('[White "Ada"]\n\n' + "<br> " * 200_000 + "1. e4 {x} *" + "<br> " * 200_000)
    assert game.sans() == ["e4"]


@pytest.mark.parametrize(
    "movetext",
    [
        '1. e4 e5 2. Nf3 Nc6\n[Annotator "Zoe"]\n3. Bb5 a6 1-0',
        '1. e4 e5 2. Nf3 {so (x)} Nc6 (2... d6 3. d4)\n[Annotator "Zoe"]\n[Round "3"]\n3. Bb5 a6',
        '1. e4 e5 2. Nf3\n[Annotator "Zoe"]\n\n2... Nc6 3. Bb5 a6 1-0',
        '1. e4 e5 2. Nf3 Nc6 [Annotator "Zoe"] 3. Bb5 a6 1-0',
        '1. e4 e5\n[Annotator "Zoe"]\n2. Nf3 Nc6\n[Annotator "Zoe"]\n3. Bb5\na6 1-0',
    ],
)
def test_tags_among_the_moves_do_not_end_the_game(movetext: str):
    tags = '[White "Ada"]\n[Result "1-0"]\n\n'
    for text in (tags + movetext, movetext):
        game, after = read(f"{text}\n\n{NEXT}")
        assert game.sans() == ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]
        assert game.complete
        assert game.headers["Annotator"] == "Zoe"
        assert any("tag Annotator stands among the moves" in note for note in game.warnings)
        assert after.white == "Cleo"


@pytest.mark.parametrize(
    "second",
    [
        '[White "Cleo"]\n\n1. d4 d5',
        '[White "Cleo"]\n[FEN "4k3/8/8/8/8/8/3P4/4K3 w - - 0 2"]\n\n2. d4 Kd7',
        '[White "Cleo"]\n[Black "Dov"]',
        '[Event "B"]\n\n3. d4 d5',
        '[Site "B"]\n\n3. d4 d5',
    ],
)
def test_tags_of_the_next_game_end_one_without_result(second: str):
    first, _ = read(f'[White "Ada"]\n[Site "A"]\n\n1. e4 e5 2. Nf3 Nc6\n{second}')
    assert (first.white, len(first)) == ("Ada", 4)


def test_many_tags_among_the_moves_take_no_time():
    movetext = "".join(
        f'{2 * n + 1}. Nf3 Nf6\n[Annotator "Zoe"]\n{2 * n + 2}. Ng1 Ng8\n' for n in range(2000)
    )
    (game,) = read(f'[White "Ada"]\n\n{movetext}')
    assert len(game) == 8000


def test_an_equals_sign_in_a_tag_is_told():
    (game,) = read('[White="Ada"]\n[Black "Ben"]\n\n1. e4 *')
    assert game.warnings == ("line 1: tag 'White=' read as White",)
    assert "White=" not in game.headers


@pytest.mark.parametrize(
    "line",
    [
        "[White" + " " * 100_000 + "x",
        "[White" + "=" * 100_000 + "x",
        '[White "' + '" ' * 50_000 + "x",
        "[White" + " " * 50_000 + ":" + " " * 50_000 + "x",
    ],
)
def test_a_tag_that_never_ends_takes_no_time(line: str):
    assert read(f"{line}\n\n1. e4 *")[0].sans() == ["e4"]


@pytest.mark.parametrize(
    ("text", "name", "note"),
    [
        (b"J\xe1n".decode("utf-8", "surrogateescape"), "Ján", "line 1: no UTF-8, read as Windows"),
        ("J\ud800n", "J\ufffdn", "line 1: halves of letters read as '\ufffd'"),
        ("J\udc10n", "J\ufffdn", "line 1: halves of letters read as '\ufffd'"),
        ("J\ud83d\ude00n", "J\U0001f600n", ""),
    ],
)
def test_text_with_halves_of_letters(text: str, name: str, note: str):
    source = f'[White "{text}"]\n\n1. e4 *'
    for game in (read(source)[0], read_game(source), read_game(io.StringIO(source))):
        assert (game.white, game.sans()) == (name, ["e4"])
        assert [warning[: len(note)] for warning in game.warnings] == ([note] if note else [])
        game.to_pgn().encode()
    plain = read_game("1. e4 {J\udce1n} e5 *")
    assert plain.notes()[0].text == "Ján"


def test_many_games_in_one_line():
    one = '[White "Ada"] [Result "1-0"] 1. e4 {good} e5 {see [White "Zoe"]} 1-0 '
    games = read(one * 2000)
    assert len(games) == 2000
    assert all((game.white, game.sans()) == ("Ada", ["e4", "e5"]) for game in games)


def test_a_note_in_brackets_behind_tags_costs_no_moves():
    (game,) = read('[White "Ada"] [a note] 1. e4 e5 *')
    assert (game.white, game.sans()) == ("Ada", ["e4", "e5"])
