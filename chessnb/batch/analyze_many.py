"""``analyze_many``: any number of games, on this machine or on any executor."""

from __future__ import annotations

import threading
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Unpack

from chessnb.batch.known import known_in
from chessnb.batch.run import BatchRun
from chessnb.batch.sources import count_of, games_of
from chessnb.batch.work import Outcome, analyse, analyse_sent, sent
from chessnb.engine.processors import usable_processors
from chessnb.errors import SettingsError
from chessnb.games import Game
from chessnb.library import Library
from chessnb.plan import Options, make_plan

__all__ = ["analyze_many"]

_WAITING = 2
"""Games that are read, scored or written while the engines search others."""
_FAR_WINDOW = 64
"""Games sent to an executor at once whose number of workers is not known."""


def analyze_many(
    games: Any,
    *,
    executor: Executor | None = None,
    library: Library | str | Path | None = None,
    progress: bool = True,
    # The library is kept apart from the options of the single games.
    **options: Unpack[Options],  # pyright: ignore[reportGeneralTypeIssues]
) -> BatchRun:
    """Analyse many games in the background, and return at once.

    One game's failure is a row with the reason, never the end of the run. Memory stays bounded
    for streams of any length: with a library only the rows of the table `games` are held.

    Parameters
    ----------
    games
        What :func:`chessnb.read_games` takes, or an iterable of games or of such things; it is
        read while the work goes on.
    executor : concurrent.futures.Executor, optional
        Who does the work: a ``ProcessPoolExecutor``, Dask's ``client.get_executor()``, …. chessnb
        must be installed where it runs (the engine comes along); each worker uses one engine. By
        default the engines of this process, one for each core.
    library : Library, str or Path, optional
        Keep each game at once when it is finished. Games that it has already, analysed with these
        settings or deeper, are not analysed again: so a run that was killed goes on.
    progress : bool
        Show a progress bar.
    **options
        As for :func:`chessnb.analyze`. ``workers`` is the number of engines on this machine.

    Returns
    -------
    BatchRun
        With ``progress``, ``games`` (growing), ``failures``, ``analyses()``, ``stop()``,
        ``resume()``, ``wait()`` and ``result()``.

    Raises
    ------
    SettingsError
        Options that contradict each other or mean nothing.

    Examples
    --------
    >>> import chessnb
    >>> pgn = "1. e4 { [%eval 0.2] } e5 { [%eval 0.3] } 2. Ba6 { [%eval -3.5] } *"
    >>> run = chessnb.analyze_many([pgn, "no game at all"], progress=False)
    >>> run.result()[["plies", "black_acpl"]].values.tolist()
    [[3, 10.0], [0, <NA>]]
    """
    if executor is not None and not hasattr(executor, "submit"):
        raise SettingsError(
            f"executor={executor!r} has no submit(): give a concurrent.futures.Executor, "
            "such as dask_client.get_executor()"
        )
    # Wrong options are told now, and not game by game.
    make_plan(Game(), **options)
    kept = Library(library) if isinstance(library, str | Path) else library
    total = count_of(games)
    here = executor is None
    workers = options.get("workers") or usable_processors()
    place = _here(dict(options), workers) if executor is None else _there(executor, dict(options))
    return BatchRun(
        games_of(games),
        total,
        library=kept,
        known=known_in(kept, dict(options)),
        own=here,
        bar=_bar(total) if progress else None,
        **place,
    )


def _here(options: dict[str, Any], workers: int) -> dict[str, Any]:
    """Threads that share the engines of this process.

    The engines are processes of their own, so threads keep them busy; one engine's blocks of a
    game and those of the next go hand in hand.
    """
    limited = workers < usable_processors()
    turn = threading.Semaphore(workers if limited else workers + 1)
    options = options | {"workers": 1 if limited else workers}

    def submit(executor: Executor, game: Game, stop: threading.Event) -> Future[Outcome | None]:
        return executor.submit(analyse, game, options, stop, turn)

    count = workers + 1 + _WAITING
    return {
        "start": lambda: ThreadPoolExecutor(count, thread_name_prefix="chessnb-batch"),
        "submit": submit,
        "window": count,
    }


def _there(executor: Executor, options: dict[str, Any]) -> dict[str, Any]:
    """An executor of the user's own."""
    options.pop("workers", None)
    ruleset: Any = options.get("ruleset")
    if hasattr(ruleset, "to_dict"):
        options["ruleset"] = ruleset.to_dict()
    if isinstance(options.get("engine"), Path):
        options["engine"] = str(options["engine"])

    def submit(to: Executor, game: Game, stop: threading.Event) -> Future[Outcome | None]:
        return to.submit(analyse_sent, sent(game, options))

    workers = getattr(executor, "_max_workers", None)
    window = 2 * workers + _WAITING if isinstance(workers, int) else _FAR_WINDOW
    return {"start": lambda: executor, "submit": submit, "window": window}


def _bar(total: int | None) -> Any:
    from tqdm.auto import tqdm

    return tqdm(total=total, desc="Analysing", unit="game")
