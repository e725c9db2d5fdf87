"""Other processes that score dumps: the same rows with them, without them, and when they die."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import psutil
import pytest
from dump_games import lichess_pgn, random_game

import chessnb
from chessnb.dumps import helpers
from chessnb.dumps.choice import Choice
from chessnb.dumps.entries import entries
from chessnb.dumps.index import joined
from chessnb.dumps.scored import Scorer
from chessnb.scoring.rules import label_rule
from chessnb.scoring.rulesets import Ruleset, get_ruleset

ODD = '[Event "a"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 { a fine move } e5 1-0\n\n'


@pytest.fixture(scope="module")
def dump() -> str:
    games = [lichess_pgn(random_game(n, 60), n) for n in range(40)]
    return "".join([*games[:25], ODD, *games[25:]])


def _table(dump: str, ruleset: Ruleset, helper_processes: int) -> pd.DataFrame:
    before = helpers.usable_processors
    helpers.usable_processors = lambda: 1 + helper_processes
    try:
        scorer = Scorer(Choice.of("players", None, None), ruleset, "en", 5)
        return joined([scored.table for scored in scorer.run(entries(dump))])
    finally:
        helpers.usable_processors = before


def _children() -> list[psutil.Process]:
    return [
        child
        for child in psutil.Process().children()
        if any("chessnb.dumps.helpers" in word for word in child.cmdline())
    ]


@pytest.mark.parametrize("processes", [1, 3])
def test_the_rows_are_the_same_with_helpers(
    dump: str, processes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = _table(dump, get_ruleset("nine-tier"), 0)
    given: list[int] = []
    score = helpers._Helper.score

    def counted(helper: helpers._Helper, games: Any) -> Any:
        given.append(len(games))
        found = score(helper, games)
        assert found.result() is not None
        return found

    monkeypatch.setattr(helpers._Helper, "score", counted)
    together = _table(dump, get_ruleset("nine-tier"), processes)
    assert sum(given) > 20
    pd.testing.assert_frame_equal(alone, together, check_exact=True)
    assert not _children()


@pytest.mark.parametrize("hurt", [psutil.Process.kill, psutil.Process.terminate])
def test_a_helper_that_dies_costs_no_row(
    dump: str, hurt: Callable[[psutil.Process], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    start = helpers.Helpers.start

    def start_and_hurt(group: helpers.Helpers) -> None:
        first = group._helpers is None
        start(group)
        for child in _children() if first else ():
            hurt(child)

    monkeypatch.setattr(helpers.Helpers, "start", start_and_hurt)
    hurt_one = _table(dump, get_ruleset("lichess"), 2)
    pd.testing.assert_frame_equal(hurt_one, _table(dump, get_ruleset("lichess"), 0))


def test_what_no_other_process_knows_is_scored_by_this_one(dump: str) -> None:
    @label_rule("test-no-choice", "Good")
    def no_choice(facts: Any, rules: Any) -> Any:
        return facts.plies.legal_count == 1

    classic = get_ruleset("classic")
    own = classic.replace(rules=("test-no-choice", *classic.rules), book=False)
    table = _table(dump, own, 2)
    assert table["Good"].sum() > 0
    pd.testing.assert_frame_equal(table, _table(dump, own, 0))


def test_none_is_left_when_the_reader_stops_early(dump: str, tmp_path: Path) -> None:
    path = tmp_path / "dump.pgn"
    path.write_text(dump, encoding="utf-8")
    chunks = chessnb.score_pgn(path, chunksize=4)
    for _ in range(4):
        next(chunks)
    chunks.close()
    deadline = time.monotonic() + 2
    while _children() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not _children()
