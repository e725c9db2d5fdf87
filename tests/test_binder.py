"""The files from which Binder builds the demo; ``.ci/binder_check`` runs the build's commands."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
BINDER = ROOT / "binder"


def test_the_package_comes_from_the_repository_with_known_extras() -> None:
    text = (BINDER / "requirements.txt").read_text()
    extras = re.search(r"^\.\[([\w,]+)\]$", text, re.MULTILINE)
    assert extras
    project = (ROOT / "pyproject.toml").read_text()
    for extra in extras[1].split(","):
        assert re.search(rf"^{extra} = \[", project, re.MULTILINE), extra


def test_its_python_is_one_that_chessnb_supports() -> None:
    version = re.fullmatch(r"python-3\.(\d+)\n", (BINDER / "runtime.txt").read_text())
    assert version and int(version[1]) >= 11


@pytest.mark.skipif(sys.platform == "win32", reason="Binder's scripts are for bash")
def test_post_build_is_a_sound_script() -> None:
    script = BINDER / "postBuild"
    assert os.access(script, os.X_OK)
    subprocess.run(["bash", "-n", str(script)], check=True)


def test_the_badge_opens_the_quickstart() -> None:
    link = re.search(r"https://mybinder\.org/v2/gh/\S+?/HEAD\?urlpath=lab/tree/([^)]+)\)", readme())
    assert link and (ROOT / link[1]).is_file()


def test_the_first_picture_needs_no_engine() -> None:
    """The quickstart opens a stored analysis before it runs an engine."""
    text = (ROOT / "notebooks" / "1-quickstart.ipynb").read_text(encoding="utf-8")
    assert text.index("chessnb.load(") < text.index("chessnb.analyze(")


def readme() -> str:
    return (ROOT / "README.md").read_text(encoding="utf-8")
