"""Every row of every ruleset's table, its edges, and the edges that all of them share."""

from __future__ import annotations

from typing import Any

import pytest
from scoring_helpers import judged, label_of, one_move

from chessnb.errors import RulesetError
from chessnb.scoring.plies import Plies
from chessnb.scoring.rules import label_rule, rule
from chessnb.scoring.rulesets import rulesets
from chessnb.scoring.score import score

FIRST: dict[str, Any] = {"first_choice": 1}
OTHER: dict[str, Any] = {"first_choice": 0}

CLASSIC = [
    ("1 checkmate", {"mate_before": 1, "mate_after": 0}, "Best"),
    ("1 checkmate without a score before", {"is_mate": True}, "Best"),
    ("2 from 99", {"before": 99.9, "after": 99.1, **OTHER}, "Best"),
    ("2 forced mate after", {"before": 60, "mate_after": 4, **OTHER}, "Best"),
    ("3a", {"before": 45, "after": 60, "second": 15, **FIRST}, "Brilliant"),
    ("3a gap 40 is too little", {"before": 45, "after": 60, "second": 20.5, **FIRST}, "Great"),
    (
        "3a a gain of ten is too little",
        {"before": 50.5, "after": 60, "second": 15, **FIRST},
        "Great",
    ),
    ("3a before 90 is too much", {"before": 90.5, "after": 98, "second": 15, **FIRST}, "Great"),
    ("3a after below 50", {"before": 30, "after": 49, "second": 5, **FIRST}, "Great"),
    ("3b", {"before": 60, "after": 60, "second": 44, **FIRST}, "Great"),
    ("3b gap below 15", {"before": 60, "after": 60, "second": 46, **FIRST}, "Best"),
    ("3c", {"before": 60, "after": 60, **FIRST}, "Best"),
    ("3c comes before the loss", {"before": 90, "after": 50, **FIRST}, "Best"),
    ("4", {"mate_before": 3, "after": 90, **OTHER}, "Miss"),
    ("4 to being mated", {"mate_before": 3, "mate_after": -2, **OTHER}, "Miss"),
    ("4 comes after 2", {"mate_before": 3, "after": 99.5, **OTHER}, "Best"),
    ("5a", {"before": 80.5, "after": 59.5, **OTHER}, "Miss"),
    ("5a worked example", {"cp_before": 450, "cp_after": 0, **OTHER}, "Miss"),
    ("5b", {"before": 71, "after": 50.5, **OTHER}, "Miss"),
    ("5b before 70", {"before": 69.5, "after": 49, **OTHER}, "Blunder"),
    ("6 Blunder", {"before": 50, "after": 29.9, **OTHER}, "Blunder"),
    ("6 Blunder by a mate", {"before": 40, "mate_after": -5, **OTHER}, "Blunder"),
    ("6 Mistake", {"before": 50, "after": 30.1, **OTHER}, "Mistake"),
    ("6 Mistake's edge", {"before": 50, "after": 39.9, **OTHER}, "Mistake"),
    ("6 Inaccuracy", {"before": 50, "after": 40.1, **OTHER}, "Inaccuracy"),
    ("6 Inaccuracy's edge", {"before": 50, "after": 44.9, **OTHER}, "Inaccuracy"),
    ("6 Good", {"before": 50, "after": 45.1, **OTHER}, "Good"),
    ("6 Good's edge", {"before": 50, "after": 47.9, **OTHER}, "Good"),
    ("6 Excellent", {"before": 50, "after": 48.1, **OTHER}, "Excellent"),
    ("6 without engine lines", {"before": 50, "after": 50}, "Excellent"),
]

