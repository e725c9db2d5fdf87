"""Estimated playing strength: the level shown in a game, with an honest interval."""

from chessnb.scoring.strength.estimates import (
    CALIBRATIONS,
    ENGINE_SCALE,
    MODELS,
    estimate,
    estimate_arrays,
    evaluation_scale,
)
from chessnb.scoring.strength.pooled import combine

__all__ = [
    "CALIBRATIONS",
    "ENGINE_SCALE",
    "MODELS",
    "combine",
    "estimate",
    "estimate_arrays",
    "evaluation_scale",
]
