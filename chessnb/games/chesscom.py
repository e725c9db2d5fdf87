"""Games from chess.com.

Its Published-Data API gives the finished games of a player month by month. It has no address for a
single game, and no sign-in. So :func:`game` has two ways: with ``user`` it searches that player's
archives, which the site documents; without, it asks the address that the site's own pages use
(``/callback/live/game/…``), which may change without notice, and the error says so when it has.

As the site asks, requests go one after the other, also from several threads, and an archive that
is on disk already is only asked whether it has changed (``ETag`` and ``Last-Modified``). The
copies lie in the user's cache folder. (``http`` says why ``httpx``.)
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast
from urllib.parse import urlsplit

from chessnb.errors import InputError, SettingsError, SiteError
from chessnb.games.archive_cache import ArchiveCache
from chessnb.games.arguments import checked_colour, checked_limit, checked_user
from chessnb.games.callback import callback_pgn
from chessnb.games.delivery import leave_out, one_game, only_game
from chessnb.games.http import Answer, Backoff, Passing, Patience, Site, Wanted
from chessnb.games.links import parse_link
from chessnb.games.period import Period, When

if TYPE_CHECKING:
    from chessnb.games.model import Game

__all__ = ["BASE_URL", "SITE_URL", "TIME_CLASSES", "game", "games"]

BASE_URL: Final = "https://api.chess.com"
"""The Published-Data API."""

SITE_URL: Final = "https://www.chess.com"
"""The web site, for single games."""

TIME_CLASSES: Final = ("bullet", "blitz", "rapid", "daily")
"""What ``time_class`` takes."""

_NAME = "chess.com"

# The site asks for one request at a time, from all of a program.
_ONE_AT_A_TIME = threading.Lock()


def games(
    user: str,
    *,
    year: int | None = None,
    month: int | None = None,
    max: int | None = None,
    since: When | None = None,
    until: When | None = None,
    time_class: str | None = None,
    color: str | None = None,
    rated: bool | None = None,
    cache: bool | str | Path = True,
    base_url: str = BASE_URL,
    patience: Patience | None = None,
) -> Iterator[Game]:
    """Stream a player's finished games from the monthly archives.

    They come in the order in which they ended. With ``max`` the latest come first, since the
    latest are meant.

    Parameters
    ----------
    user : str
        The player's name.
    year, month : int, optional
        One month, or all of a year; without them, everything.
    max : int, optional
        At most so many games, the latest first.
    since, until : str, date, datetime or number, optional
        Only games that ended in this stretch, both ends included. A day or month as ``until``
        counts to its end; times without a zone are UTC.
    time_class : {"bullet", "blitz", "rapid", "daily"}, optional
        Only games of this kind.
    color : {"white", "black"}, optional
        Only games the player played with this colour.
    rated : bool, optional
        Only rated games, or only the others.
    cache : bool or path
        Where archives are kept, so that only what has changed is fetched again: True for the
        user's cache folder, False for nowhere.
    base_url : str
        Another server that speaks this API.
    patience : Patience, optional
        Waits and time-outs.

    Yields
    ------
    Game
        One archive is in memory at a time.

    Raises
    ------
    SettingsError
        An argument has no meaning; at the call, not at the first game.
    SiteError
        The site has no such player, cannot be reached, or does not answer.

    Warns
    -----
    UserWarning
        A game that cannot be read is left out, and the next one follows.
    """
    player = checked_user(user, _NAME, "member/")
    _check_month(year, month)
    limit = checked_limit(max)
    keep = _Filter(player, Period.of(since, until), time_class, color, rated)
    site = Site(_NAME, base_url, patience=patience)
    archives = _Archives(site, player, cache)
    found = _read(_entries(archives, year, month, keep, latest_first=limit is not None))
    return found if limit is None else islice(found, limit)


def game(
    link: str,
    *,
    kind: str | None = None,
    user: str | None = None,
    year: int | None = None,
    month: int | None = None,
    cache: bool | str | Path = True,
    base_url: str = BASE_URL,
    site_url: str = SITE_URL,
    patience: Patience | None = None,
) -> Game:
    """Fetch one game by any link to it, or by its number.

    Live and daily games are numbered apart, so one number may stand for two games. The link
    mostly says which is meant; where it does not, both are asked for.

    Parameters
    ----------
    link : str
        A link in any of the site's forms, or the number alone.
    kind : {"live", "daily"}, optional
        Which of the two, where the link does not say.
    user : str, optional
        One of the players: the game is then taken from that player's archives, by the documented
        API; with ``year`` and ``month`` from that one month, else the latest months first.
    cache, base_url, patience
        As for :func:`games`.
    site_url : str
        The web site's address, for games without ``user``.

    Raises
    ------
    InputError
        This is no link to a game, or its number stands for two.
    SiteError
        The site has no such game, cannot be reached, or does not answer.
    """
    number, linked = _game_number(link)
    if kind not in (None, "live", "daily"):
        raise SettingsError(f"kind={kind!r} is no kind of game: use 'live' or 'daily'")
    kinds = [chosen] if (chosen := kind or linked) else ["live", "daily"]
    if user is None:
        with Site(_NAME, site_url, patience=patience) as site:
            return _from_pages(site, number, kinds)
    player = checked_user(user, _NAME, "member/")
    _check_month(year, month)
    archives = _Archives(Site(_NAME, base_url, patience=patience), player, cache)
    return _from_archives(archives, number, kinds, year, month)


def _from_pages(site: Site, number: str, kinds: list[str]) -> Game:
    pages = {kind: page for kind in kinds if (page := _page(site, number, kind)) is not None}
    if len(pages) > 1:
        raise InputError(
            f"{number} is a live game and a daily game of {_NAME}: give kind='live' or 'daily'"
        )
    for kind, page in pages.items():
        what = f"the {kind} game {number}"
        return only_game(callback_pgn(page, what), f"{what} of {_NAME}")
    raise SiteError(
        f"{_NAME} has no {' or '.join(kinds)} game {number}: check the link, or give user=, the "
        "name of one of the players, to look in that player's archive",
        status=404,
    )


def _page(site: Site, number: str, kind: str) -> object:
    what = f"the {kind} game {number}"
    wanted = Wanted(
        path=f"/callback/{kind}/game/{number}",
        what=what,
        accept="application/json",
        refusals={
            403: f"does not give {what} to programs: give user=, the name of one of the players, "
            "to take it from that player's archive"
        },
    )
    try:
        return _json(site, wanted, None)
    except SiteError as error:
        if error.status == 404:
            return None
        raise


def _from_archives(
    archives: _Archives, number: str, kinds: list[str], year: int | None, month: int | None
) -> Game:
    endings = tuple(f"/{kind}/{number}" for kind in kinds)
    for entry in _entries(archives, year, month, None, latest_first=True):
        if str(entry.get("url", "")).endswith(endings):
            return only_game(str(entry.get("pgn", "")), _called(entry))
    where = f"the archives of {archives.player!r}" + (f" of {year}" if year else "")
    raise SiteError(
        f"{_NAME} has no {' or '.join(kinds)} game {number} in {where}: check the name and the "
        "month; a game that has just ended appears within a day",
        status=404,
    )


class _Archives:
    """A player's monthly archives, kept on disk."""

    def __init__(self, site: Site, player: str, cache: bool | str | Path) -> None:
        self.site = site
        self.player = player
        self._path = f"/pub/player/{player.lower()}/games"
        self._cache: ArchiveCache | None = None
        if cache is not False:
            self._cache = ArchiveCache(None if cache is True else Path(cache))

    def months(self, year: int | None, month: int | None) -> list[tuple[int, int]]:
        """Give the months with games, oldest first; the one asked for is taken at its word."""
        if year is not None and month is not None:
            return [(year, month)]
        what = f"the archives of {self.player!r}"
        unknown = f"has no player called {self.player!r}: check the spelling"
        listed = self._fetch(f"{self._path}/archives", what, unknown).get("archives", [])
        found = [
            (int(named[1]), int(named[2]))
            for url in (listed if isinstance(listed, list) else [])
            if (named := re.search(r"/(\d{4})/(\d{2})$", urlsplit(str(url)).path))
        ]
        return sorted(one for one in found if year in (None, one[0]))

    def entries(self, year: int, month: int) -> list[Mapping[str, Any]]:
        """Give the games of one month as the site tells of them, in the order of their end."""
        what = f"the games of {self.player!r} in {year}-{month:02}"
        unknown = f"has no such thing as {what}: check the name and the month"
        listed = self._fetch(f"{self._path}/{year}/{month:02}", what, unknown).get("games", [])
        return _tables(listed, what)

    def _fetch(self, path: str, what: str, unknown: str) -> Mapping[str, Any]:
        wanted = Wanted(path, what, "application/json", refusals={404: unknown, 410: unknown})
        fetched = _json(self.site, wanted, self._cache)
        if not isinstance(fetched, dict):
            raise SiteError(f"{_NAME} sent {what} in a form that cannot be read: {fetched!r:.60}")
        return cast("Mapping[str, Any]", fetched)


