"""Make the analysed games that the notebooks open, so that their first picture needs no engine.

``python docs/example_files.py`` writes ``notebooks/games/*.chessnb``, by the bundled engine.
"""

from __future__ import annotations

from pathlib import Path

import chessnb

GAMES = Path(__file__).resolve().parents[1] / "notebooks" / "games"
EFFORT = {"opera-1858": {"effort": "quick"}, "kasparov-topalov-1999": {"nodes": 100_000}}


def without_path(analysis: chessnb.Analysis) -> chessnb.Analysis:
    """Give the analysis without the place of the engine on the machine that made it."""
    provenance = analysis.provenance
    ruleset = chessnb.Ruleset.from_dict(provenance.pop("ruleset"))
    provenance["engine"]["path"] = Path(provenance["engine"]["path"]).name
    return chessnb.Analysis(
        analysis.game, analysis.evaluations, ruleset=ruleset, provenance=provenance
    )


def main() -> None:
    """Analyse each game and keep it beside its PGN; results come from the cache where they can."""
    for name, limit in EFFORT.items():
        analysis = chessnb.analyze(GAMES / f"{name}.pgn", engine="bundled", **limit)
        without_path(analysis).save(GAMES / f"{name}.chessnb")


if __name__ == "__main__":
    main()
