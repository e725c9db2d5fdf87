"""The `evals` table as arrays: sorted, checked, each ply with the score before it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from chessnb.errors import TableError
from chessnb.scoring.board_facts import BoardFacts
from chessnb.scoring.plies import Plies
from chessnb.scoring.starts import Starts

if TYPE_CHECKING:
    import numpy.typing as npt
    import pandas as pd

    Floats = npt.NDArray[np.float64]
    Ints = npt.NDArray[np.int64]

__all__ = ["EvalsTable"]

_NEEDED = ("game_id", "ply", "side")
_NULL_MOVES = ("0000", "--")


@dataclass(frozen=True, eq=False)
class EvalsTable:
    """The plies of an `evals` table and what it takes to give results their index.

    Attributes
    ----------
    plies : Plies
    board : BoardFacts or None
        Where the moves are known.
    game_ids : Index
        The games in the order of their first rows.
    ply : int64 array
        Number of each ply.
    texts : dict
        The columns of UCI texts that were given, in the order of the plies.
    given : frozenset of str
        The columns of the table.
    """

    plies: Plies
    board: BoardFacts | None
    game_ids: pd.Index[Any]
    ply: Ints
    texts: dict[str, Any]
    given: frozenset[str]

    @classmethod
    def read(cls, evals: pd.DataFrame, start: Any = None) -> EvalsTable:
        """Check a table and lay it out (see :func:`.evals.score_evals`)."""
        import pandas as pd

        rows = _with_plain_columns(evals)
        game, game_ids = pd.factorize(rows["game_id"])
        if (game < 0).any():
            raise TableError("'game_id' of evals is missing in some rows; give each game one")
        ply = _whole_numbers(rows, "ply")
        order = np.lexsort((ply, game))
        rows, game, ply = rows.iloc[order], game[order].astype(np.int64), ply[order]
        _check_twice(game_ids, game, ply)
        starts = Starts.read(start, game_ids)
        at_start = ply == 0
        starts.fill(game[at_start], _score(rows[at_start], "cp"), _score(rows[at_start], "mate"))
        kept = np.flatnonzero(~at_start)
        return cls._of_moves(rows.iloc[kept], game[kept], ply[kept], game_ids, starts)

    @classmethod
    def _of_moves(
        cls, rows: pd.DataFrame, game: Ints, ply: Ints, game_ids: pd.Index[Any], starts: Starts
    ) -> EvalsTable:
        white = _whites(rows)
        after = _score(rows, "cp"), _score(rows, "mate")
        before = starts.before(game, ply, white, *after)
        texts = {name: rows[name].astype("string") for name in ("uci", "best_uci") if name in rows}
        known = _known(rows, texts)
        plies = Plies.build(
            games=len(game_ids),
            game=game,
            white=white,
            cp_before=before[0],
            mate_before=before[1],
            cp_after=after[0],
            mate_after=after[1],
            **known,
        )
        board = None
        if "uci" in texts:
            uci: list[Any] = texts["uci"].astype(object).to_list()
            board = BoardFacts(game, white, uci, starts.fens, plies.legal_count)
        arrays = {name: column.array for name, column in texts.items()}
        return cls(plies, board, game_ids, ply, arrays, frozenset(map(str, rows.columns)))

    def moves_index(self) -> pd.MultiIndex:
        """``(game_id, ply)`` of each ply."""
        import pandas as pd

        codes, numbers = pd.factorize(self.ply)
        levels: list[Any] = [self.game_ids, numbers]
        places: list[Any] = [self.plies.game, codes]
        return pd.MultiIndex(levels=levels, codes=places, names=["game_id", "ply"])

    def players_index(self) -> pd.MultiIndex:
        """``(game_id, side)`` of each player, White first."""
        import pandas as pd

        return pd.MultiIndex.from_product(
            [self.game_ids, ["white", "black"]], names=["game_id", "side"]
        )


def _with_plain_columns(evals: pd.DataFrame) -> pd.DataFrame:
    """The table with what is in its index as columns."""
    levels = [name for name in evals.index.names if name in _NEEDED and name not in evals.columns]
    rows = evals.reset_index(level=levels) if levels else evals
    missing = [name for name in _NEEDED if name not in rows.columns]
    if not {"cp", "mate"} & set(rows.columns):
        missing.append("cp (or mate)")
    if missing:
        raise TableError(
            f"evals need the column {missing[0]!r}; they have: {', '.join(map(str, rows.columns))}"
        )
    return rows


def _whole_numbers(rows: pd.DataFrame, name: str) -> Ints:
    numbers = _floats(rows, name)
    wrong = ~(numbers >= 0) | (numbers != np.floor(numbers))
    if wrong.any():
        bad = rows[name].iloc[int(np.flatnonzero(wrong)[0])]
        raise TableError(f"{name} of evals must be 1, 2, 3, … (0 for the start), not {bad!r}")
    return numbers.astype(np.int64)


def _check_twice(game_ids: pd.Index[Any], game: Ints, ply: Ints) -> None:
    twice = np.flatnonzero((np.diff(game) == 0) & (np.diff(ply) == 0))
    if len(twice):
        where = int(twice[0])
        raise TableError(
            f"evals have ply {ply[where]} of game {game_ids[game[where]]!r} more than once"
        )


def _floats(rows: pd.DataFrame, name: str) -> Floats:
    import pandas as pd

    try:
        numbers = pd.to_numeric(rows[name])
        return numbers.to_numpy(dtype=np.float64, na_value=np.nan)
    except (TypeError, ValueError) as error:
        raise TableError(f"{name} of evals must be numbers ({error})") from error


def _score(rows: pd.DataFrame, name: str) -> Floats:
    """Scores; NaN where missing and throughout where there is no such column."""
    if name not in rows.columns:
        return np.full(len(rows), np.nan)
    numbers = _floats(rows, name)
    if np.isinf(numbers).any():
        raise TableError(
            f"{name} of evals holds an infinite number; mates have a column of their own"
        )
    return numbers


def _whites(rows: pd.DataFrame) -> npt.NDArray[np.bool_]:
    sides = rows["side"]
    white = (sides == "white").to_numpy(dtype=np.bool_, na_value=False)
    black = (sides == "black").to_numpy(dtype=np.bool_, na_value=False)
    wrong = ~(white | black)
    if wrong.any():
        bad = sides.iloc[int(np.flatnonzero(wrong)[0])]
        raise TableError(f"side of evals must be 'white' or 'black' (who moved), not {bad!r}")
    return white


def _known(rows: pd.DataFrame, texts: dict[str, pd.Series[Any]]) -> dict[str, Any]:
    """The optional columns as arguments of :meth:`.Plies.build`."""
    known: dict[str, Any] = {
        "second_cp": _score(rows, "second_cp"),
        "second_mate": _score(rows, "second_mate"),
    }
    for name in ("is_book", "is_mate"):
        if name in rows.columns:
            known[name] = _floats(rows, name) == 1
    for name in ("gate", "legal_count"):
        if name in rows.columns:
            known[name] = np.nan_to_num(_floats(rows, name), nan=-1)
    if "uci" in texts:
        known["is_null"] = texts["uci"].isin(_NULL_MOVES).to_numpy(dtype=np.bool_)
        if "best_uci" in texts:
            same = texts["uci"] == texts["best_uci"]
            first = same.fillna(False).to_numpy(dtype=np.bool_)
            known["first_choice"] = np.where(same.isna().to_numpy(), -1, first)
    return known
