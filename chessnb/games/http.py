"""Polite, patient HTTP for the two sites.

Built on ``httpx`` rather than on ``berserk``: berserk covers Lichess alone, and hands a stream back
without a word when the connection is cut, with no retry, no wait after a 429 and no time-out of its
own; ``httpx`` streams bytes as they come, unpacks gzip, and lets one small layer here serve both
sites. What that layer adds:

* a fault that may pass (5xx, time-out, refused or cut connection) is tried again, each time after
  a longer pause; a rate limit (429) is waited out as the site asks, and the work goes on;
* what does not pass is a :class:`~chessnb.errors.SiteError` in plain words;
* a token travels in one header to one host. A redirect to another host loses it, and no message,
  log line or ``repr`` shows it.
"""

from __future__ import annotations

import logging
import math
import os
import re
import ssl
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from functools import cache
from types import MappingProxyType, TracebackType
from typing import Self
from urllib.parse import urlsplit

import httpx

from chessnb.errors import SettingsError, SiteError

__all__ = ["Answer", "Backoff", "Passing", "Patience", "Site", "Wanted", "user_agent"]

_LOG = logging.getLogger(__name__)

_REDIRECTS = 5


@dataclass(frozen=True)
class Patience:
    """How long to wait, and how often to try again.

    Attributes
    ----------
    tries, offline_tries : int
        Tries in a row without any progress before a passing fault becomes an error; fewer where
        there is no connection at all, so that somebody who is offline hears of it soon.
    first_pause, longest_pause : float
        Seconds before the second try, doubled for each further one, and the most it grows to.
    rate_limit_pause : float
        Seconds to wait after a 429 that does not say how long (Lichess asks for a full minute).
    rate_limit_tries : int
        How many 429 in a row are waited out.
    longest_wait : float
        The longest wait in seconds that a site may ask for; beyond it the error says so.
    connect, read : float
        Time-outs in seconds: for the connection, and between two pieces of an answer.
    sleep : callable
        Waits that many seconds.

    Examples
    --------
    >>> Patience(first_pause=1.0, longest_pause=5.0).pauses()
    (1.0, 2.0, 4.0, 5.0)
    """

    tries: int = 5
    offline_tries: int = 3
    first_pause: float = 1.0
    longest_pause: float = 30.0
    rate_limit_pause: float = 60.0
    rate_limit_tries: int = 10
    longest_wait: float = 600.0
    connect: float = 10.0
    read: float = 60.0
    sleep: Callable[[float], None] = time.sleep

    def pauses(self) -> tuple[float, ...]:
        """Give the seconds before each further try."""
        return tuple(
            min(self.first_pause * 2**again, self.longest_pause) for again in range(self.tries - 1)
        )


class Passing(Exception):
    """A fault that may pass. Never leaves the network modules.

    Attributes
    ----------
    limit : bool
        The site asks to be left alone for a while (429, or 503 with a time).
    wait : float or None
        The seconds the site asks to wait, where it says so.
    offline : bool
        There was no connection at all.
    status : int or None
        The HTTP status, where there was one.
    """

    def __init__(
        self,
        reason: str,
        *,
        limit: bool = False,
        offline: bool = False,
        wait: float | None = None,
        status: int | None = None,
    ) -> None:
        super().__init__(reason)
        self.limit = limit
        self.offline = offline
        self.wait = wait
        self.status = status


class Backoff:
    """Counts the faults of one piece of work, and waits after each.

    Parameters
    ----------
    site : str
        The site's name, for messages.
    patience : Patience
        The waits.
    """

    def __init__(self, site: str, patience: Patience) -> None:
        self._site = site
        self._patience = patience
        self._faults = 0
        self._limits = 0

    def progress(self) -> None:
        """Note that something new arrived: the count begins anew."""
        self._faults = self._limits = 0

    def pause(self, fault: Passing) -> None:
        """Wait before the next try.

        Raises
        ------
        SiteError
            It was tried often enough, or the site asks for too long a wait.
        """
        if fault.limit:
            self._pause_for_limit(fault)
            return
        pauses = self._patience.pauses()
        if fault.offline:
            pauses = pauses[: max(0, self._patience.offline_tries - 1)]
        if self._faults >= len(pauses):
            raise SiteError(
                f"{self._site} did not answer after {len(pauses) + 1} tries ({fault}): check the "
                "connection, or try again later",
                status=fault.status,
            )
        self._patience.sleep(pauses[self._faults])
        self._faults += 1

    def _pause_for_limit(self, fault: Passing) -> None:
        patience = self._patience
        wait = patience.rate_limit_pause if fault.wait is None else fault.wait
        self._limits += 1
        if self._limits > patience.rate_limit_tries or wait > patience.longest_wait:
            raise SiteError(
                f"{self._site} limits the rate of requests and asks to wait {wait:.0f} s: "
                "ask for fewer games, or try again later",
                status=fault.status,
            )
        if wait >= 5:
            _LOG.warning(
                "%s limits the rate of requests: waiting %.0f s, then going on", self._site, wait
            )
        patience.sleep(wait)


