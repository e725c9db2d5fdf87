"""Finding an engine: argument → ``CHESSNB_ENGINE`` → PATH → well-known places → bundled."""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from chessnb.engine.lookup import BUNDLED, VARIABLE, candidates, examine
from chessnb.engine.spec import EngineSpec
from chessnb.errors import EngineError
from chessnb.threads import ModuleLock

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["engines", "find_engine"]

_lock = ModuleLock()
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


def engines(speed: bool = False) -> pd.DataFrame:
    """List the engines found here, in the order in which they would be taken.

    Parameters
    ----------
    speed : bool
        Also measure each for a second, alone on one core, on a middlegame position.

    Returns
    -------
    DataFrame
        One row per engine: ``name`` and ``version`` (string), ``found`` (where it was named or
        seen), ``default`` (boolean: the one that is used when none is named),
        ``nodes_per_second`` (Int64, missing without ``speed``), ``path``, ``sha256``, and
        ``error`` (why it cannot be used).

    Examples
    --------
    >>> bool(engines()["name"].str.contains("WASM").any())
    True
    """
    from chessnb.engine.listing import list_engines

    return list_engines(speed=speed)


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
