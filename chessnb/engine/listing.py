"""The table of engines that can be used here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import chess

from chessnb.engine.identity import identify
from chessnb.engine.lookup import VARIABLE, candidates, examine
from chessnb.engine.session import Session
from chessnb.engine.spec import EngineSpec
from chessnb.errors import EngineError

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["list_engines"]

_DTYPES = {
    "name": "string",
    "version": "string",
    "found": "string",
    "default": "boolean",
    "nodes_per_second": "Int64",
    "path": "string",
    "sha256": "string",
    "error": "string",
}

_POSITION = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 0 10"
_SEARCH_SECONDS = 1.0
_DEADLINE = 20.0


def list_engines(*, speed: bool) -> pd.DataFrame:
    """Make the table of :func:`chessnb.engine.locate.engines`."""
    import pandas as pd

    rows = [_row(found, path, speed=speed) for found, path in candidates()]
    table = pd.DataFrame(rows, columns=list(_DTYPES))
    works = table["error"].isna()
    # One that the environment names is never replaced by another.
    last = 1 if table["found"][0] == VARIABLE else len(table)
    table["default"] = works & (works.cumsum() == 1) & (table.index < last)
    return table.astype(_DTYPES)


def _row(found: str, path: str, *, speed: bool) -> dict[str, Any]:
    try:
        spec = examine(path, found)
        identity = identify(spec)
        return {
            "name": identity.name,
            "version": identity.version,
            "found": found,
            "nodes_per_second": _nodes_per_second(spec) if speed else None,
            "path": identity.path,
            "sha256": identity.sha256,
        }
    except EngineError as error:
        return {"found": found, "path": path, "error": str(error)}


def _nodes_per_second(spec: EngineSpec) -> int | None:
    session = Session(spec.command)
    try:
        milliseconds = round(_SEARCH_SECONDS * 1000)
        answer = session.search(
            f"position fen {_POSITION}", f"go movetime {milliseconds}", _DEADLINE
        )
    finally:
        session.close()
    lines = answer.lines(chess.Board(_POSITION)) if answer else ()
    nodes = lines[0].nodes if lines else None
    return None if nodes is None else round(nodes / _SEARCH_SECONDS)
