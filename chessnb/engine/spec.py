"""A located engine: how it is started and where it came from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

__all__ = ["EngineSpec"]


@dataclass(frozen=True, slots=True)
class EngineSpec:
    """How to start one UCI engine.

    Attributes
    ----------
    command : tuple of str
        The program and its arguments.
    name : str
        What the engine calls itself, with its version; the file's name where it was not asked.
    path : Path
        The file that makes the engine what it is: the program, or the bundled WebAssembly file.
    bundled : bool
        Whether it is the engine that comes with chessnb.
    found : str
        Where it was found: ``"argument"``, ``"CHESSNB_ENGINE"``, ``"PATH"``,
        ``"well-known place"`` or ``"bundled"``.
    """

    command: tuple[str, ...]
    name: str
    path: Path
    bundled: bool = False
    found: str = "argument"
