"""Fitting both models to rated games, with every judged estimate made without its own game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from chessnb.scoring.strength.calibrated import Basis, Calibrated
from chessnb.scoring.strength.constants import Constants, TypicalLoss
from chessnb.scoring.strength.features import move_features, move_priors
from chessnb.scoring.strength.fit.curve import fit_curve
from chessnb.scoring.strength.fit.judgement import BANDS
from chessnb.scoring.strength.fit.quantiles import fit_intervals
from chessnb.scoring.strength.fit.regression import FoldedRegression, make_basis
from chessnb.scoring.strength.intervals import ELO_RANGE, Intervals
from chessnb.scoring.strength.moves import MIN_JUDGED, StrengthMoves
from chessnb.scoring.strength.typical_loss import (
    PUBLISHED,
    LossCurve,
    typical_loss,
    typical_loss_elo,
)

if TYPE_CHECKING:
    import numpy.typing as npt

    from chessnb.scoring.strength.fit.rated_games import RatedGames

    Floats = npt.NDArray[np.float64]
    Ints = npt.NDArray[np.int64]
    Flags = npt.NDArray[np.bool_]

__all__ = [
    "FOLDS",
    "Held",
    "Sample",
    "cross_validate",
    "fit_calibrated",
    "fit_constants",
    "fit_loss_curve",
]

FOLDS = 5


@dataclass(frozen=True, eq=False)
class Sample:
    """Sides of rated games that a fit may use, as features and terms.

    Attributes
    ----------
    rows : int64 array
        Which sides (2 · game + black) these are: settled ratings, 10 judged moves or more.
    rating, judged, loss : float64 arrays
        Per row; ``loss`` is the weighted mean loss of ``typical-loss``.
    terms : float64 array of shape (rows, terms)
    basis : Basis
    priors : dict of str to float
    """

    rows: Ints
    rating: Floats
    judged: Floats
    loss: Floats
    terms: Floats
    basis: Basis
    priors: dict[str, float]

    @classmethod
    def of(cls, games: RatedGames) -> Sample:
        """Compute the features of games and lay out the terms of those sides that count.

        Means, deviations, knots and priors describe the moves of all games; no rating enters them.
        """
        priors = move_priors(games.plies)
        features = move_features(games.plies, games.time, priors)
        usable = ~games.provisional & (features.judged >= MIN_JUDGED)
        basis = make_basis(features, usable)
        rows = np.flatnonzero(usable)
        return cls(
            rows=rows,
            rating=games.rating[rows],
            judged=features.judged[rows],
            loss=typical_loss(StrengthMoves.of(games.plies))[rows],
            terms=basis.terms(features.matrix(basis.names)[rows]),
            basis=basis,
            priors=priors,
        )

    def only(self, keep: Flags) -> Sample:
        """Some of the rows."""
        return Sample(
            self.rows[keep], self.rating[keep], self.judged[keep], self.loss[keep],
            self.terms[keep], self.basis, self.priors,
        )  # fmt: skip

    def folds(self, seed: int) -> Ints:
        """A fold for each row, both sides of a game in the same one."""
        drawn = np.random.default_rng(seed).integers(0, FOLDS, int(self.rows.max()) // 2 + 1)
        return drawn[self.rows // 2]


@dataclass(frozen=True, eq=False)
class Held:
    """Estimates of rows by fits without them: the plain regression, the model, its interval."""

    score: Floats
    estimate: Floats
    low: Floats
    high: Floats


def fit_calibrated(
    sample: Sample, regression: FoldedRegression, left_out: tuple[int, ...] = ()
) -> tuple[Calibrated, Intervals]:
    """Fit the calibrated model and its intervals on all folds but some.

    The curve and the quantiles come from scores that each fold got from a fit without it.
    """
    used = ~np.isin(regression.fold, left_out)
    scores = regression.cross_scores(left_out)[used]
    judged = sample.judged[used]
    curve = fit_curve(scores, sample.rating[used], judged)
    model = Calibrated(sample.basis, regression.weights(left_out), curve)
    estimates = np.clip(model.estimate(scores, judged), *ELO_RANGE)
    return model, fit_intervals(estimates, sample.rating[used], judged)


def cross_validate(sample: Sample, seed: int) -> Held:
    """Estimate every row by a whole fit (weights, curve, intervals) without its fold."""
    fold = sample.folds(seed)
    regression = FoldedRegression.of(sample.terms, sample.rating, fold)
    held = np.full((4, len(fold)), np.nan)
    for k in range(FOLDS):
        model, intervals = fit_calibrated(sample, regression, (k,))
        rows = fold == k
        score = sample.terms[rows] @ model.weights
        estimate = np.clip(model.estimate(score, sample.judged[rows]), *ELO_RANGE)
        held[:, rows] = [score, estimate, *intervals.around(estimate, sample.judged[rows])]
    return Held(*held)


def fit_constants(sample: Sample, data: dict[str, Any], shared: float = 1.0) -> Constants:
    """Fit everything on the whole sample."""
    regression = FoldedRegression.of(sample.terms, sample.rating, sample.folds(seed=0))
    model, intervals = fit_calibrated(sample, regression)
    curves = {"published": PUBLISHED, "refitted": fit_loss_curve(sample)}
    return Constants(
        data=data,
        priors=sample.priors,
        calibrated=model,
        intervals=intervals,
        shared=shared,
        typical_loss={
            name: TypicalLoss(curve, _loss_intervals(sample, curve))
            for name, curve in curves.items()
        },
    )


def fit_loss_curve(sample: Sample) -> LossCurve:
    """Lay the curve of ``typical-loss`` through the median loss of each rating band."""
    medians = [
        (np.median(sample.rating[rows]), np.log(100 * np.median(sample.loss[rows])))
        for low, high in BANDS
        if (rows := (sample.rating >= low) & (sample.rating < high)).any()
    ]
    ratings, logs = np.array(medians).T
    slope, level = np.polyfit(logs, ratings, 1)
    return LossCurve(level=float(level), slope=float(-slope))


def _loss_intervals(sample: Sample, curve: LossCurve) -> Intervals:
    estimates = typical_loss_elo(sample.loss, sample.judged, curve)
    return fit_intervals(estimates, sample.rating, sample.judged)
