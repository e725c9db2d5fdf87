"""A row of the tables as an explanation looks at it: from the mover's side, with boards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import chess

from chessnb.scoring.win import win_probability

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["JudgedMove", "judged_moves"]

_BOARD_VARIANTS = (None, "standard", "chess960")


@dataclass(eq=False)
class JudgedMove:
    """A ply of the table `moves` with the rows around it and the engine's first lines.

    Attributes
    ----------
    row, earlier, later : dict
        Its row and those before and after it, missing values left out; empty where there is none.
    best_line, reply_line : tuple of str
        The engine's first line before the move and after it, in UCI; empty where not known.
    """

    row: dict[str, Any]
    earlier: dict[str, Any]
    later: dict[str, Any]
    best_line: tuple[str, ...]
    reply_line: tuple[str, ...]

    @property
    def label(self) -> str | None:
        """Its label."""
        return self.row.get("label")

    @property
    def forced(self) -> bool:
        """Whether it was the only legal move."""
        return bool(self.row.get("forced", False))

    @property
    def best_san(self) -> str | None:
        """The engine's first choice."""
        return self.row.get("best_san")

    @property
    def reply_san(self) -> str | None:
        """The engine's first choice for the opponent after the move."""
        return self.later.get("best_san")

    @property
    def wpl(self) -> float | None:
        """Win probability lost."""
        return self.row.get("wpl")

    @property
    def points(self) -> int:
        """Win probability lost, in points of 100."""
        return round(100 * (self.wpl or 0.0))

    @property
    def win_before(self) -> float | None:
        """Mover's win probability before the move."""
        return self.row.get("mover_win_before")

    @property
    def win_after(self) -> float | None:
        """Mover's win probability after the move."""
        return self.row.get("mover_win_after")

    @property
    def is_first_choice(self) -> bool:
        """Whether the engine's first choice was played."""
        best = self.row.get("best_uci")
        return best is not None and best == self.row.get("uci")

    @property
    def mate_after(self) -> int | None:
        """Mate score after the move, White's view; 0 is checkmate."""
        return self.row.get("mate_after")

    @property
    def mover_mate_before(self) -> int | None:
        """Mate score before the move, mover's view."""
        return self._mover("mate_before")

    @property
    def mover_mate_after(self) -> int | None:
        """Mate score after the move, mover's view."""
        return self._mover("mate_after")

    @property
    def second_win(self) -> float | None:
        """Mover's win probability with the engine's second line."""
        cp, mate = self._mover("second_cp"), self._mover("second_mate")
        if cp is None and mate is None:
            return None
        nan = float("nan")
        return float(win_probability(nan if cp is None else cp, nan if mate is None else mate))

    @cached_property
    def board(self) -> chess.Board | None:
        """The position before the move."""
        return _board(self.row, "fen_before")

    @cached_property
    def board_after(self) -> chess.Board | None:
        """The position after the move."""
        return _board(self.row, "fen_after")

    @cached_property
    def board_earlier(self) -> chess.Board | None:
        """The position before the opponent's move, which a recapture is compared with."""
        return _board(self.earlier, "fen_before")

    @cached_property
    def move(self) -> chess.Move | None:
        """The move, where it is one that can be played on the board."""
        try:
            return self.board.parse_uci(self.row["uci"]) if self.board else None
        except (KeyError, ValueError):
            return None

    def _mover(self, name: str) -> int | None:
        score = self.row.get(name)
        return None if score is None else (score if self.row.get("side") == "white" else -score)


def judged_moves(moves: pd.DataFrame, lines: pd.DataFrame | None) -> Iterator[JudgedMove]:
    """Every row of `moves` together with its neighbours in the same game."""
    first_lines = _first_lines(lines)
    keys = moves.index.to_list()
    rows = _rows(moves)
    empty: dict[str, Any] = {}
    for place, key in enumerate(keys):
        following = _next_key(key)
        earlier = place > 0 and _next_key(keys[place - 1]) == key
        later = place + 1 < len(keys) and keys[place + 1] == following
        yield JudgedMove(
            rows[place],
            rows[place - 1] if earlier else empty,
            rows[place + 1] if later else empty,
            first_lines.get(key, ()),
            first_lines.get(following, ()),
        )


def _rows(moves: pd.DataFrame) -> list[dict[str, Any]]:
    names = [str(name) for name in moves.columns]
    columns = [moves[name].astype(object).where(moves[name].notna(), None) for name in names]
    return [
        {name: value for name, value in zip(names, values, strict=True) if value is not None}
        for values in zip(*columns, strict=True)
    ]


def _first_lines(lines: pd.DataFrame | None) -> dict[Any, tuple[str, ...]]:
    """The first line of each position, by the key of the ply that is played from it."""
    if lines is None or lines.empty:
        return {}
    first = lines.xs(1, level="rank")["pv_uci"].dropna()
    return {key: tuple(pv.split()) for key, pv in first.items()}


def _next_key(key: Any) -> Any:
    """The key of the ply after this one: ``ply + 1``, or ``(game_id, ply + 1)``."""
    return (*key[:-1], key[-1] + 1) if isinstance(key, tuple) else key + 1


def _board(row: dict[str, Any], name: str) -> chess.Board | None:
    if name not in row or row.get("variant") not in _BOARD_VARIANTS:
        return None
    return chess.Board(row[name], chess960=row.get("variant") == "chess960")
