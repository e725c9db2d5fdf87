"""Links are understood without asking anybody."""

from __future__ import annotations

import pytest

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
    "text", ["1. e4 e5", "https://example.com", "lichess", "mylichess.org/x", ""]
)
def test_what_is_no_link(text: str):
    assert parse_link(text) is None


def test_where_a_link_opens():
    link = parse_link("https://lichess.org/AbCd1234/white#7")
    assert link and (link.color, link.ply) == ("white", 7)
    link = parse_link("https://www.chess.com/analysis/game/live/123?move=7")
    assert link and link.ply == 7
