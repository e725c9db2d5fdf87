"""One game's work: sent as plain values, and what comes back as plain values too.

python-chess' objects do not pickle beyond some hundred plies, so no such object travels.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from chessnb.errors import EngineError
from chessnb.game_rows import failed_row
from chessnb.jobs import AnalysisJob
from chessnb.library.records import Record, record_of
from chessnb.plan import make_plan

if TYPE_CHECKING:
    from chessnb.games import Game

__all__ = ["Outcome", "analyse", "analyse_sent", "failure", "sent"]

_POLL_SECONDS = 0.05


@dataclass(frozen=True)
class Outcome:
    """What became of one game.

    Attributes
    ----------
    row : dict
        Its row of the table `games`; ``error`` says why there is nothing more.
    record : Record or None
        The analysis as a library keeps it; None where the game could not be analysed.
    game_id : str
    """

    game_id: str
    row: dict[str, Any]
    record: Record | None = None


def failure(game: Game | None, reason: str) -> Outcome:
    """The outcome of a game that could not be analysed, or not even be read."""
    if game is None:
        return Outcome("", {"error": reason, "plies": 0})
    return Outcome(game.game_id, failed_row(game, reason))


def analyse(
    game: Game,
    options: dict[str, Any],
    stop: threading.Event | None = None,
    turn: threading.Semaphore | None = None,
) -> Outcome | None:
    """Analyse one game; None where it was stopped before the end.

    Parameters
    ----------
    game
        The game.
    options
        As for :func:`chessnb.analyze`.
    stop
        Set to stop the engines.
    turn
        Held while engines search, so that no more games than it allows do so at once.

    Raises
    ------
    EngineError
        No engine can be had: then no other game can be analysed either.
    """
    try:
        job = _job(game, options, stop, turn)
    except EngineError as error:
        if error.kind in ("not-found", "not-executable", "not-an-engine", "damaged"):
            raise
        return failure(game, str(error))
    except Exception as error:
        return failure(game, str(error) or type(error).__name__)
    if job is None:
        return None
    try:
        record = record_of(job.analysis)
    except Exception as error:
        return failure(game, f"{type(error).__name__}: {error}")
    return Outcome(game.game_id, dict(record.row), record)


def _job(
    game: Game,
    options: dict[str, Any],
    stop: threading.Event | None,
    turn: threading.Semaphore | None,
) -> AnalysisJob | None:
    """A finished job, or None where it was stopped."""
    plan = make_plan(game, **options)
    with turn or threading.Semaphore():
        if stop is not None and stop.is_set():
            return None
        job = AnalysisJob(game, plan)
        while not job.wait(_POLL_SECONDS if stop is not None else None):
            if stop is not None and stop.is_set():
                job.stop()
                return None
    job.result()
    return job


def sent(game: Game, options: dict[str, Any]) -> dict[str, Any]:
    """Give a game's work as plain values, for an executor that may be far away."""
    from chessnb.plain_values import game_to_json

    return {"game": game_to_json(game), "options": options}


def analyse_sent(task: dict[str, Any]) -> Outcome:
    """Do the work that :func:`sent` describes, with one engine."""
    from chessnb.plain_values import game_from_json
    from chessnb.scoring.rulesets import Ruleset

    game = game_from_json(task["game"])
    options = dict(task["options"])
    if isinstance(options.get("ruleset"), dict):
        options["ruleset"] = Ruleset.from_dict(options["ruleset"])
    outcome = analyse(game, options | {"workers": 1})
    assert outcome is not None, "nothing stops work that was sent"
    return outcome