NINE_TIER = [
    ("1", {"mate_before": 1, "mate_after": 0, **FIRST}, "Best"),
    ("2", {"mate_before": 3, "after": 99.5, **FIRST}, "Miss"),
    ("3a mate", {"before": 95, "mate_after": 3, "second": 89, **FIRST}, "Brilliant"),
    ("3a mate, second also wins", {"before": 95, "mate_after": 3, "second": 90.5, **FIRST}, "Best"),
    ("3a gap", {"before": 89, "after": 89, "second": 48.5, **FIRST}, "Brilliant"),
    ("3a gap, before 90", {"before": 90.5, "after": 90, "second": 48.5, **FIRST}, "Great"),
    ("3a gap below 40", {"before": 80, "after": 80, "second": 40.5, **FIRST}, "Great"),
    ("3a after below 50", {"before": 49, "after": 49, "second": 5, **FIRST}, "Great"),
    (
        "3a a recapture",
        {"before": 80, "after": 80, "second": 30, "recapture": 1, **FIRST},
        "Great",
    ),
    (
        "3a one legal move",
        {"before": 80, "after": 80, "second": 30, "legal_count": 1, **FIRST},
        "Best",
    ),
    ("3b", {"before": 80, "after": 78.5, "sacrifice": 1, **OTHER}, "Brilliant"),
    ("3b comes before 4", {"before": 80, "after": 80, "sacrifice": 1, **FIRST}, "Brilliant"),
    ("3b loses too much", {"before": 80, "after": 77.5, "sacrifice": 1, **OTHER}, "Good"),
    ("3b before 90", {"before": 90.5, "after": 90.5, "sacrifice": 1, **OTHER}, "Excellent"),
    ("3b after below 50", {"before": 49, "after": 49, "sacrifice": 1, **OTHER}, "Excellent"),
    (
        "3b one legal move",
        {"before": 80, "after": 80, "sacrifice": 1, "legal_count": 1, **OTHER},
        "Excellent",
    ),
    ("4a", {"before": 60, "after": 60, "second": 44.9, **FIRST}, "Great"),
    ("4b", {"before": 60, "after": 60, "second": 45.1, **FIRST}, "Best"),
    ("4b unknown second", {"before": 60, "after": 40, **FIRST}, "Best"),
    ("5 to below 50", {"before": 70.5, "after": 49.5, **OTHER}, "Miss"),
    ("5 loss", {"cp_before": 290, "after": 62, **OTHER}, "Miss"),
    ("5 beyond 300 cp", {"cp_before": 310, "after": 62, **OTHER}, "Mistake"),
    ("5 loss of 12", {"before": 62, "after": 50.5, **OTHER}, "Mistake"),
    ("6 Blunder", {"before": 50, "after": 30.9, **OTHER}, "Blunder"),
    ("6 Mistake", {"before": 50, "after": 31.1, **OTHER}, "Mistake"),
    ("6 Mistake's edge", {"before": 50, "after": 41.9, **OTHER}, "Mistake"),
    ("6 Inaccuracy", {"before": 50, "after": 42.1, **OTHER}, "Inaccuracy"),
    ("6 Inaccuracy's edge", {"before": 50, "after": 45.4, **OTHER}, "Inaccuracy"),
    ("6 Good", {"before": 50, "after": 45.6, **OTHER}, "Good"),
    ("6 Good's edge", {"before": 50, "after": 47.9, **OTHER}, "Good"),
    ("6 Excellent", {"before": 50, "after": 48.1, **OTHER}, "Excellent"),
]

EXPECTED_POINTS = [
    ("1", {"mate_before": 1, "mate_after": 0}, "Best"),
    ("2", {"mate_before": 3, "after": 99.5, **FIRST}, "Miss"),
    ("3", {"before": 80, "after": 78.1, "sacrifice": 1, **OTHER}, "Brilliant"),
    ("3 loses too much", {"before": 80, "after": 77.9, "sacrifice": 1, **OTHER}, "Good"),
    ("3 before 90", {"before": 90.5, "after": 90, "sacrifice": 1, **OTHER}, "Excellent"),
    ("4", {"before": 60, "after": 60, "second": 44.9, **FIRST}, "Great"),
    ("4 a recapture", {"before": 60, "after": 60, "second": 40, "recapture": 1, **FIRST}, "Best"),
    (
        "4 one legal move",
        {"before": 60, "after": 60, "second": 40, "legal_count": 1, **FIRST},
        "Best",
    ),
    ("5 first choice", {"before": 60, "after": 50, **FIRST}, "Best"),
    ("5 no loss", {"before": 60, "after": 60.1, **OTHER}, "Best"),
    ("6", {"before": 70.5, "after": 49.5, **OTHER}, "Miss"),
    ("7 Excellent", {"before": 50, "after": 48.1, **OTHER}, "Excellent"),
    ("7 Good", {"before": 50, "after": 47.9, **OTHER}, "Good"),
    ("7 Good's edge", {"before": 50, "after": 45.1, **OTHER}, "Good"),
    ("7 Inaccuracy", {"before": 50, "after": 44.9, **OTHER}, "Inaccuracy"),
    ("7 Inaccuracy's edge", {"before": 50, "after": 40.1, **OTHER}, "Inaccuracy"),
    ("7 Mistake", {"before": 50, "after": 39.9, **OTHER}, "Mistake"),
    ("7 Mistake's edge", {"before": 50, "after": 30.1, **OTHER}, "Mistake"),
    ("7 Blunder", {"before": 50, "after": 29.9, **OTHER}, "Blunder"),
]