class _Filter:
    """Which entries of an archive are wanted."""

    def __init__(
        self,
        player: str,
        period: Period,
        time_class: str | None,
        color: str | None,
        rated: bool | None,
    ) -> None:
        if time_class not in (None, *TIME_CLASSES):
            raise SettingsError(f"time_class={time_class!r} is unknown: {', '.join(TIME_CLASSES)}")
        self._player = player.lower()
        self._period = period
        self._time_class = time_class
        self._color = checked_colour(color)
        self._rated = rated

    def __call__(self, entry: Mapping[str, Any]) -> bool:
        ended = entry.get("end_time")
        if isinstance(ended, (int, float)) and not self._period.holds(ended):
            return False
        if self._time_class is not None and entry.get("time_class") != self._time_class:
            return False
        if self._rated is not None and bool(entry.get("rated")) != self._rated:
            return False
        if self._color is None:
            return True
        side = entry.get(self._color)
        name = cast("Mapping[str, Any]", side).get("username") if isinstance(side, dict) else None
        return str(name).lower() == self._player


def _entries(
    archives: _Archives,
    year: int | None,
    month: int | None,
    keep: _Filter | None,
    *,
    latest_first: bool,
) -> Iterator[Mapping[str, Any]]:
    step = -1 if latest_first else 1
    with archives.site:
        for one in archives.months(year, month)[::step]:
            for entry in archives.entries(*one)[::step]:
                if keep is None or keep(entry):
                    yield entry


