"""The table of moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import traitlets

from chessnb.widgets.game_part import GamePart
from chessnb.widgets.pack import pack
from chessnb.widgets.payload import TABLE_COLUMNS, table_payload

__all__ = ["MoveTable"]


class MoveTable(GamePart):
    """A grid of columns of the `moves` table, to sort and to filter.

    A click on a row sets ``ply``; the row of the current ply is the selected one.

    Parameters
    ----------
    source
        A game, an analysis or a job.
    columns : sequence of str, optional
        Names of columns of ``analysis.moves``, in the order to show them.
    **traits
        ``ply``, ``selected``.

    Raises
    ------
    TableError
        A column that the table does not have; the message lists those there are.
    """

    _table = traitlets.Bytes().tag(sync=True)

    def __init__(self, source: Any, columns: Sequence[str] = TABLE_COLUMNS, **traits: Any) -> None:
        self._columns = tuple(columns)
        super().__init__(source, part="movetable", **traits)

    def _first_traits(self) -> dict[str, Any]:
        return super()._first_traits() | self._results()

    def _results(self) -> dict[str, Any]:
        table = table_payload(self.analysis.moves, self._columns)
        return super()._results() | {"_table": pack(table)}
