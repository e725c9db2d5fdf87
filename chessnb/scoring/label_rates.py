"""How often each ruleset gives each label to the moves of rated games.

``python -m chessnb.scoring.label_rates rated-games.jsonl.gz`` prints the table as Markdown. The
games carry evaluations but no engine lines, so that rules on the engine's first choice never apply.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from chessnb.errors import ChessnbError
from chessnb.schema import LABELS
from chessnb.scoring.rulesets import rulesets
from chessnb.scoring.score import score

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chessnb.scoring.plies import Plies

__all__ = ["label_rates", "main", "markdown"]


def label_rates(plies: Plies) -> dict[str, dict[str, float]]:
    """Share of the plies that each ruleset gives each label, in percent; ``none`` for no label.

    Examples
    --------
    >>> from chessnb.scoring.plies import Plies
    >>> plies = Plies.build(white=[True, False], cp_before=[0, 0], cp_after=[0, 400])
    >>> rates = label_rates(plies)
    >>> rates["classic"]["Blunder"], rates["lichess"]["none"]
    (50.0, 50.0)
    """
    rates: dict[str, dict[str, float]] = {}
    for name, ruleset in rulesets.items():
        counts = score(plies, ruleset).label_counts.sum(axis=(0, 1))
        shares = 100 * counts / max(1, len(plies))
        rates[name] = {label: float(shares[code]) for code, label in enumerate(LABELS)}
        rates[name]["none"] = 100 - float(shares.sum())
    return rates


def markdown(rates: dict[str, dict[str, float]]) -> str:
    """The rates as a table, one row per label, one column per ruleset."""
    rows = [["label", *rates], ["---", *["---:" for _ in rates]]]
    for label in (*LABELS, "none"):
        rows.append([label, *(f"{rates[name][label]:.2f}" for name in rates)])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 0 where all went well, 1 with a message on stderr where not."""
    from chessnb.scoring.strength.fit.rated_games import RatedGames, read_json_games

    parser = argparse.ArgumentParser(prog="python -m chessnb.scoring.label_rates")
    parser.add_argument("data", type=Path, help="rated games, one JSON object a line")
    path = parser.parse_args(arguments).data
    try:
        plies = RatedGames.of(read_json_games(path)).plies
    except (ChessnbError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(f"{len(plies):,} plies of {plies.games:,} games, in percent\n\n")
    sys.stdout.write(f"{markdown(label_rates(plies))}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
