"""Fit the strength models' constants to rated games, and report how good they are.

``python -m chessnb.scoring.calibrate rated-games.jsonl.gz`` writes the file of constants that the
package ships and a report in Markdown.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from chessnb.errors import ChessnbError, NoSuchFileError
from chessnb.scoring.strength.constants import FILE_NAME, Constants
from chessnb.scoring.strength.fit.fitting import FOLDS, Sample, cross_validate, fit_constants
from chessnb.scoring.strength.fit.judgement import Judgement, judge
from chessnb.scoring.strength.fit.players import PlayerGames, pool_players, shared_variance
from chessnb.scoring.strength.fit.rated_games import RatedGames, read_json_games, read_pgn_games
from chessnb.scoring.strength.fit.report import Findings, PlayerFindings, report
from chessnb.scoring.strength.typical_loss import typical_loss_elo

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chessnb.scoring.strength.fit.fitting import Held

__all__ = ["calibrate", "main"]

_LENGTHS = (10, 15, 20, 30, 45, 70, 1000)
_TOGETHER = 5


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 0 where all went well, 1 with a message on stderr where not."""
    given = _parser().parse_args(arguments)
    try:
        constants, text = calibrate(given.data, given.players, repetitions=given.repetitions)
    except ChessnbError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    given.out.write_text(_json_text(constants), encoding="utf-8")
    if given.report is not None:
        given.report.write_text(text, encoding="utf-8")
    sys.stdout.write(text)
    return 0


def calibrate(
    data: Path, players: Path | None = None, *, repetitions: int = 1
) -> tuple[Constants, str]:
    """Fit on rated games and judge the fit on games it has not seen.

    Parameters
    ----------
    data : Path
        Rated games, one JSON object a line (:func:`.rated_games.read_json_games`).
    players : Path, optional
        PGN with evaluations of players who come back (:func:`.rated_games.read_pgn_games`): how
        far several games of one player add up is learnt and judged on it. Without it games are
        not taken to add up at all.
    repetitions : int
        How many times to split the games into folds anew.

    Returns
    -------
    tuple
        The constants, fitted on all the games in ``data``, and the report in Markdown.
    """
    games = RatedGames.of(read_json_games(_existing(data)))
    sample = Sample.of(games)
    held = [cross_validate(sample, seed) for seed in range(1, repetitions + 1)]
    found, shared = None, 1.0
    if players is not None:
        found, shared = _judge_players(games, sample, _existing(players))
    about = {"games": games.plies.games, "players_games": len(sample.rows)}
    constants = fit_constants(sample, about, shared)
    findings = Findings(
        constants=constants,
        games=games.plies.games,
        models=_models(sample, held[0], constants),
        splits=[made for seed, each in enumerate(held, 1) for made in _splits(sample, each, seed)],
        by_length=_by_length(sample, held[0]),
        players=found,
    )
    return constants, report(findings)


def _models(sample: Sample, held: Held, constants: Constants) -> dict[str, Judgement]:
    rating = sample.rating
    models = {
        "calibrated": judge(rating, held.estimate, held.low, held.high),
        "plain regression": judge(rating, held.score),
        "constant": judge(rating, np.full(len(rating), np.median(rating))),
    }
    for name, fitted in constants.typical_loss.items():
        elo = typical_loss_elo(sample.loss, sample.judged, fitted.curve)
        ends = fitted.intervals.around(elo, sample.judged)
        models[f"typical-loss, {name}"] = judge(rating, elo, *ends)
    return models


def _splits(sample: Sample, held: Held, seed: int) -> list[Judgement]:
    fold = sample.folds(seed)
    return [_judge_rows(sample, held, fold == k) for k in range(FOLDS)]


def _by_length(sample: Sample, held: Held) -> dict[str, Judgement]:
    return {
        f"{low}–{high - 1}" if high < _LENGTHS[-1] else f"{low} or more": _judge_rows(
            sample, held, (sample.judged >= low) & (sample.judged < high)
        )
        for low, high in itertools.pairwise(_LENGTHS)
    }


def _judge_rows(
    sample: Sample, held: Held, rows: np.ndarray[tuple[int], np.dtype[np.bool_]]
) -> Judgement:
    return judge(sample.rating[rows], held.estimate[rows], held.low[rows], held.high[rows])


def _judge_players(games: RatedGames, sample: Sample, path: Path) -> tuple[PlayerFindings, float]:
    """Refit without the games of a file, judge on them, and find what a player's games share."""
    theirs = RatedGames.of(read_pgn_games(path))
    keys = set(theirs.keys)
    known = np.array([key in keys for key in games.keys])
    refit = fit_constants(sample.only(~known[sample.rows // 2]), {})
    estimated = PlayerGames.of(theirs, refit)
    names = sorted(estimated.of_player)
    halves = [estimated.only(names[::2]), estimated.only(names[1::2])]
    pooled = np.hstack(
        [
            pool_players(half, _TOGETHER, shared_variance(other))
            for half, other in zip(halves, reversed(halves), strict=True)
        ]
    )
    found = PlayerFindings(
        name=path.name,
        known=int(known.sum()),
        single=judge(estimated.rating, estimated.estimate, estimated.low, estimated.high),
        size=_TOGETHER,
        plain=judge(pooled[0], pooled[1]),
        pooled=judge(pooled[0], *pooled[2:]),
    )
    return found, shared_variance(estimated)


def _existing(path: Path) -> Path:
    if not path.is_file():
        raise NoSuchFileError(f"there is no file {str(path)!r}: give the file of rated games")
    return path


def _json_text(constants: Constants) -> str:
    """JSON with one feature a line, so that a change can be reviewed."""
    text = json.dumps(constants.to_dict(), indent=1, ensure_ascii=False)
    lines: list[str] = []
    for line in text.splitlines():
        joins = lines and not line.lstrip().startswith(('"', "}")) and "[" in lines[-1]
        if joins:
            lines[-1] += line.strip() if line.strip().startswith("]") else f" {line.strip()}"
        else:
            lines.append(line)
    return "\n".join(lines) + "\n"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m chessnb.scoring.calibrate",
        description="Fit the constants of estimated playing strength to rated games.",
    )
    shipped = Path(__file__).parent / "strength" / FILE_NAME
    parser.add_argument("data", type=Path, help="rated games, JSON lines, may be gzipped")
    parser.add_argument("--players", type=Path, help="PGN with evaluations of returning players")
    parser.add_argument("--out", type=Path, default=shipped, help="file of constants to write")
    parser.add_argument("--report", type=Path, help="Markdown report to write")
    parser.add_argument("--repetitions", type=int, default=1, help="splits into folds (default 1)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
