"""A folder of Parquet files, complete or not there at all."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from chessnb.errors import MissingExtraError, SettingsError

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ParquetFolder", "write_parquet"]


def write_parquet(table: pd.DataFrame, path: Path) -> None:
    """Write a table to one file, which is there only once it is complete.

    Raises
    ------
    MissingExtraError
        The package pyarrow is not installed.
    """
    need_pyarrow()
    partial = path.with_name(f".{path.name}.part")
    try:
        table.to_parquet(partial, engine="pyarrow")
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def need_pyarrow() -> None:
    """Say how to install pyarrow, where it is missing."""
    try:
        import pyarrow as pyarrow
    except ImportError:
        raise MissingExtraError("pyarrow", "parquet", "writing Parquet files") from None


class ParquetFolder:
    """Writes tables as numbered files into a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._count = 0

    @classmethod
    def fresh(cls, path: str | Path) -> ParquetFolder:
        """A folder without Parquet files; made where it is not there.

        Raises
        ------
        SettingsError
            There are some in it already, or it is a file.
        MissingExtraError
            The package pyarrow is not installed.
        """
        need_pyarrow()
        folder = Path(path).expanduser()
        if folder.exists() and not folder.is_dir():
            raise SettingsError(f"out={str(path)!r} is a file: give the name of a folder")
        if folder.is_dir() and any(folder.glob("*.parquet")):
            raise SettingsError(
                f"out={str(path)!r} holds Parquet files already: give a new folder, or empty it"
            )
        folder.mkdir(parents=True, exist_ok=True)
        return cls(folder)

    def write(self, table: pd.DataFrame) -> None:
        """Write the next file."""
        write_parquet(table, self.folder / f"part-{self._count:05d}.parquet")
        self._count += 1

    def finished(self, empty: pd.DataFrame) -> Path:
        """Give the folder; one without any row gets a file that says which columns there are."""
        if not self._count:
            self.write(empty)
        return self.folder
