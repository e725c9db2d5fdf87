"""The engine room: the evaluations of a game's positions, from the board, the cache and engines."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

import chess

from chessnb.engine.blocks import most_decisive_first
from chessnb.engine.cache import shared_store
from chessnb.engine.evaluation import Evaluation
from chessnb.engine.identity import identify
from chessnb.engine.keys import Keyring
from chessnb.engine.locate import find_engine
from chessnb.engine.positions import positions_of
from chessnb.engine.processors import usable_processors
from chessnb.engine.recall import Recall
from chessnb.engine.run import Evaluations, Means, Run
from chessnb.engine.settings import FIRST_PASS, Settings, whole_number
from chessnb.engine.work import URGENT
from chessnb.errors import SettingsError

__all__ = ["URGENT", "Evaluations", "check_means", "engine_info", "evaluate"]

_HASH_MB = 64
_MOST_HASH_MB = 1_048_576
_MOST_WORKERS = 1_024


def evaluate(
    start: chess.Board,
    moves: Sequence[chess.Move],
    settings: Settings,
    *,
    engine: Any = None,
    workers: int | None = None,
    hash_mb: int | None = None,
    cache: bool | str = True,
    progressive: bool = False,
    known: Sequence[Evaluation | None] | None = None,
    on_result: Callable[[int, Evaluation], None] | None = None,
    stop: threading.Event | None = None,
    into: Evaluations | None = None,
    priority: Callable[[], float] = lambda: 0.0,
    focus: Callable[[], int | None] = lambda: None,
    patience: float = 60.0,
) -> Evaluations:
    """Evaluate every position of a game, the last included.

    Blocks until all is done or ``stop`` is set. The result depends on the game, the engine, the
    settings and ``hash_mb`` alone, not on the number of workers or the speed of the machine.
    Finished blocks (of 8 positions, the first two of 4) are never searched again; of a
    block that was interrupted the finished part is shown at once and confirmed when the block is
    searched again.

    Parameters
    ----------
    start, moves
        The game.
    settings : Settings
        From :func:`chessnb.engine.settings.resolve`.
    engine : optional
        Anything that :func:`chessnb.engine.locate.find_engine` takes.
    workers : int, optional
        How many engines may work on it at once; all processors that this process may use.
    hash_mb : int, optional
        The engine's hash table in MB, 64.
    cache : bool or "any"
        Whether stored results are used and new ones stored; ``"any"`` takes deeper and wider
        results too.
    progressive : bool
        First a quick look at the whole game, then the settings' search, block by block, the most
        decisive first: a position is then reported twice.
    known : sequence of Evaluation or None, optional
        What an earlier call returned: blocks that it finished are not searched again.
    on_result : callable, optional
        Called with ``(index, evaluation)`` as results come, from other threads, in no fixed order.
    stop : threading.Event, optional
        Set it to stop; the call returns within half a second with what there is.
    into : Evaluations, optional
        Filled in place, so that its owner sees what is there and what is final while the call
        runs; what it holds already is gone on from.
    priority : callable, optional
        Where several games wait for the same engines, the one with the highest number goes first;
        what is ``URGENT`` does not wait for those that search.
    focus : callable, optional
        The index of the position that is looked at, or None; its block goes first.
    patience : float
        The shortest time in seconds after which an engine that does not answer counts as hung.

    Returns
    -------
    Evaluations
        One for each position; White's view.

    Raises
    ------
    EngineError
        If no engine can be had, or if engines died three times. Everything that was finished has
        been reported and stored.
    PositionError, InputError, VariantError
        If the game cannot be given to an engine.
    SettingsError
        If an argument means nothing.
    """
    check_means(workers, hash_mb, cache)
    options = _options(hash_mb)
    workers = usable_processors() if workers is None else int(workers)
    run = Run(positions_of(start, moves), on_result, stop, into)
    run.take_known(known, trusted=not progressive)
    if not run.open_blocks or run.stopped:
        return run.results
    spec = find_engine(engine)
    identity, store = identify(spec), shared_store() if cache else None

    def recall(limits: Settings) -> Recall | None:
        return store and Recall(store, Keyring(identity, options, limits), cache == "any")

    means = Means(spec.command, options, workers, patience, priority, focus)
    if store is not None:
        store.begin()
    try:
        run.find(recall(settings), final=True)
        if progressive and run.open_blocks:
            _first_look(run, means, recall(FIRST_PASS))
        blocks = run.open_blocks
        if progressive:
            blocks = most_decisive_first(blocks, run.results)
        if blocks and not run.stopped:
            run.search(blocks, settings, means, recall(settings), final=True)
    finally:
        if store is not None:
            store.say_warnings()
    return run.results


def check_means(workers: Any, hash_mb: Any, cache: Any) -> None:
    """See that the arguments of :func:`evaluate` that say how, not how well, mean something.

    Raises
    ------
    SettingsError
        One of them does not.
    """
    for name, value, most in [
        ("workers", workers, _MOST_WORKERS),
        ("hash_mb", hash_mb, _MOST_HASH_MB),
    ]:
        if value is not None:
            whole_number(name, value, most)
    if not (isinstance(cache, bool) or (isinstance(cache, str) and cache == "any")):
        raise SettingsError(f"cache={cache!r} is no choice: give True, False or 'any'")


def engine_info(engine: Any = None, hash_mb: int | None = None) -> dict[str, Any]:
    """What an analysis' provenance says of the engine that :func:`evaluate` would use.

    Returns
    -------
    dict
        ``name``, ``version``, ``sha256``, ``path``, ``bundled`` and ``options``.
    """
    return identify(find_engine(engine)).to_dict(_options(hash_mb))


def _first_look(run: Run, means: Means, recall: Recall | None) -> None:
    run.find(recall, final=False)
    unseen = [
        block
        for block in run.open_blocks
        if any(run.results[position.index] is None for position in block.positions)
    ]
    if unseen:
        run.search(unseen, FIRST_PASS, means, recall, final=False)


def _options(hash_mb: int | None) -> dict[str, str | int | bool]:
    return {"Threads": 1, "Hash": _HASH_MB if hash_mb is None else int(hash_mb)}
