"""The clock of the bundled engine, without a call into Python.

A search with a node limit asks for the time about a thousand times, however small the limit is, and
a call from WebAssembly into Python takes as long as twenty positions. So two small modules stand
between: one that the engine is linked to, and one that is made once the engine's memory is there
and writes the time of the runtime's own clock into it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import wasmtime

__all__ = ["Clock"]

_ASKED = """
(module
  (type $clock (func (param i32 i32) (result i32)))
  (table (export "table") 1 funcref)
  (func (export "clock") (param $kind i32) (param $at i32) (result i32)
    (call_indirect (type $clock) (local.get $kind) (local.get $at) (i32.const 0))))
"""

# The runtime's clock counts nanoseconds in 64 bits; the engine wants seconds and nanoseconds.
_TELLING = """
(module
  (import "wasi_snapshot_preview1" "clock_time_get"
    (func $now (param i32 i64 i32) (result i32)))
  (import "engine" "memory" (memory 1))
  (export "memory" (memory 0))
  (func (export "clock") (param $kind i32) (param $at i32) (result i32)
    (local $time i64)
    (drop (call $now (i32.ne (local.get $kind) (i32.const 0)) (i64.const 1) (local.get $at)))
    (local.set $time (i64.load (local.get $at)))
    (i32.store (local.get $at)
      (i32.wrap_i64 (i64.div_u (local.get $time) (i64.const 1000000000))))
    (i32.store offset=4 (local.get $at)
      (i32.wrap_i64 (i64.rem_u (local.get $time) (i64.const 1000000000))))
    (i32.const 0)))
"""


@dataclass(frozen=True)
class Clock:
    """What an engine asks for the time.

    Attributes
    ----------
    function : wasmtime.Func
        To be linked to the engine: takes which clock (0 the calendar's, else one that only runs
        forwards) and where two 32-bit numbers go, seconds and nanoseconds; gives 0.
    """

    function: wasmtime.Func
    _table: wasmtime.Table

    @classmethod
    def of(cls, store: wasmtime.Store) -> Clock:
        """A clock for an engine that is about to be made."""
        module = wasmtime.Module(store.engine, _ASKED)
        made = wasmtime.Instance(store, module, []).exports(store)
        return cls(cast("wasmtime.Func", made["clock"]), cast("wasmtime.Table", made["table"]))

    def write_to(self, memory: wasmtime.Memory, store: wasmtime.Store) -> None:
        """Have the time written into this memory from now on."""
        store.set_wasi(wasmtime.WasiConfig())
        linker = wasmtime.Linker(store.engine)
        linker.define_wasi()
        linker.define(store, "engine", "memory", memory)
        made = linker.instantiate(store, wasmtime.Module(store.engine, _TELLING)).exports(store)
        self._table.set(store, 0, made["clock"])
