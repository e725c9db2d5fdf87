"""Finding an engine: argument → ``CHESSNB_ENGINE`` → PATH → well-known places → bundled."""

from __future__ import annotations

import os
import threading
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from chessnb.engine.bundled import bundled_engine
from chessnb.engine.places import VARIABLE, on_path, well_known
from chessnb.engine.probe import probe
from chessnb.engine.program import resolve
from chessnb.engine.spec import EngineSpec
from chessnb.errors import EngineError

__all__ = ["BUNDLED", "candidates", "find_engine"]

BUNDLED = "bundled"
"""The name of the engine that comes with chessnb, as an argument or in ``CHESSNB_ENGINE``."""

_lock = threading.Lock()
_chosen: dict[tuple[tuple[str, str], ...], EngineSpec] = {}


def find_engine(spec: str | Path | Sequence[str] | EngineSpec | None = None) -> EngineSpec:
    """Find an engine and see that it answers.

    Parameters
    ----------
    spec : str, Path, sequence of str, EngineSpec or None
        A path (quotes around it, ``~``, environment variables and spaces are all right), the name
        of a program on PATH, a list of a program and its arguments, or ``"bundled"``. None takes
        the environment variable ``CHESSNB_ENGINE`` where it is set; else the first Stockfish that
        answers on PATH or in a well-known place; else the bundled engine.

    Returns
    -------
    EngineSpec

    Raises
    ------
    EngineError
        If a named engine cannot be used, with the reason as ``kind``; never is another one taken
        in its place. Without a name only if the bundled engine is damaged.

    Examples
    --------
    >>> find_engine("bundled").bundled
    True
    """
    if isinstance(spec, EngineSpec):
        return spec
    if spec is not None:
        return examine(spec, "argument")
    variable = os.environ.get(VARIABLE, "").strip()
    if variable:
        return examine(variable, VARIABLE)
    return _first_that_answers()


def candidates() -> Iterator[tuple[str, str]]:
    """Yield what :func:`find_engine` would look at without a name: where it is from, and what."""
    variable = os.environ.get(VARIABLE, "").strip()
    if variable:
        yield VARIABLE, variable
    for path in on_path():
        yield "PATH", str(path)
    for path in well_known():
        yield "well-known place", str(path)
    yield BUNDLED, BUNDLED


def examine(spec: str | Path | Sequence[str], found: str) -> EngineSpec:
    """Locate a named engine and ask it for its name."""
    if spec == BUNDLED:
        return bundled_engine()
    command = resolve(spec, found)
    located = EngineSpec(command, Path(command[0]).name, Path(command[0]), found=found)
    return replace(located, name=probe(located))


def _first_that_answers() -> EngineSpec:
    """Return the first candidate that answers: the same one throughout a process."""
    looked_at = tuple(candidates())
    with _lock:
        chosen = _chosen.get(looked_at)
        if chosen is None or not chosen.path.exists():
            chosen = _chosen[looked_at] = _try_in_turn(looked_at)
    return chosen


def _try_in_turn(looked_at: Sequence[tuple[str, str]]) -> EngineSpec:
    for found, path in looked_at:
        try:
            return examine(path, found)
        except EngineError as error:
            if found == BUNDLED:
                raise
            warnings.warn(f"engine passed over: {error}", RuntimeWarning, stacklevel=4)
    raise AssertionError("the bundled engine is always the last candidate")
