"""Tables as CSV text that reads back exactly, or that a spreadsheet opens safely."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chessnb.errors import FileError, NoSuchFileError, SettingsError
from chessnb.export.clean import clean_text
from chessnb.export.text_file import write_text
from chessnb.schema import TABLES, frame, validate

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["read_moves", "read_table", "write_csv"]

_FORMULA_START = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "%", "＝", "＋", "－", "＠")


def write_csv(
    table: pd.DataFrame,
    path: str | Path | None = None,
    *,
    excel: bool = False,
    sep: str = ",",
    decimal: str = ".",
) -> str | None:
    r"""Write a table as CSV.

    Parameters
    ----------
    table
        One of chessnb's tables.
    path
        The file to write, UTF-8; without one the text is returned.
    excel
        For spreadsheets: a byte-order mark, and an apostrophe before text that a spreadsheet
        would take for a formula. Such a file is for people; :func:`read_moves` is for the other.
    sep, decimal
        Separator and decimal sign, as the spreadsheet's language expects (``";"`` and ``","``).

    Returns
    -------
    str or None
        The text, where no path was given.

    Raises
    ------
    SettingsError
        Separator and decimal sign are the same, or no single characters.
    FileError
        The file cannot be written.

    Examples
    --------
    >>> from chessnb.schema import frame
    >>> moves = frame("moves", {"san": ["e4"], "comment": ["=1+1"]}, [1], partial=True)
    >>> write_csv(moves, excel=True)
    "ply,san,comment\n1,e4,'=1+1\n"
    """
    if len(sep) != 1 or len(decimal) != 1 or sep == decimal:
        raise SettingsError(
            f"sep={sep!r}, decimal={decimal!r}: give two different single characters"
        )
    table = _each_cell(table, lambda cell: cell)
    if excel:
        table = _spreadsheet(table, decimal)
    if decimal != ".":
        table = _each_cell(table, lambda cell: _with_decimal(cell, decimal))
    text = clean_text(table.to_csv(sep=sep, lineterminator="\n"))
    if path is None:
        return text
    encoding = "utf-8-sig" if excel else "utf-8"
    write_text(path, text, encoding=encoding, newline="")
    return None


def _each_cell(table: pd.DataFrame, change: Callable[[Any], Any]) -> pd.DataFrame:
    """Give the table as Python objects, each present cell changed; a missing one is None.

    pandas writes Python's own numbers to their last digit, and leaves None empty.
    """
    import pandas as pd

    columns = {
        name: pd.Series(
            [None if cell is pd.NA or cell != cell else change(cell) for cell in column.tolist()],
            index=table.index,
            dtype=object,
        )
        for name, column in table.items()
    }
    return pd.DataFrame(columns, index=table.index)


def _spreadsheet(table: pd.DataFrame, decimal: str) -> pd.DataFrame:
    safe = _each_cell(table, _safe_cell)
    if decimal != "." and "eval" in safe.columns:
        safe["eval"] = safe["eval"].str.replace(".", decimal)
    return safe


def _with_decimal(cell: Any, decimal: str) -> Any:
    return repr(cell).replace(".", decimal) if type(cell) is float else cell


def _safe_cell(cell: Any) -> Any:
    if not isinstance(cell, str) or not cell.lstrip(" ").startswith(_FORMULA_START):
        return cell
    return cell if _is_harmless(cell) else f"'{cell}"


def _is_harmless(cell: str) -> bool:
    """A number, or nothing but dashes (a null move, a name that is not known)."""
    if not cell.strip("-"):
        return True
    try:
        float(cell)
    except ValueError:
        return False
    return True


def read_moves(source: str | Path) -> pd.DataFrame:
    """Read a `moves` table back that :meth:`Analysis.to_csv` wrote.

    Parameters
    ----------
    source
        The file, or the CSV text itself.

    Returns
    -------
    DataFrame
        Equal to the table that was written: values, dtypes and missing values.

    Raises
    ------
    NoSuchFileError
        There is no such file.
    FileError
        The file is not such a table.
    """
    return read_table(source, "moves")


def read_table(source: str | Path, table: str) -> pd.DataFrame:
    """Read any of chessnb's tables back from CSV; see :func:`read_moves`."""
    import pandas as pd

    name, text = _text_of(source)
    spec = TABLES[table]
    try:
        raw = pd.read_csv(
            io.StringIO(text), dtype=str, keep_default_na=False, na_values=[""], engine="c"
        )
    except (ValueError, pd.errors.ParserError) as error:
        raise FileError(f"{name} is no CSV table ({error})") from error
    missing = [c for c in (*spec.index, *spec.names) if c not in raw.columns]
    if missing:
        raise FileError(f"{name} is no {table!r} table: no column {missing[0]!r}")
    try:
        data = {c.name: _parse(raw[c.name], c.dtype) for c in spec.columns}
        result = frame(table, data, _index(raw, spec.index))
    except (ValueError, TypeError) as error:
        raise FileError(f"{name} is no {table!r} table: {error}") from error
    return validate(result, table)


def _text_of(source: str | Path) -> tuple[str, str]:
    if isinstance(source, str) and "\n" in source:
        return "the text", source
    path = Path(source).expanduser()
    if not path.is_file():
        raise NoSuchFileError(f"no such file: {str(source)!r}")
    try:
        return repr(str(source)), path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(f"{str(source)!r} is not UTF-8 text ({error})") from error


def _parse(values: pd.Series[Any], dtype: str) -> list[Any]:
    cells: list[Any] = [None if cell != cell else cell for cell in values.tolist()]
    readers: dict[str, Any] = {"Int64": int, "Float64": float, "boolean": _boolean}
    reader = readers.get(dtype)
    return cells if reader is None else [None if c is None else reader(c) for c in cells]


def _boolean(cell: str) -> bool:
    if cell not in ("True", "False"):
        raise ValueError(f"{cell!r} is neither True nor False")
    return cell == "True"


def _index(raw: pd.DataFrame, levels: tuple[str, ...]) -> Any:
    """Numbers for plies and ranks, text for sides and game ids."""
    lists = [
        [int(cell) if level in ("ply", "rank") else cell for cell in raw[level].tolist()]
        for level in levels
    ]
    return lists if len(lists) > 1 else lists[0]
