"""The chess.com client against a server on loopback that answers as the site documents."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import chess
import pytest
from site_server import Asked, Reply, SiteServer, archive_route, pgn

from chessnb.errors import InputError, SettingsError, SiteError
from chessnb.games import Game, chesscom
from chessnb.games.http import Patience
from chessnb.games.tcn import moves_from_tcn

PLAYER = "/pub/player/ada/games"
MARCH = f"{PLAYER}/2026/03"
FEBRUARY = f"{PLAYER}/2026/02"


def entry(number: int, day: int, kind: str = "live", **more: object) -> dict[str, object]:
    """Tell of a game as an archive does; day 1 is 1 March 2026."""
    return {
        "url": f"https://www.chess.com/game/{kind}/{number}",
        "pgn": pgn("x", white=f"Ada{number}"),
        "time_control": "600",
        "end_time": 1_772_323_200 + (day - 1) * 86_400 + 3600,
        "rated": True,
        "time_class": "daily" if kind == "daily" else "rapid",
        "rules": "chess",
        "white": {"username": "Ada", "rating": 1500, "result": "win"},
        "black": {"username": "Bob", "rating": 1500, "result": "resigned"},
    } | more


@pytest.fixture
def server() -> Iterator[SiteServer]:
    with SiteServer() as running:
        months = [
            f"https://api.chess.com{PLAYER}/{month}" for month in ("2025/11", "2026/02", "2026/03")
        ]
        running.routes[f"{PLAYER}/archives"] = Reply(json.dumps({"archives": months}).encode())
        running.routes[f"{PLAYER}/2025/11"] = archive_route({"games": [entry(1, -110)]}, '"n"')
        running.routes[FEBRUARY] = archive_route(
            {"games": [entry(2, -20), entry(3, -10, rated=False)]}, '"f"'
        )
        running.routes[MARCH] = archive_route(
            {"games": [entry(4, 1), entry(5, 2, "daily"), entry(6, 31, time_class="blitz")]}, '"m"'
        )
        yield running


@pytest.fixture
def waits() -> list[float]:
    return []


@pytest.fixture
def fetch(server: SiteServer, waits: list[float], tmp_path: Path):
    def run(**asked) -> list[str]:
        settings = {
            "cache": tmp_path / "cache",
            "base_url": server.url,
            "patience": Patience(sleep=waits.append, read=2.0, tries=3),
        }
        return numbers(chesscom.games("Ada", **(settings | asked)))

    return run


def numbers(games: Iterator[Game]) -> list[str]:
    return [game.white.removeprefix("Ada") for game in games]


def paths(server: SiteServer) -> list[str]:
    return [asked.path.removeprefix(PLAYER + "/") for asked in server.asked]


def test_one_month(server: SiteServer, fetch):
    assert fetch(year=2026, month=3) == ["4", "5", "6"]
    assert paths(server) == ["2026/03"]
    assert server.asked[0].headers["user-agent"].startswith("chessnb/")
    assert "gzip" in server.asked[0].headers["accept-encoding"]


def test_a_year_and_everything_come_in_the_order_of_play(server: SiteServer, fetch):
    assert fetch(year=2026) == ["2", "3", "4", "5", "6"]
    assert fetch() == ["1", "2", "3", "4", "5", "6"]


def test_max_gives_the_latest_and_asks_for_no_more_months_than_needed(server: SiteServer, fetch):
    assert fetch(max=4) == ["6", "5", "4", "3"]
    assert paths(server) == ["archives", "2026/03", "2026/02"]


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({"time_class": "daily"}, ["5"]),
        ({"rated": False}, ["3"]),
        ({"color": "white", "year": 2025}, ["1"]),
        ({"color": "black"}, []),
        ({"since": "2026-03"}, ["4", "5", "6"]),
        ({"until": "2026-03-01"}, ["1", "2", "3", "4"]),
    ],
)
def test_filters(fetch, asked: dict[str, object], expected: list[str]):
    assert fetch(**asked) == expected


def test_an_archive_on_disk_is_asked_after_and_not_fetched_again(server: SiteServer, fetch):
    first = fetch(year=2026, month=3)
    assert fetch(year=2026, month=3) == first
    again = server.asked[1].headers
    assert again["if-none-match"] == '"m"'
    assert again["if-modified-since"] == "Sun, 01 Mar 2026 00:00:00 GMT"
    server.routes[MARCH] = archive_route({"games": [entry(7, 3)]}, '"m2"')
    assert fetch(year=2026, month=3) == ["7"]
    assert fetch(year=2026, month=3) == ["7"]
    assert server.asked[-1].headers["if-none-match"] == '"m2"'


def test_a_damaged_copy_on_disk_is_fetched_again(server: SiteServer, fetch, tmp_path: Path):
    fetch(year=2026, month=3)
    (copy,) = (tmp_path / "cache").iterdir()
    for damage in (b"", b"no gzip", copy.read_bytes()[:-20]):
        copy.write_bytes(damage)
        assert fetch(year=2026, month=3) == ["4", "5", "6"]
        assert "if-none-match" not in server.asked[-1].headers


def test_without_a_cache_nothing_is_kept(server: SiteServer, fetch, tmp_path: Path):
    fetch(year=2026, month=3, cache=False)
    fetch(year=2026, month=3, cache=False)
    assert "if-none-match" not in server.asked[-1].headers
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_costs_nothing(fetch, tmp_path: Path):
    (tmp_path / "file").write_text("in the way")
    assert fetch(year=2026, month=3, cache=tmp_path / "file") == ["4", "5", "6"]


def test_requests_go_one_after_the_other_from_several_threads_too(
    server: SiteServer, fetch, waits: list[float]
):
    with ThreadPoolExecutor(6) as pool:
        results = list(pool.map(lambda _: fetch(cache=False), range(6)))
    assert results == [["1", "2", "3", "4", "5", "6"]] * 6
    assert server.busiest == 1


@pytest.mark.parametrize(
    "fault",
    [
        Reply(b"", 500),
        Reply(b"", 429, {"Retry-After": "3"}),
        Reply(b'{"games": [', cut_after=5),
        Reply(b'{"games": [{"pgn": "1. e4'),
    ],
)
def test_faults_are_waited_out(server: SiteServer, fetch, waits: list[float], fault: Reply):
    server.faults[MARCH].append(fault)
    assert fetch(year=2026, month=3) == ["4", "5", "6"]
    assert len(waits) == 1


def test_damage_that_stays_is_an_error_and_is_not_kept(server: SiteServer, fetch, tmp_path: Path):
    server.routes[MARCH] = Reply(b"{", headers={"ETag": '"x"'})
    with pytest.raises(SiteError, match="in 2026-03 came damaged"):
        fetch(year=2026, month=3)
    assert not (tmp_path / "cache").exists()


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        (entry(9, 5, pgn=None), "no PGN of game 9"),
        (entry(9, 5, pgn=""), "game 9 of chess.com cannot be read"),
        ("a text", "is no game: 'a text'"),
        ({}, "no PGN of game ?"),
    ],
)
def test_a_malformed_game_never_costs_the_next(server: SiteServer, fetch, bad: object, words: str):
    server.routes[MARCH] = archive_route({"games": [entry(4, 1), bad, entry(6, 9)]}, '"m"')
    with pytest.warns(UserWarning, match=words.replace("?", r"\?")):
        assert fetch(year=2026, month=3) == ["4", "6"]


def test_an_unknown_player_or_month_is_said(server: SiteServer, fetch):
    with pytest.raises(SiteError, match="has no player called 'Nobody'") as caught:
        list(chesscom.games("Nobody", base_url=server.url, cache=False))
    assert caught.value.status == 404
    with pytest.raises(SiteError, match="in 2026-12: check the name and the month"):
        fetch(year=2026, month=12)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"month": 3}, "needs a year"),
        ({"year": 2026, "month": 13}, "month=13"),
        ({"year": 26}, "year=26"),
        ({"max": -5}, "max=-5"),
        ({"time_class": "slow"}, "'slow' is unknown"),
        ({"color": "red"}, "'red' is no colour"),
        ({"base_url": "chess.com"}, "no web address"),
    ],
)
def test_arguments_without_meaning_are_refused_at_the_call(asked: dict[str, object], words: str):
    with pytest.raises(SettingsError, match=words):
        chesscom.games("Ada", **asked)  # type: ignore[arg-type]


@pytest.mark.parametrize("user", ["a b", "", "../x", "https://lichess.org/@/Ada"])
def test_what_is_no_user_name_is_refused(user: str):
    with pytest.raises(InputError, match=r"is no user name of chess\.com"):
        chesscom.games(user)


LIVE = {
    "game": {
        "id": 123456,
        "pgnHeaders": {
            "Event": "Live Chess",
            "Site": "Chess.com",
            "Date": "2026.03.01",
            "White": 'Ada "the knife"',
            "Black": "Bob",
            "Result": "1-0",
            "WhiteElo": 1500,
            "TimeControl": "600",
            "Termination": "Ada won by resignation",
            "ply count!": 3,
        },
        "moveList": "mC0Kgv",
        "moveTimestamps": "5990,5987,5921",
    }
}
DAILY = {"game": {"pgnHeaders": {"White": "Cleo", "Black": "Dan"}, "moveList": "lB"}}


@pytest.fixture
def pages(server: SiteServer) -> SiteServer:
    def page(answer: object) -> Reply:
        return Reply(json.dumps(answer).encode(), headers={"Content-Type": "application/json"})

    server.routes["/callback/live/game/123456"] = page(LIVE)
    server.routes["/callback/daily/game/777"] = page(DAILY)
    server.routes["/callback/live/game/55"] = page(LIVE)
    server.routes["/callback/daily/game/55"] = page(DAILY)
    return server


LINKS = [
    "https://www.chess.com/game/live/123456",
    "chess.com/game/live/123456?username=ada",
    "https://www.chess.com/live/game/123456",
    "https://www.chess.com/analysis/game/live/123456?tab=review",
]


@pytest.mark.parametrize("link", ["123456", *LINKS])
def test_a_live_game_by_its_link(pages: SiteServer, link: str):
    game = chesscom.game(link, site_url=pages.url)
    assert game.white == 'Ada "the knife"'
    assert [ply.san for ply in game.plies] == ["e4", "e5", "Nf3"]
    assert [ply.clock for ply in game.plies] == pytest.approx([599.0, 598.7, 592.1])
    assert game.headers["WhiteElo"] == "1500"


@pytest.mark.parametrize(
    "link",
    ["https://www.chess.com/game/daily/777", "https://www.chess.com/daily/game/777", "777"],
)
def test_a_daily_game_by_its_link(pages: SiteServer, link: str):
    game = chesscom.game(link, site_url=pages.url)
    assert game.white == "Cleo"
    assert [ply.san for ply in game.plies] == ["d4"]


def test_a_number_that_stands_for_two_games_asks_which(pages: SiteServer):
    with pytest.raises(InputError, match="55 is a live game and a daily game"):
        chesscom.game("55", site_url=pages.url)
    assert chesscom.game("55", kind="daily", site_url=pages.url).white == "Cleo"
    assert chesscom.game("55", kind="live", site_url=pages.url).black == "Bob"
    with pytest.raises(SettingsError, match="kind='fast'"):
        chesscom.game("55", kind="fast", site_url=pages.url)


def test_a_masters_game_is_told_to_be_out_of_reach():
    with pytest.raises(SiteError, match="download the PGN"):
        chesscom.game("https://www.chess.com/games/view/13371337")


@pytest.mark.parametrize(
    "link", ["", "x1", "https://www.chess.com/member/ada", "lichess.org/AbCd1234"]
)
def test_what_is_no_game_is_refused(link: str):
    with pytest.raises(InputError, match=r"is no game of chess\.com"):
        chesscom.game(link)


def test_a_missing_game_names_the_way_out(pages: SiteServer):
    with pytest.raises(SiteError, match=r"no live or daily game 99: .* give user=") as caught:
        chesscom.game("99", site_url=pages.url)
    assert caught.value.status == 404


@pytest.mark.parametrize(
    "answer",
    [
        {"message": "changed"},
        [],
        {"game": {"pgnHeaders": {}, "moveList": "mCmC"}},
        {"game": {"pgnHeaders": {}, "moveList": "m"}},
        {"game": {"pgnHeaders": {"FEN": "nonsense", "SetUp": "1"}, "moveList": "mC"}},
    ],
)
def test_an_answer_of_another_form_names_the_way_out(pages: SiteServer, answer: object):
    pages.routes["/callback/live/game/8"] = Reply(json.dumps(answer).encode())
    with pytest.raises(SiteError, match=r"in a form that cannot be read .* give user="):
        chesscom.game("8", kind="live", site_url=pages.url)


def test_a_game_from_a_players_archive_by_the_documented_way(server: SiteServer, tmp_path: Path):
    settings = {"user": "Ada", "base_url": server.url, "cache": tmp_path}
    assert chesscom.game("3", **settings).white == "Ada3"
    assert paths(server) == ["archives", "2026/03", "2026/02"]
    assert chesscom.game("5", kind="daily", year=2026, month=3, **settings).white == "Ada5"
    with pytest.raises(SiteError, match="no live game 5 in the archives of 'Ada'"):
        chesscom.game("5", kind="live", **settings)


@pytest.mark.parametrize(
    ("fen", "text", "uci"),
    [
        (chess.STARTING_FEN, "mC0Kgv5Qft", "e2e4 e7e5 g1f3 b8c6 f1d3"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "eg86", "e1g1 e8c8"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "eh84", "e1g1 e8c8"),
        ("3r2nk/4P3/8/8/8/8/8/4K3 w - - 0 1", "0~", "e7e8q"),
        ("3r2nk/4P3/8/8/8/8/8/4K3 w - - 0 1", "0(", "e7d8n"),
        ("4k3/8/8/8/8/8/1p6/R1B1K3 b - - 0 1", "j]", "b2c1r"),
        ("4k3/8/8/8/8/8/1p6/R1B1K3 b - - 0 1", "j#", "b2b1b"),
    ],
)
def test_the_sites_short_moves_are_decoded(fen: str, text: str, uci: str):
    assert [move.uci() for move in moves_from_tcn(text, chess.Board(fen))] == uci.split()


def test_castling_in_chess960_is_the_king_onto_its_rook():
    board = chess.Board("4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1", chess960=True)
    assert [move.uci() for move in moves_from_tcn("fg", board)] == ["f1g1"]
    assert [move.uci() for move in moves_from_tcn("fb", board)] == ["f1b1"]


def test_nothing_of_the_sites_answers_is_logged(pages: SiteServer, caplog):
    caplog.set_level(logging.INFO, logger="chessnb")
    chesscom.game("123456", site_url=pages.url)
    assert caplog.records == [] or all("knife" not in record.message for record in caplog.records)


def test_the_archives_path_is_asked_in_lower_case(server: SiteServer, tmp_path: Path):
    seen: list[Asked] = []
    server.routes[MARCH] = lambda asked: (seen.append(asked), Reply(b'{"games": []}'))[1]
    assert (
        list(chesscom.games("ADA", year=2026, month=3, base_url=server.url, cache=tmp_path)) == []
    )
    assert len(seen) == 1
