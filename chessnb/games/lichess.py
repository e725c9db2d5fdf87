"""Games and studies from Lichess.

The games of a user come as NDJSON with the PGN inside (``pgnInJson``), not as a PGN stream: a line
is a game, so a damaged one never costs the next, and each line carries the game's id and time, so
a stream that was cut goes on where it stopped instead of from the start. The PGN itself is read by
:func:`chessnb.games.read_games`, as every other PGN. (``http`` says why ``httpx`` and not berserk.)

A token is optional; it raises the speed limit and opens private studies. It is taken from the
argument or from the environment variable ``LICHESS_TOKEN``, goes to the host of ``base_url`` and
to no other, and is never stored or shown.
"""

from __future__ import annotations

import json
import os
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, cast

from chessnb.errors import InputError, SettingsError
from chessnb.games.arguments import checked_colour, checked_limit, checked_user
from chessnb.games.delivery import leave_out, one_game, only_game
from chessnb.games.http import Backoff, Passing, Patience, Site, Wanted
from chessnb.games.links import parse_link
from chessnb.games.period import Period, When

if TYPE_CHECKING:
    from chessnb.games.model import Game

__all__ = ["BASE_URL", "PERFS", "game", "games", "study"]

BASE_URL: Final = "https://lichess.org"
"""Where requests go unless told otherwise."""

PERFS: Final = (
    "ultraBullet",
    "bullet",
    "blitz",
    "rapid",
    "classical",
    "correspondence",
    "chess960",
    "crazyhouse",
    "antichess",
    "atomic",
    "horde",
    "kingOfTheHill",
    "racingKings",
    "threeCheck",
)
"""The speeds and variants that ``perf`` takes."""

_NAME = "lichess.org"
_PGN = "application/x-chess-pgn"
_NDJSON = "application/x-ndjson"

# The site refuses earlier times: the first game was played on 1 January 2013.
_FIRST_GAME = 1356998400070

# How many of the last games' ids are remembered, to know them again after a cut.
_REMEMBERED = 2000


def games(
    user: str,
    *,
    max: int | None = None,
    since: When | None = None,
    until: When | None = None,
    perf: str | Iterable[str] | None = None,
    evals: bool = True,
    clocks: bool = True,
    color: str | None = None,
    rated: bool | None = None,
    vs: str | None = None,
    analysed: bool | None = None,
    opening: bool = True,
    literate: bool = False,
    token: str | None = None,
    base_url: str = BASE_URL,
    patience: Patience | None = None,
) -> Iterator[Game]:
    """Stream a user's finished games, the latest first.

    Parameters
    ----------
    user : str
        The user's name.
    max : int, optional
        At most so many games.
    since, until : str, date, datetime or number, optional
        Only games that began in this stretch, both ends included. A day or month as ``until``
        counts to its end; times without a zone are UTC.
    perf : str or iterable of str, optional
        Only these speeds or variants (:data:`PERFS`), as names or as one text with commas.
    evals, clocks : bool
        With ``[%eval]`` where the site has analysed the game, and with ``[%clk]``.
    color : {"white", "black"}, optional
        Only games the user played with this colour.
    rated : bool, optional
        Only rated games, or only casual ones.
    vs : str, optional
        Only games against this user.
    analysed : bool, optional
        Only games that the site has analysed, or only the others.
    opening : bool
        With the opening's name.
    literate : bool
        With the site's remarks as comments and variations.
    token : str, optional
        A personal token; without it ``LICHESS_TOKEN`` from the environment, if there is one.
    base_url : str
        Another server that speaks this API.
    patience : Patience, optional
        Waits and time-outs.

    Yields
    ------
    Game
        One at a time, as they come; nothing is held back in memory.

    Raises
    ------
    SettingsError
        An argument has no meaning; at the call, not at the first game.
    SiteError
        The site has no such user, cannot be reached, or does not answer.

    Warns
    -----
    UserWarning
        A game that cannot be read is left out, and the next one follows.
    """
    period = Period.of(since, until)
    params = _given(
        since=_since(period),
        until=None if period.until is None else str(period.until),
        perfType=_perf_type(perf),
        color=checked_colour(color),
        rated=_flag(rated),
        vs=None if vs is None else checked_user(vs, _NAME, "@/"),
        analysed=_flag(analysed),
    )
    params |= _contents(evals=evals, clocks=clocks, opening=opening, literate=literate)
    params["pgnInJson"] = "true"
    name = checked_user(user, _NAME, "@/")
    wanted = Wanted(
        path=f"/api/games/user/{name}",
        what=f"the games of {name!r}",
        accept=_NDJSON,
        params=params,
        refusals={404: f"has no user called {name!r}: check the spelling"},
    )
    limit = checked_limit(max)
    site = _site(token, base_url, patience)
    return _stream(site, wanted, limit)


