"""Write ``docs/tables.md`` from the tables' contract: ``python docs/tables_page.py``."""

from __future__ import annotations

from pathlib import Path

from chessnb.schema import TABLES, Column, Table

PAGE = Path(__file__).with_name("tables.md")
INTRODUCTION = """\
# Tables and columns

Made from `chessnb.schema` by `docs/tables_page.py`; every table is checked against the same
contract. Missing is missing (`pandas.NA`): never 0, never an empty text. Centipawns and moves to
mate are White's view, and of each such pair one is missing; win probabilities lie in [0, 1],
accuracies in [0, 100], times in seconds. Across several games, the index begins with `game_id`.
"""


def kind(column: Column) -> str:
    """Say what values a column has."""
    if column.categories:
        order = "ordered: " if column.ordered else ""
        return f"category ({order}{', '.join(column.categories)})"
    if column.bounds and column.bounds[1] <= 100:
        return f"{column.dtype}, {column.bounds[0]:g} to {column.bounds[1]:g}"
    return column.dtype


def section(table: Table) -> str:
    """Write one table's part of the page."""
    index = ", ".join(f"`{name}`" for name in table.index)
    lines = [
        f"## {table.name}",
        "",
        table.doc + (f" Index: {index}." if index else ""),
        "",
        "| column | values | meaning |",
        "|---|---|---|",
    ]
    lines += [f"| `{c.name}` | {kind(c)} | {c.meaning} |" for c in table.columns]
    return "\n".join(lines)


def page() -> str:
    """Give the whole page."""
    return "\n\n".join([INTRODUCTION.strip(), *(section(t) for t in TABLES.values())]) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
