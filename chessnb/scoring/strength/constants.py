"""The fitted constants that come with the package, written by ``chessnb.scoring.calibrate``."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from importlib import resources
from typing import Any

from chessnb.scoring.strength.calibrated import Calibrated
from chessnb.scoring.strength.intervals import Intervals
from chessnb.scoring.strength.typical_loss import PUBLISHED, LossCurve

__all__ = ["FILE_NAME", "SCALE", "Constants", "TypicalLoss", "shipped_constants"]

FILE_NAME = "constants.json"

SCALE = "lichess-rapid"
"""The rating scale of the calibration data, and so of every estimate."""


@dataclass(frozen=True, eq=False)
class TypicalLoss:
    """A calibration of the model ``typical-loss`` and the intervals that belong to it."""

    curve: LossCurve
    intervals: Intervals


@dataclass(frozen=True, eq=False)
class Constants:
    """Everything that was fitted.

    Attributes
    ----------
    data : dict
        What it was fitted on, in words and numbers.
    priors : dict of str to float
        See :func:`.features.move_priors`.
    calibrated : Calibrated
    intervals : Intervals
        Of the calibrated model.
    shared : float
        Share of an estimate's variance, given the rating, that a player's games have in common.
    typical_loss : dict of str to TypicalLoss
        The calibrations ``published`` and ``refitted``.
    """

    data: dict[str, Any]
    priors: dict[str, float]
    calibrated: Calibrated
    intervals: Intervals
    shared: float
    typical_loss: dict[str, TypicalLoss]

    def to_dict(self) -> dict[str, Any]:
        """Plain lists and numbers, ready for JSON."""
        return {
            "scale": SCALE,
            "data": self.data,
            "priors": {name: float(f"{value:.5g}") for name, value in self.priors.items()},
            "calibrated": self.calibrated.to_dict(),
            "intervals": self.intervals.to_dict(),
            "shared": round(self.shared, 3),
            "typical_loss": {
                "refitted_level": round(self.typical_loss["refitted"].curve.level, 1),
                "refitted_slope": round(self.typical_loss["refitted"].curve.slope, 1),
                **{name: model.intervals.to_dict() for name, model in self.typical_loss.items()},
            },
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Constants:
        """Read what :meth:`to_dict` wrote."""
        typical = data["typical_loss"]
        curves = {
            "published": PUBLISHED,
            "refitted": LossCurve(typical["refitted_level"], typical["refitted_slope"]),
        }
        return cls(
            data=data["data"],
            priors=data["priors"],
            calibrated=Calibrated.from_dict(data["calibrated"]),
            intervals=Intervals.from_dict(data["intervals"]),
            shared=data["shared"],
            typical_loss={
                name: TypicalLoss(curve, Intervals.from_dict(typical[name]))
                for name, curve in curves.items()
            },
        )


@functools.cache
def shipped_constants() -> Constants:
    """The constants of the package, read once."""
    text = resources.files("chessnb.scoring.strength").joinpath(FILE_NAME).read_text("utf-8")
    return Constants.from_dict(json.loads(text))
