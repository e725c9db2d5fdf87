"""How the bundled engine's quick evaluations shift ACPL, accuracy and strength.

``python tests/benchmarks/strength_bias.py rated-games.pgn.gz`` analyses games that carry Lichess's
evaluations anew, and prints the mean differences in Markdown. Results are cached, so a run that
was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import gzip
import random
import re
import sys
import time
from pathlib import Path

import pandas as pd

import chessnb
from chessnb.scoring.plies import Plies

RULESETS = ("nine-tier", "lichess")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pgn", type=Path)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--plies", type=int, default=70, help="longest game taken")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", default="bundled")
    given = parser.parse_args()
    rows: list[pd.DataFrame] = []
    for number, text in enumerate(some_games(given.pgn, given.games, given.plies, given.seed), 1):
        started = time.monotonic()
        rows.append(differences(text, given.engine))
        seconds = time.monotonic() - started
        sys.stderr.write(f"game {number} of {given.games}: {seconds:.0f} s\n")
        print(table(pd.concat(rows)), flush=True)


def some_games(path: Path, count: int, longest: int, seed: int) -> list[str]:
    """Games drawn at random among those that are not too long."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        texts = re.split(r"\n\n(?=\[Event )", lines.read())
    short = [text for text in texts if 30 <= text.count("[%eval") <= longest]
    return random.Random(seed).sample(short, min(count, len(short)))


def differences(text: str, engine: str) -> pd.DataFrame:
    """Quick minus own evaluations, one row per player and ruleset."""
    own = chessnb.analyze(text, source="pgn")
    quick = chessnb.analyze(text, source="engine", effort="quick", engine=engine, progress=False)
    parts: list[pd.DataFrame] = []
    for ruleset in RULESETS:
        before, after = (measures(each.rescore(ruleset)) for each in (own, quick))
        shift = (after - before).add_suffix("_shift")
        parts.append(before.join(shift).assign(ruleset=ruleset))
    return pd.concat(parts)


def measures(analysis: chessnb.Analysis) -> pd.DataFrame:
    """What is compared, by side; ``elo_unscaled`` takes an engine's centipawns as they are."""
    made = analysis.players[["acpl", "accuracy", "elo_estimate"]].astype("float64")
    scores = {
        name: analysis.moves[name].to_numpy(dtype="float64", na_value=float("nan"))
        for name in ("cp_before", "mate_before", "cp_after", "mate_after")
    }
    plies = Plies.build(white=(analysis.moves["side"] == "white").to_numpy(), **scores)
    time_control = analysis.game.time_control
    unscaled = chessnb.strength.estimate_arrays(
        plies, base_time=time_control.base, increment=time_control.increment
    ).droplevel("game")
    return made.assign(elo_unscaled=unscaled["elo_estimate"].astype("float64"))


def table(rows: pd.DataFrame) -> str:
    """Means of the differences with their standard errors, in Markdown."""
    lines = [
        "| measure | players | own mean | shift | ± | mean size |",
        "|---|---|---|---|---|---|",
    ]
    wanted = [(ruleset, name) for ruleset in RULESETS for name in ("acpl", "accuracy")]
    wanted += [(RULESETS[0], name) for name in ("elo_estimate", "elo_unscaled")]
    for ruleset, name in wanted:
        of = rows[rows["ruleset"] == ruleset]
        shift = of[f"{name}_shift"].dropna()
        lines.append(
            f"| {name} ({ruleset}) | {len(shift)} | {of[name].mean():.1f} | {shift.mean():+.1f} "
            f"| {shift.sem():.1f} | {shift.abs().mean():.1f} |"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    main()
