"""Links become games."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from site_server import Reply, SiteServer, archive_route, pgn

from chessnb.errors import InputError
from chessnb.games import Game
from chessnb.games.fetch import fetch_link
from chessnb.games.links import parse_link


def listed(fetched: Game | Iterator[Game]) -> list[Game]:
    return [fetched] if isinstance(fetched, Game) else list(fetched)


@pytest.mark.parametrize(
    ("link", "path", "body"),
    [
        ("lichess.org/AbCd1234/black#23", "/game/export/AbCd1234", pgn("AbCd1234")),
        ("https://lichess.org/study/AbCdEfGh", "/api/study/AbCdEfGh.pgn", pgn("a") + pgn("b")),
        (
            "https://lichess.org/study/AbCdEfGh/IjKlMnOp",
            "/api/study/AbCdEfGh/IjKlMnOp.pgn",
            pgn("a"),
        ),
        (
            "https://www.chess.com/game/daily/42",
            "/callback/daily/game/42",
            json.dumps({"game": {"pgnHeaders": {"White": "Ada"}, "moveList": "mC0Kgv"}}),
        ),
    ],
)
def test_a_link_is_fetched_from_its_site(link: str, path: str, body: str):
    with SiteServer() as server:
        server.routes[path] = Reply(body.encode())
        games = listed(fetch_link(link, base_url=server.url))
        assert games == listed(fetch_link(parse_link(link), base_url=server.url))  # type: ignore[arg-type]
    assert len(games) == (2 if link.endswith("study/AbCdEfGh") else 1)
    assert {game.white for game in games} == {"Ada"}
    assert {len(game.plies) for game in games} == {3}


@pytest.mark.parametrize(
    "link",
    [
        "https://lichess.org/training/ab1CD",
        "https://lichess.org/@/somebody",
        "https://example.org/x",
    ],
)
def test_other_links_are_refused(link: str):
    with pytest.raises(InputError, match="is not a game link"):
        fetch_link(link)


def test_reading_games_loads_no_network_library():
    code = "import sys, chessnb, chessnb.games; print('httpx' in sys.modules)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "False"


def test_a_link_to_a_months_archive_gives_its_games(tmp_path: Path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    link = "https://api.chess.com/pub/player/ada/games/2026/03"
    played = {"pgn": pgn("x"), "end_time": 1_772_323_200, "rules": "chess", "url": link}
    with SiteServer() as server:
        folder = "/pub/player/ada/games"
        archives = {"archives": [f"https://api.chess.com{folder}/2026/{m}" for m in ("02", "03")]}
        server.routes[f"{folder}/archives"] = Reply(json.dumps(archives).encode())
        server.routes[f"{folder}/2026/03"] = archive_route({"games": [played, played]}, '"m"')
        assert len(listed(fetch_link(link, base_url=server.url))) == 2
