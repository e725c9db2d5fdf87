"""A link to a game or a study, fetched from its site.

Apart from the rest of reading, so that nobody who reads files pays for a network library.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from chessnb.errors import InputError
from chessnb.games import chesscom, lichess
from chessnb.games.links import Link, parse_link

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chessnb.games.http import Patience
    from chessnb.games.model import Game

__all__ = ["fetch_link"]


def fetch_link(
    link: str | Link,
    *,
    token: str | None = None,
    base_url: str | None = None,
    patience: Patience | None = None,
) -> Game | Iterator[Game]:
    """Fetch what a link points to: a game, or one after another the chapters of a study.

    Parameters
    ----------
    link : str or Link
        A link to a game or study of lichess.org, to a game of chess.com, or to a player's
        archive of a month there.
    token : str, optional
        For lichess.org alone (``LICHESS_TOKEN`` otherwise).
    base_url : str, optional
        Another server that answers as the link's site does.
    patience : Patience, optional
        Waits and time-outs.

    Raises
    ------
    InputError
        The link is none, or points to something that is not a game.
    SiteError
        The site does not give it, or cannot be reached.
    """
    parsed = link if isinstance(link, Link) else parse_link(link)
    url = parsed.url if parsed else link
    is_month = parsed is not None and parsed.month is not None and parsed.id is not None
    if parsed is None or not (is_month or parsed.kind in ("game", "study")):
        raise InputError(
            f"{url!r} is not a game link: give a link to a game or study of lichess.org or to a "
            "game of chess.com"
        )
    if parsed.month is not None:
        year, month = parsed.month
        server = base_url or chesscom.BASE_URL
        return chesscom.games(
            parsed.id or "", year=year, month=month, base_url=server, patience=patience
        )
    if parsed.site == "chesscom":
        site_url = base_url or chesscom.SITE_URL
        return chesscom.game(parsed.url, site_url=site_url, patience=patience)
    server = base_url or lichess.BASE_URL
    if parsed.kind == "study":
        return iter(lichess.study(parsed.url, token=token, base_url=server, patience=patience))
    return lichess.game(parsed.url, token=token, base_url=server, patience=patience)
