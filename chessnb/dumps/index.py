"""The index of tables with rows of several games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["by_game"]


def by_game(ids: Sequence[str], level: Any, name: str) -> pd.MultiIndex:
    """Give the index ``(game_id, ply)`` or ``(game_id, side)``, one entry a row."""
    import pandas as pd

    dtype = "object" if name == "side" else "int64"
    levels = [pd.Index(ids, dtype="object"), pd.Index(level, dtype=dtype)]
    return pd.MultiIndex.from_arrays(levels, names=["game_id", name])
