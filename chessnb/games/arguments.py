"""Checks of what a user asks of a site, the same for all sites."""

from __future__ import annotations

import re
from typing import Final

from chessnb.errors import InputError, SettingsError

__all__ = ["checked_colour", "checked_limit", "checked_user"]

_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,30}")


def checked_limit(limit: int | None) -> int | None:
    """Give the largest number of games; None is all of them."""
    if limit is not None and (isinstance(limit, bool) or limit < 0):
        raise SettingsError(f"max={limit!r} is no number of games: give 1 or more, or None for all")
    return limit


def checked_colour(color: str | None) -> str | None:
    """Give the side a user must have played; None is either."""
    if color not in (None, "white", "black"):
        raise SettingsError(f"color={color!r} is no colour: use 'white' or 'black'")
    return color


def checked_user(user: str, site: str, profile: str) -> str:
    """Give a user's name out of the name, ``@name``, or the link to the profile.

    Parameters
    ----------
    user : str
        What was given.
    site : str
        The site's host.
    profile : str
        What stands before the name in a profile's path: ``"@/"`` or ``"member/"``.

    Examples
    --------
    >>> checked_user("https://lichess.org/@/Somebody/all", "lichess.org", "@/")
    'Somebody'
    """
    text = user.strip()
    link = re.fullmatch(rf"(?:https?://)?(?:www\.)?{re.escape(site)}/(.+)", text, re.IGNORECASE)
    path = (link[1] if link else text).removeprefix(profile).removeprefix("@")
    name = path.split("/")[0] if link else path
    if not _NAME.fullmatch(name):
        raise InputError(
            f"{user!r} is no user name of {site}: give the name alone, letters, digits, - and _"
        )
    return name
