from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from chessnb.progress import Pace, Progress, duration_text


def test_time_left_is_known_from_the_start_and_learns() -> None:
    pace = Pace(guess=2.0)
    assert pace.seconds_left(0, 50, 0.0) == 100.0
    # 40 positions took a tenth of the guess: the estimate follows what was seen.
    assert 2.0 < (pace.seconds_left(40, 50, 8.0) or 0) < 6.0


def test_time_left_falls_while_a_position_is_searched_and_grows_only_when_it_takes_long() -> None:
    pace = Pace(guess=2.0)
    left = [pace.seconds_left(10, 50, 20.0 + waited) or 0 for waited in (0, 0.5, 1, 1.5, 2)]
    assert left == sorted(left, reverse=True) and left[0] - left[-1] == 2.0
    assert (pace.seconds_left(10, 50, 40.0) or 0) > left[0]
    assert (pace.seconds_left(49, 50, 200.0) or 0) >= 0


@given(st.integers(0, 100), st.floats(0, 1000))
def test_time_left_is_never_negative(done: int, elapsed: float) -> None:
    left = Pace(0.5).seconds_left(done, 100, elapsed)
    assert left is None if done == 100 else left >= 0


def test_progress_says_what_a_person_would() -> None:
    assert str(Progress(31, 88, 60.0, 118.0)) == "31 of 88 positions, about 2 min left"
    assert str(Progress(88, 88, 60.0, None)) == "88 of 88 positions"
    assert Progress(22, 88, 1.0, 1.0).fraction == 0.25
    assert duration_text(0.01) == "about 1 s"