LICHESS = [
    ("drop of 0.3", {"before": 50, "after": 34.9, "gate": 1}, "Blunder"),
    ("drop of 0.2", {"before": 50, "after": 35.1, "gate": 1}, "Mistake"),
    ("edge of 0.2", {"before": 50, "after": 39.9, "gate": 1}, "Mistake"),
    ("drop of 0.1", {"before": 50, "after": 40.1, "gate": 1}, "Inaccuracy"),
    ("edge of 0.1", {"before": 50, "after": 44.9, "gate": 1}, "Inaccuracy"),
    ("less", {"before": 50, "after": 45.1, "gate": 1}, None),
    ("unclamped", {"cp_before": 2000, "cp_after": 1000, "gate": 1}, None),
    ("allows mate", {"cp_before": -700, "mate_after": -3, "gate": 1}, "Blunder"),
    ("allows mate, worse", {"cp_before": -701, "mate_after": -3, "gate": 1}, "Mistake"),
    ("allows mate, edge", {"cp_before": -999, "mate_after": -3, "gate": 1}, "Mistake"),
    ("allows mate, lost", {"cp_before": -1000, "mate_after": -3, "gate": 1}, "Inaccuracy"),
    ("finds mate", {"cp_before": -1000, "mate_after": 3, "gate": 1}, None),
    ("loses mate", {"mate_before": 3, "cp_after": 700, "gate": 1}, "Blunder"),
    ("loses mate, better", {"mate_before": 3, "cp_after": 701, "gate": 1}, "Mistake"),
    ("loses mate, edge", {"mate_before": 3, "cp_after": 999, "gate": 1}, "Mistake"),
    ("loses mate, won", {"mate_before": 3, "cp_after": 1000, "gate": 1}, "Inaccuracy"),
    ("mate to mate against", {"mate_before": 3, "mate_after": -3, "gate": 1}, "Blunder"),
    ("mate only longer", {"mate_before": 3, "mate_after": 20, "gate": 1}, None),
    ("mated later", {"mate_before": -3, "mate_after": -1, "gate": 1}, None),
    ("mated no more", {"mate_before": -3, "cp_after": -50, "gate": 1}, None),
    ("gate shut", {"before": 50, "after": 10, "gate": 0, **OTHER}, None),
    ("gate over first choice", {"before": 50, "after": 10, "gate": 1, **FIRST}, "Blunder"),
    ("first choice for a gate", {"before": 50, "after": 10, **FIRST}, None),
    ("other choice for a gate", {"before": 50, "after": 10, **OTHER}, "Blunder"),
    ("no gate known", {"before": 50, "after": 10}, "Blunder"),
    ("no Book", {"before": 50, "after": 50, "is_book": True, "gate": 1}, None),
    ("checkmate", {"mate_before": 1, "mate_after": 0, "gate": 1}, None),
]

ROWS = [
    pytest.param(name, arrays, label, id=f"{name} {row}")
    for name, rows in (
        ("classic", CLASSIC),
        ("nine-tier", NINE_TIER),
        ("expected-points", EXPECTED_POINTS),
    )
    for row, arrays, label in rows
]


@pytest.mark.parametrize("white", [True, False], ids=["white", "black"])
@pytest.mark.parametrize(("ruleset", "arrays", "label"), ROWS)
def test_row(ruleset: str, arrays: dict[str, Any], label: str, white: bool) -> None:
    assert judged(ruleset, white, **arrays) == label


@pytest.mark.parametrize("white", [True, False], ids=["white", "black"])
@pytest.mark.parametrize(("row", "arrays", "label"), LICHESS, ids=[r[0] for r in LICHESS])
def test_lichess_row(row: str, arrays: dict[str, Any], label: str | None, white: bool) -> None:
    """In the middle of a game, where the start's 15 cp are far away."""
    move = one_move(white, **arrays)
    plies = Plies.build(
        white=[not white, white],
        cp_after=[move.cp_before[0], move.cp_after[0]],
        mate_after=[move.mate_before[0], move.mate_after[0]],
        cp_before=[0.0, move.cp_before[0]],
        mate_before=[float("nan"), move.mate_before[0]],
        gate=[0, move.gate[0]],
        is_book=[False, move.is_book[0]],
        first_choice=[1, move.first_choice[0]],
        is_mate=[False, move.is_mate[0]],
    )
    assert label_of(score(plies, "lichess"), 1) == label


