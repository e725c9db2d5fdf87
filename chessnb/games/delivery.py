"""From the PGN that a site delivered to a :class:`~chessnb.games.model.Game`."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from chessnb.errors import ChessnbError, SiteError

if TYPE_CHECKING:
    from chessnb.games.model import Game

__all__ = ["leave_out", "one_game", "only_game"]


def only_game(pgn: str, where: str) -> Game:
    """Read the one game that was asked for.

    Parameters
    ----------
    pgn : str
        What the site gave as the game's PGN.
    where : str
        What to call it: ``"game 'AbCd1234' of lichess.org"``.

    Raises
    ------
    SiteError
        There is no game in it.
    """
    from chessnb.games import read_games

    try:
        # As bytes it is PGN and nothing else; a text might be taken for a file's name.
        found = next(iter(read_games(pgn.encode())), None)
    except ChessnbError as error:
        raise SiteError(f"{where} cannot be read: {error}") from None
    if found is None:
        raise SiteError(f"{where} cannot be read: there is no game in {pgn[:60]!r}")
    return found


def one_game(pgn: str, where: str) -> Game | None:
    """Read one game of many; where it cannot be read, warn and give None."""
    try:
        return only_game(pgn, where)
    except SiteError as error:
        leave_out(str(error))
        return None


def leave_out(reason: str) -> None:
    """Say why one game is left out; the next ones are not its victims."""
    warnings.warn(f"left out: {reason}", UserWarning, stacklevel=3)
