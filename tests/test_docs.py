"""The documentation: its generated page is up to date, and every public name has a place."""

from __future__ import annotations

import re
import runpy
import shutil
from pathlib import Path
from typing import Any

import pytest

import chessnb

DOCS = Path(__file__).resolve().parents[1] / "docs"
SHOWN = set(
    re.findall(
        r"^::: chessnb\.(\S+)$", "\n".join(p.read_text() for p in DOCS.glob("api/*.md")), re.M
    )
)
GUIDES = sorted(DOCS.glob("guides/*.md"))
PLACES = {name.rsplit(".", 1)[-1] for name in SHOWN}


def test_the_page_of_tables_is_what_the_contract_says() -> None:
    page = runpy.run_path(str(DOCS / "tables_page.py"))["page"]()
    assert (DOCS / "tables.md").read_text(encoding="utf-8") == page


@pytest.mark.parametrize("name", sorted({*chessnb.__all__, "open"} - {"schema"}))
def test_every_public_name_is_in_the_reference(name: str) -> None:
    shown = PLACES | {"ChessnbError", "AnalysisInterrupted"}  # these are members of `errors`
    assert name in shown


def test_the_pages_of_the_reference_are_in_the_menu() -> None:
    menu = (DOCS.parent / "mkdocs.yml").read_text()
    assert [p.name for p in DOCS.glob("api/*.md") if f"api/{p.name}" not in menu] == []
    assert [p.name for p in GUIDES if f"guides/{p.name}" not in menu] == []


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.stem)
def test_every_python_block_of_a_guide_runs(
    guide: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In order, in one namespace, from a folder with the example games; with a smaller effort."""
    shutil.copytree(DOCS.parent / "notebooks" / "games", tmp_path / "notebooks" / "games")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    text = re.sub(r"<!-- not run[^>]*-->\n```python\n", "```\n", guide.read_text(encoding="utf-8"))
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert len(blocks) >= 3
    for block in blocks:
        small = block.replace('effort="quick"', 'nodes=2_000, engine="bundled"')
        exec(compile(small, guide.name, "exec"), names)


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.stem)
def test_links_of_a_guide_lead_somewhere(guide: Path) -> None:
    links = re.findall(r"\]\((\.\./[^)#]+)\)", guide.read_text(encoding="utf-8"))
    placed = [link.replace("../notebooks/", "../../notebooks/") for link in links]
    assert [link for link in placed if not (guide.parent / link).exists()] == []
