"""The tables' contract: column names, dtypes, units and viewpoint, stated once.

Every function that makes or takes one of chessnb's tables is checked against this module, so a
name or a meaning cannot change silently. Missing is missing (``pd.NA``), never 0 and never an
empty string. A column about a score says whose view it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from chessnb.errors import TableError

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["LABELS", "PHASES", "SIDES", "SOURCES", "TABLES", "Column", "Table", "frame", "validate"]

LABELS = (
    "Brilliant",
    "Great",
    "Best",
    "Excellent",
    "Good",
    "Inaccuracy",
    "Mistake",
    "Blunder",
    "Miss",
    "Book",
)
SIDES = ("white", "black")
PHASES = ("opening", "middlegame", "endgame")
SOURCES = ("engine", "cache", "pgn", "board")


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its dtype, its meaning, and the bounds of its values, where it has some.

    ``dtype`` is a pandas name (``Int64``, ``Float64``, ``string``, ``boolean``, ``object``), or
    ``category`` with ``categories``, ordered where ``ordered`` says so.
    """

    name: str
    dtype: str
    meaning: str
    bounds: tuple[float, float] | None = None
    categories: tuple[str, ...] | None = None
    ordered: bool = False

    def array(self, values: Any) -> Any:
        """Give `values` as a pandas array of this column's dtype."""
        import pandas as pd

        if self.categories is not None:
            dtype = pd.CategoricalDtype(list(self.categories), ordered=self.ordered)
            return pd.Categorical(values, dtype=dtype)
        if self.dtype == "object":
            return pd.array(list(values), dtype="object")
        if self.dtype in ("Int64", "Float64") and _is_float_array(values):
            return _numbers(values, self.dtype)
        return cast(Any, pd.array)(values, dtype=self.dtype)


def _is_float_array(values: Any) -> bool:
    import numpy as np

    return isinstance(values, np.ndarray) and values.dtype.kind == "f"


def _numbers(values: Any, dtype: str) -> Any:
    """Give a nullable array in which NaN means missing, as it does in numpy."""
    import numpy as np
    import pandas as pd

    missing = np.isnan(values)
    filled = np.where(missing, 0, values)
    if dtype == "Int64":
        return pd.arrays.IntegerArray(filled.astype("int64"), missing)
    return pd.arrays.FloatingArray(filled.astype("float64"), missing)


@dataclass(frozen=True)
class Table:
    """One table: its index levels and its columns, in order."""

    name: str
    index: tuple[str, ...]
    columns: tuple[Column, ...]
    doc: str = ""

    @property
    def names(self) -> list[str]:
        """The column names, in order."""
        return [column.name for column in self.columns]

    def __getitem__(self, name: str) -> Column:
        for column in self.columns:
            if column.name == name:
                return column
        raise KeyError(name)

    def empty(self) -> pd.DataFrame:
        """Give the table with all its columns and no row."""
        index: Any = [[] for _ in self.index] if len(self.index) > 1 else []
        return frame(self.name, {}, index)


def _integer(name: str, meaning: str, bounds: tuple[float, float] | None = None) -> Column:
    return Column(name, "Int64", meaning, bounds)


def _number(name: str, meaning: str, bounds: tuple[float, float] | None = None) -> Column:
    return Column(name, "Float64", meaning, bounds)


def _text(name: str, meaning: str) -> Column:
    return Column(name, "string", meaning)


def _flag(name: str, meaning: str) -> Column:
    return Column(name, "boolean", meaning)


def _choice(name: str, meaning: str, values: tuple[str, ...], *, ordered: bool = False) -> Column:
    return Column(name, "category", meaning, None, values, ordered)


_SHARE = (0.0, 1.0)
_PERCENT = (0.0, 100.0)

