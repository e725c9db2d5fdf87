"""The example notebooks: clean as committed, and running from top to bottom."""

from __future__ import annotations

import ast
import json
import re
import shutil
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

import chessnb

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
LONG = {"3-a-season-of-games", "4-build-a-lesson", "6-engines-and-scale"}
"""Those that analyse many games, start clusters, or execute notebooks of their own."""

NODES = "1_000"
"""The effort of these runs; the committed one is run by `.ci/run_notebooks.py`."""

by_name = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def read(path: Path) -> nbformat.NotebookNode:
    return nbformat.read(path, as_version=4)


def with_small_effort(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """Set the number of nodes in the one cell that says it."""
    for cell in notebook.cells:
        if "parameters" in cell.metadata.get("tags", []):
            cell.source = re.sub(r"^NODES = [\d_]+", f"NODES = {NODES}", cell.source, flags=re.M)
    return notebook


def run(path: Path, folder: Path) -> nbformat.NotebookNode:
    copy = folder / "notebooks"
    shutil.copytree(FOLDER, copy)
    resources = {"metadata": {"path": str(copy)}}
    notebook = with_small_effort(read(path))
    return NotebookClient(notebook, timeout=300, resources=resources).execute()


def test_they_are_numbered() -> None:
    assert [path.stem[0] for path in NOTEBOOKS] == list("123456"[: len(NOTEBOOKS)])


@by_name
def test_it_is_clean_as_committed(path: Path) -> None:
    notebook = read(path)
    nbformat.validate(notebook)
    assert set(notebook.metadata) == {"kernelspec", "language_info"}
    assert notebook.metadata.kernelspec.name == "python3"
    for cell in notebook.cells:
        assert cell.cell_type == "markdown" or not (cell.outputs or cell.execution_count)
    assert path.stat().st_size < 24_000


@by_name
def test_its_cells_are_small_and_explained(path: Path) -> None:
    """Little code, text before it, the effort in one cell, and no place of one machine."""
    cells = read(path).cells
    assert cells[0].cell_type == "markdown" and cells[0].source.startswith("# ")
    code = [cell for cell in cells if cell.cell_type == "code"]
    assert max(len(cell.source.splitlines()) for cell in code) <= 24
    efforts = [c for c in code if re.search(r"^NODES =", c.source, re.M)]
    assert len(efforts) == ("NODES" in "".join(c.source for c in code))
    assert not re.search(r"/(?:home|tmp|root)/|[A-Z]:\\\\", "".join(c.source for c in cells))


@by_name
def test_its_code_is_python(path: Path) -> None:
    for cell in read(path).cells:
        if cell.cell_type == "code" and not cell.source.startswith("%"):
            ast.parse(re.sub(r"^%.*$", "", cell.source, flags=re.M))


@pytest.mark.parametrize(
    "path", [p for p in NOTEBOOKS if p.stem not in LONG], ids=lambda path: path.stem
)
def test_it_runs(path: Path, tmp_path: Path) -> None:
    run(path, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("path", [p for p in NOTEBOOKS if p.stem in LONG], ids=lambda p: p.stem)
def test_a_long_one_runs(path: Path, tmp_path: Path) -> None:
    run(path, tmp_path)


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.chessnb")), ids=lambda path: path.stem)
def test_a_stored_analysis_opens(path: Path) -> None:
    """The first picture needs no engine; the file names no place on the machine that made it."""
    analysis = chessnb.load(path)
    assert analysis.complete
    assert "/" not in json.dumps(analysis.provenance["engine"])
    assert path.stat().st_size < 100_000
    assert analysis.game.game_id == chessnb.read_game(path.with_suffix(".pgn")).game_id


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.pgn")), ids=lambda path: path.stem)
def test_the_games_are_sound(path: Path) -> None:
    for game in chessnb.read_games(path):
        assert game.complete and not game.warnings and game.result != "*"