def game(
    id_or_link: str,
    *,
    evals: bool = True,
    clocks: bool = True,
    opening: bool = True,
    literate: bool = False,
    token: str | None = None,
    base_url: str = BASE_URL,
    patience: Patience | None = None,
) -> Game:
    """Fetch one game by its id or by any link to it.

    Parameters
    ----------
    id_or_link : str
        The 8 characters of the id, the 12 of a player's own link, or the link.
    evals, clocks, opening, literate, token, base_url, patience
        As for :func:`games`.

    Raises
    ------
    InputError
        This is neither an id nor a link to a game.
    SiteError
        The site has no such game, cannot be reached, or does not answer.
    """
    game_id = _game_id(id_or_link)
    what = f"the game {game_id!r}"
    wanted = Wanted(
        path=f"/game/export/{game_id}",
        what=what,
        accept=_PGN,
        params=_contents(evals=evals, clocks=clocks, opening=opening, literate=literate),
        refusals={404: f"has no game {game_id!r}: check the link"},
    )
    with _site(token, base_url, patience) as site:
        return only_game(_text(site.get(wanted).body), f"{what} of {_NAME}")


def study(
    id_or_link: str,
    chapter: str | int | None = None,
    *,
    clocks: bool = True,
    comments: bool = True,
    variations: bool = True,
    token: str | None = None,
    base_url: str = BASE_URL,
    patience: Patience | None = None,
) -> list[Game]:
    """Fetch a study: a game for each chapter, in the study's order.

    Parameters
    ----------
    id_or_link : str
        The study's id, or a link to it. A link to a chapter gives that chapter alone.
    chapter : str or int, optional
        One chapter, by its id or by its number (from 1).
    clocks, comments, variations : bool
        What to take along.
    token, base_url, patience
        As for :func:`games`; a private study needs a token of one of its members with the
        right ``study:read``.

    Raises
    ------
    InputError
        This is neither an id nor a link to a study, or there is no such chapter number.
    SiteError
        The site has no such study, it is private, or the site does not answer.
    """
    from chessnb.games import read_games

    study_id, linked = _study_id(id_or_link)
    chapter_id = chapter if isinstance(chapter, str) else (linked if chapter is None else None)
    if chapter_id is not None and not re.fullmatch(r"[A-Za-z0-9]{8}", chapter_id):
        raise InputError(f"{chapter_id!r} is no chapter id: give its 8 characters, or its number")
    what = f"the study {study_id!r}" + (f", chapter {chapter_id!r}" if chapter_id else "")
    private = f"keeps {what} private: give the token of a member with the right study:read"
    wanted = Wanted(
        path=f"/api/study/{study_id}" + (f"/{chapter_id}" if chapter_id else "") + ".pgn",
        what=what,
        accept=_PGN,
        params={
            "clocks": _word(clocks),
            "comments": _word(comments),
            "variations": _word(variations),
            "source": "true",
            "orientation": "true",
        },
        refusals={
            401: private,
            403: private,
            404: f"has not {what}: it was deleted or is private, or the link is wrong",
        },
    )
    with _site(token, base_url, patience) as site:
        pgn = _text(site.get(wanted).body)
    chapters = list(read_games(pgn.encode()))
    return chapters if not isinstance(chapter, int) else [_numbered(chapters, chapter, what)]


def _numbered(chapters: list[Game], number: int, what: str) -> Game:
    if not 1 <= number <= len(chapters):
        raise InputError(f"{what} has {len(chapters)} chapters, and no chapter {number}")
    return chapters[number - 1]


@dataclass
class _Place:
    """How far a stream of games, latest first, has come."""

    wanted: Wanted
    limit: int | None
    read: int = 0
    oldest: int | None = None
    ties: int = 0
    ids: deque[str] = field(default_factory=lambda: deque[str](maxlen=_REMEMBERED))

    def is_new(self, entry: Mapping[str, Any]) -> bool:
        """Note a game; False where it came before the cut already."""
        game_id, began = entry.get("id"), entry.get("createdAt")
        if isinstance(game_id, str):
            if game_id in self.ids:
                return False
            self.ids.append(game_id)
        if isinstance(began, int):
            self.ties = self.ties + 1 if began == self.oldest else 1
            self.oldest = began if self.oldest is None else min(self.oldest, began)
        return True

    def rest(self) -> Wanted:
        """Say what to ask for next: everything, or after a cut what is still missing."""
        params = dict(self.wanted.params)
        # Games that began in the very millisecond of the last one come again, and are known.
        again = len(self.ids) if self.oldest is None else self.ties
        if self.oldest is not None:
            params["until"] = str(self.oldest + 1)
        if self.limit is not None:
            params["max"] = str(self.limit - self.read + again)
        return replace(self.wanted, params=params)


