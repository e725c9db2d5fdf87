from __future__ import annotations

import pytest

import chessnb
from chessnb.versions import versions


def test_everything_a_bug_report_needs(capsys: pytest.CaptureFixture[str]) -> None:
    chessnb.show_versions()
    out = capsys.readouterr().out
    for name in ("python", "platform", "chess ", "pandas", "wasmtime", "widget extension"):
        assert name in out
    assert "Stockfish 19 Lite WASM" in out
    assert versions()["chessnb"] == chessnb.__version__
