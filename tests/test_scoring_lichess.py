"""The ruleset `lichess` against what lichess.org published: equal, with no tolerance."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from oracle_games import Published, accuracy_games, training_games

from chessnb.schema import LABELS
from chessnb.scoring.plies import Scores
from chessnb.scoring.score import score

pytestmark = pytest.mark.oracle

JUDGED = slice(LABELS.index("Inaccuracy"), LABELS.index("Blunder") + 1)


def half_up(numbers: np.ndarray) -> np.ndarray:
    return np.floor(numbers + 0.5)


def assert_equal(scores: Scores, published: Published) -> None:
    np.testing.assert_array_equal(scores.label, published.judgements)
    np.testing.assert_array_equal(half_up(scores.acpl), published.acpl)
    np.testing.assert_array_equal(scores.label_counts[:, :, JUDGED], published.counts)


def test_every_published_number_of_the_accuracy_games(oracle: Path) -> None:
    published = accuracy_games(oracle)
    scores = score(published.plies, "lichess")
    assert_equal(scores, published)
    np.testing.assert_array_equal(half_up(scores.game_accuracy), published.accuracy)


def test_first_training_games(oracle: Path) -> None:
    published = training_games(oracle, 1000)
    assert_equal(score(published.plies, "lichess"), published)


@pytest.mark.slow
def test_all_training_games(oracle: Path) -> None:
    published = training_games(oracle)
    assert published.plies.games == len(published.acpl) > 1000
    assert_equal(score(published.plies, "lichess"), published)
