"""A list of games that can be sorted and filtered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import traitlets

from chessnb.widgets.pack import pack
from chessnb.widgets.part import Part

__all__ = ["GameList"]


class GameList(Part):
    """Games as rows: a click on a title sorts, the field below it filters, a row picks a game.

    Parameters
    ----------
    picked : callable
        Takes the ``index`` of the row that was clicked.
    rows : iterable of mapping, optional
        ``index`` (what the row is known by), and of ``color``, ``opponent``, ``opponent_rating``,
        ``white``, ``white_rating``, ``black``, ``black_rating``, ``result``, ``accuracy``,
        ``moves``, ``opening``, ``date`` and ``event`` what is to be shown, in this order. None
        where a value is not known.
    """

    _games = traitlets.Bytes().tag(sync=True)

    def __init__(
        self, picked: Callable[[Any], object], rows: Iterable[Mapping[str, Any]] = ()
    ) -> None:
        self._picked = picked
        self._rows = [dict(row) for row in rows]
        super().__init__(part="games", _games=pack(self._rows))

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The rows shown; assign others to show those."""
        return self._rows

    @rows.setter
    def rows(self, rows: Iterable[Mapping[str, Any]]) -> None:
        self._rows = [dict(row) for row in rows]
        self._games = pack(self._rows)

    def _obey(self, request: dict[str, Any], buffers: Sequence[memoryview]) -> None:
        if request.get("kind") == "pick" and any(
            row["index"] == request.get("index") for row in self._rows
        ):
            self._picked(request["index"])
