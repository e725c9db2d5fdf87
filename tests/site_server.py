"""A web server on loopback that answers as Lichess and chess.com document, faults included."""

from __future__ import annotations

import gzip
import json
import time
from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Self
from urllib.parse import parse_qs, urlsplit

MIDNIGHT = 1_772_323_200_000  # 1 March 2026, in milliseconds


@dataclass
class Reply:
    """What the server sends for one request."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    cut_after: int | None = None  # close the connection after so many bytes
    wait_after: int | None = None  # fall silent after so many bytes
    silence: float = 0.0
    packed: bool = False


@dataclass
class Asked:
    """One request as it arrived."""

    path: str
    query: dict[str, str]
    headers: dict[str, str]


class SiteServer:
    """Routes by path; each path may have faults queued, which are used up before its answer."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.routes: dict[str, Callable[[Asked], Reply] | Reply] = {}
        self.faults: dict[str, deque[Reply]] = defaultdict(deque)
        self.busiest = 0
        self._busy = 0
        self._lock = Lock()
        site = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                site.answer(self)

            def log_message(self, format: str, *args: object) -> None:
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, request: object, client_address: object) -> None:
                """A client that hung up is part of the tests."""

        self._server = Server(("127.0.0.1", 0), Handler)
        self._thread = Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        parts = urlsplit(handler.path)
        asked = Asked(
            parts.path,
            {name: values[-1] for name, values in parse_qs(parts.query).items()},
            {name.lower(): value for name, value in handler.headers.items()},
        )
        with self._lock:
            self.asked.append(asked)
            self._busy += 1
            self.busiest = max(self.busiest, self._busy)
            queue = self.faults[parts.path]
            reply = queue.popleft() if queue else self._routed(asked)
        # Whoever has an answer may ask again at once: the request is over before it is sent, and
        # long enough under way for others at the same time to be noticed.
        time.sleep(0.002)
        with self._lock:
            self._busy -= 1
        try:
            self._send(handler, reply, asked)
        except (BrokenPipeError, ConnectionResetError):
            handler.close_connection = True

    def _routed(self, asked: Asked) -> Reply:
        route = self.routes.get(asked.path, Reply(b'{"error":"Not found"}', 404))
        return route(asked) if callable(route) else route

    def _send(self, handler: BaseHTTPRequestHandler, reply: Reply, asked: Asked) -> None:
        body = reply.body
        handler.send_response(reply.status)
        for name, value in reply.headers.items():
            handler.send_header(name, value)
        if reply.packed and "gzip" in asked.headers.get("accept-encoding", ""):
            body = gzip.compress(body)
            handler.send_header("Content-Encoding", "gzip")
        if reply.status != 304:
            handler.send_header("Transfer-Encoding", "chunked")
        handler.end_headers()
        if reply.status == 304:
            return
        stop = min(
            len(body), *(n for n in (reply.cut_after, reply.wait_after) if n is not None), len(body)
        )
        self._chunks(handler, body[:stop])
        if reply.wait_after is not None:
            time.sleep(reply.silence)
            self._chunks(handler, body[stop:])
        if reply.cut_after is not None and stop < len(body):
            handler.close_connection = True
            return
        handler.wfile.write(b"0\r\n\r\n")

    def _chunks(self, handler: BaseHTTPRequestHandler, body: bytes) -> None:
        for start in range(0, len(body), 700):
            piece = body[start : start + 700]
            handler.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
        handler.wfile.flush()


def pgn(
    game_id: str, white: str = "Ada", black: str = "Bob", moves: str = "1. e4 e5 2. Nf3"
) -> str:
    """Write a game as the sites do."""
    headers = {
        "Event": "Rated rapid game",
        "Site": f"https://lichess.org/{game_id}",
        "White": white,
        "Black": black,
        "Result": "1-0",
    }
    tags = "".join(f'[{name} "{value}"]\n' for name, value in headers.items())
    return f"{tags}\n{moves} 1-0\n\n\n"


def lichess_games(count: int) -> list[dict[str, object]]:
    """Give so many games as Lichess' NDJSON tells of them, the latest first, ten seconds apart."""
    return [
        {
            "id": f"game{number:04}",
            "rated": True,
            "createdAt": MIDNIGHT - number * 10_000,
            "pgn": pgn(f"game{number:04}"),
        }
        for number in range(count)
    ]


def games_route(games: list[dict[str, object]]) -> Callable[[Asked], Reply]:
    """Answer ``/api/games/user/…``: honours ``since``, ``until`` and ``max``."""

    def reply(asked: Asked) -> Reply:
        until = int(asked.query.get("until", 10**15))
        since = int(asked.query.get("since", 0))
        chosen = [game for game in games if since <= int(str(game["createdAt"])) <= until]
        chosen = chosen[: int(asked.query["max"])] if "max" in asked.query else chosen
        body = b"".join(json.dumps(game).encode() + b"\n" for game in chosen)
        return Reply(body, headers={"Content-Type": "application/x-ndjson"})

    return reply


def archive_route(archive: dict[str, object], etag: str) -> Callable[[Asked], Reply]:
    """Answer ``/pub/player/…/games/YYYY/MM``: 304 where the copy at the other end still holds."""

    def reply(asked: Asked) -> Reply:
        headers = {"ETag": etag, "Last-Modified": "Sun, 01 Mar 2026 00:00:00 GMT"}
        if asked.headers.get("if-none-match") == etag:
            return Reply(status=304, headers=headers)
        headers["Content-Type"] = "application/json; charset=utf-8"
        return Reply(json.dumps(archive).encode(), headers=headers, packed=True)

    return reply
