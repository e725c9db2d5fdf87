"""The table of label rates and its command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from chessnb.scoring.label_rates import main


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    side = {"rating": 1500, "provisional": False}
    game = {"evals": [0, 400, "#-3", 0], "tc": "600+0", "white": side, "black": side}
    path = tmp_path / "games.jsonl"
    path.write_text(json.dumps(game) + "\n")
    assert main([str(path)]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("4 plies of 1 games, in percent\n\n| label | nine-tier | classic |")
    rows = {line.split("|")[1].strip(): line.split("|")[2:-1] for line in shown.splitlines()[2:]}
    shown_rates = [cells for label, cells in rows.items() if label not in ("label", "---")]
    for column in range(4):
        shares = [float(cells[column]) for cells in shown_rates]
        assert sum(shares) == pytest.approx(100, abs=0.05)
    assert main([str(tmp_path / "none.jsonl")]) == 1
    assert "none.jsonl" in capsys.readouterr().err
