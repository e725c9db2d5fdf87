"""Execute every notebook from top to bottom, in a copy, and check that none carries outputs."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parents[1]


def check_stripped(path: Path) -> None:
    """Refuse outputs, counts and widget state in a committed notebook."""
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    for cell in notebook.cells:
        if cell.cell_type == "code" and (cell.outputs or cell.execution_count):
            raise SystemExit(f"{path.name} carries outputs: strip them")
    if "widgets" in notebook.metadata:
        raise SystemExit(f"{path.name} carries widget state: strip it")


def execute(path: Path) -> None:
    """Run a notebook in its folder."""
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=600, resources={"metadata": {"path": path.parent}}).execute()
    sys.stdout.write(f"ran {path.name}\n")


if __name__ == "__main__":
    sources = sorted((ROOT / "notebooks").glob("*.ipynb"))
    for source in sources:
        check_stripped(source)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "notebooks"
        shutil.copytree(ROOT / "notebooks", copy)
        for source in sources:
            execute(copy / source.name)
