"""The picture of the architecture, held: a stage imports only stages to its left."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import chessnb

PACKAGE = Path(chessnb.__file__).parent

STAGES = [
    {"errors", "schema", "threads", "user_folder"},
    {"games"},
    {"engine"},
    {"scoring"},
    {
        "analysis", "background", "facts", "file_evaluations", "jobs", "notation",
        "plain_values", "plan", "players", "progress", "runner", "tables",
    },
    {"batch", "dumps", "game_rows", "library", "season"},
    {"palette", "charts"},
    {"widgets", "export", "coach", "magic", "cli", "__main__", "nested", "notebooks", "versions"},
]  # fmt: skip
STAGE = {name: number for number, names in enumerate(STAGES) for name in names}

FACADE = {
    ("games", "tables"): "Game.moves gives the columns that need no engine",
    ("games", "facts"): "Game.moves gives the columns that need no engine",
    ("games", "export"): "a Game shows its board and headers",
    ("analysis", "export"): "Analysis writes and shows itself",
    ("analysis", "widgets"): "Analysis.view",
    ("analysis", "coach"): "Analysis.moments",
    ("plan", "library"): "analyze(library=...) saves what it finished",
    ("library", "export"): "a library stores what the archive writes, and writes CSV",
}


def imports() -> Iterator[tuple[Path, str, str, bool]]:
    """Yield (file, importing part, imported part, whether inside a function)."""
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        if parts[0] in ("__init__", "_build") or "node_modules" in parts:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        inner = {
            id(node)
            for function in ast.walk(tree)
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
            for node in ast.walk(function)
        }
        typing_only = {
            id(node)
            for block in ast.walk(tree)
            if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
            for node in ast.walk(block)
        }
        for node in ast.walk(tree):
            if id(node) not in typing_only:
                for name in _names(node):
                    yield path, parts[0], name, id(node) in inner


def _names(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.ImportFrom):
        if node.module == "chessnb":
            yield from (alias.name for alias in node.names)
        elif (node.module or "").startswith("chessnb."):
            yield str(node.module).split(".")[1]
    elif isinstance(node, ast.Import):
        yield from (
            alias.name.split(".")[1] for alias in node.names if alias.name.startswith("chessnb.")
        )


def test_every_part_has_a_stage() -> None:
    parts = {path.stem for path in PACKAGE.glob("*.py")} | {
        path.name for path in PACKAGE.iterdir() if path.is_dir() and (path / "__init__.py").exists()
    }
    assert parts - {"__init__", "_build"} <= set(STAGE)


def test_stages_import_only_to_their_left() -> None:
    wrong = []
    for path, part, imported, inside in imports():
        if imported not in STAGE or STAGE[imported] <= STAGE[part]:
            continue
        if not (inside and (part, imported) in FACADE):
            wrong.append(f"{path.relative_to(PACKAGE)} imports chessnb.{imported}")
    assert not wrong


def test_every_exception_is_used() -> None:
    used = {
        (part, imported)
        for _, part, imported, inside in imports()
        if inside and STAGE.get(imported, 0) > STAGE[part]
    }
    assert set(FACADE) <= used


def test_only_one_helper_imports_nest_asyncio() -> None:
    users = [
        path.name
        for path in PACKAGE.rglob("*.py")
        if "node_modules" not in path.parts
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import) and any(a.name == "nest_asyncio" for a in node.names)
    ]
    assert users == ["nested.py"]
