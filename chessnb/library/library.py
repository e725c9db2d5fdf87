"""``chessnb.Library``: finished analyses in one file, and the history over them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from chessnb import schema
from chessnb.errors import InputError, SettingsError
from chessnb.library.database import Database
from chessnb.library.records import Record, load_analysis, name_key, record_of
from chessnb.library.search import Search, condition
from chessnb.library.stored_moves import moves_frame

if TYPE_CHECKING:
    import pandas as pd

    from chessnb.analysis import Analysis
    from chessnb.scoring.rulesets import Ruleset

__all__ = ["Library"]

_PART = 500
"""Games whose moves are held at a time when all are written out."""


class Library:
    """Finished analyses in one SQLite file.

    Several notebooks may use the file at once, and a process that is killed leaves whole games
    only. A game is kept once: analysed again, the deeper analysis stays.

    Parameters
    ----------
    path
        The file; it is made where there is none.
    create : bool
        Whether to make it; else a missing file is an error.

    Raises
    ------
    NoSuchFileError
        There is no such file, and none is to be made.
    FileError
        The file is damaged, of another kind, or of a later version of chessnb.

    Examples
    --------
    >>> import chessnb, tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "season.db"
    >>> lib = chessnb.Library(path)
    >>> game = '[White "Ada"]\\n\\n1. e4 { [%eval 0.2] } e5 { [%eval 0.3] } 2. Ba6 { [%eval -3] } *'
    >>> analysis = chessnb.analyze(game, library=lib)
    >>> lib.games(player="ADA")[["white", "plies"]].values.tolist()
    [['Ada', 3]]
    >>> lib.load(analysis.game.game_id).moves.equals(analysis.moves)
    True
    """

    def __init__(self, path: str | Path, *, create: bool = True) -> None:
        self.path = Path(path).expanduser()
        self._database = Database(self.path, create=create)

    def __repr__(self) -> str:
        info = self.info()
        return (
            f"<Library {str(self.path)!r}: {info['games']:,} games, "
            f"{info['kilobytes_per_game']:.1f} kB each>"
        )

    def __len__(self) -> int:
        with self._database.reading() as connection:
            return int(connection.execute("SELECT count(*) FROM contents").fetchone()[0])

    def __contains__(self, game_id: object) -> bool:
        with self._database.reading() as connection:
            found = connection.execute("SELECT 1 FROM games WHERE game_id = ?", [str(game_id)])
            return found.fetchone() is not None

    def rank(self, game_id: str) -> float | None:
        """How deep the analysis of a game is (about nodes a position); None for no such game."""
        with self._database.reading() as connection:
            found = connection.execute("SELECT rank FROM games WHERE game_id = ?", [game_id])
            row = found.fetchone()
        return None if row is None else float(row[0])

    def __getstate__(self) -> dict[str, Any]:
        return {"path": self.path}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.path = state["path"]
        self._database = Database(self.path, create=False)

    # Writing ----------------------------------------------------------------------------------

    def save(self, analysis: Analysis, *, replace: bool = False) -> bool:
        """Keep an analysis.

        Parameters
        ----------
        analysis
            What to keep.
        replace
            Take it also where a deeper analysis of the same game is there already.

        Returns
        -------
        bool
            Whether it was written.
        """
        return self.write([record_of(analysis)], replace=replace) == 1

    def write(self, records: Iterable[Record], *, replace: bool = False) -> int:
        """Keep records in one transaction; how many were written, the others being deeper."""
        written = 0
        with self._database.writing() as connection:
            for record in records:
                written += _write(connection, record, replace)
        return written

    def add_pgn(
        self, source: Any, *, ruleset: str | Ruleset = "nine-tier", where: Any = None
    ) -> int:
        """Score a file of games that carry their evaluations, and keep them all.

        Parameters
        ----------
        source, ruleset, where
            As for :func:`chessnb.score_pgn`; `where` looks at tags.

        Returns
        -------
        int
            How many games were written; some thousands at a time, each time all or none.
        """
        from chessnb.library.bulk import records_of_dump

        return sum(self.write(part) for part in records_of_dump(source, ruleset, where))

    def delete(
        self,
        game_id: str | Iterable[str] | None = None,
        # Ids may also be given without their name.
        **search: Unpack[Search],  # pyright: ignore[reportGeneralTypeIssues]
    ) -> int:
        """Remove games by id or by a search as for :meth:`games`; how many there were.

        Raises
        ------
        SettingsError
            Nothing says which games; a search without a condition is taken for a mistake.
        """
        if game_id is not None:
            search["game_id"] = game_id
        if all(value is None for value in search.values()):
            raise SettingsError("delete() needs a game_id or a condition, such as player='Ada'")
        text, values = condition(search)
        with self._database.writing() as connection:
            return connection.execute(f"DELETE FROM games WHERE {text}", values).rowcount

    # Questions --------------------------------------------------------------------------------

    def games(
        self,
        *,
        columns: Iterable[str] | None = None,
        limit: int | None = None,
        **search: Unpack[Search],
    ) -> pd.DataFrame:
        """Give a row for each game that is asked for, by date.

        Parameters
        ----------
        columns : list of str, optional
            Columns of the table ``games`` in :mod:`chessnb.schema`; all by default.
        limit : int, optional
            The latest so many games only.
        player, opponent : str, optional
            Names, in any case; ``*`` stands for anything.
        color : {"white", "black"}, optional
            The colour of `player`.
        since, until : str or date, optional
            First and last date: ``"2024"``, ``"2024-03"``, ``"2024-03-31"``.
        eco : str, optional
            ``"B90"``, the beginning of a code, or a range ``"B20-B99"``.
        opening, event : str, optional
            Part of the name, in any case.
        result : str, optional
            ``"1-0"``, ``"0-1"``, ``"1/2-1/2"``, ``"*"``, or of the player ``"win"``, ``"draw"``,
            ``"loss"`` (of either where none is given).
        label : str or list of str, optional
            Games in which the player (or anyone) has a move with one of these labels.
        rating, opponent_rating : (low, high), optional
            Bounds of the player's rating (or anyone's) and of the opponent's; None is no bound.
        time_control : str, optional
            A tag such as ``"600+0"``, or ``"bullet"``, ``"blitz"``, ``"rapid"``, ``"classical"``,
            ``"correspondence"``.
        game_id : str or list of str, optional
            Certain games.

        Returns
        -------
        DataFrame
            Index ``game_id``.

        Raises
        ------
        SettingsError
            A column, a search parameter or a value that means nothing.
        """
        names = _checked_columns("games", columns)
        text, values = condition(search)
        listed = ", ".join(f'"{name}"' for name in names)
        query = (
            f"SELECT game_id{', ' if names else ''}{listed} FROM games WHERE {text} "
            f"ORDER BY date_key {'DESC' if limit else 'ASC'}, rowid {'DESC' if limit else 'ASC'}"
        )
        if limit is not None:
            query += " LIMIT ?"
            values = [*values, _checked_limit(limit)]
        with self._database.reading() as connection:
            rows = connection.execute(query, values).fetchall()
        rows = rows[::-1] if limit else rows
        ids, *cells = zip(*rows, strict=True) if rows else [()] * (len(names) + 1)
        made = schema.frame(
            "games",
            {name: list(column) for name, column in zip(names, cells, strict=True)},
            list(ids),
            partial=True,
        )
        return made if names else made[[]]

    def moves(
        self,
        *,
        columns: Iterable[str] | None = None,
        both: bool = False,
        **search: Unpack[Search],
    ) -> pd.DataFrame:
        """Give the moves of the games that are asked for.

        Parameters
        ----------
        columns : list of str, optional
            Columns of the table ``moves``; by default all but the FENs, which take longer.
        both : bool
            With ``player``: the opponents' moves as well.
        **search
            As for :meth:`games`. A ``player`` gives that player's own moves, a ``label`` the moves
            that have it.

        Returns
        -------
        DataFrame
            Index ``(game_id, ply)``, games by date.
        """
        names = _checked_columns("moves", columns, without=("fen_before", "fen_after"))
        text, values = condition(search)
        query = (
            "SELECT game_id, white_key, black_key, variant, moves FROM games "
            f"JOIN contents USING (game_id) WHERE {text} ORDER BY date_key, games.rowid"
        )
        with self._database.reading() as connection:
            rows = connection.execute(query, values).fetchall()
        own = None if both else name_key(search.get("player"))
        return moves_frame(rows, names, player=own, label=search.get("label"))

    def load(self, game_id: str) -> Analysis:
        """Give an analysis back, with tables equal to those that were saved.

        Raises
        ------
        InputError
            There is no such game.
        FileError
            Its entry is damaged, or larger than any game can be.
        """
        with self._database.reading() as connection:
            row = connection.execute(
                "SELECT pgn, moves, rest FROM contents WHERE game_id = ?", [game_id]
            ).fetchone()
        if row is None:
            raise InputError(f"no game {game_id!r} in {str(self.path)!r}; lib.games() lists them")
        return load_analysis(game_id, *row)

    def pgn(self, game_id: str) -> str:
        """Give the original PGN text of a game."""
        return self.load(game_id).game.source_text or ""

    def info(self) -> dict[str, Any]:
        """Count the games, and the bytes they take.

        Returns
        -------
        dict
            ``games``, ``players``, ``bytes`` of the file, ``kilobytes_per_game``, ``version``.
        """
        with self._database.reading() as connection:

            def value(query: str) -> int:
                return int(connection.execute(query).fetchone()[0])

            games = value("SELECT count(*) FROM contents")
            pages = value("PRAGMA page_count") - value("PRAGMA freelist_count")
            size = pages * value("PRAGMA page_size")
            players = value(
                "SELECT count(*) FROM (SELECT white_key FROM games UNION SELECT black_key "
                "FROM games) WHERE white_key IS NOT NULL"
            )
            version = value("PRAGMA user_version")
        return {
            "games": games,
            "players": players,
            "bytes": size,
            "kilobytes_per_game": size / 1000 / max(1, games),
            "version": version,
        }

    def players(self) -> pd.Series[int]:
        """Count the games of each player, most first; names as the latest game writes them."""
        import pandas as pd

        query = (
            "SELECT name, count(*) AS games FROM (SELECT white AS name, white_key AS key FROM games"
            " UNION ALL SELECT black, black_key FROM games) WHERE key IS NOT NULL GROUP BY key "
            "ORDER BY games DESC, name"
        )
        with self._database.reading() as connection:
            rows = connection.execute(query).fetchall()
        names = pd.Index([str(name) for name, _ in rows], name="player")
        counts = [int(count) for _, count in rows]
        return pd.Series(counts, index=names, name="games", dtype="int64")

    # Upkeep -----------------------------------------------------------------------------------

    def vacuum(self) -> None:
        """Give the room of deleted games back to the disk."""
        with self._database.open() as connection:
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def backup(self, path: str | Path) -> Path:
        """Copy the library, also while it is in use; the copy is there once it is complete."""
        target = Path(path).expanduser()
        partial = target.with_name(f"{target.name}.part")
        partial.unlink(missing_ok=True)
        try:
            with self._database.open() as source:
                copy = sqlite3.connect(partial)
                try:
                    source.backup(copy)
                    copy.execute("PRAGMA journal_mode = DELETE")
                finally:
                    copy.close()
            partial.replace(target)
        finally:
            partial.unlink(missing_ok=True)
        return target

    def to_parquet(self, folder: str | Path, **search: Unpack[Search]) -> Path:
        """Write the games and their moves as Parquet files.

        Parameters
        ----------
        folder
            Gets ``games.parquet`` and a folder ``moves`` of files; files of that name are replaced.
        **search
            Which games, as for :meth:`games`; all by default.

        Returns
        -------
        Path
            The folder.
        """
        from chessnb.dumps.parquet import write_parquet

        target = Path(folder).expanduser()
        (target / "moves").mkdir(parents=True, exist_ok=True)
        games = self.games(**search)
        write_parquet(games, target / "games.parquet")
        for old in (target / "moves").glob("part-*.parquet"):
            old.unlink()
        for number, moves in enumerate(self._moves_in_parts(list(games.index))):
            write_parquet(moves, target / "moves" / f"part-{number:05d}.parquet")
        return target

    def to_csv(
        self, path: str | Path | None = None, *, table: str = "games", **search: Unpack[Search]
    ) -> str | None:
        """Write the table ``games`` or ``moves`` as CSV; text without a path.

        `search` says which games, as for :meth:`games`.
        """
        from chessnb.export.csv import write_csv

        if table == "games":
            return write_csv(self.games(**search), path)
        if table == "moves":
            return write_csv(self.moves(**search), path)
        raise SettingsError(f"no table {table!r}; there are: 'games', 'moves'")

    def _moves_in_parts(self, ids: list[str]) -> Iterator[pd.DataFrame]:
        for start in range(0, max(1, len(ids)), _PART):
            yield self.moves(game_id=ids[start : start + _PART])


def _write(connection: sqlite3.Connection, record: Record, replace: bool) -> int:
    """Write one game, unless a deeper analysis of it is there."""
    known = connection.execute("SELECT rank FROM games WHERE game_id = ?", [record.game_id])
    found = known.fetchone()
    if found is not None and not replace and found[0] > record.row["rank"]:
        return 0
    names = ["game_id", *record.row]
    columns = ", ".join(f'"{name}"' for name in names)
    marks = ", ".join("?" * len(names))
    updates = ", ".join(f'"{name}" = excluded."{name}"' for name in record.row)
    connection.execute(
        f"INSERT INTO games ({columns}) VALUES ({marks}) "
        f"ON CONFLICT (game_id) DO UPDATE SET {updates}",
        [record.game_id, *record.row.values()],
    )
    connection.execute(
        "INSERT OR REPLACE INTO contents (game_id, pgn, moves, rest) VALUES (?, ?, ?, ?)",
        [record.game_id, *record.contents],
    )
    return 1


def _checked_columns(
    table: str, columns: Iterable[str] | None, without: tuple[str, ...] = ()
) -> list[str]:
    names = schema.TABLES[table].names
    if columns is None:
        return [name for name in names if name not in without]
    chosen = [columns] if isinstance(columns, str) else list(columns)
    for name in chosen:
        if name not in names:
            raise SettingsError(f"no column {name!r} in {table!r}; there are: {', '.join(names)}")
    return chosen


def _checked_limit(limit: int) -> int:
    if isinstance(limit, bool) or limit < 1:
        raise SettingsError(f"limit={limit!r} is no number of games: give 1 or more")
    return limit
