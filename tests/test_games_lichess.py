"""The Lichess client against a server on loopback that answers as Lichess documents."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator

import pytest
from site_server import MIDNIGHT, Reply, SiteServer, games_route, lichess_games, pgn

from chessnb.errors import InputError, SettingsError, SiteError
from chessnb.games import Game, lichess
from chessnb.games.http import Patience

USER = "/api/games/user/Ada"
TOKEN = "lip_anotherSecretToken"  # stands for a token; no site knows it

STUDY = "".join(
    f'[Event "Lessons: {name}"]\n[White "?"]\n[Black "?"]\n[Result "*"]\n{tags}\n'
    f"{{ {name} }} {moves} *\n\n\n"
    for name, tags, moves in [
        ("Opening", "", "1. e4 e5 (1... c5 { Sicilian }) 2. Nf3"),
        ("Ending", '[FEN "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1"]\n[SetUp "1"]\n', ""),
        ("Black first", '[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 30"]\n[SetUp "1"]\n', "30... Kd7"),
    ]
)


@pytest.fixture
def server(monkeypatch) -> Iterator[SiteServer]:
    monkeypatch.delenv("LICHESS_TOKEN", raising=False)
    with SiteServer() as running:
        running.routes[USER] = games_route(lichess_games(25))
        yield running


@pytest.fixture
def waits() -> list[float]:
    return []


def stream(server: SiteServer, waits: list[float], **asked) -> Iterator[Game]:
    patience = Patience(sleep=waits.append, read=2.0, tries=3)
    return lichess.games("Ada", base_url=server.url, patience=patience, **asked)


def ids(games: Iterator[Game]) -> list[str]:
    return [game.headers["Site"][-8:] for game in games]


ALL = [f"game{number:04}" for number in range(25)]


def test_all_games_of_a_user_stream_in_the_sites_order(server: SiteServer, waits: list[float]):
    games = list(stream(server, waits))
    assert ids(iter(games)) == ALL
    assert [ply.san for ply in games[0].plies] == ["e4", "e5", "Nf3"]
    assert waits == []


def test_the_request_is_the_documented_one(server: SiteServer, waits: list[float]):
    asked = {
        "max": 5,
        "since": "2026-02-28",
        "until": "2026-02",
        "perf": ["Rapid", "blitz"],
        "color": "white",
        "rated": True,
        "vs": "Bob",
        "analysed": False,
    }
    assert ids(stream(server, waits, **asked)) == ALL[1:6]
    request = server.asked[0]
    assert request.query == {
        "max": "5",
        "since": str(MIDNIGHT - 86_400_000),
        "until": str(MIDNIGHT - 1),
        "perfType": "rapid,blitz",
        "color": "white",
        "rated": "true",
        "vs": "Bob",
        "analysed": "false",
        "evals": "true",
        "clocks": "true",
        "opening": "true",
        "literate": "false",
        "pgnInJson": "true",
    }
    assert request.headers["accept"] == "application/x-ndjson"
    assert request.headers["user-agent"].startswith("chessnb/")
    assert "authorization" not in request.headers


def test_games_come_while_the_answer_is_still_on_its_way(server: SiteServer, waits: list[float]):
    body = games_route(lichess_games(2))(_request({})).body
    first = body.index(b"\n") + 1
    server.routes[USER] = Reply(body, wait_after=first, silence=1.0)
    began = time.monotonic()
    games = stream(server, waits)
    assert next(games).headers["Site"].endswith("game0000")
    assert time.monotonic() - began < 0.9
    games.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("limit", [None, 25, 20])
@pytest.mark.parametrize("cut_after", [0, 10, 700, 2900, 3000])
def test_a_cut_stream_goes_on_where_it_stopped(
    server: SiteServer, waits: list[float], cut_after: int, limit: int | None
):
    body = games_route(lichess_games(25))(_request({})).body
    server.faults[USER].append(Reply(body, cut_after=cut_after))
    assert ids(stream(server, waits, max=limit)) == ALL[:limit]
    assert waits == [1.0]
    if cut_after > 700:
        assert int(server.asked[1].query["until"]) < MIDNIGHT - 50_000


def test_games_that_began_in_one_millisecond_survive_a_cut(server: SiteServer, waits: list[float]):
    games = lichess_games(6)
    for game in games[1:5]:
        game["createdAt"] = MIDNIGHT - 10_000
    server.routes[USER] = games_route(games)
    body = games_route(games)(_request({})).body
    place = [at for at, byte in enumerate(body) if byte == 10][2] + 20
    server.faults[USER].append(Reply(body, cut_after=place))
    assert ids(stream(server, waits, max=6)) == ALL[:6]


def test_a_stream_that_ends_within_a_game_without_an_error_is_taken_up_again(
    server: SiteServer, waits: list[float]
):
    body = games_route(lichess_games(25))(_request({})).body
    server.faults[USER].append(Reply(body[:3000]))
    assert ids(stream(server, waits)) == ALL


def test_a_stream_that_is_cut_again_and_again_ends_only_without_progress(
    server: SiteServer, waits: list[float]
):
    route = games_route(lichess_games(25))
    server.routes[USER] = lambda asked: Reply(route(asked).body, cut_after=1200)
    assert ids(stream(server, waits)) == ALL
    server.routes[USER] = lambda asked: Reply(route(asked).body, cut_after=100)
    with pytest.raises(SiteError, match="after 3 tries"):
        list(stream(server, waits))


@pytest.mark.parametrize("status", [429, 500, 503])
def test_faults_before_the_stream_are_waited_out(
    server: SiteServer, waits: list[float], status: int
):
    server.faults[USER].append(Reply(b"{}", status))
    assert ids(stream(server, waits)) == ALL
    assert waits == [60.0 if status == 429 else 1.0]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b'{"id": "game', "is no JSON"),
        (b"\xff\xfe\x00", "is no JSON"),
        (b"[1, 2]", "holds no PGN"),
        (b'{"error": "something broke"}', "holds no PGN"),
        (b'{"id": "gameAbCd", "pgn": null}', "holds no PGN"),
        (b'{"id": "gameAbCd", "pgn": ""}', "game 'gameAbCd' of lichess.org cannot be read"),
    ],
)
def test_a_malformed_game_never_costs_the_next(
    server: SiteServer, waits: list[float], line: bytes, words: str
):
    lines = games_route(lichess_games(3))(_request({})).body.splitlines(keepends=True)
    server.routes[USER] = Reply(b"".join([lines[0], line + b"\n", *lines[1:]]))
    with pytest.warns(UserWarning, match=words):
        assert ids(stream(server, waits)) == ALL[:3]


def test_a_game_with_an_illegal_move_is_given_up_to_there(server: SiteServer, waits: list[float]):
    games = lichess_games(2)
    games[0]["pgn"] = pgn("game0000", moves="1. e4 e5 2. Ke5 Nc6")
    server.routes[USER] = games_route(games)
    broken, sound = stream(server, waits)
    assert [ply.san for ply in broken.plies] == ["e4", "e5"]
    assert not broken.complete
    assert sound.complete


def test_packed_streams_are_read(server: SiteServer, waits: list[float]):
    server.routes[USER] = Reply(games_route(lichess_games(3))(_request({})).body, packed=True)
    assert ids(stream(server, waits)) == ALL[:3]


def test_max_counts_and_stops(server: SiteServer, waits: list[float]):
    assert ids(stream(server, waits, max=3)) == ALL[:3]
    assert ids(stream(server, waits, max=0)) == []
    assert len(server.asked) == 1


def test_an_unknown_user_is_said(server: SiteServer, waits: list[float]):
    with pytest.raises(SiteError, match="has no user called 'Nobody'") as caught:
        list(lichess.games("Nobody", base_url=server.url))
    assert caught.value.status == 404


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"perf": "rappid"}, "'rappid' is unknown"),
        ({"perf": []}, "is unknown"),
        ({"color": "green"}, "'green' is no colour"),
        ({"max": -1}, "max=-1"),
        ({"since": "yesterday"}, "'yesterday' is no time"),
        ({"since": "2026-03", "until": "2026-02"}, "is before since"),
        ({"base_url": "lichess"}, "'lichess' is no web address"),
    ],
)
def test_arguments_without_meaning_are_refused_at_the_call(asked: dict[str, object], words: str):
    with pytest.raises(SettingsError, match=words):
        lichess.games("Ada", **asked)  # type: ignore[arg-type]


@pytest.mark.parametrize("user", ["", "two words", "../../etc", "https://example.org/@/Ada"])
def test_what_is_no_user_name_is_refused(user: str):
    with pytest.raises(InputError, match="is no user name"):
        lichess.games(user)


@pytest.mark.parametrize("user", ["Ada", "@Ada", "@/Ada", "https://lichess.org/@/Ada/all"])
def test_a_user_is_also_given_by_profile(server: SiteServer, waits: list[float], user: str):
    assert len(list(lichess.games(user, max=2, base_url=server.url))) == 2


def test_a_token_from_the_argument_or_the_environment_is_sent(
    server: SiteServer, waits: list[float], monkeypatch, caplog
):
    caplog.set_level(logging.DEBUG)
    first = next(iter(stream(server, waits, token=TOKEN)))
    monkeypatch.setenv("LICHESS_TOKEN", "lip_fromTheEnvironment")
    second = next(iter(stream(server, waits)))
    assert [asked.headers["authorization"] for asked in server.asked] == [
        f"Bearer {TOKEN}",
        "Bearer lip_fromTheEnvironment",
    ]
    shown = caplog.text + repr(first) + first.to_pgn() + repr(second) + second.to_pgn()
    assert "lip_" not in shown


@pytest.mark.parametrize(
    "text", ["AbCd1234", "AbCd1234EfGh", "https://lichess.org/AbCd1234/black#23"]
)
def test_one_game(server: SiteServer, text: str):
    server.routes["/game/export/AbCd1234"] = Reply(pgn("AbCd1234").encode())
    game = lichess.game(text, base_url=server.url)
    assert game.headers["Site"] == "https://lichess.org/AbCd1234"
    assert len(game.plies) == 3
    assert server.asked[0].headers["accept"] == "application/x-chess-pgn"
    assert server.asked[0].query["evals"] == server.asked[0].query["clocks"] == "true"


def test_a_missing_game_and_an_empty_one_are_said(server: SiteServer):
    with pytest.raises(SiteError, match="has no game 'AbCd1234'"):
        lichess.game("AbCd1234", base_url=server.url)
    server.routes["/game/export/AbCd1234"] = Reply(b"")
    with pytest.raises(SiteError, match=r"the game 'AbCd1234' of lichess\.org cannot be read"):
        lichess.game("AbCd1234", base_url=server.url)


@pytest.mark.parametrize(
    "text", ["", "abc", "https://lichess.org/training/ab1CD", "https://lichess.org/@/somebody"]
)
def test_what_is_no_game_of_lichess_is_refused(text: str):
    with pytest.raises(InputError):
        lichess.game(text)


def test_a_study_gives_a_game_for_each_chapter(server: SiteServer):
    server.routes["/api/study/AbCdEfGh.pgn"] = Reply(STUDY.encode())
    chapters = lichess.study("AbCdEfGh", base_url=server.url)
    assert [len(chapter.plies) for chapter in chapters] == [3, 0, 1]
    assert chapters[1].start_fen.startswith("8/8/8/8/8/4k3")
    assert chapters[2].plies[0].side == "black"
    assert server.asked[0].query["variations"] == "true"
    (second,) = lichess.study("AbCdEfGh", 3, base_url=server.url)
    assert second.plies[0].san == "Kd7"


def test_one_chapter_of_a_study(server: SiteServer):
    server.routes["/api/study/AbCdEfGh/IjKlMnOp.pgn"] = Reply(STUDY.split("\n\n\n")[0].encode())
    for asked in [("AbCdEfGh", "IjKlMnOp"), ("https://lichess.org/study/AbCdEfGh/IjKlMnOp",)]:
        (chapter,) = lichess.study(*asked, base_url=server.url)
        assert len(chapter.plies) == 3


@pytest.mark.parametrize("status", [401, 403])
def test_a_private_study_says_what_it_needs(server: SiteServer, status: int):
    server.routes["/api/study/AbCdEfGh.pgn"] = Reply(b"", status)
    with pytest.raises(SiteError, match=r"private: give the token .* study:read") as caught:
        lichess.study("AbCdEfGh", base_url=server.url)
    assert caught.value.status == status


@pytest.mark.parametrize(("asked", "words"), [((4,), "no chapter 4"), (("nope",), "no chapter id")])
def test_a_chapter_that_is_none_is_refused(server: SiteServer, asked: tuple, words: str):
    server.routes["/api/study/AbCdEfGh.pgn"] = Reply(STUDY.encode())
    with pytest.raises(InputError, match=words):
        lichess.study("AbCdEfGh", *asked, base_url=server.url)


def test_a_study_that_is_not_there_is_said(server: SiteServer):
    with pytest.raises(SiteError, match="deleted or is private") as caught:
        lichess.study("https://lichess.org/study/AbCdEfGh", base_url=server.url)
    assert caught.value.status == 404


def _request(query: dict[str, str]):
    from site_server import Asked

    return Asked(USER, query, {})
