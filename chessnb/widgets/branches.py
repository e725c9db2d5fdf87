"""The moves tried on a view's board, as variations of the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from chessnb.games.model import Game, SideMove

if TYPE_CHECKING:
    from chessnb.analysis import Analysis

__all__ = ["game_with_branches", "pgn_with_branches"]


def game_with_branches(game: Game, branches: Iterable[Mapping[str, Any]]) -> Game:
    """Give a copy of the game with further variations.

    Parameters
    ----------
    game
        The game.
    branches
        As a view holds them: ``id``, ``parent`` (a ply or another branch's id) and ``uci``. One
        that hangs on nothing, or whose move is not legal there, is left out.
    """
    last = len(game.plies)
    boards = dict(enumerate(board.copy() for board in game.boards()))
    nodes = {str(node): node for node in range(last + 1)}
    side_moves = list(game.side_moves)
    for index, move in enumerate(side_moves, start=1):
        nodes[f"v{index}"] = last + index
        boards[last + index] = _after(boards[move.parent], move.move)
    for branch in branches:
        parent = nodes.get(str(branch.get("parent")))
        if parent is None:
            continue
        try:
            move = boards[parent].parse_uci(str(branch.get("uci")))
        except ValueError:
            continue
        side_moves.append(SideMove(parent, move))
        node = last + len(side_moves)
        nodes[str(branch.get("id"))] = node
        boards[node] = _after(boards[parent], move)
    return _copy(game, side_moves)


def _after(board: Any, move: Any) -> Any:
    after = board.copy(stack=False)
    after.push(move)
    return after


def _copy(game: Game, side_moves: list[SideMove]) -> Game:
    return Game(
        headers=game.headers,
        start_fen=game.start_fen,
        moves=game.chess_moves,
        comments=game.comments,
        nags=game.nags,
        start_comment=game.start_comment,
        side_moves=side_moves,
        variant=game.variant,
        warnings=game.warnings,
        error=game.error,
        source_text=game.source_text,
    )


def pgn_with_branches(analysis: Analysis, branches: Iterable[Mapping[str, Any]]) -> str:
    """The annotated PGN of an analysis, with further variations."""
    from chessnb.analysis import Analysis as Analysed

    game = game_with_branches(analysis.game, branches)
    grown = Analysed(
        game,
        analysis.evaluations,
        ruleset=analysis.ruleset,
        provenance=analysis.provenance,
        language=analysis.language,
    )
    return grown.to_pgn() or ""
