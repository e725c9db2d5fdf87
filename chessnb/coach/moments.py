"""The teachable moments of analysed games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from chessnb import schema
from chessnb.analysis import Analysis
from chessnb.coach.candidates import TOLERANCE, board_of, known_before, to_values
from chessnb.coach.kinds import Scene, check_kinds
from chessnb.errors import InputError, SettingsError
from chessnb.jobs import AnalysisJob
from chessnb.players import time_trouble_limit

if TYPE_CHECKING:
    import chess
    import pandas as pd

__all__ = ["LINES", "find_moments"]

LINES = "chessnb.lines"
"""The key of a table's ``attrs`` under which the positions' lines travel, by FEN."""

_SAME_IDEA = 6  # plies within which the same best move is the same lesson


class _Moment(NamedTuple):
    weight: float
    kind: str
    scene: Scene
    game_id: str
    ply: int


def find_moments(
    analyses: Any,
    *,
    side: str | None = None,
    kinds: str | Iterable[str] | None = None,
    max: int | None = None,
    player: str | None = None,
    tolerance: float = TOLERANCE,
) -> pd.DataFrame:
    """Find the moments worth teaching, over one game or many.

    Ranked by how much they mattered and how instructive they are: one clearly best move, a game
    not yet decided, no obvious recapture. A position that came up twice is given once, and so is
    an idea that was missed several moves in a row.

    Parameters
    ----------
    analyses : Analysis, AnalysisJob, or iterable of them
        The games; also what :func:`chessnb.analyze_many` returned.
    side : {"white", "black"}, optional
        Only this side's moves.
    kinds : str or iterable of str, optional
        What to look for: ``"missed win"``, ``"turning point"``, ``"time trouble"``,
        ``"mistake"``, ``"brilliancy"``, ``"only move"``, or labels such as ``"Blunder"``.
    max : int, optional
        At most so many.
    player : str, optional
        Only the moves of the player of this name, whichever side it was.
    tolerance : float
        Win probability in [0, 1] that an acceptable move may lose.

    Returns
    -------
    DataFrame
        A `moments` table (:mod:`chessnb.schema`), the most instructive first. The engine's lines
        travel in its ``attrs``, so that a quiz need not search again.

    Raises
    ------
    SettingsError
        A side, player, kind, number or tolerance that means nothing.
    InputError
        Something other than analyses.

    Examples
    --------
    >>> import chessnb
    >>> pgn = "1. e4 { [%eval 0.2] } e5 { [%eval 0.3] } 2. Ba6 { [%eval -3.5] } *"
    >>> moments = chessnb.find_moments(chessnb.analyze(pgn, source="pgn"), side="white")
    >>> moments[["ply", "kind", "san"]].values.tolist()
    [[3, 'mistake', 'Ba6']]
    """
    _check(side, max, tolerance)
    asked = check_kinds(kinds)
    found: list[_Moment] = []
    games = list(_analyses(analyses))
    _check_player(games, player)
    for analysis in games:
        found += _of_one(analysis, _sides(analysis, side, player), asked, tolerance)
    found.sort(key=lambda moment: (-moment.weight, moment.game_id, moment.ply))
    return _table(_distinct(found)[:max])


def _check(side: str | None, most: int | None, tolerance: float) -> None:
    if side is not None and side not in schema.SIDES:
        raise SettingsError(f"no side {side!r}; there are: white, black")
    if most is not None and (isinstance(most, bool) or most < 0):
        raise SettingsError(f"max={most!r}: give a whole number from 0 on, or None for all")
    if not 0 <= tolerance <= 1:
        raise SettingsError(f"tolerance={tolerance!r}: give a win probability from 0 to 1")


def _analyses(source: Any) -> Iterator[Analysis]:
    if isinstance(source, (Analysis, AnalysisJob)):
        source = [source]
    if callable(many := getattr(source, "analyses", None)):
        source = many()
    if isinstance(source, str) or not isinstance(source, Iterable):
        raise InputError(f"{source!r} is no analysis: give what chessnb.analyze returned")
    for each in source:
        analysis = each.analysis if isinstance(each, AnalysisJob) else each
        if not isinstance(analysis, Analysis):
            raise InputError(f"{each!r} is no analysis: give what chessnb.analyze returned")
        yield analysis


def _check_player(games: list[Analysis], player: str | None) -> None:
    if player is not None and games and not any(_sides(game, None, player) for game in games):
        names = dict.fromkeys(name for one in games for name in (one.game.white, one.game.black))
        known = ", ".join(map(repr, list(names)[:10]))
        raise SettingsError(f"no player {player!r} in these games; there are: {known}")


def _sides(analysis: Analysis, side: str | None, player: str | None) -> set[str]:
    sides: set[str] = {side} if side else set(schema.SIDES)
    if player is None:
        return sides
    names = {"white": analysis.game.white, "black": analysis.game.black}
    wanted = player.strip().casefold()
    return {each for each in sides if names[each].strip().casefold() == wanted}


def _of_one(
    analysis: Analysis, sides: set[str], asked: frozenset[str] | None, tolerance: float
) -> Iterator[_Moment]:
    game_id = analysis.game.game_id
    for ply, scene in _scenes(analysis, sides, tolerance):
        kinds = scene.kinds()
        label = scene.row["label"]
        if asked is not None and label not in asked:
            kinds = [kind for kind in kinds if kind in asked]
        elif asked is not None and not kinds and not scene.row.get("forced"):
            # Asked for by its label: an inaccuracy is a small mistake.
            kinds = ["mistake" if scene.loss > tolerance else "only move"]
        if kinds:
            yield _Moment(scene.weight(), kinds[0], scene, game_id, ply)


def _scenes(analysis: Analysis, sides: set[str], tolerance: float) -> Iterator[tuple[int, Scene]]:
    """Each labelled move of the sides, with its position."""
    limit = time_trouble_limit(analysis.game.time_control.base)
    moves = analysis.moves
    wanted = moves["label"].notna() & moves["side"].isin(sides) & moves["best_uci"].notna()
    wanted |= moves["label"].isin(["Mistake", "Blunder", "Miss"]) & moves["side"].isin(sides)
    wanted = wanted.fillna(False)
    for ply, board in enumerate(analysis.game.boards(), 1):
        if ply <= len(wanted) and wanted.iat[ply - 1]:
            row = {str(name): value for name, value in moves.loc[ply].items() if _is_there(value)}
            yield ply, _scene(analysis, ply, row, board, tolerance, limit)


def _is_there(value: Any) -> bool:
    import pandas as pd

    return value is not None and value is not pd.NA and value == value


def _scene(
    analysis: Analysis,
    ply: int,
    row: dict[str, Any],
    board: chess.Board,
    tolerance: float,
    limit: float,
) -> Scene:
    own = board_of(board.fen())
    move = analysis.game.chess_moves[ply - 1]
    return Scene(
        row=row,
        board=own,
        known=known_before(analysis.evaluations, ply, own, move, row.get("wpl")),
        tolerance=tolerance,
        last=board.peek() if board.move_stack else None,
        last_captured=ply > 1 and bool(analysis.facts.is_capture[ply - 2]),
        low_on_time="clock" in row and row["clock"] < limit,
    )


def _distinct(found: list[_Moment]) -> list[_Moment]:
    """Keep the first of each position, and of each idea within a few moves of a game."""
    kept: list[_Moment] = []
    seen: set[str] = set()
    for moment in found:
        position = moment.scene.board.epd()
        if position in seen or any(_same_idea(moment, other) for other in kept):
            continue
        seen.add(position)
        kept.append(moment)
    return kept


def _same_idea(one: _Moment, other: _Moment) -> bool:
    best, others = one.scene.known.best, other.scene.known.best
    return (
        one.game_id == other.game_id
        and 0 < abs(one.ply - other.ply) <= _SAME_IDEA
        and one.scene.board.turn == other.scene.board.turn
        and best is not None
        and others is not None
        and best.uci == others.uci
    )


def _table(found: list[_Moment]) -> pd.DataFrame:
    rows = [_row(moment) for moment in found]
    data = {name: [row[name] for row in rows] for name in schema.TABLES["moments"].names}
    table = schema.frame("moments", data, list(range(len(rows))))
    table.attrs[LINES] = {moment.scene.board.fen(): _lines(moment.scene) for moment in found}
    return table


def _row(moment: _Moment) -> dict[str, Any]:
    scene, row = moment.scene, moment.scene.row
    best = scene.known.best
    return {
        "game_id": moment.game_id,
        "ply": moment.ply,
        "side": row["side"],
        "kind": moment.kind,
        "label": row["label"],
        "wpl": row.get("wpl"),
        "san": row["san"],
        "best_san": best.san if best else row.get("best_san"),
        "acceptable": [each.san for each in scene.acceptable],
        "difficulty": scene.difficulty(),
        "why": scene.why(moment.kind),
        "fen": scene.board.fen(),
    }


def _lines(scene: Scene) -> dict[str, Any]:
    last = scene.last.uci() if scene.last else None
    return to_values(scene.known) | {"last": last}
