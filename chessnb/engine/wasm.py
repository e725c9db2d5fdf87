"""The bundled engine as a UCI program: ``python -P -m chessnb.engine.wasm``.

It reads commands from standard input and answers on standard output like any UCI engine. It ends
with code 0 on ``quit``, at the end of its input, and when its parent process is gone.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

if not __package__:
    # Started by its path, as ``locate`` does, from a chessnb that is on the parent's module path
    # only. At the end of the path, so that nothing beside chessnb can stand in for a module.
    sys.path.append(str(Path(__file__).resolve().parents[2]))

import wasmtime

from chessnb.engine import bundle
from chessnb.engine.wasm_host import Host
from chessnb.engine.wasm_machine import WrongFileError, read_code

__all__ = ["main"]


def main() -> int:
    """Run until ``quit`` or the end of the input, and return the exit code."""
    # A Ctrl-C at a terminal ends the program without a traceback out of the middle of a search.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        code = read_code(bundle.BIN / bundle.WASM.name)
        return Host(code).run()
    except WrongFileError as error:
        print(error, file=sys.stderr)  # noqa: T201
        return os.EX_DATAERR if os.name == "posix" else 65
    except (wasmtime.WasmtimeError, wasmtime.Trap) as error:
        print(f"the bundled engine stopped: {error}", file=sys.stderr)  # noqa: T201
        return os.EX_SOFTWARE if os.name == "posix" else 70


if __name__ == "__main__":
    exit_code = main()
    sys.stderr.flush()
    # The reader thread waits in a read that nothing can interrupt: leave without waiting for it.
    os._exit(exit_code)
