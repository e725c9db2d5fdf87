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
# Words of time controls and events, which say nothing of the rules.
_EVENTS = re.compile(
    r"(?:(?:ultra|hyper|super)?(?:bullet|blitz|rapid)|lightning|classic|classical|correspondence|daily"
    r"|live|online|otb|overtheboard|rated|unrated|casual|friendly|armageddon|simul|simultaneous"
    r"|exhibition|blindfold|match|tournament|arena|swiss|tiebreaks?|untimed|unlimited|slow|fast"
    r"|training|unknown|default|international|western|fide|setup|fromposition|handicap|odds|standard"
    r"|regular|normal|orthodox|chess|games?|play|time|position|\d)+"
)
# Games with rules of their own that python-chess does not know.
_OTHER_GAMES = re.compile(
    r"alice|almostchess|amazon|antichess|ataxx|atomic|avalanche|bario|beirut|benedict|berolina"
    r"|breakthrough|bughouse|cannibal|capa(?:blanca|house|random)|chancellor|chaturanga|checkers"
    r"|checkless|chessplus|circe|circularchess|courier|crazyhouse|cylind|darkchess|dicechess"
    r"|doublearmy|doublemove|draughts|duck|embassy|empirechess|extinction|fairy|fogofwar|fourplayer"
    r"|giveaway|gothic|grandchess|hexa(?:gon|chess)|hoppelpoppel|horde|infinitechess|janggi|janus"
    r"|jieqi|kinglet|kingofthehill|knightmate|koth|kriegspiel|losalamos|losers|madrasi|maharajah?"
    r"|makruk|marseill|microchess|minichess|misere|monsterchess|newzealand|nocastl|omegachess|orda"
    r"|paradigm|patrolchess|pawnsonly|placement|pocket|progressive|racing|raumschach|refusalchess"
    r"|riflechess|seirawan|shatranj|shinobi|shogi|shouse|sittuyin|sovereignchess|spell|stratomic"
    r"|suicide|synochess|threekings|torpedo|transcendental|twokings|upsidedown|xiangqi|3d(?:chess)?$"
    r"|4(?:p|way|player)|(?:five|[2-9]|n)check|wild\d+"
)
_CHESS960 = re.compile(
    r".*960.*|.*fisch.*rand.*|.*freestyle.*|frc|fr|dfrc|chess9lx|9lx|nocastle960|wildfr"
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
        note where the spelling is unusual or the variant unknown. A name that is no known game's
        counts as not told: where its rules are others, its moves show that.

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
    if _EVENTS.fullmatch(plain):
        return None, f"variant {name!r} says nothing of the rules: read as standard chess"
    return _other(name, plain)


def _other(name: str, plain: str) -> tuple[str | None, str | None]:
    from chess import variant as variants

    for spelling in (name, name.replace("-", " "), _OTHER.get(plain, plain)):
        try:
            board = variants.find_variant(spelling.strip())
        except ValueError:
            continue
        if board is chess.Board:
            return "standard", None
        return board.uci_variant or plain, None
    note = f"variant {name!r} is unknown: read as standard chess"
    if not _OTHER_GAMES.search(plain):
        return None, note
    return plain, f"variant {name!r} is not supported; moves are read as in standard chess"
