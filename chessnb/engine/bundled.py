"""The engine that comes with chessnb, as something to start."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

from chessnb.engine import bundle
from chessnb.engine.digest import file_digest
from chessnb.engine.spec import EngineSpec
from chessnb.errors import EngineError

__all__ = ["bundled_engine"]


def bundled_engine() -> EngineSpec:
    """Return the bundled engine, after a look at its file.

    Raises
    ------
    EngineError
        Of the kind ``"damaged"`` where its file is missing or another one, of the kind
        ``"not-found"`` where nothing can run it.
    """
    path = bundle.BIN / bundle.WASM.name
    if not path.is_file():
        raise EngineError(
            f"The bundled engine {str(path)!r} is missing: reinstall chessnb (in a source folder "
            "pip install -e . builds it in)",
            kind="damaged",
        )
    if file_digest(path) != bundle.WASM.sha256:
        raise EngineError(
            f"The bundled engine {str(path)!r} is damaged (its sha256 is {file_digest(path)}, "
            f"expected {bundle.WASM.sha256}): reinstall chessnb",
            kind="damaged",
        )
    if importlib.util.find_spec("wasmtime") is None:
        raise EngineError(
            "The bundled engine needs the package 'wasmtime': pip install wasmtime, or install "
            "Stockfish and name it as the engine",
            kind="not-found",
        )
    if not sys.executable:
        raise EngineError(
            "The bundled engine is started with this process's Python, and sys.executable does "
            "not say where that is: install Stockfish and name it as the engine",
            kind="not-found",
        )
    # By path: the child finds chessnb and wasmtime also where only this process's sys.path knows
    # them. -P: nothing in the folder of a notebook may stand in for one of our modules.
    script = Path(__file__).with_name("wasm.py")
    command = (sys.executable, "-P", str(script))
    return EngineSpec(command, bundle.NAME, path, bundled=True, found="bundled")
