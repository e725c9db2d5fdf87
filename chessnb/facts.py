"""What a game's moves are known for before any engine: one pass over the positions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import chess

from chessnb.scoring.book import Book, opening_of

if TYPE_CHECKING:
    from chessnb.games import Game

__all__ = ["Facts", "game_facts"]


@dataclass(slots=True)
class Facts:
    """Facts about each ply of a game; every list has one entry per ply.

    ``legal_count`` is of the position before the move, ``officers`` (pieces other than kings and
    pawns, both sides) of the position after it.
    """

    legal_count: list[int] = field(default_factory=list[int])
    in_check: list[bool] = field(default_factory=list[bool])
    is_capture: list[bool] = field(default_factory=list[bool])
    is_mate: list[bool] = field(default_factory=list[bool])
    recapture: list[bool] = field(default_factory=list[bool])
    officers: list[int] = field(default_factory=list[int])
    is_book: list[bool] = field(default_factory=list[bool])
    eco: list[str | None] = field(default_factory=list["str | None"])
    opening: list[str | None] = field(default_factory=list["str | None"])
    phase: list[str] = field(default_factory=list[str])


def game_facts(game: Game, book: Book | None = None) -> Facts:
    """Walk through a game once and note what its table says without an engine.

    Parameters
    ----------
    game
        The game.
    book
        The opening book; by default the one that comes with chessnb.
    """
    facts = Facts()
    epds: list[str] = []
    captured_on: int | None = None
    positions = game.boards()
    board = next(positions).copy(stack=False)
    for ply in game.plies:
        move = ply.move
        capture = bool(move) and board.is_capture(move)
        facts.legal_count.append(board.legal_moves.count())
        facts.in_check.append(board.is_check())
        facts.is_capture.append(capture)
        facts.recapture.append(capture and move.to_square == captured_on)
        captured_on = move.to_square if capture else None
        board.push(move)
        facts.is_mate.append(board.is_checkmate())
        facts.officers.append(_officer_count(board))
        epds.append(board.epd())
    _add_opening(facts, game, epds, book)
    return facts


def _officer_count(board: chess.BaseBoard) -> int:
    pieces = board.knights | board.bishops | board.rooks | board.queens
    return chess.popcount(pieces)


def _add_opening(facts: Facts, game: Game, epds: list[str], book: Book | None) -> None:
    known = opening_of(epds, book, start=game.start_fen)
    facts.is_book = list(known.in_book)
    facts.eco, facts.opening = list(known.eco), list(known.name)
    for ply, officers, in_book in zip(game.plies, facts.officers, facts.is_book, strict=True):
        facts.phase.append(_phase(ply.move_number, officers, in_book=in_book))


def _phase(move_number: int, officers: int, *, in_book: bool) -> str:
    if officers <= 6:
        return "endgame"
    if in_book or (move_number <= 10 and officers >= 12):
        return "opening"
    return "middlegame"
