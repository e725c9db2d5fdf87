"""Names of chess variants in all their spellings."""

from __future__ import annotations

import re

import chess

__all__ = ["read_variant"]

_STANDARD = {
    "",
    "chess",
    "classical",
    "classicalchess",
    "frompos",
    "fromposition",
    "illegal",
    "none",
    "normal",
    "normalchess",
    "orthochess",
    "orthodox",
    "regular",
    "standard",
    "standardchess",
    "setup",
    "setupposition",
    "odds",
}
_CHESS960 = re.compile(
    r".*960.*|.*fisch.*rand.*|.*freestyle.*|frc|fr|dfrc|chess9lx|9lx|nocastle960"
)
_OTHER = {
    "zh": "crazyhouse",
    "koth": "kingofthehill",
    "threecheck": "3check",
}


def read_variant(name: str | None) -> tuple[str | None, str | None]:
    """The variant a tag names.

    Returns
    -------
    tuple
        chessnb's name of the variant (None: not told, or told as a start position only), and a
        note where the spelling is unusual or the variant unknown.

    Examples
    --------
    >>> read_variant("Chess960"), read_variant("From Position"), read_variant("Three-check")
    (('chess960', None), (None, None), ('3check', None))
    >>> read_variant("Freestyle Chess")
    ('chess960', "variant 'Freestyle Chess' read as Chess960")
    """
    if name is None:
        return None, None
    plain = re.sub(r"[\W_]+", "", name.lower())
    if plain in _STANDARD:
        return None, None
    if _CHESS960.fullmatch(plain):
        usual = plain in ("chess960", "fischerandom", "fischerrandom")
        return "chess960", None if usual else f"variant {name!r} read as Chess960"
    return _other(name, plain)


def _other(name: str, plain: str) -> tuple[str, str | None]:
    from chess import variant as variants

    for spelling in (name, name.replace("-", " "), _OTHER.get(plain, plain)):
        try:
            board = variants.find_variant(spelling.strip())
        except ValueError:
            continue
        if board is chess.Board:
            return "standard", None
        return board.uci_variant or plain, None
    return plain or "unknown", f"variant {name!r} is unknown; moves are read as in standard chess"