_MOVES = (
    _integer("move_number", "the move's number in the game, from the position", (1, 1e6)),
    _choice("side", "who moved, from the position", SIDES),
    _text("san", "the move in canonical SAN; `--` for a null move"),
    _choice("label", "the ruleset's judgement of the move", LABELS, ordered=True),
    _number("accuracy", "the move's accuracy", _PERCENT),
    _text("eval", "evaluation after the move, White's view: `+0.35`, `#-3`"),
    _number("wpl", "win probability loss of the mover", _SHARE),
    _text("best_san", "the engine's first choice before the move"),
    _text("explanation", "one plain sentence on a judged move"),
    _number("time_spent", "seconds spent on the move, from clocks and increment", (0, 1e9)),
    _number("mover_win_before", "win probability before the move, mover's view", _SHARE),
    _number("mover_win_after", "win probability after the move, mover's view", _SHARE),
    _number("white_win_after", "win probability after the move, White's view", _SHARE),
    _integer("cp_before", "centipawns before the move, White's view"),
    _integer("mate_before", "signed moves to mate before the move, White's view"),
    _integer("cp_after", "centipawns after the move, White's view"),
    _integer("mate_after", "signed moves to mate after the move, White's view; 0 is checkmate"),
    _number("cp_loss", "the ruleset's centipawn loss, mover's view", (0, 1e6)),
    _integer("second_cp", "centipawns of the engine's second line before the move, White's view"),
    _integer("second_mate", "moves to mate of that second line, White's view"),
    _text("best_uci", "the engine's first choice before the move, UCI"),
    _text("best_pv_san", "the engine's first line before the move, SAN"),
    _text("uci", "the move in UCI; Chess960 castling as king-takes-rook; `0000` for a null move"),
    _flag("forced", "the mover had one legal move"),
    _flag("is_book", "every move up to this one leads to a position of the opening book"),
    _flag("in_check", "the mover was in check before the move"),
    _flag("is_capture", "the move captures"),
    _choice("phase", "phase of the game after the move", PHASES),
    _text("eco", "ECO code of the opening known so far"),
    _text("opening", "name of the opening known so far"),
    _integer("depth", "search depth of the evaluation after the move"),
    _integer("nodes", "nodes searched for the evaluation after the move"),
    _text("engine", "engine that gave the evaluation after the move"),
    _choice("source", "where the evaluation after the move comes from", SOURCES),
    _text("fen_before", "position before the move"),
    _text("fen_after", "position after the move"),
    _number("clock", "seconds left on the mover's clock after the move", (0, 1e9)),
    _text("nag", "numeric annotation glyphs of the file: `$1 $14`"),
    _text("comment", "comment of the file, without its commands"),
    _text("variant", "`standard`, `chess960`, or another variant's name"),
    _text("error", "why the row is incomplete"),
)

_LINES = (
    _text("san", "first move of the line, SAN"),
    _text("uci", "first move of the line, UCI"),
    _text("eval", "evaluation, White's view: `+0.35`, `#-3`"),
    _integer("cp", "centipawns, White's view"),
    _integer("mate", "signed moves to mate, White's view"),
    _number("mover_win", "win probability, view of the side to move", _SHARE),
    _text("pv_san", "the line in SAN"),
    _text("pv_uci", "the line in UCI"),
    _integer("depth", "search depth"),
    _integer("nodes", "nodes searched"),
)

_ELO = (
    _number("elo_estimate", "strength shown in this game, on the scale `elo_scale`"),
    _number("elo_low", "lower end of the 80 % interval"),
    _number("elo_high", "upper end of the 80 % interval"),
    _text("elo_model", "the model of the estimate"),
    _text("elo_scale", "the rating scale of the model's calibration data"),
)

_SUMMARY = (
    _number("accuracy", "game accuracy", _PERCENT),
    _number("acpl", "mean centipawn loss, as the ruleset defines it", (0, 1e6)),
    _integer("move_count", "moves with an accuracy", (0, 1e6)),
    *(_integer(label, f"moves labelled {label}", (0, 1e6)) for label in LABELS),
    *_ELO,
    *(_number(f"accuracy_{phase}", f"game accuracy in the {phase}", _PERCENT) for phase in PHASES),
    _number("mean_time", "mean seconds spent on a move", (0, 1e9)),
    _integer(
        "time_trouble_moves", "moves made with under 5 % of the base time, or 10 s, left", (0, 1e6)
    ),
)

_PLAYERS = (
    _text("name", "the player's name"),
    _integer("rating", "the rating in the headers"),
    _choice("result", "the game's result for this player", ("win", "draw", "loss")),
    *_SUMMARY,
)

_EVALS = (
    _choice("side", "who moved", SIDES),
    _integer("cp", "centipawns after the ply, White's view"),
    _integer("mate", "signed moves to mate after the ply, White's view"),
)

_MOMENTS = (
    _text("game_id", "the game"),
    _integer("ply", "the ply, 1 is the game's first"),
    _choice("side", "who moved", SIDES),
    _text("kind", "why the moment was chosen"),
    _choice("label", "the ruleset's judgement", LABELS, ordered=True),
    _number("wpl", "win probability loss of the mover", _SHARE),
    _text("san", "the move played"),
    _text("best_san", "the engine's first choice"),
    Column("acceptable", "object", "list of SAN: the moves within the tolerance"),
    _number("difficulty", "0 is easy, 1 is hard", _SHARE),
    _text("why", "one plain sentence"),
    _text("fen", "position before the move"),
)

_ANSWERS = (
    _text("pupil", "who answered"),
    _text("question", "the question's identifier"),
    _text("game_id", "the game"),
    _integer("ply", "the ply asked about"),
    _text("fen", "position of the question"),
    _text("san", "the answer"),
    _number("loss", "win probability loss of the answer", _SHARE),
    _flag("accepted", "the answer counts as right"),
    _integer("tries", "answers given so far, this one included"),
    _integer("hints", "hints taken"),
    _number("seconds", "seconds from the question to this answer", (0, 1e9)),
    _text("at", "when, ISO 8601 in UTC"),
)

