"""One file that holds an analysis whole: a zip of PGN, tables and JSON, and no pickle."""

from __future__ import annotations

import json
import os
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chessnb.errors import ChessnbError, FileError, NoSuchFileError
from chessnb.export.clean import clean_text
from chessnb.export.csv import read_table, write_csv
from chessnb.plain_values import (
    evaluations_from_json,
    evaluations_to_json,
    game_from_json,
    game_to_json,
)

if TYPE_CHECKING:
    from chessnb.analysis import Analysis

__all__ = ["load", "save"]

FORMAT = 1
_TABLES = ("moves", "lines", "players")
_MEMBER_LIMIT = 200_000_000
"""Decompressed bytes of a member beyond which the file is refused: no game needs a hundredth."""


def save(analysis: Analysis, path: str | Path) -> Path:
    """Write an analysis to one file.

    Parameters
    ----------
    analysis
        What to keep.
    path
        The file, usually ``*.chessnb``. It is replaced only once the new one is complete.

    Returns
    -------
    Path
        The file.
    """
    target = Path(path).expanduser()
    game = analysis.game
    members = {
        "format.json": _json({"kind": "chessnb analysis", "format": FORMAT}),
        "game.pgn": game.to_pgn(),
        "game.json": _json(game_to_json(game)),
        "evaluations.json": _json(evaluations_to_json(analysis.evaluations)),
        "provenance.json": _json(
            {**_shareable(analysis.provenance), "language": analysis.language}
        ),
        **{f"{name}.csv": write_csv(getattr(analysis, name)) or "" for name in _TABLES},
    }
    partial = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        with zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, text in members.items():
                archive.writestr(name, clean_text(text))
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)
    return target


def _shareable(provenance: dict[str, Any]) -> dict[str, Any]:
    """Leave out where on this machine the engine lies: its name and hash say which it is."""
    engine = provenance.get("engine")
    if isinstance(engine, dict):
        return {**provenance, "engine": {k: v for k, v in engine.items() if k != "path"}}
    return provenance


def load(path: str | Path) -> Analysis:
    """Read an analysis back that :meth:`Analysis.save` wrote.

    Raises
    ------
    NoSuchFileError
        There is no such file.
    FileError
        The file is damaged, of another kind, or of a later version of chessnb.
    """
    from chessnb.analysis import Analysis
    from chessnb.scoring.rulesets import Ruleset

    source = Path(path).expanduser()
    if not source.is_file():
        raise NoSuchFileError(f"no such file: {str(path)!r}")
    try:
        members = _members(source)
        provenance = json.loads(members["provenance.json"])
        ruleset = Ruleset.from_dict(provenance.pop("ruleset"))
        return Analysis.stored(
            game_from_json(json.loads(members["game.json"])),
            evaluations_from_json(json.loads(members["evaluations.json"])),
            ruleset=ruleset,
            language=provenance.pop("language"),
            provenance=provenance,
            tables={name: read_table(members[f"{name}.csv"], name) for name in _TABLES},
        )
    except (KeyError, ValueError, TypeError, AttributeError, zipfile.BadZipFile) as error:
        if isinstance(error, ChessnbError):
            raise FileError(f"{str(path)!r} cannot be read: {error}") from error
        raise FileError(
            f"{str(path)!r} is damaged or not a chessnb analysis ({type(error).__name__}: {error})"
        ) from error


def _members(source: Path) -> dict[str, str]:
    with zipfile.ZipFile(source) as archive:
        for info in archive.infolist():
            if info.file_size > _MEMBER_LIMIT:
                raise FileError(f"its member {info.filename!r} has {info.file_size:,} bytes")
        form = json.loads(archive.read("format.json"))
        if form.get("kind") != "chessnb analysis":
            raise FileError("it is not a chessnb analysis")
        if form["format"] > FORMAT:
            raise FileError(
                f"it has format {form['format']}, and this chessnb reads up to {FORMAT}: "
                "pip install --upgrade chessnb"
            )
        return {name: archive.read(name).decode("utf-8") for name in archive.namelist()}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, default=str)
