"""Check that a wheel and an sdist hold what a user needs, and nothing that they do not."""

from __future__ import annotations

import sys
import tarfile
import zipfile
from pathlib import Path

NEEDED = [
    "chessnb/engine/bin/stockfish-19-lite-single.wasm",
    "chessnb/widgets/static/",
    "chessnb/_notebooks/games/opera-1858.pgn",
    "chessnb/py.typed",
    "licenses/LICENSE",
    "licenses/NOTICE",
]
NEEDED_IN_SOURCE = [
    "chessnb/engine/bin/stockfish-19-lite-single.wasm",
    "chessnb/widgets/static/",
    "chessnb/widgets/frontend/package.json",
    "notebooks/games/opera-1858.pgn",
]
UNWANTED = ["node_modules", "__pycache__", "tests/"]


def names(path: Path) -> list[str]:
    """List the members of an archive."""
    if path.suffix == ".whl":
        return zipfile.ZipFile(path).namelist()
    with tarfile.open(path) as archive:
        return archive.getnames()


def check(path: Path) -> list[str]:
    """Say what is wrong with an archive."""
    members = names(path)
    needed = NEEDED if path.suffix == ".whl" else NEEDED_IN_SOURCE
    wrong = [f"{path.name} lacks {n}" for n in needed if not any(n in m for m in members)]
    if path.suffix == ".whl":
        wrong += [f"{path.name} holds {m}" for m in members if any(u in m for u in UNWANTED)]
    return wrong


problems = [problem for name in sys.argv[1:] for problem in check(Path(name))]
if problems:
    raise SystemExit("\n".join(problems))
