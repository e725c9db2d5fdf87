"""``score_pgn``: files of games that carry their evaluations, scored without an engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from chessnb.dumps.choice import Choice, Where
from chessnb.dumps.entries import entries
from chessnb.dumps.index import joined
from chessnb.dumps.parquet import ParquetFolder
from chessnb.dumps.scored import Scored, Scorer
from chessnb.errors import SettingsError

if TYPE_CHECKING:
    import pandas as pd

    from chessnb.scoring.rulesets import Ruleset

__all__ = ["score_pgn"]

_BATCH = 1500
"""Games that are scored together; the most for one process at a time."""

_FILE_GAMES = 4000
"""Games in one Parquet file."""


def score_pgn(
    source: Any,
    *,
    per: str = "players",
    ruleset: str | Ruleset = "nine-tier",
    columns: Iterable[str] | None = None,
    where: Where | None = None,
    chunksize: int | None = None,
    out: str | Path | None = None,
    language: str = "en",
    progress: bool = False,
) -> pd.DataFrame | Iterator[pd.DataFrame] | Path:
    """Score a file of games that carry ``[%eval]`` comments, as Lichess' database does.

    No engine runs. The numbers are those of :func:`chessnb.analyze` with ``source="pgn"``, game by
    game; games written as Lichess writes them are read and scored thousands at a time, any other
    by the full reader. A game without evaluations keeps its rows, with its scores missing.

    Parameters
    ----------
    source
        A file (``.pgn``, also ``.gz``, ``.bz2``, ``.zst``), or anything that
        :func:`chessnb.read_games` takes, or an iterable of games.
    per : {"players", "games", "moves"}
        A row for each player of a game, each game, or each move.
    ruleset : str or Ruleset
        What judges the moves: a name of ``chessnb.rulesets``, or a ruleset.
    columns : list of str, optional
        Columns of that table in :mod:`chessnb.schema`; only what these need is worked out. By
        default all that a file can give quickly: FENs, ``forced`` and ``explanation`` of the moves
        have to be asked for.
    where : callable, mapping or str, optional
        Which games: a function of a game's tags; tags with a value, several, or a function of
        the value (``{"TimeControl": {"600+0", "900+10"}}``); or, over finished rows, an
        expression over columns (``"rating > 2000"``).
    chunksize : int, optional
        Give an iterator of tables of so many games each, for files that do not fit into memory.
    out : path, optional
        Write Parquet files into this folder instead (needs ``pip install 'chessnb[parquet]'``).
    language : str
        Language of the explanations.
    progress : bool
        Show a bar over the file's bytes.

    Returns
    -------
    DataFrame, iterator of DataFrame, or Path
        Index ``(game_id, side)``, ``game_id`` or ``(game_id, ply)``, in the file's order; a game
        that is there twice has its rows twice. With ``chunksize`` an iterator, with ``out`` the
        folder.

    Raises
    ------
    NoSuchFileError, InputError
        There is no such file, or no game in it.
    SettingsError
        An unknown table, column or condition.

    Examples
    --------
    >>> import chessnb
    >>> pgn = '[Event "?"]\\n[Result "*"]\\n\\n1. e4 { [%eval 0.2] } 1... g5 { [%eval 1.6] } *'
    >>> table = chessnb.score_pgn(pgn, per="moves", ruleset="classic")
    >>> table[["san", "label"]].values.tolist()
    [['e4', 'Book'], ['g5', 'Book']]
    """
    from chessnb.scoring.rulesets import get_ruleset

    choice = Choice.of(per, columns, where)
    size = _checked_size(chunksize)
    folder = None if out is None else ParquetFolder.fresh(out)
    scorer = Scorer(choice, get_ruleset(ruleset), language, min(_BATCH, size or _BATCH))
    chunks = _chunks(scorer, source, size or (None if folder is None else _FILE_GAMES), progress)
    if folder is not None:
        for chunk in chunks:
            folder.write(chunk)
        return folder.finished(scorer.empty()[choice.columns])
    return chunks if chunksize is not None else _whole(chunks, scorer, choice)


def _checked_size(chunksize: int | None) -> int | None:
    if chunksize is not None and (isinstance(chunksize, bool) or chunksize < 1):
        raise SettingsError(f"chunksize={chunksize!r} is no number of games: give 1 or more")
    return chunksize


def _whole(chunks: Iterator[pd.DataFrame], scorer: Scorer, choice: Choice) -> pd.DataFrame:
    parts = list(chunks)
    if not parts:
        return choice.finished(scorer.empty())
    return joined(parts)


def _chunks(
    scorer: Scorer, source: Any, size: int | None, progress: bool
) -> Iterator[pd.DataFrame]:
    """Opening the source is not put off, so that a wrong name is told by the call itself."""
    bar = _bar() if progress else None
    found = entries(source, bar)
    return _cut(scorer.run(found), size, scorer.choice)


def _cut(batches: Iterator[Scored], size: int | None, choice: Choice) -> Iterator[pd.DataFrame]:
    """Tables of exactly `size` games each, the last one of what is left."""
    if size is None:
        for batch in batches:
            yield choice.finished(batch.table)
        return
    held: list[pd.DataFrame] = []
    games = 0
    for batch in batches:
        begin = 0
        while batch.games - begin >= size - games:
            end = begin + size - games
            held.append(_part(batch, begin, end))
            yield choice.finished(joined(held))
            held, games, begin = [], 0, end
        if begin < batch.games:
            held.append(_part(batch, begin, batch.games))
            games += batch.games - begin
    if held:
        yield choice.finished(joined(held))


def _part(batch: Scored, begin: int, end: int) -> pd.DataFrame:
    first, last = np.searchsorted(batch.game, [begin, end])
    return batch.table.iloc[first:last]


def _bar() -> Any:
    from tqdm.auto import tqdm

    bar = tqdm(unit="B", unit_scale=True, desc="Scoring")

    def show(done: int, total: int) -> None:
        bar.total = total
        bar.update(done - bar.n)
        if done >= total:
            bar.close()

    return show
