"""Scoring: seconds per million plies, next to a plain loop over the plies by the same rules.

Run with ``pytest tests/benchmarks/bench_scoring.py --benchmark-only``. The loop's time is measured
in the same run on a smaller number of plies, and the ratio is part of the benchmark's figures.
Times are processor time, so that a busy machine does not show.
"""

from __future__ import annotations

import math
import time
from typing import Any

import chess
import numpy as np
import pytest

from chessnb.schema import LABELS
from chessnb.scoring.board_facts import BoardFacts
from chessnb.scoring.plies import Plies
from chessnb.scoring.rulesets import Ruleset, rulesets
from chessnb.scoring.score import score

PLIES = 500_000
LOOPED = 20_000
GAME = 76
SLOPE = 0.00368208
LIMITS = {"classic": 2.0, "lichess": 2.0, "nine-tier": 20.0, "expected-points": 20.0}


def evaluations(size: int) -> Plies:
    """Games of a wandering evaluation, with engine lines for every ply."""
    rng = np.random.default_rng(7)
    place = np.arange(size) % GAME
    steps = np.where(rng.random(size) < 0.12, rng.normal(0, 180, size), rng.normal(0, 25, size))
    after = np.round(
        np.clip(np.cumsum(steps) - np.cumsum(steps)[np.arange(size) - place], -900, 900)
    )
    before = np.where(place == 0, 15.0, np.roll(after, 1))
    white = place % 2 == 0
    worse = np.where(white, -1, 1) * rng.exponential(60, size)
    return Plies.build(
        game=np.arange(size) // GAME,
        white=white,
        cp_before=before,
        cp_after=after,
        first_choice=(rng.random(size) < 0.45).astype(np.int8),
        second_cp=np.round(after + worse),
        legal_count=np.full(size, 30),
    )


def random_game_moves() -> list[str]:
    """A game's worth of legal moves in which pieces meet."""
    rng, board, found = np.random.default_rng(11), chess.Board(), []
    for _ in range(GAME):
        moves = list(board.legal_moves)
        captures = [m for m in moves if board.is_capture(m)]
        chosen = captures if captures and rng.random() < 0.3 else moves
        move = chosen[int(rng.integers(len(chosen)))]
        found.append(move.uci())
        board.push(move)
    return found


@pytest.fixture(scope="module")
def plies() -> Plies:
    return evaluations(PLIES)


