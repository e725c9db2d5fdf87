"""The colours and signs of every picture, stated once.

A label is never told by its colour alone: each has a sign beside it. The colours themselves stay
apart for readers with protanopia, deuteranopia and tritanopia as well (the smallest CIELAB distance
between any two labels, in any of these, is 15; the test of this module holds it there).
Charts, widgets and pages all read from here.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from chessnb.errors import SettingsError
from chessnb.schema import LABELS

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "DARK",
    "LABEL_COLOURS",
    "LABEL_INK",
    "LABEL_SYMBOLS",
    "LIGHT",
    "THEMES",
    "Theme",
    "get_theme",
]

# label: (fill, ink on that fill, sign). The signs are plain text glyphs that every system font has;
# none is an emoji, which browsers draw in colours of their own.
_LABEL_STYLES: Final = {
    "Brilliant": ("#1cb8dc", "#14181d", "!!"),
    "Great": ("#3f5fe6", "#ffffff", "!"),
    "Best": ("#0d7a43", "#ffffff", "★"),
    "Excellent": ("#5aa95c", "#14181d", "✓"),
    "Good": ("#a8d8b4", "#14181d", "•"),
    "Inaccuracy": ("#f4cf47", "#14181d", "?!"),
    "Mistake": ("#ea760e", "#14181d", "?"),
    "Blunder": ("#da1238", "#ffffff", "??"),
    "Miss": ("#a81f9c", "#ffffff", "×"),
    "Book": ("#77556a", "#ffffff", "≡"),
}

LABEL_COLOURS: Final[Mapping[str, str]] = MappingProxyType(
    {label: _LABEL_STYLES[label][0] for label in LABELS}
)
"""The fill of each label's badge or marker, as ``#rrggbb``, in the order of ``schema.LABELS``."""

LABEL_INK: Final[Mapping[str, str]] = MappingProxyType(
    {label: _LABEL_STYLES[label][1] for label in LABELS}
)
"""The colour of the sign on that fill (contrast at least 4.5 : 1)."""

LABEL_SYMBOLS: Final[Mapping[str, str]] = MappingProxyType(
    {label: _LABEL_STYLES[label][2] for label in LABELS}
)
"""The sign shown beside or on the colour: ``!!`` for Brilliant, ``★`` for Best, and so on."""


@dataclass(frozen=True)
class Theme:
    """The colours of a page: one object for light ground, one for dark.

    Attributes
    ----------
    name : str
        ``"light"`` or ``"dark"``.
    paper, panel : str
        The page's ground, and the ground of a card or tooltip on it.
    ink, ink_muted, grid : str
        Text, secondary text (both at least 4.5 : 1 on ``paper``), and thin lines.
    white_area, black_area : str
        The two sides of the evaluation chart and of the evaluation bar.
    white_line, black_line : str
        Lines and bars that stand for a player, visible on ``paper``.
    curve, middle, cursor : str
        The win-probability curve, the 50 % line, and the current ply's line.
    opening, middlegame, endgame : str
        Tints of the phase strip.
    square_light, square_dark, last_move, best_move : str
        The board's squares, the mark of the last move, the arrow of the engine's choice.
    """

    name: str
    paper: str
    panel: str
    ink: str
    ink_muted: str
    grid: str
    white_area: str
    black_area: str
    white_line: str
    black_line: str
    curve: str
    middle: str
    cursor: str
    opening: str
    middlegame: str
    endgame: str
    square_light: str
    square_dark: str
    last_move: str
    best_move: str


LIGHT: Final = Theme(
    name="light",
    paper="#ffffff",
    panel="#f5f6f8",
    ink="#1d2430",
    ink_muted="#5c6675",
    grid="#e3e6eb",
    white_area="#f1f2f4",
    black_area="#4a505b",
    white_line="#c08a2d",
    black_line="#3a4250",
    curve="#8a919d",
    middle="#e0653a",
    cursor="#e0653a",
    opening="#8fb4d9",
    middlegame="#d9c08a",
    endgame="#b59ac9",
    square_light="#eef0f2",
    square_dark="#8ca2b8",
    last_move="#f4cf47",
    best_move="#0d7a43",
)
"""For a light page."""

DARK: Final = Theme(
    name="dark",
    paper="#16191e",
    panel="#20252c",
    ink="#e6e9ee",
    ink_muted="#9ba5b3",
    grid="#2d343d",
    white_area="#d9dce1",
    black_area="#31373f",
    white_line="#e9c46a",
    black_line="#8fa3bf",
    curve="#8a919d",
    middle="#f0805a",
    cursor="#f0805a",
    opening="#5c86b0",
    middlegame="#a68c52",
    endgame="#86689e",
    square_light="#c9d1da",
    square_dark="#67809b",
    last_move="#f4cf47",
    best_move="#5aa95c",
)
"""For a dark page."""

THEMES: Final[Mapping[str, Theme]] = MappingProxyType({"light": LIGHT, "dark": DARK})
"""Both themes by name."""


def get_theme(theme: str | Theme) -> Theme:
    """Give the theme of that name; a :class:`Theme` is handed back as it is.

    Raises
    ------
    SettingsError
        No theme has that name.

    Examples
    --------
    >>> get_theme("dark").paper
    '#16191e'
    """
    if isinstance(theme, Theme):
        return theme
    if theme not in THEMES:
        raise SettingsError(f"no theme is called {theme!r}: use 'light' or 'dark', or a Theme")
    return THEMES[theme]
