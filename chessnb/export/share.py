"""A card to share, as SVG: the final position, the course of the game, how both played."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chessnb.errors import SettingsError
from chessnb.export.card import game_svg
from chessnb.export.clean import clean_text
from chessnb.export.figures import sparkline
from chessnb.export.summary import elo_text, number_text
from chessnb.export.text_file import write_text
from chessnb.palette import LABEL_COLOURS, LABEL_INK, LABEL_SYMBOLS, Theme, get_theme
from chessnb.schema import LABELS

if TYPE_CHECKING:
    import pandas as pd

    from chessnb.analysis import Analysis

__all__ = ["to_svg"]

_WIDTH, _HEIGHT = 720, 392
_BOARD = 320
_LEFT = 384  # where the text beside the board begins
_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"
_LONGEST_NAME = 28


def to_svg(
    analysis: Analysis, path: str | Path | None = None, *, theme: str | Theme = "light"
) -> str | Path:
    """Draw a card to share: final diagram, win probability, accuracies, labels.

    Parameters
    ----------
    analysis
        What is shown.
    path
        Where to write; without one the text is returned.
    theme : {"light", "dark"} or Theme
        The card's colours.

    Returns
    -------
    str or Path
        The SVG text, or the file that was written.

    Raises
    ------
    SettingsError
        There is no such theme.
    FileError
        The file cannot be written.
    """
    text = _card(analysis, get_theme(theme))
    if path is None:
        return text
    target = Path(path)
    if target.suffix.lower() != ".svg":
        raise SettingsError(f"{str(target)!r} does not end in .svg, which is what is written")
    return write_text(target, text)


def _card(analysis: Analysis, theme: Theme) -> str:
    game = analysis.game
    names = f"{game.white} against {game.black}, {game.result}"
    opening = " ".join(filter(None, analysis.opening))
    parts = [
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" rx="14" fill="{theme.paper}"/>',
        _inside(game_svg(game, size=_BOARD), "board", 36, 36),
        _player(analysis.white, "white", 48, theme),
        _player(analysis.black, "black", 132, theme),
        _text(opening, _LEFT, 226, 13, theme.ink_muted, width=44),
        _inside(sparkline(analysis.moves, width=300, height=92), "course", _LEFT, 242),
        _text(_about(analysis), _LEFT, 352, 12, theme.ink_muted, width=48),
    ]
    drawn = (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'width="{_WIDTH}" height="{_HEIGHT}" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-label="{escape(names)}" font-family="{_FONT}">{"".join(parts)}</svg>'
    )
    return clean_text(drawn, markup=True)


def _player(player: pd.Series[Any], side: str, y: int, theme: Theme) -> str:
    fill = "#ffffff" if side == "white" else "#14181d"
    rating = number_text(player["rating"], 0)
    accuracy = number_text(player["accuracy"], 1)
    strength = elo_text(player)
    shown = [f"{accuracy} accuracy", "" if strength in ("", "–") else f"plays like {strength}"]
    return (
        f'<circle cx="{_LEFT + 7}" cy="{y}" r="6.5" fill="{fill}" stroke="{theme.ink_muted}"/>'
        + _text(_named(player, rating), _LEFT + 22, y + 6, 18, theme.ink, weight=700, width=32)
        + _text(" · ".join(filter(None, shown)), _LEFT + 22, y + 26, 13, theme.ink_muted)
        + _labels(player, _LEFT + 22, y + 46, theme)
    )


def _named(player: pd.Series[Any], rating: str) -> str:
    name = _cut(str(player["name"]), _LONGEST_NAME)
    return name if rating in ("", "–") else f"{name} {rating}"


def _labels(player: pd.Series[Any], x: int, y: int, theme: Theme) -> str:
    drawn: list[str] = []
    for label in LABELS:
        count = int(player[label])
        if count == 0:
            continue
        drawn.append(
            f'<circle cx="{x + 8}" cy="{y}" r="8" fill="{LABEL_COLOURS[label]}"/>'
            f'<text x="{x + 8}" y="{y + 3.5}" text-anchor="middle" font-size="9" '
            f'font-weight="700" fill="{LABEL_INK[label]}">{LABEL_SYMBOLS[label]}</text>'
            + _text(str(count), x + 19, y + 4, 12, theme.ink)
        )
        x += 31 + 7 * (len(str(count)) - 1)
    return "".join(drawn)


def _about(analysis: Analysis) -> str:
    headers = analysis.game.headers
    known = (headers[tag] for tag in ("Event", "Date"))
    return ", ".join(text for text in known if text.strip("?. "))


def _text(
    text: str, x: int, y: int, size: int, fill: str, *, weight: int = 400, width: int = 60
) -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-weight="{weight}" fill="{fill}">'
        f"{escape(_cut(text, width))}</text>"
    )


def _cut(text: str, width: int) -> str:
    text = clean_text(text, markup=True)
    flat = " ".join("".join(each if each.isprintable() else " " for each in text).split())
    return flat if len(flat) <= width else flat[: width - 1].rstrip() + "…"


def _inside(svg: str, name: str, x: int, y: int) -> str:
    """Set a picture into another: at its place, its ids its own."""
    own = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{name}-", svg)
    return own.replace("<svg ", f'<svg x="{x}" y="{y}" ', 1)
