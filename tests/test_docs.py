"""The documentation: its generated page is up to date, and every public name has a place."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

import chessnb

DOCS = Path(__file__).resolve().parents[1] / "docs"
SHOWN = set(
    re.findall(
        r"^::: chessnb\.(\S+)$", "\n".join(p.read_text() for p in DOCS.glob("api/*.md")), re.M
    )
)
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
