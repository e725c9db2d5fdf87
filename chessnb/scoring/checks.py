"""Which values a ruleset can have."""

from __future__ import annotations

import math
from dataclasses import fields
from numbers import Real
from typing import TYPE_CHECKING, Any

from chessnb.errors import RulesetError

if TYPE_CHECKING:
    from chessnb.scoring.rulesets import Ruleset

__all__ = ["checked_fields"]

_CHOICES = {"loss_is": ("at-least", "more-than"), "window_of": ("player", "game")}
_TEXTS = ("name", "story", "source")
_FLAGS = ("book", "mate_is_perfect", "skip_mating_move", "whole_accuracy")
_FREE = ("curve_scale", "curve_slope", "curve_shift", "curve_bonus", "start_cp")
_CENTIPAWNS = ("miss_cp", "mate_inaccuracy", "mate_mistake", "mate_cp", "score_cap", "loss_cap")
_OPTIONAL = ("miss_cp", "score_cap", "loss_cap", "start_cp")
_RISING = (
    ("good", "inaccuracy", "mistake", "blunder"),
    ("miss_after", "miss_before"),
    ("mate_mistake", "mate_inaccuracy"),
)


def checked_fields(ruleset: Ruleset) -> dict[str, Any]:
    """The ruleset's fields, numbers as float, lists as tuple.

    Raises
    ------
    RulesetError
        A value that is no number, out of its range, or in the wrong order with another.
    """
    values: dict[str, Any] = {field.name: getattr(ruleset, field.name) for field in fields(ruleset)}
    checked = {name: _checked(name, value) for name, value in values.items()}
    for names in _RISING:
        _check_rising(names, checked)
    return checked


def _checked(name: str, value: Any) -> Any:
    if name == "rules":
        return _rule_names(value)
    if name in _CHOICES:
        return _chosen(name, value, _CHOICES[name])
    if name in _FLAGS:
        return _chosen(name, value, (True, False))
    if name in _TEXTS:
        if not isinstance(value, str) or (name == "name" and not value.strip()):
            raise RulesetError(f"{name} of a ruleset must be a text, not {value!r}")
        return value
    return _number(name, value)


def _rule_names(value: Any) -> tuple[str, ...]:
    if isinstance(value, str) or not all(isinstance(name, str) for name in value):
        raise RulesetError(f"rules must be names of label rules in order, not {value!r}")
    return tuple(value)


def _chosen(name: str, value: Any, choices: tuple[Any, ...]) -> Any:
    if value not in choices:
        shown = " or ".join(repr(choice) for choice in choices)
        raise RulesetError(f"{name}={value!r} is not possible; choose {shown}")
    return value


def _number(name: str, value: Any) -> float | None:
    if value is None and name in _OPTIONAL:
        return None
    if isinstance(value, bool) or not isinstance(value, Real) or not math.isfinite(value):
        raise RulesetError(f"{name}={value!r} is not a number")
    number = float(value)
    if name in _FREE:
        return number
    if name in _CENTIPAWNS:
        limit, unit = 100_000.0, "centipawns"
    else:
        limit, unit = 100.0, "points of 100"
    if not 0 <= number <= limit:
        raise RulesetError(f"{name}={value!r} is out of range: from 0 to {limit:.0f} {unit}")
    return number


def _check_rising(names: tuple[str, ...], values: dict[str, Any]) -> None:
    chosen = [values[name] for name in names]
    if chosen != sorted(chosen):
        shown = ", ".join(f"{name}={values[name]:g}" for name in names)
        raise RulesetError(f"{shown}: these must not fall; change the others along with it")
