"""The example notebooks that travel with the package."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from chessnb.errors import ChessnbError, FileError, MissingExtraError

__all__ = ["copy_notebooks", "notebook_source", "open_lab"]

_RECORD = ".chessnb-notebooks.json"
"""What was copied, by hash: a file that still has it was not edited and may be renewed."""

_SUFFIXES = {".ipynb", ".pgn", ".chessnb", ".md"}


def notebook_source() -> Path:
    """Give the folder of the notebooks: in the wheel, or in the source tree."""
    package = Path(__file__).parent
    for folder in (package / "_notebooks", package.parent / "notebooks"):
        if folder.is_dir():
            return folder
    raise ChessnbError("the example notebooks are missing: reinstall chessnb")


def copy_notebooks(folder: Path) -> list[tuple[str, str]]:
    """Copy the notebooks and their games to a folder, never over a user's edits.

    Returns
    -------
    list of (str, str)
        File name and what became of it: ``"copied"``, ``"renewed"`` (a later version of a file
        that was not edited), ``"unchanged"``, or ``"kept, you edited it"``.

    Raises
    ------
    FileError
        The folder cannot be written.
    """
    source = notebook_source()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        record = _read_record(folder)
        report = [_copy(source / name, folder / name, name, record) for name in _names(source)]
        (folder / _RECORD).write_text(json.dumps(record, indent=1), encoding="utf-8")
    except OSError as error:
        raise FileError(f"cannot copy the notebooks to {str(folder)!r}: {error}") from error
    return report


def _names(source: Path) -> Iterator[str]:
    for path in sorted(source.rglob("*")):
        if path.suffix in _SUFFIXES and ".ipynb_checkpoints" not in path.parts:
            yield path.relative_to(source).as_posix()


def _read_record(folder: Path) -> dict[str, str]:
    try:
        record = json.loads((folder / _RECORD).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return record if isinstance(record, dict) else {}


def _copy(source: Path, target: Path, name: str, record: dict[str, str]) -> tuple[str, str]:
    content = source.read_bytes()
    if target.exists():
        present = target.read_bytes()
        if present == content:
            record[name] = _digest(content)
            return name, "unchanged"
        if record.get(name) != _digest(present):
            return name, "kept, you edited it"
    what = "renewed" if target.exists() else "copied"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)
    record[name] = _digest(content)
    return name, what


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def open_lab(folder: Path, arguments: Sequence[str] = ()) -> int:
    """Run JupyterLab in a folder, with arguments of its own, until it ends; its exit code.

    Raises
    ------
    MissingExtraError
        JupyterLab is not installed.
    """
    if importlib.util.find_spec("jupyterlab") is None:
        raise MissingExtraError("jupyterlab", "lab", "chessnb lab")
    # -P: a notebook named like a module must not stand in its way.
    return subprocess.call([sys.executable, "-P", "-m", "jupyterlab", *arguments], cwd=folder)
