"""Time controls as the calibrated model takes them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from chessnb.errors import SettingsError

if TYPE_CHECKING:
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

__all__ = ["TimeControls"]

_USUAL_BASE, _USUAL_INCREMENT = 600.0, 0.0


@dataclass(frozen=True, eq=False)
class TimeControls:
    """Base time and increment of each game in seconds; the usual 10+0 where not known."""

    base: Floats
    increment: Floats

    @classmethod
    def of(
        cls, games: int, base: npt.ArrayLike | None = None, increment: npt.ArrayLike | None = None
    ) -> TimeControls:
        """One time control for all games, or one per game (None and NaN: not known).

        Examples
        --------
        >>> times = TimeControls.of(2, [300, float("nan")], 3)
        >>> times.base.tolist(), times.increment.tolist()
        ([300.0, 600.0], [3.0, 0.0])
        """
        bases = _per_game("base_time", base, games)
        unknown = np.isnan(bases)
        increments = np.nan_to_num(_per_game("increment", increment, games))
        return cls(
            np.where(unknown, _USUAL_BASE, bases), np.where(unknown, _USUAL_INCREMENT, increments)
        )

    def part(self, first_game: int, end_game: int) -> TimeControls:
        """The time controls of some consecutive games."""
        return TimeControls(self.base[first_game:end_game], self.increment[first_game:end_game])

    def columns(self) -> dict[str, Floats]:
        """Logarithms within the range of rapid games, shape (2 · games,)."""
        base, increment = np.clip(self.base, 180, 1800), np.clip(self.increment, 0, 20)
        expected = np.clip(base + 40 * increment, 400, 2400)
        columns = {
            "time_base": np.log(base),
            "time_increment": np.log1p(increment),
            "time_expected": np.log(expected),
        }
        return {name: np.repeat(values, 2) for name, values in columns.items()}


def _per_game(name: str, values: npt.ArrayLike | None, games: int) -> Floats:
    given = np.asarray(np.nan if values is None else values, dtype=np.float64)
    if given.shape not in ((), (1,), (games,)):
        raise SettingsError(
            f"{name} has the shape {given.shape}; give one number of seconds, or one for each of "
            f"the {games} games"
        )
    return np.broadcast_to(given, (games,))
