"""Estimated playing strength: the level shown in a game, with an honest interval."""

from chessnb.scoring.strength.estimates import CALIBRATIONS, MODELS, estimate, estimate_arrays
from chessnb.scoring.strength.pooled import combine

__all__ = ["CALIBRATIONS", "MODELS", "combine", "estimate", "estimate_arrays"]
