"""The boundary of the bundled WebAssembly file: what its one-letter names stand for.

The compiler shortens all names, and the next build may deal them out anew; so this table belongs
to exactly one file, named by its hash, and the host refuses every other. For a new Stockfish,
change ``bundle.py``, run ``python -m chessnb.engine.derive_abi`` on the package's loader, and put
what it prints here.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["ABI", "Abi"]


class Abi(NamedTuple):
    """The names of one file: import name → role, and role → export name."""

    sha256: str
    module: str
    imports: dict[str, str]
    exports: dict[str, str]


ABI = Abi(
    sha256="57ac2d72312aba346760e3f173f687a8c211208e97a87268436f7f0e10bb5387",
    module="a",
    imports={
        "a": "abort",  # ()
        "b": "exit",  # (code)
        "c": "grow_heap",  # (wanted bytes) -> 1 or 0
        "d": "nothing",
        "e": "nothing",
        "f": "nothing",
        "g": "nothing",
        "h": "clock_gettime",  # (kind, pointer to two i32: seconds, nanoseconds) -> 0
        "i": "memcpy",  # (to, from, bytes)
        "j": "call_script",  # tells the page that a search has ended; nobody here listens
        "k": "sleep",  # (milliseconds), again and again while a search runs
        "l": "nothing",
        "m": "nothing",
        "n": "environ_get",  # (pointers, text) -> 0
        "o": "environ_sizes_get",  # (pointer to count, pointer to size) -> 0
        "p": "fd_write",  # (file, vectors, how many, pointer to written) -> 0
        "q": "nothing",
    },
    exports={
        "memory": "r",
        "construct": "s",  # ()
        "main": "t",  # (argc, argv) -> code
        "command": "u",  # (pointer to one UCI line, ending with 0)
        "stack_save": "A",  # () -> pointer
        "stack_restore": "B",  # (pointer)
        "stack_alloc": "C",  # (bytes) -> pointer
    },
)
