"""From the PGN that a site delivered to a :class:`~chessnb.games.model.Game`."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from chessnb.errors import ChessnbError, SiteError

if TYPE_CHECKING:
    from chessnb.games.model import Game

__all__ = ["leave_out", "one_game", "only_game"]


def one_game(pgn: str, where: str) -> Game | None:
    """Read one game; where there is none to read, warn and give None.

    Parameters
    ----------
    pgn : str
        What the site gave as one game's PGN.
    where : str
        What to call it in the warning: ``"game 'AbCd1234' of lichess.org"``.
    """
    from chessnb.games import read_games

    try:
        game = next(iter(read_games(pgn)), None)
    except ChessnbError as error:
        leave_out(where, str(error))
        return None
    if game is None:
        leave_out(where, "there is no game in it")
    return game


def only_game(pgn: str, where: str) -> Game:
    """Read the one game that was asked for.

    Raises
    ------
    SiteError
        There is no game in what the site gave.
    """
    from chessnb.games import read_games

    try:
        found = next(iter(read_games(pgn)), None)
    except ChessnbError as error:
        raise SiteError(f"{where} cannot be read: {error}") from None
    if found is None:
        raise SiteError(f"{where} cannot be read: there is no game in {pgn[:60]!r}")
    return found


def leave_out(where: str, reason: str) -> None:
    """Say that one game is left out, and why; the next ones are not its victims."""
    warnings.warn(f"{where} is left out: {reason}", UserWarning, stacklevel=3)