def _read(entries: Iterator[Mapping[str, Any]]) -> Iterator[Game]:
    for entry in entries:
        pgn = entry.get("pgn")
        if not isinstance(pgn, str):
            leave_out(f"the site gives no PGN of {_called(entry)}")
        elif (found := one_game(pgn, _called(entry))) is not None:
            yield found


def _json(site: Site, wanted: Wanted, cache: ArchiveCache | None) -> object:
    """Fetch JSON, one request at a time; a kept copy serves if it has not changed."""
    url = site.base_url + wanted.path
    backoff = Backoff(site.name, site.patience)
    while True:
        with _ONE_AT_A_TIME:
            answer = _fetch(site, wanted, cache)
        try:
            content: object = json.loads(answer.body)
        except ValueError:
            backoff.pause(Passing(f"{wanted.what} came damaged", status=answer.status))
            continue
        if cache is not None:
            cache.write(url, answer)
        return content


def _fetch(site: Site, wanted: Wanted, cache: ArchiveCache | None) -> Answer:
    """Fetch one answer, or take the kept copy where the site says it still holds."""
    copy = cache.read(site.base_url + wanted.path) if cache is not None else None
    if copy is None:
        return site.get(wanted)
    answer = site.get(replace(wanted, headers=copy.conditions()))
    if answer.status == 304:
        return Answer(200, {}, copy.body)
    return answer


def _tables(listed: object, what: str) -> list[Mapping[str, Any]]:
    tables: list[Mapping[str, Any]] = []
    for entry in cast("list[object]", listed) if isinstance(listed, list) else []:
        if isinstance(entry, dict):
            tables.append(cast("Mapping[str, Any]", entry))
        else:
            leave_out(f"one of {what} is no game: {entry!r:.60}")
    return tables


def _called(entry: Mapping[str, Any]) -> str:
    return f"game {str(entry.get('url', '?')).rsplit('/', 1)[-1]} of {_NAME}"


def _check_month(year: int | None, month: int | None) -> None:
    if month is not None and year is None:
        raise SettingsError(f"month={month!r} needs a year: give year= too")
    if month is not None and not 1 <= month <= 12:
        raise SettingsError(f"month={month!r} is no month: give 1 to 12")
    if year is not None and not 2007 <= year <= 9999:
        raise SettingsError(f"year={year!r}: {_NAME} began in 2007, give a year from then on")


def _game_number(link: str) -> tuple[str, str | None]:
    """Give a game's number, and whether it is live or daily where the link says so."""
    text = link.strip()
    if text.isascii() and text.isdecimal():
        return text, None
    parsed = parse_link(text)
    if parsed is not None and (parsed.site, parsed.kind) == ("chesscom", "other"):
        raise InputError(
            f"{link!r} holds no game that can be fetched: {_NAME} gives live and daily games, "
            "by links like https://www.chess.com/game/live/123456; from other pages copy the PGN"
        )
    if parsed is None or (parsed.site, parsed.kind) != ("chesscom", "game") or parsed.id is None:
        raise InputError(
            f"{link!r} is no game of {_NAME}: give a link like "
            "https://www.chess.com/game/live/123456, or the number"
        )
    if parsed.pool == "master":
        raise SiteError(
            f"{_NAME} gives the games of its masters' collection to nobody by program: download "
            f"the PGN from {link!r} in a browser, and read that file"
        )
    return parsed.id, parsed.pool
