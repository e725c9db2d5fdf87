"""The positions of a game as an engine takes them: validated, with their history."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import chess

from chessnb.engine.evaluation import Evaluation, Line
from chessnb.errors import InputError, PositionError, VariantError

__all__ = ["Position", "positions_of"]


@dataclass(frozen=True, slots=True)
class Position:
    """One position of a game.

    Attributes
    ----------
    index : int
        0 for the start, n for the position after n plies.
    board : chess.Board
        The position without its history.
    command : str
        The UCI ``position`` command, with the moves since the last irreversible one, which are
        all that an engine needs to see repetitions.
    history : tuple of str
        The EPDs of the positions since the last irreversible move, this one's last.
    played : str or None
        The move that was played here, in UCI; None at the end and for a null move.
    settled : Evaluation or None
        The evaluation, where the board alone gives it.
    """

    index: int
    board: chess.Board
    command: str
    history: tuple[str, ...]
    played: str | None
    settled: Evaluation | None


def positions_of(start: chess.Board, moves: Sequence[chess.Move]) -> list[Position]:
    """All positions of a game, the start first, the last included.

    Raises
    ------
    PositionError
        If the start position cannot stand on a board.
    InputError
        If a move is not legal.
    VariantError
        If the game is of a variant that a chess engine cannot play.
    """
    _check_start(start)
    board = start.copy(stack=False)
    root, since, history = board.fen(), [], [board.epd()]
    positions: list[Position] = []
    for index in range(len(moves) + 1):
        move = moves[index] if index < len(moves) else None
        command = f"position fen {root}" + (f" moves {' '.join(since)}" if since else "")
        positions.append(
            Position(
                index=index,
                board=board.copy(stack=False),
                command=command,
                history=tuple(history),
                played=board.uci(move) if move else None,
                settled=_from_the_board(board, last=move is None),
            )
        )
        if move is None:
            break
        _check_move(board, move, index)
        fresh = not move or board.is_irreversible(move)
        text = board.uci(move)
        board.push(move)
        if fresh:
            root, since, history = board.fen(), [], []
        else:
            since.append(text)
        history.append(board.epd())
    return positions


def _check_start(start: chess.Board) -> None:
    if type(start) is not chess.Board:
        raise VariantError(
            f"{start.uci_variant!r} is no variant that the engine plays: "
            "only standard chess and Chess960 are analysed"
        )
    status = start.status()
    if status != chess.STATUS_VALID:
        reasons = ", ".join(
            str(flag.name).lower().replace("_", " ") for flag in chess.Status if flag & status
        )
        raise PositionError(
            f"{start.fen()!r} cannot stand on a board ({reasons}): correct the position"
        )


def _check_move(board: chess.Board, move: chess.Move, index: int) -> None:
    if move and not board.is_legal(move):
        raise InputError(
            f"move {index + 1} ({move.uci()}) is not legal in {board.fen()!r}: cut the game there"
        )


def _from_the_board(board: chess.Board, *, last: bool) -> Evaluation | None:
    """What needs no engine: the end of a game, and what no engine may be asked."""
    if board.is_checkmate():
        return Evaluation((Line(1, mate=0, depth=0),), source="board")
    drawn = (
        board.is_stalemate()
        or board.is_insufficient_material()
        or board.is_seventyfive_moves()
        or board.is_fivefold_repetition()
        or (last and (board.is_fifty_moves() or board.is_repetition(3)))
    )
    if drawn:
        return Evaluation((Line(1, cp=0, depth=0),), source="board")
    if not board.is_valid():
        return Evaluation(source="board", error=f"{board.fen()!r} cannot stand on a board")
    return None
