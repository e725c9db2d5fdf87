"""Print a command block of the README, so that CI runs exactly what the README says.

A block is marked by a comment before it: ``<!-- command: install -->``.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

README = Path(__file__).resolve().parents[1] / "README.md"


def command(name: str) -> str:
    """Give the shell lines of the block of that name."""
    pattern = rf"<!-- command: {re.escape(name)} -->\s*```(?:sh|bash|console)\n(.*?)```"
    match = re.search(pattern, README.read_text(encoding="utf-8"), re.DOTALL)
    if match is None:
        raise SystemExit(f"the README has no command block {name!r}")
    return match[1]


if __name__ == "__main__":
    sys.stdout.write(command(sys.argv[1]))
