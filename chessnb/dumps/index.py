"""The index of tables with rows of several games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["by_game", "joined"]


def by_game(ids: Any, level: Any, name: str) -> pd.MultiIndex:
    """Give the index ``(game_id, ply)`` or ``(game_id, side)``, one entry a row."""
    import pandas as pd

    dtype: Any = "object" if name == "side" else "int64"
    levels: list[pd.Index[Any]] = [pd.Index(ids, dtype="object"), pd.Index(level, dtype=dtype)]
    return pd.MultiIndex.from_arrays(levels, names=["game_id", name])


def joined(tables: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """Put tables below each other; their index keeps its type, which pandas would change."""
    import pandas as pd

    if len(tables) == 1:
        return tables[0]
    table = pd.concat(tables)
    if table.index.nlevels == 1:
        return table.set_axis(table.index.astype("object"), axis=0)
    return table