@pytest.fixture(scope="module")
def board(plies: Plies) -> BoardFacts:
    games = -(-len(plies) // GAME)
    uci = (random_game_moves() * games)[: len(plies)]
    return BoardFacts(plies.game, plies.white, uci, legal_count=plies.legal_count)


@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize("name", list(rulesets))
def test_seconds_per_million_plies(
    name: str, plies: Plies, board: BoardFacts, benchmark: Any
) -> None:
    ruleset = rulesets[name]
    benchmark.pedantic(score, (plies, ruleset), {"board": board}, rounds=2, iterations=1)
    seconds = benchmark.stats.stats.min * 1e6 / len(plies)
    loop = loop_seconds(ruleset)
    benchmark.extra_info["seconds per million plies"] = round(seconds, 2)
    benchmark.extra_info["plain loop, seconds per million plies"] = round(loop, 2)
    benchmark.extra_info["times as fast"] = round(loop / seconds, 1)
    assert seconds < LIMITS[name]
    if name in ("classic", "lichess"):
        assert loop / seconds >= 15


def loop_seconds(ruleset: Ruleset) -> float:
    """Seconds per million plies of the plain loop."""
    plies = evaluations(LOOPED)
    rows = [
        (bool(w), float(b), float(a), int(f), float(s))
        for w, b, a, f, s in zip(
            plies.white,
            plies.cp_before,
            plies.cp_after,
            plies.first_choice,
            plies.second_cp,
            strict=True,
        )
    ]
    games = [rows[i : i + GAME] for i in range(0, len(rows), GAME)]
    loop = lichess_loop if ruleset.name == "lichess" else player_loop
    start = time.process_time()
    looped = [loop(game, ruleset) for game in games]
    seconds = (time.process_time() - start) * 1e6 / len(rows)
    if ruleset.name in ("classic", "lichess"):
        assert_same(looped, score(plies, ruleset))
    return seconds


def assert_same(looped: list[Any], scores: Any) -> None:
    """The loop follows the same rules: its numbers are those of the arrays."""
    for number, (labels, accuracies) in enumerate(looped):
        start = number * GAME
        expected = scores.label[start : start + len(labels)]
        assert [LABELS.index(lb) if lb else -1 for lb in labels] == expected.tolist()
        np.testing.assert_allclose(accuracies, scores.game_accuracy[number], atol=1e-9)


def win(cp: float) -> float:
    return 100 / (1 + math.exp(-SLOPE * cp))


def deviation(values: list[float]) -> float:
    mean = sum(values) / len(values)
    return math.sqrt(sum((v - mean) ** 2 for v in values) / len(values))


def averaged(values: list[float], weights: list[float], floor: float) -> float:
    weighted = sum(v * w for v, w in zip(values, weights, strict=True)) / sum(weights)
    return (weighted + len(values) / sum(1 / max(v, floor) for v in values)) / 2


def weight(window: list[float]) -> float:
    return min(12.0, max(0.5, deviation(window)))


def player_loop(game: list[Any], rules: Ruleset) -> tuple[list[str | None], list[float]]:
    """A game by `classic` (or another ruleset of the kind, sacrifices left out), ply by ply."""
    labels: list[str | None] = []
    per_side: dict[bool, list[tuple[float, float]]] = {True: [], False: []}
    for white, cp_before, cp_after, first, second_cp in game:
        sign = 1 if white else -1
        before, after = win(sign * cp_before), win(sign * cp_after)
        loss = max(0.0, before - after)
        gap = after - win(sign * second_cp)
        label = grade(before, after, loss, gap, bool(first), sign * cp_before, rules)
        accuracy = 100.0
        if loss:
            curve = rules.curve_scale * math.exp(-rules.curve_slope * loss) + rules.curve_shift
            accuracy = min(100.0, max(0.0, curve))
        if label in ("Best", "Great", "Brilliant"):
            accuracy = max(accuracy, rules.best_floor)
        labels.append(label)
        per_side[white].append((before, max(accuracy, rules.accuracy_floor)))
    accuracies = [side_accuracy(per_side[white], rules) for white in (True, False)]
    return labels, accuracies


def side_accuracy(moves: list[tuple[float, float]], rules: Ruleset) -> float:
    n = len(moves)
    before, values = [b for b, _ in moves], [a for _, a in moves]
    k = min(n, max(2, min(8, n // 10)))
    weights = [weight(before[max(0, i - k + 1) :][:k]) for i in range(n)]
    return averaged(values, weights, rules.harmonic_floor)


def grade(
    before: float, after: float, loss: float, gap: float, first: bool, cp: float, rules: Ruleset
) -> str:
    if after >= rules.won and "won" in rules.rules:
        return "Best"
    unclear = before < rules.brilliant_before and after >= rules.brilliant_after
    gains = after > before + rules.brilliant_gain
    if first and gap > rules.brilliant_gap and gains and unclear:
        return "Brilliant"
    if first:
        return "Great" if gap > rules.great_gap else "Best"
    if before > rules.miss_before and after < rules.miss_after:
        return "Miss"
    bounded = rules.miss_cp is None or abs(cp) <= rules.miss_cp
    if before > rules.miss_from and loss > rules.miss_loss and bounded:
        return "Miss"
    for label in ("Blunder", "Mistake", "Inaccuracy", "Good"):
        if loss >= getattr(rules, label.lower()):
            return label
    return "Excellent"


def lichess_loop(game: list[Any], rules: Ruleset) -> tuple[list[str | None], list[float]]:
    """A game by `lichess`, ply by ply."""
    labels: list[str | None] = []
    series, values = [win(15)], {True: [], False: []}
    weights: dict[bool, list[float]] = {True: [], False: []}
    accuracies: list[tuple[bool, float]] = []
    for place, (white, cp_before, cp_after, first, _) in enumerate(game):
        sign = 1 if white else -1
        cp_before = 15.0 if place == 0 else cp_before
        drop = (win(sign * cp_before) - win(sign * cp_after)) / 50
        labels.append(None if first else judgement(drop))
        before, after = (win(max(-1000, min(1000, sign * cp))) for cp in (cp_before, cp_after))
        accuracy = 100.0
        if after < before:
            decayed = rules.curve_scale * math.exp(-rules.curve_slope * (before - after))
            accuracy = min(100.0, max(0.0, decayed + rules.curve_shift + rules.curve_bonus))
        accuracies.append((white, accuracy))
        series.append(win(max(-1000, min(1000, cp_after))))
    k = max(2, min(8, len(game) // 10))
    for place, (white, accuracy) in enumerate(accuracies):
        values[white].append(accuracy)
        weights[white].append(weight(series[max(0, place - k + 2) :][:k]))
    return labels, [averaged(values[w], weights[w], rules.harmonic_floor) for w in (True, False)]


def judgement(drop: float) -> str | None:
    for label, bound in (("Blunder", 0.3), ("Mistake", 0.2), ("Inaccuracy", 0.1)):
        if drop >= bound:
            return label
    return None


@pytest.mark.benchmark(timer=time.process_time)
def test_sacrifices_of_every_ply(board: BoardFacts, plies: Plies, benchmark: Any) -> None:
    """The most that can be asked of the board: every ply of 100,000."""
    asked = np.arange(100_000)
    found = benchmark.pedantic(board.sacrifice, (asked,), rounds=1, iterations=1)
    benchmark.extra_info["sacrifices"] = int((found == 1).sum())
    assert (found >= 0).all()
