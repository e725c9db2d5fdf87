"""The compiled form of the bundled engine, kept between starts.

Compiling takes more than a second, loading what was compiled some ten milliseconds. What is loaded
is native code and runs unchecked, so it comes only from a directory and a file that belong to
this user alone, and only with the checksum that was written with it. Whatever is wrong with the
cache, the engine starts without it.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import platform
import stat
import tempfile
from pathlib import Path

import wasmtime

from chessnb import user_folder

__all__ = ["cache_folder", "load_module"]

_DIGEST_SIZE = hashlib.sha256().digest_size
_KEPT = 4
"""Compiled files kept: one per engine, wasmtime version and processor type."""


def cache_folder() -> Path:
    """Return the directory of compiled engines (it need not exist)."""
    return user_folder.cache_folder() / "compiled"


def load_module(
    engine: wasmtime.Engine, code: bytes, folder: Path | None = None, variant: str = ""
) -> wasmtime.Module:
    """Return the compiled module of some WebAssembly, from the cache where it is there.

    Parameters
    ----------
    engine
        The wasmtime engine that will run it.
    code
        The WebAssembly file's content.
    folder
        The cache directory; by default :func:`cache_folder`.
    variant
        What sets the engine's configuration apart from others of the same wasmtime.
    """
    path = (folder or cache_folder()) / _name(code, variant)
    module = _read(engine, path)
    if module is None:
        module = wasmtime.Module(engine, code)
        _write(path, bytes(module.serialize()))
    return module


def _name(code: bytes, variant: str) -> str:
    content = hashlib.sha256(code).hexdigest()[:16]
    machine = f"{platform.system()}-{platform.machine()}".lower()
    return f"{content}-{_wasmtime_version()}-{machine}{variant}.compiled"


def _wasmtime_version() -> str:
    # importlib.metadata would take a tenth of the whole start. Where this finds nothing, nothing
    # is lost: wasmtime itself refuses what another version compiled.
    packages = Path(wasmtime.__file__).resolve().parents[1]
    return next((path.stem for path in packages.glob("wasmtime-*.dist-info")), "wasmtime")


def _read(engine: wasmtime.Engine, path: Path) -> wasmtime.Module | None:
    try:
        if not _is_ours(path.parent) or not _is_ours(path):
            return None
        content = path.read_bytes()
    except OSError:
        return None
    digest, compiled = content[:_DIGEST_SIZE], content[_DIGEST_SIZE:]
    if hashlib.sha256(compiled).digest() != digest:
        return None
    try:
        return wasmtime.Module.deserialize(engine, compiled)
    except wasmtime.WasmtimeError:
        # Compiled for another processor: a home directory shared between machines.
        return None


def _write(path: Path, compiled: bytes) -> None:
    """Write aside and move into place: two processes may start together."""
    temporary = None
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _make_private(path.parent):
            return
        handle, temporary = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "wb") as stream:
            stream.write(hashlib.sha256(compiled).digest() + compiled)
        Path(temporary).replace(path)
        _drop_oldest(path.parent)
    except OSError:
        # A full disk, a read-only home, on Windows a file that another process has open.
        if temporary is not None:
            with contextlib.suppress(OSError):
                Path(temporary).unlink()


def _drop_oldest(folder: Path) -> None:
    files = sorted(folder.glob("*.compiled"), key=lambda file: file.stat().st_mtime, reverse=True)
    for file in files[_KEPT:]:
        file.unlink(missing_ok=True)


def _is_ours(path: Path) -> bool:
    """Tell whether a directory or file is this user's and nobody else's to write."""
    if os.name == "nt":
        # The user's local application data are private there by inheritance.
        return path.exists()
    status = path.lstat()
    is_real = stat.S_ISDIR(status.st_mode) or stat.S_ISREG(status.st_mode)
    return is_real and status.st_uid == os.geteuid() and not status.st_mode & 0o022


def _make_private(folder: Path) -> bool:
    if os.name == "nt":
        return True
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid():
        return False
    folder.chmod(0o700)
    return True
