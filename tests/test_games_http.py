"""Patience with a site, against a real server on loopback."""

from __future__ import annotations

import logging
import pickle
import time
import traceback
from collections.abc import Iterator
from email.utils import formatdate

import pytest
from site_server import Reply, SiteServer

from chessnb.errors import SettingsError, SiteError
from chessnb.games.http import Passing, Patience, Site, Wanted, user_agent

TOKEN = "lip_verySecretToken"  # stands for a token; no site knows it
THING = Wanted(path="/thing", what="the thing", accept="text/plain")


class Clock:
    """Notes the waits instead of waiting."""

    def __init__(self) -> None:
        self.waits: list[float] = []

    def patience(self, **settings: float) -> Patience:
        return Patience(sleep=self.waits.append, connect=2.0, read=2.0, **settings)  # type: ignore[arg-type]


@pytest.fixture
def server() -> Iterator[SiteServer]:
    with SiteServer() as running:
        running.routes["/thing"] = Reply(b"here it is\n")
        yield running


@pytest.fixture
def clock() -> Clock:
    return Clock()


def fetch(server: SiteServer, clock: Clock, wanted: Wanted = THING, **settings: float) -> bytes:
    with Site("the site", server.url, patience=clock.patience(**settings)) as site:
        return site.get(wanted).body


@pytest.mark.parametrize("status", [500, 502, 503, 504, 408])
def test_faults_that_may_pass_are_tried_again_with_growing_pauses(
    server: SiteServer, clock: Clock, status: int
):
    server.faults["/thing"].extend([Reply(b"busy", status)] * 3)
    assert fetch(server, clock) == b"here it is\n"
    assert clock.waits == [1.0, 2.0, 4.0]


def test_a_fault_that_stays_is_an_error_with_the_number_of_tries(server: SiteServer, clock: Clock):
    server.routes["/thing"] = Reply(b"down", 503)
    with pytest.raises(SiteError, match=r"after 3 tries \(HTTP status 503\)") as caught:
        fetch(server, clock, tries=3)
    assert caught.value.status == 503
    assert len(server.asked) == 3


@pytest.mark.parametrize(
    ("headers", "waits"),
    [({}, [60.0]), ({"Retry-After": "7"}, [7.0]), ({"Retry-After": "soon"}, [60.0])],
)
def test_a_rate_limit_is_waited_out(
    server: SiteServer, clock: Clock, headers: dict[str, str], waits: list[float], caplog
):
    server.faults["/thing"].append(Reply(b"slow down", 429, headers))
    assert fetch(server, clock) == b"here it is\n"
    assert clock.waits == waits
    assert "waiting" in caplog.text


def test_a_rate_limit_given_as_a_date_is_waited_out(server: SiteServer, clock: Clock):
    until = formatdate(time.time() + 30, usegmt=True)
    server.faults["/thing"].append(Reply(b"", 429, {"Retry-After": until}))
    fetch(server, clock)
    assert clock.waits == [pytest.approx(30, abs=3)]


def test_too_long_a_wait_is_refused(server: SiteServer, clock: Clock):
    server.faults["/thing"].append(Reply(b"", 429, {"Retry-After": "86400"}))
    with pytest.raises(SiteError, match="asks to wait 86400 s") as caught:
        fetch(server, clock)
    assert caught.value.status == 429
    assert clock.waits == []


def test_a_cut_answer_is_fetched_again(server: SiteServer, clock: Clock):
    server.faults["/thing"].append(Reply(b"here it is\n", cut_after=4))
    assert fetch(server, clock) == b"here it is\n"
    assert clock.waits == [1.0]


def test_a_silent_server_times_out_and_is_tried_again(server: SiteServer, clock: Clock):
    server.faults["/thing"].append(Reply(b"here it is\n", wait_after=4, silence=0.6))
    patience = Patience(sleep=clock.waits.append, read=0.2)
    with Site("the site", server.url, patience=patience) as site:
        assert site.get(THING).body == b"here it is\n"
    assert clock.waits == [1.0]


def test_packed_answers_are_unpacked(server: SiteServer, clock: Clock):
    server.routes["/thing"] = Reply(b"x" * 5000, packed=True)
    assert fetch(server, clock) == b"x" * 5000


def test_a_damaged_packed_answer_is_fetched_again(server: SiteServer, clock: Clock):
    server.faults["/thing"].append(Reply(b"no gzip", headers={"Content-Encoding": "gzip"}))
    assert fetch(server, clock) == b"here it is\n"


def test_offline_is_said_in_plain_words(clock: Clock):
    with SiteServer() as gone:
        url = gone.url
    with (
        Site("the site", url, patience=clock.patience()) as site,
        pytest.raises(SiteError, match=r"after 3 tries .* is this computer online") as caught,
    ):
        site.get(THING)
    assert clock.waits == [1.0, 2.0]
    assert caught.value.status is None
    assert isinstance(caught.value, ConnectionError)


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (400, "does not understand the request for the thing"),
        (401, "did not accept the token"),
        (403, "refuses the thing"),
        (404, "has no such thing as the thing"),
        (410, "no longer has the thing"),
        (418, "does not give the thing: HTTP status 418"),
    ],
)
def test_refusals_are_not_tried_again(server: SiteServer, clock: Clock, status: int, words: str):
    server.routes["/thing"] = Reply(b"", status)
    with pytest.raises(SiteError, match=words) as caught:
        fetch(server, clock)
    assert caught.value.status == status
    assert len(server.asked) == 1
    assert clock.waits == []


