"""Why a game ended: from the board first, then from what its tags say."""

from __future__ import annotations

import re
from collections.abc import Mapping

import chess

__all__ = ["END_REASONS", "end_reason"]

END_REASONS = (
    "checkmate",
    "stalemate",
    "insufficient",
    "repetition",
    "fifty-move",
    "resignation",
    "time",
    "agreement",
    "abandoned",
    "unknown",
)

_ON_BOARD = {
    chess.Termination.CHECKMATE: "checkmate",
    chess.Termination.STALEMATE: "stalemate",
    chess.Termination.INSUFFICIENT_MATERIAL: "insufficient",
    chess.Termination.SEVENTYFIVE_MOVES: "fifty-move",
    chess.Termination.FIVEFOLD_REPETITION: "repetition",
}
# The words of Lichess, chess.com, FICS and engine-match software, the more telling ones first:
# "timeout vs insufficient material" is a matter of time.
_SPOKEN = (
    (
        r"time ?out|out ?of ?time|time forfeit|on time|flag|runs out of time|forfeits on time",
        "time",
    ),
    (r"resign", "resignation"),
    (r"abandon|disconnect|forfeits by|left the game|noshow|no ?start|aborted", "abandoned"),
    (r"agree|mutual", "agreement"),
    (r"repetition|threefold|3-?fold", "repetition"),
    (r"fifty|50[- ]?move", "fifty-move"),
    (r"insufficient", "insufficient"),
    (r"stalemate", "stalemate"),
    (r"checkmate|\bmate\b", "checkmate"),
)
# What FICS and Lichess write after the last move; an annotator's sentence does not count.
_REMARK = re.compile(
    r"(?:\w[\w-]* )?(?:resigns|resigned|forfeits (?:on time|by disconnection)|left the game"
    r"|wins on time|(?:runs|ran) out of time|time forfeit|time out)\.?"
    r"|(?:the )?(?:game )?(?:drawn|draw) by [\w -]{4,40}\.?",
    re.IGNORECASE,
)
_DECISIVE = ("1-0", "0-1")
# What only a board can show: a tag that claims it is not believed against the board.
_BOARD_ONLY = {"checkmate", "stalemate"}


def end_reason(board: chess.Board, headers: Mapping[str, str], *, remark: str = "") -> str:
    """Say why a game ended.

    Parameters
    ----------
    board : chess.Board
        The last position, with its move stack.
    headers : mapping of str to str
        ``Result``, ``Termination`` and ``LichessStatus`` are read.
    remark : str
        The comment on the last move, where servers write how the game ended.

    Returns
    -------
    str
        One of :data:`END_REASONS`; ``"unknown"`` where neither board nor tags tell.
    """
    outcome = board.outcome()
    if outcome is not None and outcome.termination in _ON_BOARD:
        return _ON_BOARD[outcome.termination]
    said = f"{headers.get('Termination', '')} {headers.get('LichessStatus', '')}".lower()
    if _REMARK.fullmatch(remark.strip()):
        said = f"{said} {remark.lower()}"
    for pattern, reason in _SPOKEN:
        if re.search(pattern, said) and reason not in _BOARD_ONLY:
            return reason
    result = headers.get("Result", "*")
    if result == "1/2-1/2":
        return _drawn(board, normal=_is_normal(said))
    if result in _DECISIVE and _is_normal(said):
        return "resignation"
    return "unknown"


def _is_normal(said: str) -> bool:
    """Whether the site says that the game ended in the ordinary way, by the players' hands."""
    return re.search(r"\bnormal\b", said) is not None


def _drawn(board: chess.Board, *, normal: bool) -> str:
    if board.can_claim_threefold_repetition():
        return "repetition"
    if board.can_claim_fifty_moves():
        return "fifty-move"
    return "agreement" if normal else "unknown"
