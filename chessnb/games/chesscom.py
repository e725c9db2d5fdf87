"""Games from chess.com.

Its Published-Data API gives the finished games of a player month by month. It has no address for a
single game, and no sign-in. So :func:`game` has two ways: with ``user`` it searches that player's
archives, which the site documents; without, it asks the address that the site's own pages use
(``callback/live/game/…``), which may change without notice, and says so where it fails.

As the site asks, requests go one after the other, also from several threads, and an archive that is
known already is only asked whether it has changed (``ETag`` and ``Last-Modified``); the copies lie in the
user's cache folder. (``http`` says why ``httpx``.)
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, cast
from urllib.parse import quote

from chessnb.errors import InputError, SettingsError, SiteError
from chessnb.games.archive_cache import ArchiveCache
from chessnb.games.callback import callback_pgn
from chessnb.games.delivery import leave_out, one_game, only_game
from chessnb.games.http import Patience, Site, Wanted
from chessnb.games.period import Period, When

if TYPE_CHECKING:
    from pathlib import Path

    from chessnb.games.model import Game

__all__ = ["BASE_URL", "SITE_URL", "TIME_CLASSES", "game", "games"]

BASE_URL: Final = "https://api.chess.com"
"""The Published-Data API."""

SITE_URL: Final = "https://www.chess.com"
"""The web site, for single games."""

TIME_CLASSES: Final = ("bullet", "blitz", "rapid", "daily")
"""What ``time_class`` takes."""
