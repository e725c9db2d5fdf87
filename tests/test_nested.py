from __future__ import annotations

import subprocess
import sys

import pytest

import chessnb
from chessnb.errors import SettingsError

SCRIPT = """
import asyncio, chessnb
chessnb.allow_nested_loop()
async def inner(): return 7
async def outer(): return asyncio.get_event_loop().run_until_complete(inner())
print(asyncio.run(outer()))
"""


def test_a_loop_within_a_loop() -> None:
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", SCRIPT],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert run.stdout.strip() == "7", run.stderr


def test_it_is_refused_where_it_breaks_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ipykernel.kernelapp", sys)
    monkeypatch.setattr("importlib.metadata.version", lambda name: "7.4.0")
    with pytest.raises(SettingsError, match="await"):
        chessnb.allow_nested_loop()
