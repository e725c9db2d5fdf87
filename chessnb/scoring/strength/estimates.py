"""Estimated playing strength: from plies or an analysis to a rating with its interval."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from chessnb.errors import SettingsError
from chessnb.scoring.plies import Plies
from chessnb.scoring.strength.constants import SCALE, Constants, shipped_constants
from chessnb.scoring.strength.features import move_features
from chessnb.scoring.strength.intervals import ELO_RANGE
from chessnb.scoring.strength.moves import MIN_JUDGED, StrengthMoves
from chessnb.scoring.strength.time_controls import TimeControls
from chessnb.scoring.strength.typical_loss import typical_loss, typical_loss_elo

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt
    import pandas as pd

    from chessnb.analysis import Analysis

    Floats = npt.NDArray[np.float64]

__all__ = [
    "CALIBRATIONS",
    "ENGINE_SCALE",
    "MODELS",
    "calibrated_estimates",
    "estimate",
    "estimate_arrays",
    "evaluation_scale",
]

MODELS = ("calibrated", "typical-loss")
CALIBRATIONS = ("refitted", "published")

ENGINE_SCALE = 1.3
"""How many of the calibration data's centipawns one of a present engine's is.

The data were evaluated in 2022. Later Stockfish counts a pawn's advantage as less: on the same
positions its evaluations are 0.76 of those, throughout the range, and unscaled they would make
every player look some 160 points stronger.
"""

_PART = 1 << 17
"""Plies at a time: what bounds the memory that intermediate arrays take."""


def estimate(
    analysis: Analysis, model: str = "calibrated", *, calibration: str = "refitted"
) -> pd.DataFrame:
    """Estimate the level that each player showed in one game.

    Rough by some hundreds of points: a single game says little, which is what the 80 % interval
    is there to admit. No rating and no result is used, only evaluations and the time control.

    Parameters
    ----------
    analysis : Analysis
        An analysed game; its ``moves`` and its game's time control are read.
    model : {"calibrated", "typical-loss"}
        The project's own regression (the default), or the published typical-loss method.
    calibration : {"refitted", "published"}
        Constants of ``typical-loss``: fitted on the calibration data, or as published.

    Returns
    -------
    DataFrame
        Index ``side`` (white, black); ``elo_estimate``, ``elo_low`` and ``elo_high`` (Float64;
        missing with fewer than 10 judged moves), ``elo_model``, ``elo_scale``, ``judged_moves``.

    Raises
    ------
    SettingsError
        The model or the calibration is unknown.

    See Also
    --------
    estimate_arrays : the same for any number of games at once.
    combine : several games of one player together.
    """
    moves = analysis.moves
    column = {
        name: moves[name].to_numpy(dtype=np.float64, na_value=np.nan)
        for name in ("cp_before", "mate_before", "cp_after", "mate_after")
    }
    plies = Plies.build(
        games=1,
        white=(moves["side"] == "white").to_numpy(dtype=np.bool_),
        is_null=moves["uci"].isin(("0000", "--")).to_numpy(dtype=np.bool_),
        **column,
    )
    time = analysis.game.time_control
    made = estimate_arrays(
        plies,
        base_time=time.base,
        increment=time.increment,
        cp_scale=evaluation_scale(moves["source"]),
        model=model,
        calibration=calibration,
    )
    return made.droplevel("game")


def evaluation_scale(source: pd.Series[Any]) -> float:
    """The ``cp_scale`` for a game, from the column ``source`` of its moves.

    :data:`ENGINE_SCALE` where an engine evaluated the game here (now or before, from the cache); 1
    where the evaluations came with the game.

    Examples
    --------
    >>> import pandas as pd
    >>> evaluation_scale(pd.Series(["pgn", "pgn"])), evaluation_scale(pd.Series(["cache", "board"]))
    (1.0, 1.3)
    """
    return ENGINE_SCALE if source.isin(("engine", "cache")).any() else 1.0


def estimate_arrays(
    plies: Plies,
    *,
    base_time: npt.ArrayLike | None = None,
    increment: npt.ArrayLike | None = None,
    cp_scale: float = 1.0,
    model: str = "calibrated",
    calibration: str = "refitted",
) -> pd.DataFrame:
    """Estimate the level shown by both players of any number of games.

    Parameters
    ----------
    plies : Plies
        Moves and evaluations of the games.
    base_time, increment : float or array of shape (games,), optional
        Time control in seconds. Where it is not known, 10 minutes without increment are assumed,
        the usual rapid game.
    cp_scale : float
        Factor that brings the evaluations to the scale of the calibration data: 1 for
        evaluations such as Lichess published in 2022, :data:`ENGINE_SCALE` for those of a
        present engine.
    model : {"calibrated", "typical-loss"}
    calibration : {"refitted", "published"}
        Constants of ``typical-loss``.

    Returns
    -------
    DataFrame
        Index ``(game, side)``, White first; the columns of :func:`estimate`.

    Raises
    ------
    SettingsError
        The model or the calibration is unknown, or a time control has the wrong shape.

    Examples
    --------
    >>> plies = Plies.build(white=[True, False] * 15, cp_before=[15] * 30, cp_after=[15] * 30)
    >>> made = estimate_arrays(plies, model="typical-loss", calibration="published")
    >>> made.loc[(0, "white"), ["elo_estimate", "judged_moves"]].tolist()
    [2250.0, 15.0]
    """
    _check_choice("model", model, MODELS)
    _check_choice("calibration", calibration, CALIBRATIONS)
    constants = shipped_constants()
    plies = replace(plies, cp_before=cp_scale * plies.cp_before, cp_after=cp_scale * plies.cp_after)
    time = TimeControls.of(plies.games, base_time, increment)
    if model == "calibrated":
        made = [
            calibrated_estimates(part, time.part(*games), constants)
            for part, games in _parts(plies)
        ]
    else:
        made = [_typical_loss(part, constants, calibration) for part, _ in _parts(plies)]
    return _table(np.hstack(made), model)


def _check_choice(name: str, given: str, allowed: tuple[str, ...]) -> None:
    """Refuse an unknown name and list the known ones."""
    if given not in allowed:
        known = ", ".join(repr(value) for value in allowed)
        raise SettingsError(f"unknown {name} {given!r}; there are: {known}")


def calibrated_estimates(plies: Plies, time: TimeControls, constants: Constants) -> Floats:
    """Estimates by the calibrated model with given constants, for all plies at once.

    Returns
    -------
    float64 array of shape (4, 2 · games)
        Estimate and ends of the interval (NaN: too few moves), and the number of judged moves.
    """
    features = move_features(plies, time, constants.priors)
    model = constants.calibrated
    score = model.score(features.matrix(model.basis.names))
    elo = model.estimate(score, features.judged)
    elo = np.where(features.judged >= MIN_JUDGED, np.clip(elo, *ELO_RANGE), np.nan)
    return np.stack([elo, *constants.intervals.around(elo, features.judged), features.judged])


def _typical_loss(plies: Plies, constants: Constants, calibration: str) -> Floats:
    fitted = constants.typical_loss[calibration]
    moves = StrengthMoves.of(plies)
    judged = moves.counts(moves.judged)
    elo = typical_loss_elo(typical_loss(moves), judged, fitted.curve)
    return np.stack([elo, *fitted.intervals.around(elo, judged), judged])


def _parts(plies: Plies) -> Iterator[tuple[Plies, tuple[int, int]]]:
    """Whole games together, about :data:`_PART` plies each time; at least one part."""
    starts = np.searchsorted(plies.game, np.arange(plies.games + 1))
    first = 0
    while first < plies.games or first == 0:
        end = int(np.searchsorted(starts, starts[first] + _PART, side="right")) - 1
        end = min(max(end, first + 1), plies.games)
        yield plies.part(int(starts[first]), int(starts[end]), first, end), (first, end)
        if end >= plies.games:
            return
        first = end


def _table(made: Floats, model: str) -> pd.DataFrame:
    import pandas as pd

    games = made.shape[1] // 2
    index = pd.MultiIndex.from_product(
        [np.arange(games), ["white", "black"]], names=["game", "side"]
    )
    names = ("elo_estimate", "elo_low", "elo_high")
    columns: dict[str, Any] = {
        name: pd.array(values, dtype="Float64")
        for name, values in zip(names, made[:3].round(), strict=True)
    }
    unknown = np.isnan(made[0])
    columns["elo_model"] = _names(model, unknown)
    columns["elo_scale"] = _names(SCALE, unknown)
    columns["judged_moves"] = pd.array(made[3].astype(np.int64), dtype="Int64")
    return pd.DataFrame(columns, index=index)


def _names(name: str, unknown: npt.NDArray[np.bool_]) -> Any:
    import pandas as pd

    names = np.full(len(unknown), name, dtype=object)
    names[unknown] = pd.NA
    return pd.array(names, dtype="string")
