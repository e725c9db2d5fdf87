"""Derive the table of ``wasm_abi`` from the loader that comes with the engine.

``python -m chessnb.engine.derive_abi [LOADER.js ENGINE.wasm]`` reads the package's own JavaScript
loader (by default the bundled one), prints the table, and ends with 1 where it differs from the
recorded one. For a new Stockfish: change ``bundle.py``, build, run this, put the printed table
into ``wasm_abi.py``, run the tests.
"""

from __future__ import annotations

import hashlib
import pprint
import re
import sys
from pathlib import Path

from chessnb.engine import bundle
from chessnb.engine.wasm_abi import ABI, Abi

__all__ = ["derive"]

_ROLES = {
    "abort": r"^\w+\(\"\"\)$",
    "exit": r"^\w+\(\w\)$",
    "grow_heap": r"\.grow\(",
    "clock_gettime": r"Date\.now\(\)",
    "memcpy": r"\.copyWithin\(",
    "call_script": r"\.apply\(null,",
    "sleep": r"setTimeout\(",
    "environ_get": r"\.charCodeAt\(",
    "environ_sizes_get": r"\.length,.*\+=\w\.length\+1",
    "fd_write": r"\.push\(\w\).*\+=",
}
"""What gives a function away: something of its body that the compiler does not rename."""

_EXPORTS = {
    "construct": "___wasm_call_ctors",
    "main": "_main",
    "command": "_command",
    "stack_save": "stackSave",
    "stack_restore": "stackRestore",
    "stack_alloc": "stackAlloc",
}
"""The loader hangs its exports on its module object under their full names."""


def derive(loader: str, sha256: str) -> Abi:
    """Return the table for one engine file.

    Parameters
    ----------
    loader
        The text of the JavaScript loader.
    sha256
        The hash of the WebAssembly file that it loads.

    Raises
    ------
    ValueError
        If the loader is not built as expected, and the table has to be made by hand.
    """
    module, table = _find_imports(loader)
    imports = {name: _role(body) for name, body in _functions(table)}
    missing = sorted(_ROLES.keys() - imports.values())
    if missing:
        raise ValueError(f"the loader's imports do not show which is {', '.join(missing)}")
    exports = {"memory": _search(r"=(?:\w+)\.asm\.(\w+),\w+\(\),", loader, "memory")}
    for role, name in _EXPORTS.items():
        exports[role] = _search(rf"\.{name}=function\(\).{{0,60}}?\.asm\.(\w+)\)", loader, name)
    return Abi(sha256, module, dict(sorted(imports.items())), exports)


def _find_imports(loader: str) -> tuple[str, str]:
    """Return the import module's name and the text of its table of functions."""
    found = re.search(r"=\{(\w+):(\w+)\};if\(\w+\+\+,", loader)
    table = re.search(rf"\b{found[2]}=(?=\{{)", loader) if found else None
    if found is None or table is None:
        raise ValueError("the loader does not show under which name it passes its imports")
    return found[1], _braced(loader, table.end())


def _functions(table: str) -> list[tuple[str, str]]:
    """Return name and body of each entry; one without a body names a function elsewhere."""
    entries: list[tuple[str, str]] = []
    position = 0
    entry = re.compile(r",?(\w+):(?:function\([\w,]*\)(?=\{)|(\w+))")
    while found := entry.match(table, position):
        body = "" if found[2] else _braced(table, found.end())
        entries.append((found[1], body))
        position = found.end() + (len(body) + 2 if not found[2] else 0)
    return entries


def _braced(text: str, start: int) -> str:
    """Return what is between the brace at this place and the one that closes it."""
    depth = 0
    for position in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[position], 0)
        if not depth:
            return text[start + 1 : position]
    raise ValueError("the loader's braces do not close")


def _role(body: str) -> str:
    return next((role for role, mark in _ROLES.items() if re.search(mark, body)), "nothing")


def _search(pattern: str, loader: str, what: str) -> str:
    found = re.search(pattern, loader)
    if found is None:
        raise ValueError(f"the loader does not show which export is {what}")
    return found[1]


def _main(arguments: list[str]) -> int:
    default = [str(bundle.BIN / bundle.LOADER.name), str(bundle.BIN / bundle.WASM.name)]
    loader, engine = arguments or default
    sha256 = hashlib.sha256(Path(engine).read_bytes()).hexdigest()
    table = derive(Path(loader).read_text(encoding="utf-8"), sha256)
    pprint.pprint(table, sort_dicts=False)  # noqa: T203
    return 0 if table == ABI else 1


if __name__ == "__main__":
    sys.exit(_main(sys.argv[1:]))
