"""An analysis as a compact Markdown report, ready to paste into a chat or an issue."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from chessnb.export.clean import clean_text
from chessnb.export.summary import (
    EVENT_TAGS,
    count_text,
    elo_text,
    engine_text,
    moment_rows,
    number_text,
    player_text,
)
from chessnb.palette import LABEL_SYMBOLS
from chessnb.schema import LABELS

if TYPE_CHECKING:
    from chessnb.analysis import Analysis

__all__ = ["to_markdown"]

_LINE_MOVES = 8


def to_markdown(analysis: Analysis, *, moments: int = 8) -> str:
    """Write a report: headers, summary, key moments with the engine's lines.

    Parameters
    ----------
    analysis
        The analysis.
    moments
        How many key moments at the most.

    Returns
    -------
    str
        Markdown; text from the game is escaped, so that it cannot become markup.
    """
    game = analysis.game
    facts = [
        f"- {tag}: {_escape(value)}"
        for tag in (*EVENT_TAGS, "TimeControl", "Termination")
        if (value := game.headers.get(tag, "?")).strip("?. ")
    ]
    opening = " ".join(filter(None, analysis.opening))
    if opening:
        facts.append(f"- Opening: {_escape(opening)}")
    title = f"# {_escape(game.white)} – {_escape(game.black)}, {_escape(game.result)}"
    parts = [title, "\n".join(facts), _table(analysis), _moments(analysis, moments)]
    parts.append(f"*{_escape(engine_text(analysis))}*")
    return clean_text("\n\n".join(part for part in parts if part) + "\n")


def _escape(text: str) -> str:
    """Keep text from becoming Markdown or HTML."""
    flat = " ".join(text.split())
    flat = flat.replace("&", "&amp;").replace("<", "&lt;")
    return re.sub(r"([\\`*_\[\]#|~$])", r"\\\1", flat)


def _table(analysis: Analysis) -> str:
    both = [analysis.white, analysis.black]
    rows = [
        ["", *(_escape(player_text(p)) for p in both)],
        ["---"] * 3,
        ["Accuracy", *(number_text(p["accuracy"], 1) for p in both)],
        ["ACPL", *(number_text(p["acpl"], 0) for p in both)],
        ["Strength shown (80 %)", *(elo_text(p) for p in both)],
    ]
    rows += [
        [f"{LABEL_SYMBOLS[label].replace('*', '')} {label}", *(count_text(p[label]) for p in both)]
        for label in LABELS
        if any(int(p[label]) for p in both)
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _moments(analysis: Analysis, most: int) -> str:
    rows = moment_rows(analysis, most)
    if not rows:
        return ""
    items: list[str] = []
    for row in rows:
        items.append(f"- **{_escape(row.move)}** {row.label}: {_escape(row.text)}")
        if row.better:
            items.append(f"  - better: {_escape(' '.join(row.better.split()[:_LINE_MOVES]))}")
    return "## Key moments\n\n" + "\n".join(items)
