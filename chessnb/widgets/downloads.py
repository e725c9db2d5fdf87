"""Files for the reader of a view, made when they are asked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from chessnb.errors import SettingsError

if TYPE_CHECKING:
    from chessnb.analysis import Analysis

__all__ = ["file_message"]


Branches = Sequence[Mapping[str, Any]]


def _csv(analysis: Analysis, _branches: Branches) -> str:
    return analysis.to_csv() or ""


def _pgn(analysis: Analysis, branches: Branches) -> str:
    from chessnb.widgets.branches import pgn_with_branches

    return pgn_with_branches(analysis, branches)


def _html(analysis: Analysis, _branches: Branches) -> str:
    from chessnb.export.html import page

    return page(analysis)


def _svg(analysis: Analysis, _branches: Branches) -> str:
    return str(analysis.to_svg())


_KINDS: dict[str, tuple[str, str, Callable[[Analysis, Branches], str]]] = {
    "csv": ("csv", "text/csv", _csv),
    "pgn": ("pgn", "application/x-chess-pgn", _pgn),
    "html": ("html", "text/html", _html),
    "svg": ("svg", "image/svg+xml", _svg),
    # The browser draws the picture: no program for pictures is needed here.
    "png": ("png", "image/png", _svg),
}


def file_message(analysis: Analysis, what: str, branches: Branches = ()) -> dict[str, Any]:
    """The message that has the browser save a file.

    Parameters
    ----------
    analysis
        What is written.
    what
        ``"csv"``, ``"pgn"``, ``"html"``, ``"svg"`` or ``"png"``.
    branches
        Moves tried on the board: variations of the PGN.
    """
    if what not in _KINDS:
        raise SettingsError(f"no download {what!r}; there are: {', '.join(_KINDS)}")
    suffix, kind, write = _KINDS[what]
    game = analysis.game
    stem = _safe(f"{game.white}-{game.black}-{game.headers['Date']}") or "game"
    text = write(analysis, branches)
    return {"kind": "file", "name": f"{stem}.{suffix}", "type": kind, "text": text}


def _safe(text: str) -> str:
    """A file name of letters, digits and hyphens."""
    return re.sub(r"[^\w]+", "-", text.replace("?", "")).strip("-_")[:80]
