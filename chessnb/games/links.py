"""Links to games, studies and positions on lichess.org and chess.com, taken apart offline."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal
from urllib.parse import parse_qs, unquote, unquote_plus, urlsplit

__all__ = ["Link", "parse_link"]

Kind = Literal["game", "study", "position", "moves", "user", "puzzle", "other"]

# Both sites have subdomains for languages ("de.", "pt-br."), chess.com one for telephones too.
_LINK = re.compile(
    r"(?:https?://)?(?:(?:www|m|api|[a-z]{2}(?:-[a-z]{2,4})?)\.)?"
    r"(?:lichess\.org|chess\.com)(?::(?:80|443))?(?:[/?#]\S*)?",
    re.IGNORECASE,
)
_MARKDOWN = re.compile(r"\[[^\[\]]*\]\(([^\s()]+)\)")
_OPENING = "<([{\"'“‘"
_CLOSING = {">": "<", ")": "(", "]": "[", "}": "{"}
_GAME_ID = re.compile(r"[A-Za-z0-9]{8}(?:[A-Za-z0-9]{4})?")
_STUDY_ID = re.compile(r"[A-Za-z0-9]{8}")
# Lichess pages whose names have the form of a game's id.
_PAGES = {
    "training",
    "analysis",
    "practice",
    "features",
    "streamer",
    "insights",
    "timeline",
    "feedback",
    "openings",
    "username",
    "password",
    "settings",
    "checkout",
    "tutorial",
}
_PLACEMENT = re.compile(r"[pnbrqkPNBRQK1-8~]+(?:/[pnbrqkPNBRQK1-8~]+){7}")
# Pages of chess.com that show one game of a member's; others have numbers of other things.
_CHESSCOM_GAME = re.compile(
    r"(?:[a-z]{2}(?:[-_][a-z]{2,4})?/)?(?:callback/|analysis/)?"
    r"(?:(?:game/)?(?P<pool>live|daily)(?:/game)?|game|games/(?P<master>view))/(?P<id>\d+)(?:/.*)?"
)
_OLD_CHESSCOM_GAMES = {
    "livechess/game": "live",
    "live/game": "live",
    "echess/game": "daily",
    "daily/game": "daily",
}
_ARCHIVE = re.compile(r"pub/player/([\w-]+)(?:/games(?:/(\d{4})/(\d{1,2}))?)?(?:/.*)?")
_VARIANTS = {
    "fromposition": "standard",
    "standard": "standard",
    "chess960": "chess960",
    "crazyhouse": "crazyhouse",
    "antichess": "antichess",
    "atomic": "atomic",
    "horde": "horde",
    "kingofthehill": "kingofthehill",
    "racingkings": "racingkings",
    "threecheck": "3check",
}


@dataclass(frozen=True, slots=True)
class Link:
    """What a link points to.

    Attributes
    ----------
    site : str
        ``"lichess"`` or ``"chesscom"``.
    kind : str
        ``"game"``, ``"study"``, ``"position"``, ``"moves"``, ``"user"``, ``"puzzle"`` or
        ``"other"``.
    url : str
        The link as it was given.
    id : str or None
        The game's or study's id, its case kept; a user's name where the kind is ``"user"``.
    color : str or None
        ``"white"`` or ``"black"``: from whose side the link shows the game.
    ply : int or None
        The half-move that the link opens at.
    chapter : str or None
        The chapter of a study.
    pool : str or None
        chess.com's ``"live"``, ``"daily"`` or ``"master"``; their ids overlap. None: not told.
    text : str or None
        The FEN of a position, or the moves of an analysis link.
    variant : str
        The variant of a position.
    month : tuple or None
        Year and month, where the link is to a user's games of one month.
    """

    site: Literal["lichess", "chesscom"]
    kind: Kind
    url: str
    id: str | None = None
    color: Literal["white", "black"] | None = None
    ply: int | None = None
    chapter: str | None = None
    pool: Literal["live", "daily", "master"] | None = None
    text: str | None = None
    variant: str = "standard"
    month: tuple[int, int] | None = None


def parse_link(text: str) -> Link | None:
    """Understand a link, with or without ``https://``; None where the text is no such link.

    Brackets and quotes around it and the punctuation of a sentence behind it do not count.

    Examples
    --------
    >>> link = parse_link("lichess.org/AbCd1234EfGh/black#23")
    >>> link.kind, link.id, link.color, link.ply
    ('game', 'AbCd1234', 'black', 23)
    >>> parse_link("https://www.chess.com/game/daily/123456").pool
    'daily'
    """
    url = _bare(text)
    if not _LINK.fullmatch(url):
        return None
    address = url if "://" in url else f"https://{url}"
    try:
        parts = urlsplit(address)
    except ValueError:
        return None
    host = (parts.hostname or "").lower()
    steps = [unquote(step) for step in parts.path.split("/") if step]
    query = parse_qs(parts.query)
    if host.endswith("lichess.org"):
        return _lichess(url, steps, query, parts.fragment)
    if host.startswith("api."):
        return _chesscom_api(url, "/".join(steps))
    return _chesscom(url, steps, query, parts.fragment)


def _bare(text: str) -> str:
    """A link without what stands around it in a text."""
    url = text.strip()
    markdown = _MARKDOWN.fullmatch(url)
    url = (markdown[1] if markdown else url).lstrip(_OPENING + " \t")
    end = len(url)
    # Moves at the end of an analysis link may end in a mark of their own.
    marks = ".,;:!\"'”’ \t" if "/pgn/" not in url else ".,;:\"'”’ \t"
    depths = {sign: url.count(sign) - url.count(opened) for sign, opened in _CLOSING.items()}
    while end and (url[end - 1] in marks or depths.get(url[end - 1], 0) > 0):
        end -= 1
        if url[end] in depths:
            depths[url[end]] -= 1
    return url[:end]


def _lichess(url: str, steps: list[str], query: dict[str, list[str]], fragment: str) -> Link:
    if "fen" in query:
        return _position("lichess", url, query["fen"][0])
    if steps[:1] == ["api"]:
        steps = steps[1:]
    if steps[:1] in (["embed"], ["export"]) and len(steps) > 1:
        steps = steps[1:]
    head = steps[0] if steps else ""
    if head == "@" and len(steps) > 1:
        return Link("lichess", "user", url, id=steps[1])
    if head == "study":
        return _study(url, [step for step in steps[1:] if step != "embed"])
    if head == "broadcast" and len(steps) >= 4:
        return _study(url, steps[3:])
    if head in ("analysis", "editor") and len(steps) > 1:
        return _analysis(url, steps[1:])
    if head == "training":
        return Link("lichess", "puzzle", url, id=steps[-1] if len(steps) > 1 else None)
    if head == "game" and len(steps) > 1:
        steps = [step for step in steps[1:] if step != "export"]
    return _lichess_game(url, steps, fragment)


def _lichess_game(url: str, steps: list[str], fragment: str) -> Link:
    name = re.sub(r"\.(?:pgn|gif|png|json)$", "", steps[0]) if steps else ""
    if not _GAME_ID.fullmatch(name) or name in _PAGES:
        return Link("lichess", "other", url)
    color = steps[1] if len(steps) > 1 else ""
    return Link(
        "lichess",
        "game",
        url,
        # Twelve characters are the game's eight and four of the player's own.
        id=name[:8],
        color="white" if color == "white" else "black" if color == "black" else None,
        ply=int(fragment) if fragment.isdecimal() else None,
    )


def _study(url: str, steps: list[str]) -> Link:
    names = [step.removesuffix(".pgn") for step in steps]
    if not names or not _STUDY_ID.fullmatch(names[0]):
        return Link("lichess", "other", url)
    chapter = names[1] if len(names) > 1 and _STUDY_ID.fullmatch(names[1]) else None
    return Link("lichess", "study", url, id=names[0], chapter=chapter)


def _analysis(url: str, steps: list[str]) -> Link:
    """``/analysis/standard/<FEN>``, ``/analysis/<FEN>``, ``/analysis/pgn/<moves>``."""
    if steps[0] == "pgn" and len(steps) > 1:
        moves = unquote_plus("/".join(steps[1:])).replace("_", " ")
        return Link("lichess", "moves", url, text=moves)
    variant = _VARIANTS.get(steps[0].lower())
    if variant is not None:
        steps = steps[1:]
    return _position("lichess", url, "/".join(steps), variant or "standard")


def _position(
    site: Literal["lichess", "chesscom"], url: str, text: str, variant: str = "standard"
) -> Link:
    fen = text.replace("_", " ").replace("+", " ").strip()
    if not _PLACEMENT.match(fen):
        return Link(site, "other", url)
    return Link(site, "position", url, text=fen, variant=variant)


def _chesscom(url: str, steps: list[str], query: dict[str, list[str]], fragment: str) -> Link:
    if "fen" in query:
        return _position("chesscom", url, query["fen"][0])
    if "pgn" in query:
        return Link("chesscom", "moves", url, text=query["pgn"][0])
    words = [step.lower() for step in steps]
    if words[:1] == ["member"] and len(words) > 1:
        return Link("chesscom", "user", url, id=steps[1])
    if words[:1] in (["puzzles"], ["puzzle"]):
        return Link("chesscom", "puzzle", url)
    live = re.search(r"(?:^|[&?])g=(\d+)", fragment)
    if live and words[:1] == ["live"]:
        return Link("chesscom", "game", url, id=live[1], pool="live")
    old = _OLD_CHESSCOM_GAMES.get("/".join(words))
    if old is not None and (number := _number(query.get("id"))) is not None:
        return Link("chesscom", "game", url, id=str(number), pool=_pool(old))
    match = _CHESSCOM_GAME.fullmatch("/".join(words))
    if match is None:
        return Link("chesscom", "other", url)
    return Link(
        "chesscom",
        "game",
        url,
        id=match["id"],
        pool="master" if match["master"] else _pool(match["pool"]),
        ply=_number(query.get("move")),
    )


def _pool(name: str | None) -> Literal["live", "daily"] | None:
    return "live" if name == "live" else "daily" if name == "daily" else None


def _chesscom_api(url: str, path: str) -> Link:
    """``/pub/player/<name>/games/2024/01``: the archive of one month."""
    match = _ARCHIVE.fullmatch(path)
    if match is None:
        return Link("chesscom", "other", url)
    month = (int(match[2]), int(match[3])) if match[2] else None
    return Link("chesscom", "user", url, id=match[1], month=month)


def _number(values: list[str] | None) -> int | None:
    return int(values[0]) if values and values[0].isdecimal() else None
