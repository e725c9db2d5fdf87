"""Which games and which columns of a dump are wanted."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from chessnb import schema
from chessnb.errors import SettingsError
from chessnb.games.model import ROSTER

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["TABLES", "Choice", "Where"]

Where: TypeAlias = "Callable[[Mapping[str, str]], bool] | Mapping[str, Any] | str"

TABLES = ("moves", "players", "games")

_LATER = {
    "moves": {
        "explanation", "forced", "fen_before", "fen_after", "best_san", "best_uci", "best_pv_san",
        "second_cp", "second_mate", "nodes", "engine",
    },
    "players": set[str](),
    "games": {"engine", "effort", "analysed_at"},
}  # fmt: skip
"""Columns that take long, or that a file without engine lines never has: only when asked for."""


@dataclass(frozen=True)
class Choice:
    """What is wanted of a dump.

    Attributes
    ----------
    per : str
        The table: ``moves``, ``players`` or ``games``.
    columns : list of str
        Columns of the result, in order.
    needed : list of str
        Columns to work out: those, and those that the query looks at.
    tags : callable or None
        Whether a game with these tags is wanted.
    query : str or None
        An expression over the finished rows.
    """

    per: str
    columns: list[str]
    needed: list[str]
    tags: Callable[[Mapping[str, str]], bool] | None
    query: str | None

    @classmethod
    def of(cls, per: str, columns: Iterable[str] | None, where: Where | None) -> Choice:
        """Check what a user asks for.

        Raises
        ------
        SettingsError
            For a table, a column or a condition that does not exist.
        """
        if per not in TABLES:
            raise SettingsError(f"per={per!r}: choose one of {', '.join(map(repr, TABLES))}")
        chosen = _columns(per, columns)
        query = where if isinstance(where, str) else None
        words = set(re.findall(r"[A-Za-z_]\w*", query or ""))
        asked = [name for name in schema.TABLES[per].names if name in words]
        needed = [*chosen, *(name for name in asked if name not in chosen)]
        return cls(per, chosen, needed, _tag_test(where), query)

    def wants(self, headers: Mapping[str, str]) -> bool:
        """Whether a game with these tags is wanted."""
        return self.tags is None or bool(self.tags({**ROSTER, **headers}))

    def finished(self, table: pd.DataFrame) -> pd.DataFrame:
        """Keep the rows and columns that are wanted."""
        if self.query is None:
            return table
        try:
            kept = table.query(self.query, engine="python")
        except Exception as error:
            raise SettingsError(
                f"where={self.query!r} cannot be evaluated ({error}); it is an expression over "
                f'columns of {self.per!r}, such as "rating > 2000"'
            ) from error
        return kept[self.columns]


def _columns(per: str, columns: Iterable[str] | None) -> list[str]:
    names = schema.TABLES[per].names
    if columns is None:
        return [name for name in names if name not in _LATER[per]]
    if isinstance(columns, str):
        raise SettingsError(f"columns={columns!r}: give a list, [{columns!r}]")
    chosen = list(columns)
    for name in chosen:
        if name not in names:
            raise SettingsError(f"no column {name!r} per {per!r}; there are: {', '.join(names)}")
    return list(dict.fromkeys(chosen))


def _tag_test(where: Where | None) -> Callable[[Mapping[str, str]], bool] | None:
    if where is None or isinstance(where, str):
        return None
    if callable(where):
        return where
    if not isinstance(cast("Any", where), Mapping):
        raise SettingsError(
            f"where={where!r}: give a function of a game's tags, tags with their values, or an "
            "expression over the columns"
        )
    tests = {name: _value_test(value) for name, value in where.items()}
    return lambda headers: all(test(headers.get(name, "")) for name, test in tests.items())


def _value_test(value: Any) -> Callable[[str], bool]:
    if callable(value):
        return cast("Callable[[str], bool]", value)
    if isinstance(value, Collection) and not isinstance(value, str):
        allowed = {str(one) for one in cast("Collection[Any]", value)}
        return lambda told: told in allowed
    wanted = str(value)
    return lambda told: told == wanted