_GAMES = (
    *(
        _text(name, f"header {name}")
        for name in ("white", "black", "event", "site", "date", "round", "result")
    ),
    _integer("white_rating", "White's rating in the headers"),
    _integer("black_rating", "Black's rating in the headers"),
    _text("time_control", "header TimeControl"),
    _text("variant", "`standard`, `chess960`, or another variant's name"),
    _text("eco", "ECO code"),
    _text("opening", "opening"),
    _integer("plies", "half-moves", (0, 1e6)),
    _text("end_reason", "checkmate, stalemate, insufficient, repetition, fifty-move, …"),
    *(
        Column(f"{side}_{c.name}", c.dtype, f"{side}: {c.meaning}", c.bounds)
        for side in SIDES
        for c in _SUMMARY
    ),
    _text("ruleset", "the ruleset of the summary"),
    _text("engine", "the engine"),
    _text("effort", "the effort of the analysis"),
    _text("analysed_at", "when, ISO 8601 in UTC"),
    _text("warnings", "what was repaired or refused on reading"),
    _text("error", "why the game was not analysed, or is incomplete"),
)

TABLES: Mapping[str, Table] = {
    table.name: table
    for table in (
        Table("moves", ("ply",), _MOVES, "One row per ply of a game; 1 is the first move."),
        Table("lines", ("ply", "rank"), _LINES, "The engine's lines before each ply."),
        Table("players", ("side",), _PLAYERS, "One row per player of a game."),
        Table("evals", (), _EVALS, "What `score_evals` takes, besides `game_id` and `ply`."),
        Table("moments", (), _MOMENTS, "Teachable moments."),
        Table("answers", (), _ANSWERS, "Answers to a quiz."),
        Table("games", ("game_id",), _GAMES, "One row per game of a library or batch."),
    )
}


def frame(
    table: str, data: Mapping[str, Any], index: Any, *, partial: bool = False
) -> pd.DataFrame:
    """Build a table with the columns, order and dtypes of its contract.

    Parameters
    ----------
    table
        A key of :data:`TABLES`.
    data
        Column name → values; columns that are not given are missing throughout.
    index
        The values of the index; a list of lists where the index has several levels; None for
        a plain range.
    partial
        Leave columns out that are not given, rather than filling them with missing values.
    """
    import pandas as pd

    spec = TABLES[table]
    rows = _index(spec, index, data)
    given = [c for c in spec.columns if not partial or c.name in data]
    arrays = {c.name: c.array(data.get(c.name, [None] * len(rows))) for c in given}
    return pd.DataFrame(arrays, index=rows)


def _index(spec: Table, index: Any, data: Mapping[str, Any]) -> Any:
    import pandas as pd

    if index is None:
        return pd.RangeIndex(len(next(iter(data.values()), ())))
    if isinstance(index, pd.Index):
        return index
    if len(spec.index) > 1:
        return pd.MultiIndex.from_arrays(index, names=list(spec.index))
    dtype = "int64" if spec.index == ("ply",) else "object"
    return pd.Index(index, dtype=dtype, name=spec.index[0] if spec.index else None)


def validate(table: pd.DataFrame, name: str) -> pd.DataFrame:
    """Check a table against its contract and give it back.

    Raises
    ------
    TableError
        Naming the column, the dtype or the value that is not as the contract says.

    Examples
    --------
    >>> validate(TABLES["moves"].empty(), "moves").shape
    (0, 41)
    """
    spec = TABLES[name]
    given = [str(column) for column in table.columns]
    if given != spec.names:
        raise TableError(_column_difference(name, given, spec.names))
    levels = [level for level in table.index.names if level != "game_id"]
    if spec.index and tuple(levels) != tuple(n for n in spec.index if n != "game_id"):
        raise TableError(f"table {name!r}: index {table.index.names}, not {list(spec.index)}")
    for column in spec.columns:
        _validate_column(name, column, table[column.name])
    return table


def _column_difference(name: str, given: Sequence[str], wanted: Sequence[str]) -> str:
    missing = [column for column in wanted if column not in given]
    extra = [column for column in given if column not in wanted]
    if missing or extra:
        return f"table {name!r}: missing columns {missing}, unknown columns {extra}"
    return f"table {name!r}: the columns are not in the order of the contract: {list(given)}"


def _validate_column(table: str, column: Column, values: pd.Series[Any]) -> None:
    import pandas as pd

    where = f"table {table!r}, column {column.name!r}"
    dtype = values.dtype
    if column.categories is not None:
        wanted = pd.CategoricalDtype(list(column.categories), ordered=column.ordered)
        if dtype != wanted:
            raise TableError(f"{where}: dtype {dtype}, not the categories {column.categories}")
        return
    if not str(dtype).startswith(column.dtype):
        raise TableError(f"{where}: dtype {dtype}, not {column.dtype}")
    present = values.dropna()
    if column.bounds is not None:
        low, high = column.bounds
        wrong = present[(present < low) | (present > high)]
        if len(wrong):
            raise TableError(f"{where}: {wrong.iloc[0]!r} is not within [{low:g}, {high:g}]")
    if column.dtype == "string" and (present == "").any():
        raise TableError(f"{where}: an empty string where a missing value belongs")
