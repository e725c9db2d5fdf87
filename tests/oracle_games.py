"""The oracle's games as arrays for scoring, with what the site published about them."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from chessnb.scoring.plies import Plies

COUNTS = ("inaccuracy", "mistake", "blunder")
LETTERS = {".": -1, "i": 5, "m": 6, "b": 7}


@dataclass
class Published:
    """Plies of many games and the site's numbers: label codes, and per game and side the rest."""

    plies: Plies
    judgements: Any
    acpl: Any
    counts: Any
    accuracy: Any = None


class Games:
    """Collects games ply by ply."""

    def __init__(self) -> None:
        self.columns: dict[str, list[Any]] = {name: [] for name in ("cp", "mate", "gate", "white")}
        self.lengths: list[int] = []

    def add(self, evals: list[Any], gate: list[int], *, white_first: bool = True) -> None:
        self.lengths.append(len(evals))
        self.columns["gate"] += gate
        self.columns["white"] += [(i % 2 == 0) == white_first for i in range(len(evals))]
        for cp, mate in evals:
            self.columns["cp"].append(np.nan if cp is None else cp)
            self.columns["mate"].append(np.nan if mate is None else mate)

    def plies(self) -> Plies:
        game = np.repeat(np.arange(len(self.lengths)), self.lengths)
        first = np.diff(game, prepend=-1) > 0
        cp, mate = (np.array(self.columns[name], dtype=float) for name in ("cp", "mate"))
        return Plies.build(
            games=len(self.lengths),
            game=game,
            white=self.columns["white"],
            cp_before=np.where(first, 15, np.roll(cp, 1)),
            mate_before=np.where(first, np.nan, np.roll(mate, 1)),
            cp_after=cp,
            mate_after=mate,
            gate=self.columns["gate"],
        )


def accuracy_games(oracle: Path) -> Published:
    """The games of `lichess-accuracy.json`; a mating move has no evaluation and is mate 0."""
    games, judgements = Games(), []
    rows = json.loads((oracle / "lichess-accuracy.json").read_text())
    for row in rows:
        evals = [(e.get("cp"), e.get("mate")) for e in row["evals"]]
        mating = len(row["moves"]) - len(evals)
        gate = [int(g) for g in row["has_variation"]] + [0] * mating
        games.add(evals + [(None, 0)] * mating, gate, white_first=row["start_color"] == "white")
        judgements += row["judgments"] + [None] * mating
    codes = [-1 if j is None else LETTERS[j[0].lower()] for j in judgements]
    return Published(games.plies(), np.array(codes), *_published(rows))


def _published(rows: list[dict[str, Any]]) -> tuple[Any, Any, Any]:
    sides = [[row[side] for side in ("white", "black")] for row in rows]
    acpl = np.array([[side["acpl"] for side in pair] for pair in sides])
    counts = np.array([[[side[name] for name in COUNTS] for side in pair] for pair in sides])
    accuracy = [[side.get("accuracy") for side in pair] for pair in sides]
    return acpl, counts, np.array(accuracy, dtype=float)


def training_games(oracle: Path, limit: int | None = None) -> Published:
    """The games of `rated-games-train.jsonl.gz`, or the first of them."""
    games, rows, letters = Games(), [], []
    with gzip.open(oracle / "rated-games-train.jsonl.gz", "rt") as lines:
        for line in islice(lines, limit):
            row = json.loads(line)
            evals = [(None, int(e[1:])) if isinstance(e, str) else (e, None) for e in row["evals"]]
            games.add(evals, [int(g) for g in row["gate"]])
            letters.append(row["judgments"])
            rows.append({side: row[side] for side in ("white", "black")})
    codes = np.array([LETTERS[letter] for letter in "".join(letters)])
    return Published(games.plies(), codes, *_published(rows))
