"""The rows of plain games, worked out here or in another process."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from chessnb.dumps.frames import PlainTables
from chessnb.dumps.plain import read_batch
from chessnb.dumps.segments import PlainGame
from chessnb.dumps.words import Tables

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

    from chessnb.scoring.rulesets import Ruleset

__all__ = ["PlainScores", "Wish", "score_plain"]


class Wish(NamedTuple):
    """What is wanted of each game.

    Attributes
    ----------
    per : str
        The table: ``moves``, ``players`` or ``games``.
    names : list of str
        Its columns.
    ruleset : Ruleset
        What scores the games.
    language : str
        Language of the explanations.
    """

    per: str
    names: list[str]
    ruleset: Ruleset
    language: str


class PlainScores(NamedTuple):
    """What came out.

    Attributes
    ----------
    table : DataFrame or None
        The rows of the games that are plain, in order; None where there is none.
    lengths : int array
        Plies of each of those.
    left : list of int
        The places of the others.
    """

    table: pd.DataFrame | None
    lengths: npt.NDArray[np.intp]
    left: list[int]


def score_plain(games: Sequence[PlainGame], tables: Tables, wish: Wish) -> PlainScores:
    """Score games that look plain; `tables` keeps what their words mean for the next ones."""
    batch, left = read_batch(games, tables)
    if not len(batch):
        return PlainScores(None, batch.lengths, left)
    made = PlainTables(batch, wish.ruleset, wish.language)
    return PlainScores(made.frame(wish.per, wish.names), batch.lengths, left)
