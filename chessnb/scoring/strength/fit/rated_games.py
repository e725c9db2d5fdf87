"""Rated games with evaluations, read for a fit: JSON lines, or PGN as Lichess writes it."""

from __future__ import annotations

import gzip
import json
import re
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from chessnb.errors import FileError
from chessnb.scoring.plies import START_CP, Plies
from chessnb.scoring.strength.time_controls import TimeControls

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

__all__ = ["RatedGame", "RatedGames", "read_json_games", "read_pgn_games"]

_TAG = re.compile(r'^\[(\w+) "(.*)"\]$')
_EVAL = re.compile(r"\[%eval ([^\],]+)")


@dataclass(frozen=True)
class RatedGame:
    """One game; pairs are (White, Black).

    ``evals`` are after each ply, White's view: a number of centipawns, or text such as ``#-3``.
    """

    evals: tuple[float | str, ...]
    ratings: tuple[float, float]
    provisional: tuple[bool, bool]
    names: tuple[str, str]
    time_control: str


@dataclass(frozen=True, eq=False)
class RatedGames:
    """Games laid out for the models; per-side arrays have the shape (2 · games,).

    Attributes
    ----------
    plies : Plies
    time : TimeControls
    rating : float64 array
        Per side.
    provisional : bool array
        Per side: the rating was not yet settled.
    names : list of str
        Per side; empty where the data have none.
    keys : list of int
        Per game: games with the same evaluations have the same key.
    """

    plies: Plies
    time: TimeControls
    rating: Floats
    provisional: npt.NDArray[np.bool_]
    names: list[str]
    keys: list[int]

    @classmethod
    def of(cls, games: Iterable[RatedGame]) -> RatedGames:
        """Lay games out."""
        kept = [game for game in games if game.evals]
        cp, mate = _scores(kept)
        lengths = np.array([len(game.evals) for game in kept])
        starts = np.cumsum(lengths) - lengths
        game = np.repeat(np.arange(len(kept)), lengths)
        cp_before, mate_before = np.roll(cp, 1), np.roll(mate, 1)
        cp_before[starts], mate_before[starts] = START_CP, np.nan
        plies = Plies.build(
            games=len(kept),
            game=game,
            white=(np.arange(len(cp)) - starts[game]) % 2 == 0,
            cp_before=cp_before,
            mate_before=mate_before,
            cp_after=cp,
            mate_after=mate,
        )
        times = np.array([_seconds(game.time_control) for game in kept])
        return cls(
            plies=plies,
            time=TimeControls.of(len(kept), times[:, 0], times[:, 1]),
            rating=np.array([game.ratings for game in kept], dtype=np.float64).reshape(-1),
            provisional=np.array([game.provisional for game in kept]).reshape(-1),
            names=[name for game in kept for name in game.names],
            keys=[hash(game.evals) for game in kept],
        )


def read_json_games(path: Path) -> Iterator[RatedGame]:
    """Read one game a line: ``evals``, ``tc``, and per colour ``rating`` and ``provisional``."""
    with _opened(path) as lines:
        for number, line in enumerate(lines, start=1):
            try:
                yield _json_game(json.loads(line))
            except (KeyError, TypeError, ValueError) as error:
                raise FileError(
                    f"line {number} of {path.name!r} is no rated game: {error!r}"
                ) from (error)


def _json_game(data: dict[str, Any]) -> RatedGame:
    sides = (data["white"], data["black"])
    return RatedGame(
        evals=tuple(data["evals"]),
        ratings=(float(sides[0]["rating"]), float(sides[1]["rating"])),
        provisional=(bool(sides[0]["provisional"]), bool(sides[1]["provisional"])),
        names=("", ""),
        time_control=data["tc"],
    )


def read_pgn_games(path: Path) -> Iterator[RatedGame]:
    """Read ratings, names and ``[%eval]`` comments of PGN as Lichess writes it.

    Only the evaluations are needed, so the moves are not read; all comments of a game stand in
    the line of its moves. Ratings in PGN do not say whether they are provisional.
    """
    tags: dict[str, str] = {}
    with _opened(path) as lines:
        for line in lines:
            tag = _TAG.match(line.rstrip())
            if tag:
                tags[tag[1]] = tag[2]
            elif line.strip():
                yield _pgn_game(tags, line)
                tags = {}


def _pgn_game(tags: dict[str, str], moves: str) -> RatedGame:
    return RatedGame(
        evals=tuple(_pgn_eval(text) for text in _EVAL.findall(moves)),
        ratings=(float(tags["WhiteElo"]), float(tags["BlackElo"])),
        provisional=(False, False),
        names=(tags["White"], tags["Black"]),
        time_control=tags["TimeControl"],
    )


def _pgn_eval(text: str) -> float | str:
    return text if text.startswith("#") else round(100 * float(text))


def _opened(path: Path) -> IO[str]:
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8")
    return path.open(encoding="utf-8")


def _scores(games: list[RatedGame]) -> tuple[Floats, Floats]:
    """Centipawns and mates of all plies, NaN where it is the other."""
    evals = [score for game in games for score in game.evals]
    is_mate = np.array([isinstance(score, str) for score in evals])
    numbers = np.array([float(s[1:]) if isinstance(s, str) else s for s in evals], np.float64)
    return np.where(is_mate, np.nan, numbers), np.where(is_mate, numbers, np.nan)


def _seconds(time_control: str) -> tuple[float, float]:
    base, _, increment = time_control.partition("+")
    return float(base), float(increment or 0)