def _stream(site: Site, wanted: Wanted, limit: int | None) -> Iterator[Game]:
    place = _Place(wanted, limit)
    backoff = Backoff(site.name, site.patience)
    with site:
        while limit is None or place.read < limit:
            try:
                for entry in _entries(site, place.rest()):
                    if not place.is_new(entry):
                        continue
                    backoff.progress()
                    place.read += 1
                    found = one_game(cast("str", entry["pgn"]), _called(entry))
                    if found is not None:
                        yield found
                    if place.read == limit:
                        return
                return
            except Passing as fault:
                backoff.pause(fault)


def _entries(site: Site, wanted: Wanted) -> Iterator[dict[str, Any]]:
    """Give the JSON objects of a stream that hold a game; warn of lines that are none."""
    for line, ended in site.lines(wanted):
        try:
            entry: object = json.loads(line)
        except ValueError:
            if not ended:
                raise Passing("the stream was cut within a game") from None
            leave_out(f"a line of {wanted.what} is no JSON: {_text(line)[:60]!r}")
            continue
        if isinstance(entry, dict) and isinstance(cast("dict[str, Any]", entry).get("pgn"), str):
            yield cast("dict[str, Any]", entry)
        else:
            leave_out(f"a line of {wanted.what} holds no PGN: {_text(line)[:60]!r}")


def _called(entry: Mapping[str, Any]) -> str:
    return f"game {entry.get('id', '?')!r} of {_NAME}"


def _site(token: str | None, base_url: str, patience: Patience | None) -> Site:
    return Site(_NAME, base_url, token=token or os.environ.get("LICHESS_TOKEN"), patience=patience)


def _contents(*, evals: bool, clocks: bool, opening: bool, literate: bool) -> dict[str, str]:
    return {
        "evals": _word(evals),
        "clocks": _word(clocks),
        "opening": _word(opening),
        "literate": _word(literate),
    }


def _given(**params: str | None) -> dict[str, str]:
    return {name: value for name, value in params.items() if value is not None}


def _word(value: bool) -> str:
    return "true" if value else "false"


def _flag(value: bool | None) -> str | None:
    return None if value is None else _word(value)


def _since(period: Period) -> str | None:
    return None if period.since is None else str(max(period.since, _FIRST_GAME))


def _perf_type(perf: str | Iterable[str] | None) -> str | None:
    if perf is None:
        return None
    names = perf.split(",") if isinstance(perf, str) else list(perf)
    known = {name.lower(): name for name in PERFS}
    unknown = [name for name in names if name.strip().lower() not in known]
    if unknown or not names:
        raise SettingsError(f"perf={perf!r} is unknown to {_NAME}: use {', '.join(PERFS)}")
    return ",".join(known[name.strip().lower()] for name in names)


def _text(body: bytes) -> str:
    return body.decode("utf-8", errors="replace")


def _game_id(id_or_link: str) -> str:
    text = id_or_link.strip()
    if re.fullmatch(r"[A-Za-z0-9]{8}(?:[A-Za-z0-9]{4})?", text):
        return text[:8]
    link = parse_link(text)
    if link is None or (link.site, link.kind) != ("lichess", "game") or link.id is None:
        raise InputError(
            f"{id_or_link!r} is no game of {_NAME}: give the id of 8 characters, or a link like "
            "https://lichess.org/AbCd1234"
        )
    return link.id


def _study_id(id_or_link: str) -> tuple[str, str | None]:
    text = id_or_link.strip()
    if re.fullmatch(r"[A-Za-z0-9]{8}", text):
        return text, None
    link = parse_link(text)
    if link is None or (link.site, link.kind) != ("lichess", "study") or link.id is None:
        raise InputError(
            f"{id_or_link!r} is no study of {_NAME}: give the id of 8 characters, or a link like "
            "https://lichess.org/study/AbCdEfGh"
        )
    return link.id, link.chapter
