"""Links are understood without asking anybody."""

from __future__ import annotations

import pytest

from chessnb.errors import InputError
from chessnb.games import chesscom, read_game
from chessnb.games.links import parse_link


@pytest.mark.parametrize(
    ("url", "kind", "identity", "pool"),
    [
        ("https://www.chess.com/game/live/123", "game", "123", "live"),
        ("https://www.chess.com/live/game/123", "game", "123", "live"),
        ("https://www.chess.com/game/daily/123", "game", "123", "daily"),
        ("chess.com/daily/game/123", "game", "123", "daily"),
        ("https://www.chess.com/game/123", "game", "123", None),
        ("https://www.chess.com/analysis/game/live/123?tab=review&move=7", "game", "123", "live"),
        ("https://www.chess.com/live#g=123", "game", "123", "live"),
        ("https://www.chess.com/games/view/123", "game", "123", "master"),
        ("https://www.chess.com/member/Ada", "user", "Ada", None),
        ("https://www.chess.com/puzzles/rated", "puzzle", None, None),
        ("https://www.chess.com/news", "other", None, None),
        *(
            (f"https://www.chess.com{path}", "other", None, None)
            for path in (
                *("/game/computer/123456", "/computer/game/123", "/variants/atomic/game/123456"),
                *("/lessons/12/game/5", "/clubs/games/123", "/analysis/game/computer/5/review"),
                *("/games/magnus/12", "/forum/view/game-analysis/game/12", "/news/live/game/12"),
            )
        ),
        ("https://www.chess.com/game/live/123/review", "game", "123", "live"),
        ("https://www.chess.com/de/game/daily/123", "game", "123", "daily"),
        ("https://www.chess.com/live/game/123?username=ada", "game", "123", "live"),
        ("http://www.chess.com/echess/game?id=123", "game", "123", "daily"),
        ("https://m.chess.com/game/live/123456", "game", "123456", "live"),
        ("https://pt-br.chess.com/game/daily/12", "game", "12", "daily"),
        ("https://api.chess.com/pub/player/erik", "user", "erik", None),
        ("https://api.chess.com/pub/titled/GM", "other", None, None),
        ("https://en.lichess.org/AbCd1234", "game", "AbCd1234", None),
        ("http://de.lichess.org/AbCd1234/black", "game", "AbCd1234", None),
        ("lichess.org:443/AbCd1234", "game", "AbCd1234", None),
        ("https://lichess.org/AbCd1234.", "game", "AbCd1234", None),
        ("https://lichess.org/AbCd1234,", "game", "AbCd1234", None),
        ("(https://lichess.org/AbCd1234).", "game", "AbCd1234", None),
        ("https://lichess.org/AbCd1234)", "game", "AbCd1234", None),
        ("[lichess.org/AbCd1234]", "game", "AbCd1234", None),
        ("“https://lichess.org/AbCd1234!”", "game", "AbCd1234", None),
        ("[my game](https://lichess.org/AbCd1234)", "game", "AbCd1234", None),
        ("<https://www.chess.com/game/live/123>;", "game", "123", "live"),
        ("https://lichess.org/AbCd1234.pgn", "game", "AbCd1234", None),
        ("https://lichess.org/embed/AbCd1234", "game", "AbCd1234", None),
        ("https://lichess.org/game/export/AbCd1234.pgn?evals=1", "game", "AbCd1234", None),
        ("<https://lichess.org/AbCd1234>", "game", "AbCd1234", None),
        ("https://lichess.org/study/AbCdEfGh", "study", "AbCdEfGh", None),
        ("https://lichess.org/study/embed/AbCdEfGh/IjKlMnOp", "study", "AbCdEfGh", None),
        ("https://lichess.org/broadcast/club/round-1/AbCdEfGh/IjKlMnOp", "study", "AbCdEfGh", None),
        ("https://lichess.org/@/Ada/all", "user", "Ada", None),
        ("https://lichess.org/training", "puzzle", None, None),
        ("https://lichess.org/insights", "other", None, None),
        ("https://lichess.org", "other", None, None),
    ],
)
def test_kinds(url: str, kind: str, identity: str | None, pool: str | None):
    link = parse_link(url)
    assert link is not None
    assert (link.kind, link.id, link.pool) == (kind, identity, pool)


@pytest.mark.parametrize(
    "text",
    [
        "1. e4 e5",
        "https://example.com",
        "lichess",
        "mylichess.org/x",
        "",
        "[White]",
        "a.b.lichess.org/x",
    ],
)
def test_what_is_no_link(text: str):
    assert parse_link(text) is None


def test_where_a_link_opens():
    link = parse_link("https://lichess.org/AbCd1234/white#7")
    assert link and (link.color, link.ply) == ("white", 7)
    link = parse_link("https://www.chess.com/analysis/game/live/123?move=7")
    assert link and link.ply == 7


@pytest.mark.parametrize("ending", ["", "/pgn", "."])
def test_an_archive_is_a_month_of_its_user(ending: str):
    link = parse_link(f"https://api.chess.com/pub/player/erik/games/2024/01{ending}")
    assert link is not None
    assert (link.kind, link.id, link.month) == ("user", "erik", (2024, 1))


@pytest.mark.parametrize(
    "path", ["game/computer/123456", "variants/atomic/game/5", "clubs/games/1"]
)
def test_pages_without_a_game_to_fetch_are_refused(path: str):
    with pytest.raises(InputError, match="holds no game that can be fetched"):
        chesscom.game(f"https://www.chess.com/{path}")
    with pytest.raises(InputError, match="is not a game link"):
        read_game(f"https://www.chess.com/{path}")
