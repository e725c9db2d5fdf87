"""Where engines may be, and what answers there."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from chessnb.engine.bundled import bundled_engine
from chessnb.engine.places import on_path, well_known
from chessnb.engine.probe import probe
from chessnb.engine.program import resolve, unquoted
from chessnb.engine.spec import EngineSpec

__all__ = ["BUNDLED", "VARIABLE", "candidates", "examine"]

BUNDLED = "bundled"
"""The name of the engine that comes with chessnb, as an argument or in ``CHESSNB_ENGINE``."""

VARIABLE = "CHESSNB_ENGINE"
"""The environment variable that names the engine to use."""


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
    if isinstance(spec, str) and unquoted(spec).lower() == BUNDLED:
        return bundled_engine()
    command = resolve(spec, found)
    located = EngineSpec(command, Path(command[0]).name, Path(command[0]), found=found)
    return replace(located, name=probe(located))