@pytest.mark.parametrize(("bound", "label"), [("at-least", "Blunder"), ("more-than", "Good")])
def test_loss_that_equals_the_thresholds(bound: str, label: str) -> None:
    """From 0 cp into a mate loses exactly 50 points."""
    rules = rulesets["classic"].replace(
        loss_is=bound, good=0, inaccuracy=50, mistake=50, blunder=50
    )
    assert judged(rules, True, cp_before=0, mate_after=-1) == label


@pytest.mark.parametrize("ruleset", ["classic", "nine-tier", "expected-points"])
@pytest.mark.parametrize("white", [True, False])
def test_book_overrides_all_but_checkmate(ruleset: str, white: bool) -> None:
    bad = {"before": 50, "after": 10, "is_book": True}
    scores = score(one_move(white, **bad), ruleset)
    assert label_of(scores) == "Book"
    assert scores.accuracy[0] == 100
    assert scores.wpl[0] == pytest.approx(0.4)
    assert scores.cp_loss[0] > 0
    assert judged(ruleset, white, mate_before=1, mate_after=0, is_book=True) == "Best"


@pytest.mark.parametrize("ruleset", list(rulesets))
def test_null_move_has_no_label_and_no_accuracy(ruleset: str) -> None:
    for more in ({}, {"is_book": True}, {"gate": 1}):
        scores = score(one_move(True, before=50, after=10, is_null=True, **more), ruleset)
        assert label_of(scores) is None
        assert scores.accuracy[0] != scores.accuracy[0]
        assert scores.cp_loss[0] != scores.cp_loss[0]
        assert scores.move_count.sum() == 0


@pytest.mark.parametrize("ruleset", list(rulesets))
@pytest.mark.parametrize("known", [{"before": 50}, {"after": 50}, {}])
def test_missing_stays_missing(ruleset: str, known: dict[str, float]) -> None:
    rules = rulesets[ruleset].replace(start_cp=None)
    scores = score(one_move(False, **known, first_choice=1), rules)
    assert label_of(scores) is None
    assert all(x != x for x in (scores.accuracy[0], scores.wpl[0], scores.cp_loss[0]))
    assert scores.game_accuracy[0, 1] != scores.game_accuracy[0, 1]
    assert scores.acpl[0, 1] != scores.acpl[0, 1]


@pytest.mark.parametrize("ruleset", list(rulesets))
@pytest.mark.parametrize("white", [True, False])
def test_only_legal_move_is_never_brilliant_or_great(ruleset: str, white: bool) -> None:
    for second in (5, 30, 60):
        label = judged(
            ruleset,
            white,
            before=70,
            after=85,
            second=second,
            first_choice=1,
            legal_count=1,
            sacrifice=1,
        )
        assert label not in ("Brilliant", "Great")


def test_sacrifice_can_replace_the_brilliant_rule_of_classic() -> None:
    rules = rulesets["classic"].replace(brilliant="sacrifice")
    assert judged(rules, True, before=80, after=80, sacrifice=1, first_choice=0) == "Brilliant"
    assert judged(rules, True, before=45, after=60, second=15, first_choice=1) == "Great"


def test_a_rule_of_ones_own() -> None:
    @label_rule("test-quick-win", "Great")
    def quick_win(facts: Any, rules: Any) -> Any:
        return facts.mates_after

    rules = rulesets["nine-tier"].with_rule("test-quick-win", before="checkmate")
    assert judged(rules, False, before=60, mate_after=2) == "Great"
    assert judged(rules, False, before=60, mate_after=2, legal_count=1) != "Great"
    assert rule("test-quick-win").label == "Great"
    with pytest.raises(RulesetError, match="has no rule 'first'; its order is: checkmate"):
        rulesets["classic"].with_rule("test-quick-win", before="first")


def test_rule_names_and_labels_are_checked() -> None:
    with pytest.raises(RulesetError, match=r"label 'Superb'; choose one of: Brilliant, Great"):
        label_rule("superb", "Superb")
    with pytest.raises(RulesetError, match=r"chessnb has a rule 'blunder' already"):
        label_rule("blunder", "Blunder")(lambda facts, rules: facts.known)
    with pytest.raises(RulesetError, match=r"unknown label rule 'nope'; known are: .*blunder"):
        rulesets["classic"].replace(rules=("nope",))
