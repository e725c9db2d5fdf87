"""Which files make up the bundled engine, and how to tell that they are the right ones.

Standard library only, and nothing of chessnb: the build reads this module before chessnb is
installed.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

__all__ = ["BIN", "FILES", "LOADER", "NAME", "PACKAGE", "VERSION", "WASM", "BundledFile"]

PACKAGE = "stockfish"
"""The npm package that the bundled engine is taken from, unchanged."""

VERSION = "19.0.0"

NAME = "Stockfish 19 Lite WASM"
"""What the bundled engine calls itself."""


class BundledFile(NamedTuple):
    """One file of the npm package: its path there, its name here, its sha256."""

    member: str
    name: str
    sha256: str


WASM = BundledFile(
    "bin/stockfish-19-lite-single.wasm",
    "stockfish-19-lite-single.wasm",
    "57ac2d72312aba346760e3f173f687a8c211208e97a87268436f7f0e10bb5387",
)
"""Stockfish 19 lite, single-threaded, its network inside: what ``chessnb.engine.wasm`` runs."""

LOADER = BundledFile(
    "bin/stockfish-19-lite-single.js",
    "stockfish-19-lite-single.js",
    "d3344124ab067fb0b90ee77873bb8e9fbf5fc01bc525fe714b0f942581e889e6",
)
"""The package's own JavaScript loader: runs the same file in a web page or under Node."""

LICENCE = BundledFile(
    "Copying.txt",
    "Copying.txt",
    "0b383d5a63da644f628d99c33976ea6487ed89aaa59f0b3257992deac1171e6b",
)
CREDITS = BundledFile(
    "README.md",
    "AUTHORS.md",
    "06dd16ff7cd369c38e96f00dc8462245832083facac574ce663b612ea73cd625",
)
"""The package has no file of authors; its README names them and their parts."""

FILES = (WASM, LOADER, LICENCE, CREDITS)

BIN = Path(__file__).resolve().parent / "bin"
"""Where the build puts the files: never committed, always in wheel and sdist."""