def test_a_login_page_is_not_taken_for_an_answer(server: SiteServer, clock: Clock):
    server.routes["/login"] = Reply(b"<html>", headers={"Content-Type": "text/html; charset=utf-8"})
    server.routes["/thing"] = Reply(status=303, headers={"Location": "/login"})
    with pytest.raises(SiteError, match="a web page in place of the thing"):
        fetch(server, clock)


def test_redirects_in_circles_and_to_nowhere_end(server: SiteServer, clock: Clock):
    server.routes["/thing"] = Reply(status=302, headers={"Location": "/thing"})
    with pytest.raises(SiteError, match="in circles"):
        fetch(server, clock)
    server.routes["/thing"] = Reply(status=302, headers={"Location": "gopher://elsewhere/"})
    with pytest.raises(SiteError, match="no web address"):
        fetch(server, clock)


def test_the_token_goes_to_its_own_host_alone(server: SiteServer, clock: Clock):
    with SiteServer() as other:
        other.routes["/thing"] = Reply(b"from elsewhere")
        server.routes["/thing"] = Reply(status=302, headers={"Location": f"{other.url}/thing"})
        server.routes["/here"] = Reply(status=301, headers={"Location": "/there"})
        server.routes["/there"] = Reply(b"from here")
        with Site("the site", server.url, token=TOKEN, patience=clock.patience()) as site:
            assert site.get(THING).body == b"from elsewhere"
            assert site.get(Wanted("/here", "it", "text/plain")).body == b"from here"
    assert "authorization" not in other.asked[0].headers
    assert TOKEN not in str(other.asked)
    sent = [asked.headers.get("authorization") for asked in server.asked]
    assert sent == [f"Bearer {TOKEN}"] * 3


def test_the_token_is_never_shown(server: SiteServer, clock: Clock, caplog):
    caplog.set_level(logging.DEBUG)
    server.routes["/thing"] = Reply(b"", 401)
    site = Site("the site", server.url, token=f" {TOKEN}\n", patience=clock.patience(tries=1))
    with site, pytest.raises(SiteError) as caught:
        site.get(THING)
    with (
        pytest.raises(SiteError) as offline,
        Site(
            "the site", "http://127.0.0.1:9", token=TOKEN, patience=clock.patience(tries=1)
        ) as nowhere,
    ):
        nowhere.get(THING)
    shown = [repr(site), str(vars(site)), caplog.text]
    shown += ["".join(traceback.format_exception(each.value)) for each in (caught, offline)]
    assert TOKEN not in "".join(shown)
    with pytest.raises(TypeError):
        pickle.dumps(site)


@pytest.mark.parametrize("token", ["two words", "line\nbreak", "trés"])
def test_a_token_that_is_none_is_refused_unquoted(token: str):
    with pytest.raises(SettingsError) as caught:
        Site("the site", "https://127.0.0.1", token=token)
    assert token not in str(caught.value)


@pytest.mark.parametrize(
    "url", ["lichess.org", "", "ftp://lichess.org", "https://", "http://[", "x\0"]
)
def test_a_base_url_that_is_none_is_refused(url: str):
    with pytest.raises(SettingsError, match="no web address"):
        Site("the site", url)


def test_lines_come_as_they_are_sent_without_keep_alives(server: SiteServer, clock: Clock):
    server.routes["/thing"] = Reply(b"one\n\n \ntwo\r\nthree")
    with Site("the site", server.url, patience=clock.patience()) as site:
        assert list(site.lines(THING)) == [(b"one", True), (b"two\r", True), (b"three", False)]


def test_a_line_comes_before_the_next_one_is_there(server: SiteServer, clock: Clock):
    server.routes["/thing"] = Reply(b"one\ntwo\n", wait_after=4, silence=1.0)
    with Site("the site", server.url, patience=clock.patience()) as site:
        began = time.monotonic()
        lines = site.lines(THING)
        assert next(lines) == (b"one", True)
        assert time.monotonic() - began < 0.8
        lines.close()  # type: ignore[attr-defined]


def test_a_cut_stream_is_the_callers_to_resume(server: SiteServer, clock: Clock):
    server.routes["/thing"] = Reply(b"one\ntwo\n", cut_after=5)
    with Site("the site", server.url, patience=clock.patience()) as site:
        lines = site.lines(THING)
        assert next(lines) == (b"one", True)
        with pytest.raises(Passing, match="cut"):
            next(lines)


def test_the_program_says_who_it_is(server: SiteServer, clock: Clock, monkeypatch):
    monkeypatch.setenv("CHESSNB_CONTACT", "ada@example.org\r\nX-Evil: 1")
    fetch(server, clock)
    sent = server.asked[0].headers
    assert sent["user-agent"] == user_agent()
    assert sent["user-agent"].startswith("chessnb/")
    assert "contact ada@example.org" in sent["user-agent"]
    assert "x-evil" not in sent
