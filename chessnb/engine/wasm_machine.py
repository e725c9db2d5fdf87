"""The bundled engine as an object: commands in, text out, over wasmtime."""

from __future__ import annotations

import ctypes
import hashlib
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import wasmtime

from chessnb.engine.wasm_abi import ABI
from chessnb.engine.wasm_cache import load_module
from chessnb.engine.wasm_clock import Clock

__all__ = ["CAN_RUN_UNRESERVED", "EngineExit", "Machine", "WrongFileError", "read_code"]

CAN_RUN_UNRESERVED = hasattr(wasmtime.Config, "memory_reservation")
"""Whether this wasmtime can do without reserving four gigabytes of addresses."""

_PAGE = 65536
_HEAP_LIMIT = 1 << 31
_HEADROOM = 1.2
_MASK = 0xFFFFFFFF
_LONGEST_LINE = 1 << 16
"""Bytes of one command: it is passed on the engine's own stack."""


class EngineExit(Exception):
    """The engine ended itself; :attr:`code` is its exit code."""

    def __init__(self, code: int) -> None:
        super().__init__(f"the engine exited with code {code}")
        self.code = code


class WrongFileError(Exception):
    """The WebAssembly file is not the one that the table of names was made for."""


def read_code(path: Path) -> bytes:
    """Read the WebAssembly file and check that it is the one that the table belongs to."""
    try:
        code = path.read_bytes()
    except OSError as error:
        raise WrongFileError(
            f"the bundled engine {path} cannot be read ({error.strerror}): reinstall chessnb"
        ) from error
    found = hashlib.sha256(code).hexdigest()
    if found != ABI.sha256:
        raise WrongFileError(
            f"the bundled engine {path} has sha256 {found}, expected {ABI.sha256}: it is damaged "
            "or of another version. Reinstall chessnb"
        )
    return code


class Machine:
    """One running engine.

    Parameters
    ----------
    code
        The WebAssembly file's content.
    write
        Called with the file number (1 output, 2 errors) and the bytes that the engine writes.
    pause
        Called with a number of milliseconds again and again while a search runs; commands may be
        given from inside it.
    """

    def __init__(
        self, code: bytes, write: Callable[[int, bytes], None], pause: Callable[[int], None]
    ) -> None:
        self._write = write
        self._pause = pause
        try:
            exports = self._load(code)
        except wasmtime.WasmtimeError:
            if not CAN_RUN_UNRESERVED:
                raise
            # The address space is limited (ulimit -v): without reserving room it is slower.
            exports = self._load(code, reserve=False)
        self._exports: dict[str, Any] = {role: exports[name] for role, name in ABI.exports.items()}
        self._memory: wasmtime.Memory = self._exports["memory"]
        self._clock.write_to(self._memory, self._store)
        self._start()

    def command(self, line: str) -> None:
        """Give one UCI line; a ``go`` returns when the search has ended.

        Raises
        ------
        ValueError
            The line is longer than the engine's stack can take.
        EngineExit
            The engine ended itself.
        """
        text = line.encode().replace(b"\0", b"") + b"\0"
        if len(text) > _LONGEST_LINE:
            raise ValueError(f"a command of {len(text)} bytes is longer than {_LONGEST_LINE}")
        stack = self._call("stack_save")
        self._call("command", self._put(text))
        self._call("stack_restore", stack)

    def _load(self, code: bytes, *, reserve: bool = True) -> Any:
        configuration = wasmtime.Config()
        if not reserve:
            configuration.memory_reservation = 0
            configuration.memory_guard_size = 0
        engine = wasmtime.Engine(configuration)
        module = load_module(engine, code, variant="" if reserve else "-unreserved")
        self._store = wasmtime.Store(engine)
        self._clock = Clock.of(self._store)
        functions = [self._import(entry) for entry in module.imports]
        return wasmtime.Instance(self._store, module, functions).exports(self._store)

    def _start(self) -> None:
        self._call("construct")
        name = self._put(b"stockfish\0")
        self._call("main", 1, self._put(struct.pack("<II", name, 0)))

    def _call(self, role: str, *arguments: int) -> Any:
        return self._exports[role](self._store, *arguments)

    def _put(self, data: bytes) -> int:
        pointer = self._call("stack_alloc", len(data)) & _MASK
        self._memory.write(self._store, data, pointer)
        return pointer

    # What the engine asks of its surroundings, one method for each role of the table.

    def _import(self, entry: wasmtime.ImportType) -> wasmtime.Func:
        role = ABI.imports[entry.name or ""]
        if role == "clock_gettime":
            return self._clock.function
        kind = entry.type
        if not isinstance(kind, wasmtime.FuncType):
            raise WrongFileError(f"the bundled engine's import {entry.name!r} is no function")
        return wasmtime.Func(self._store, kind, getattr(self, f"_on_{role}"))

    def _on_nothing(self, *_arguments: int) -> int:
        return 0

    def _on_call_script(self, *_arguments: int) -> None:
        return None

    def _on_abort(self) -> None:
        raise EngineExit(134)

    def _on_exit(self, code: int) -> None:
        raise EngineExit(code)

    def _on_sleep(self, milliseconds: int) -> None:
        self._pause(milliseconds)

    def _on_memcpy(self, target: int, source: int, size: int) -> int:
        base = ctypes.addressof(self._memory.data_ptr(self._store).contents)
        ctypes.memmove(base + (target & _MASK), base + (source & _MASK), size)
        return target

    def _on_grow_heap(self, wanted: int) -> int:
        """Grow with headroom where it can be had, so that not every allocation has to grow."""
        wanted &= _MASK
        size = self._memory.data_len(self._store)
        for target in (min(int(size * _HEADROOM), _HEAP_LIMIT), wanted):
            if wanted <= target <= _HEAP_LIMIT and self._grow(target - size):
                return 1
        return 0

    def _grow(self, missing: int) -> bool:
        try:
            self._memory.grow(self._store, -(-missing // _PAGE))
        except wasmtime.WasmtimeError:
            return False
        return True

    def _on_environ_get(self, _pointers: int, _text: int) -> int:
        return 0

    def _on_environ_sizes_get(self, count: int, size: int) -> int:
        for pointer in (count, size):
            self._memory.write(self._store, struct.pack("<I", 0), pointer)
        return 0

    def _on_fd_write(self, file: int, vectors: int, count: int, written: int) -> int:
        table = bytes(self._memory.read(self._store, vectors, vectors + 8 * count))
        text = b"".join(
            bytes(self._memory.read(self._store, pointer, pointer + size))
            for pointer, size in struct.iter_unpack("<II", table)
        )
        self._write(file, text)
        self._memory.write(self._store, struct.pack("<I", len(text)), written)
        return 0