@dataclass(frozen=True)
class Wanted:
    """One thing to fetch: where it is, and what to say when it is not given.

    Attributes
    ----------
    path : str
        The path below the site's base URL, already quoted.
    what : str
        The thing in words, for messages: ``"the game 'AbCd1234'"``.
    accept : str
        The ``Accept`` header.
    params, headers : mapping
        Query parameters, and further request headers.
    refusals : mapping of int to str
        What a status means here, where it means something particular.
    """

    path: str
    what: str
    accept: str
    params: Mapping[str, str] = field(default_factory=dict[str, str])
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    refusals: Mapping[int, str] = field(default_factory=dict[int, str])


@dataclass(frozen=True)
class Answer:
    """A whole answer: status 200 or 304, headers by lower-case name, and the unpacked body."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Site:
    """One site: its address, its token, its patience. A context manager.

    Parameters
    ----------
    name : str
        What messages call it.
    base_url : str
        Scheme and host, and a path where a proxy needs one.
    token : str, optional
        Sent as ``Authorization: Bearer`` to this host, and to no other.
    patience : Patience, optional
        Waits and time-outs.

    Raises
    ------
    SettingsError
        The base URL or the token cannot be one. (The token is not quoted.)

    Examples
    --------
    >>> with Site("lichess.org", "https://lichess.org", token="lip_secret") as site:
    ...     print(site)
    Site('lichess.org', 'https://lichess.org')
    """

    def __init__(
        self,
        name: str,
        base_url: str,
        *,
        token: str | None = None,
        patience: Patience | None = None,
    ) -> None:
        self.name = name
        self.base_url = _checked_base_url(base_url)
        self.patience = patience or Patience()
        headers = {"User-Agent": user_agent()}
        if token:
            headers["Authorization"] = f"Bearer {_checked_token(token)}"
        self._client = httpx.Client(
            headers=headers,
            timeout=httpx.Timeout(self.patience.read, connect=self.patience.connect),
            follow_redirects=True,
            max_redirects=_REDIRECTS,
            verify=_tls(),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._client.close()

    def __repr__(self) -> str:
        return f"Site({self.name!r}, {self.base_url!r})"

    def get(self, wanted: Wanted) -> Answer:
        """Fetch a whole answer, with as many tries as patience allows.

        Raises
        ------
        SiteError
            The site cannot be reached, or does not give it.
        """
        backoff = Backoff(self.name, self.patience)
        while True:
            try:
                with self._open(wanted) as response:
                    body = response.read()
                    headers = {key.lower(): value for key, value in response.headers.items()}
                    return Answer(response.status_code, MappingProxyType(headers), body)
            except Passing as fault:
                backoff.pause(fault)

    def lines(self, wanted: Wanted) -> Iterator[tuple[bytes, bool]]:
        """Stream the lines of one answer, in one try.

        Yields
        ------
        line : bytes
            Without its line end; empty lines (keep-alives) are left out.
        ended : bool
            False for a last line without a line end, which may have been cut.

        Raises
        ------
        Passing
            The stream was not given, or was cut: the caller knows from where to go on.
        SiteError
            The site does not give it.
        """
        rest = b""
        with self._open(wanted) as response:
            for piece in response.iter_bytes():
                *lines, rest = (rest + piece).split(b"\n")
                for line in lines:
                    if line.strip():
                        yield line, True
        if rest.strip():
            yield rest, False

    @contextmanager
    def _open(self, wanted: Wanted) -> Generator[httpx.Response]:
        headers = {"Accept": wanted.accept, **wanted.headers}
        url = self.base_url + wanted.path
        # httpx' errors hold the request, and so the token: they are never chained ("from None").
        try:
            with self._client.stream(
                "GET", url, params=dict(wanted.params), headers=headers
            ) as response:
                if response.status_code not in (200, 304):
                    raise self._refusal(response, wanted)
                if response.headers.get("Content-Type", "").startswith("text/html"):
                    raise SiteError(
                        f"{self.name} sends a web page in place of {wanted.what}: it is private, "
                        "or asks for a login",
                        status=response.status_code,
                    )
                yield response
        except httpx.TimeoutException:
            raise Passing(f"no answer from {self.base_url} in time") from None
        except httpx.TooManyRedirects:
            raise SiteError(
                f"{self.name} sends the request for {wanted.what} round in circles: "
                "check the address, or try again later"
            ) from None
        except (httpx.ConnectError, httpx.ProxyError):
            raise Passing(
                f"no connection to {self.base_url}; is this computer online?", offline=True
            ) from None
        except (httpx.UnsupportedProtocol, httpx.InvalidURL):
            raise SiteError(
                f"{self.name} points to a place for {wanted.what} that is no web address: "
                "check the address, or try again later"
            ) from None
        except (httpx.TransportError, httpx.DecodingError):
            raise Passing("the connection was cut") from None

    def _refusal(self, response: httpx.Response, wanted: Wanted) -> Exception:
        """Say what a status means: a fault that may pass, or an error in plain words."""
        status = response.status_code
        asked = _retry_after(response.headers.get("Retry-After"))
        if status == 429 or (status == 503 and asked is not None):
            return Passing("rate limit", limit=True, wait=asked, status=status)
        if status >= 500 or status in (408, 425):
            return Passing(f"HTTP status {status}", status=status)
        reason = wanted.refusals.get(status) or _GENERAL_REFUSALS.get(status)
        if reason is None:
            reason = f"does not give {{what}}: HTTP status {status}"
        return SiteError(f"{self.name} {reason.format(what=wanted.what)}", status=status)


_GENERAL_REFUSALS = {
    400: "does not understand the request for {what}: check the arguments",
    401: "did not accept the token: it is wrong or has expired, make a new one",
    403: "refuses {what}: it is private, or this access is not allowed",
    404: "has no such thing as {what}: check the spelling",
    410: "no longer has {what}",
}


@cache
def _tls() -> ssl.SSLContext:
    """Load the known authorities once: it takes longer than many a request."""
    return httpx.create_ssl_context()


def user_agent() -> str:
    """Give the ``User-Agent`` header: the program and its version, and whom to ask.

    chess.com asks for an address at which the person who runs a program can be reached: set
    the environment variable ``CHESSNB_CONTACT`` to a user name or e-mail address to add one.
    """
    from importlib.metadata import version

    contact = re.sub(r"[^ -~]", "", os.environ.get("CHESSNB_CONTACT", ""))
    about = "chess game analysis for notebooks" + (f"; contact {contact}" if contact else "")
    return f"chessnb/{version('chessnb')} ({about}) python-httpx/{httpx.__version__}"


def _checked_base_url(base_url: str) -> str:
    try:
        parts = urlsplit(base_url)
        sound = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        sound = False
    if not sound:
        raise SettingsError(f"{base_url!r} is no web address: give one like 'https://lichess.org'")
    return base_url.rstrip("/")


def _checked_token(token: str) -> str:
    # A character that no header may hold would be quoted, token and all, by the HTTP library.
    cleaned = token.strip()
    if not re.fullmatch(r"[!-~]+", cleaned):
        raise SettingsError(
            "the token holds a space, a line break or a character outside ASCII: copy it again"
        )
    return cleaned


def _retry_after(value: str | None) -> float | None:
    """Read ``Retry-After``: seconds, or a date."""
    if value is None:
        return None
    try:
        seconds = float(value)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(value).timestamp() - time.time()
        except (ValueError, TypeError, OverflowError):
            return None
    return None if math.isnan(seconds) else max(0.0, seconds)
