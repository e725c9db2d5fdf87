"""How a score and a line of moves are written in the tables."""

from __future__ import annotations

from collections.abc import Iterable

import chess

__all__ = ["eval_text", "line_san"]


def eval_text(cp: int | None, mate: int | None, *, white_mates: bool | None = None) -> str | None:
    """Write a score as the tables do, White's view.

    Parameters
    ----------
    cp, mate
        Centipawns or signed moves to mate, White's view.
    white_mates
        Whose checkmate stands on the board where `mate` is 0.

    Examples
    --------
    >>> eval_text(35, None), eval_text(-120, None), eval_text(0, None), eval_text(None, -3)
    ('+0.35', '-1.20', '0.00', '#-3')
    >>> eval_text(None, 0, white_mates=True), eval_text(None, 0, white_mates=False)
    ('#+0', '#-0')
    """
    if mate is not None:
        sign = "+" if mate > 0 or (mate == 0 and white_mates) else "-"
        return f"#{sign}{abs(mate)}"
    if cp is None:
        return None
    return f"{cp / 100:+.2f}" if cp else "0.00"


def line_san(board: chess.Board, pv: Iterable[str]) -> list[str]:
    """Write a line of UCI moves in SAN; it ends before the first move that is not legal.

    The board is left as it was.
    """
    moves: list[str] = []
    try:
        for uci in pv:
            try:
                move = board.parse_uci(uci)
            except ValueError:
                break
            moves.append(board.san_and_push(move))
    finally:
        for _ in moves:
            board.pop()
    return moves
