"""The answer with which chess.com's own pages show one game, as PGN."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import zip_longest
from typing import Any, cast

import chess
import chess.pgn

from chessnb.errors import SiteError
from chessnb.games.tcn import moves_from_tcn

__all__ = ["callback_pgn"]


def callback_pgn(answer: object, what: str) -> str:
    """Write the PGN of one game: its headers, its moves, and clocks where there are any.

    Parameters
    ----------
    answer : object
        The decoded JSON: ``game`` with ``pgnHeaders``, ``moveList``, and for live games
        ``moveTimestamps`` (tenths of a second left after each move, separated by commas).
    what : str
        The game in words, for messages.

    Raises
    ------
    SiteError
        The answer is of another form: the site has changed it.
    """
    try:
        return _pgn(_table(_table(answer)["game"]))
    except (KeyError, TypeError, ValueError) as error:
        raise SiteError(
            f"chess.com sent {what} in a form that cannot be read ({error}): give user=, the name "
            "of one of the players, to take it from that player's archive"
        ) from None


def _pgn(about: Mapping[str, Any]) -> str:
    game = chess.pgn.Game()
    for name, value in _table(about["pgnHeaders"]).items():
        if re.fullmatch(r"[A-Za-z0-9_]+", name) and isinstance(value, (str, int)):
            game.headers[name] = " ".join(str(value).split())
    board = game.board()
    game.setup(board)
    moves = moves_from_tcn(str(about["moveList"] or ""), board)
    node: chess.pgn.GameNode = game
    for move, clock in zip_longest(moves, _clocks(about.get("moveTimestamps"))[: len(moves)]):
        node = node.add_main_variation(cast("chess.Move", move))
        if clock is not None:
            node.set_clock(clock)
    return str(game)


def _clocks(stamps: object) -> list[float]:
    """Read the seconds left after each move."""
    if not isinstance(stamps, str) or not re.fullmatch(r"\d+(,\d+)*", stamps):
        return []
    return [int(tenths) / 10 for tenths in stamps.split(",")]


def _table(value: object) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise TypeError(f"no object but {value!r:.40}")
    return cast("Mapping[str, Any]", value)
