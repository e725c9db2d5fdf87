"""What the README shows runs, and what it names is there."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from chessnb.schema import TABLES

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)
LINKS = re.findall(r"\]\(([^)#]+)\)|(?:src|srcset)=\"([^\"]+)\"", TEXT)


def test_every_python_block_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In order, in one namespace, from the repository's folder; with a smaller effort."""
    shutil.copytree(ROOT / "notebooks" / "games", tmp_path / "notebooks" / "games")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for block in BLOCKS:
        small = block.replace(', engine="bundled"', "").replace(
            'effort="quick"', 'nodes=2_000, engine="bundled", progress=False'
        )
        exec(compile(small, "README.md", "exec"), names)
    assert (tmp_path / "moves.csv").is_file() and (tmp_path / "opera.html").is_file()
    names["view"].close()


@pytest.mark.parametrize("name", ["install", "test"])
def test_the_marked_commands(name: str) -> None:
    assert re.search(rf"<!-- command: {name} -->\n```sh\n", TEXT)


def test_links_lead_to_files() -> None:
    targets = [first or second for first, second in LINKS]
    local = [target for target in targets if "://" not in target]
    assert local
    assert [target for target in local if not (ROOT / target).exists()] == []


def test_the_columns_shown_exist() -> None:
    table = TEXT.split("## The columns you will use most")[1].split("\n## ")[0]
    rows = [row for row in table.splitlines() if row.startswith("| `")][1:]
    shown = [name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])]
    assert len(shown) > 10
    assert set(shown) <= set(TABLES["moves"].names)
