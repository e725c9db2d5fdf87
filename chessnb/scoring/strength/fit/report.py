"""The report on a fit, in Markdown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from chessnb.scoring.strength.fit.curve import BIAS_BOUND
from chessnb.scoring.strength.fit.judgement import BANDS, Judgement

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy.typing as npt

    from chessnb.scoring.strength.constants import Constants

    Floats = npt.NDArray[np.float64]

__all__ = ["Findings", "PlayerFindings", "report"]


@dataclass(frozen=True, eq=False)
class PlayerFindings:
    """What was found on games of returning players, after a refit without those games.

    Attributes
    ----------
    name : str
        The file of the games.
    known : int
        Games of the file that were left out of the fit.
    single : Judgement
        One game at a time.
    size : int
        Games of one player taken together.
    plain, pooled : Judgement
        Plain mean of their estimates, and the pooled estimate with its interval.
    """

    name: str
    known: int
    single: Judgement
    size: int
    plain: Judgement
    pooled: Judgement


@dataclass(frozen=True, eq=False)
class Findings:
    """All that the report tells.

    Attributes
    ----------
    models : dict of str to Judgement
        By name, in the order of the table; on estimates made without the same game.
    splits : list of Judgement
        The calibrated model on each held-out fold of each repetition.
    by_length : dict of str to Judgement
        The calibrated model by number of judged moves.
    players : PlayerFindings or None
    """

    constants: Constants
    games: int
    models: dict[str, Judgement]
    splits: list[Judgement]
    by_length: dict[str, Judgement]
    players: PlayerFindings | None


def report(findings: Findings) -> str:
    """Write the report."""
    parts = [_head(findings), _models(findings), _bands(findings), _lengths(findings)]
    if findings.players is not None:
        parts.append(_players(findings.players))
    parts.append(_curves(findings.constants))
    return "\n\n".join(parts) + "\n"


def _head(findings: Findings) -> str:
    best = findings.models["calibrated"]
    return (
        "# Fit of the strength models\n\n"
        "Written by `python -m chessnb.scoring.calibrate`. Every figure is out of sample: each "
        "game's estimate comes from a fit (weights, curve and interval) without that game, both "
        "its players together.\n\n"
        f"{findings.games:,} games, {best.count:,} players' games with a settled rating and 10 "
        "judged moves or more. Ratings are the target and nothing else: no rating and no result "
        "is an input."
    )


def _models(findings: Findings) -> str:
    rows = [
        (name, _whole(made.mean_error), f"{made.correlation:.3f}", _share(made.coverage),
         _whole(made.width), _worst(made.bias))
        for name, made in findings.models.items()
    ]  # fmt: skip
    spread = (
        f"Over {len(findings.splits)} held-out folds the calibrated model's mean absolute error is "
        f"{_range([made.mean_error for made in findings.splits], _whole)}, its correlation "
        f"{_range([made.correlation for made in findings.splits], '{:.3f}'.format)}, its largest "
        f"bias in a band {_whole(max(_largest(made.bias) for made in findings.splits))}; its "
        f"intervals cover {_range([made.coverage for made in findings.splits], _share)} overall "
        f"and {_share(min(min(made.band_coverage) for made in findings.splits))} to "
        f"{_share(max(max(made.band_coverage) for made in findings.splits))} in a band."
    )
    head = ("model", "mean error", "correlation", "80 % covers", "width", "bias 800–2399")
    return f"## The models side by side\n\n{_table(head, rows)}\n\n{spread}"


def _bands(findings: Findings) -> str:
    shown = {name: made for name, made in findings.models.items() if name != "constant"}
    head = ("rating", *(f"bias: {name}" for name in shown), "80 % covers (calibrated)")
    best = findings.models["calibrated"]
    rows = [
        (f"{low}–{high - 1}", *(_signed(made.bias[k]) for made in shown.values()),
         _share(best.band_coverage[k]))
        for k, (low, high) in enumerate(BANDS)
    ]  # fmt: skip
    return (
        f"## By rating band\n\n{_table(head, rows)}\n\n"
        "The plain regression has the smallest mean error and calls everyone average. An estimate "
        "without any bias by band would err as much as a constant. The calibrated model is the "
        f"curve of least error whose bias stays within {BIAS_BOUND:.0f} points in each band of the "
        "games it was fitted on."
    )


def _lengths(findings: Findings) -> str:
    rows = [
        (name, f"{made.count:,}", _whole(made.mean_error), f"{made.correlation:.2f}",
         _share(made.coverage), _whole(made.width))
        for name, made in findings.by_length.items()
    ]  # fmt: skip
    head = ("judged moves", "players' games", "mean error", "correlation", "80 % covers", "width")
    return f"## By length of the game (calibrated)\n\n{_table(head, rows)}"


def _players(found: PlayerFindings) -> str:
    rows = [
        (name, f"{made.count:,}", _whole(made.mean_error), f"{made.correlation:.2f}",
         _share(made.coverage), _whole(made.width))
        for name, made in (
            ("one game", found.single),
            (f"{found.size} games, plain mean", found.plain),
            (f"{found.size} games, pooled", found.pooled),
        )
    ]  # fmt: skip
    head = ("estimate from", "number", "mean error", "correlation", "80 % covers", "width")
    return (
        f"## Games of returning players\n\n"
        f"Judged on `{found.name}`; {found.known:,} of its games are among those fitted on and "
        "were left out of this fit. How much of an estimate's error a player's games share was "
        "learnt, for each half of the players, from the other half.\n\n"
        f"{_table(head, rows)}"
    )


def _curves(constants: Constants) -> str:
    scores, estimates = constants.calibrated.curve
    curve = constants.typical_loss["refitted"].curve
    rows = [(_whole(score), _whole(elo)) for score, elo in zip(scores, estimates, strict=True)]
    return (
        "## Fitted constants worth knowing\n\n"
        f"`typical-loss`, refitted: {curve.level:.0f} − {curve.slope:.0f} · ln(100 · L). Share of "
        f"the variance that a player's games have in common: {constants.shared:.2f}. The curve "
        f"from the plain regression to the estimate:\n\n{_table(('regression', 'estimate'), rows)}"
    )


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _largest(bias: tuple[float, ...]) -> float:
    return max(abs(value) for value in bias)


def _worst(bias: tuple[float, ...]) -> str:
    return f"{_signed(max(bias))} … {_signed(min(bias))}"


def _whole(value: float) -> str:
    return "" if np.isnan(value) else f"{value:,.0f}"


def _signed(value: float) -> str:
    return f"{value:+.0f}".replace("-", "−")


def _share(value: float) -> str:
    return "" if np.isnan(value) else f"{100 * value:.1f} %"


def _range(values: Sequence[float], write: Callable[[float], str]) -> str:
    return f"{write(min(values))} to {write(max(values))}"
