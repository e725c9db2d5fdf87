"""Moves of many stored games as one table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from chessnb import schema
from chessnb.errors import FileError
from chessnb.library.packing import unpack
from chessnb.library.records import DERIVED

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["moves_frame"]


def moves_frame(
    rows: Sequence[tuple[str, str | None, str | None, str, bytes]],
    names: Sequence[str],
    *,
    player: str | None = None,
    label: str | Iterable[str] | None = None,
) -> pd.DataFrame:
    """Unpack the moves of stored games into one table.

    Parameters
    ----------
    rows
        Game id, the players' keys, the variant, and the packed moves.
    names
        The columns that are wanted.
    player
        The key of the player whose moves are wanted; None for both sides'.
    label
        Labels that are wanted; None for any move.
    """
    labels = None if label is None else {label} if isinstance(label, str) else set(label)
    ids: list[str] = []
    plies: list[int] = []
    data: dict[str, list[Any]] = {name: [] for name in names}
    for game_id, white, black, variant, packed in rows:
        columns = unpack(packed, f"the library's game {game_id!r}")
        sides = {s for s, key in (("white", white), ("black", black)) if player in (None, key)}
        kept = _kept(columns, sides if player else None, labels)
        ids += [game_id] * len(kept)
        plies += [place + 1 for place in kept]
        if any(name in DERIVED for name in names):
            columns |= _fens(game_id, columns, variant)
        for name in names:
            values = columns.get(name)
            data[name] += [None] * len(kept) if values is None else [values[i] for i in kept]
    made = schema.frame("moves", data, _index(ids, plies), partial=True)
    return made[list(names)]


def _index(ids: list[str], plies: list[int]) -> Any:
    from chessnb.dumps.index import by_game

    return by_game(ids, plies, "ply")


def _kept(
    columns: dict[str, list[Any]], sides: set[str] | None, labels: set[str] | None
) -> list[int]:
    """Places of the moves that are wanted."""
    side = columns.get("side", [])
    given = columns.get("label", [None] * len(side))
    return [
        place
        for place in range(len(side))
        if (sides is None or side[place] in sides) and (labels is None or given[place] in labels)
    ]


def _fens(game_id: str, columns: dict[str, list[Any]], variant: str) -> dict[str, list[str]]:
    """The positions before and after every move, from the moves."""
    import chess

    from chessnb.games.positions import make_board

    board = make_board(columns.get("start_fen", [None])[0], variant)
    fens = [board.fen()]
    try:
        for uci in columns.get("uci", []):
            board.push(chess.Move.from_uci(uci))
            fens.append(board.fen())
    except (ValueError, AssertionError) as error:
        raise FileError(f"the library's game {game_id!r} is damaged: {error}") from error
    return {"fen_before": fens[:-1], "fen_after": fens[1:]}
