"""What the browser is told of a game and of its analysis, as values of JSON's types.

The front-end's ``payload.ts`` is the other half of this contract. Missing values are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from chessnb.notation import eval_text
from chessnb.palette import LABEL_COLOURS, LABEL_INK, LABEL_SYMBOLS, LIGHT
from chessnb.schema import LABELS, SIDES

if TYPE_CHECKING:
    import pandas as pd

    from chessnb.analysis import Analysis
    from chessnb.engine.evaluation import Evaluation, Line
    from chessnb.games import Game, Ply

__all__ = ["TABLE_COLUMNS", "game_payload", "judgement_payload", "line_payload", "table_payload"]

_LONGEST_PV = 14
_BRUSHES = {"G": "green", "R": "red", "Y": "yellow", "B": "blue"}
# chessops, the front-end's rules, calls the variants as Lichess does.
_RULES = {
    "chess960": "chess960",
    "3check": "threeCheck",
    "threecheck": "threeCheck",
    "atomic": "atomic",
    "antichess": "antichess",
    "crazyhouse": "crazyhouse",
    "horde": "horde",
    "kingofthehill": "kingOfTheHill",
    "racingkings": "racingKings",
}

TABLE_COLUMNS = (
    "move_number",
    "side",
    "san",
    "label",
    "eval",
    "accuracy",
    "wpl",
    "best_san",
    "time_spent",
    "explanation",
)
"""The columns of the `moves` table that a table of moves shows by default."""

_SHARES = ("wpl", "mover_win_before", "mover_win_after", "white_win_after")
"""Columns in [0, 1], shown in points of 100."""

_TITLES = {
    "move_number": "Move",
    "san": "SAN",
    "wpl": "Loss %",
    "best_san": "Best",
    "time_spent": "Time",
    "cp_loss": "cp loss",
    "fen_before": "FEN before",
    "fen_after": "FEN after",
    "uci": "UCI",
    "eco": "ECO",
}


def game_payload(game: Game) -> dict[str, Any]:
    """Everything about a game that stays the same while it is analysed."""
    control = game.time_control
    return _present(
        {
            "start": game.start_fen,
            "chess960": game.variant == "chess960",
            "rules": _RULES.get(game.variant.lower(), "standard"),
            "white": _player_tag(game, "White"),
            "black": _player_tag(game, "Black"),
            "result": game.result,
            "event": _event(game),
            "intro": _text(game.start_comment),
            "clock": control.base,
            "plies": [_ply(ply) for ply in game.plies],
            "branches": _branches(game),
            "warnings": [*game.warnings, *([game.error] if game.error else [])],
            "pgn": game.to_pgn(),
            "palette": _palette(),
        }
    )


def _palette() -> dict[str, dict[str, str]]:
    return {
        label: {
            "fill": LABEL_COLOURS[label],
            "ink": LABEL_INK[label],
            "sign": LABEL_SYMBOLS[label],
        }
        for label in LABELS
    }


def _player_tag(game: Game, tag: str) -> dict[str, Any]:
    headers = game.headers
    return _present(
        {
            "name": headers[tag],
            "rating": _known(headers.get(f"{tag}Elo")),
            "title": _known(headers.get(f"{tag}Title")),
        }
    )


def _event(game: Game) -> str:
    tags = (game.headers[tag] for tag in ("Event", "Site", "Date"))
    return ", ".join(text for text in tags if text.strip("?. "))


def _known(text: str | None) -> str | None:
    return text if text and text.strip("?-0 ") else None


def _text(comment: str) -> str | None:
    from chessnb.games.annotations import parse_comment

    return parse_comment(comment).text


def _ply(ply: Ply) -> dict[str, Any]:
    return _present(
        {
            "ply": ply.ply,
            "number": ply.move_number,
            "side": ply.side,
            "san": ply.san,
            "uci": ply.uci,
            "fen": ply.fen_after,
            "clock": ply.clock,
            "time": ply.time_spent,
            "nags": list(ply.nags) or None,
            "comment": ply.comment,
            "arrows": [[s[1:3], s[3:5], _BRUSHES.get(s[0], "green")] for s in ply.arrows] or None,
            "squares": [[s[1:3], _BRUSHES.get(s[0], "green")] for s in ply.squares] or None,
        }
    )


def _branches(game: Game) -> list[dict[str, Any]]:
    """The PGN's variations: a parent is a ply's number or another branch's id."""
    last = len(game.plies)

    def identity(node: int) -> str:
        return str(node) if node <= last else f"v{node - last}"

    return [
        _present(
            {
                "id": identity(last + index),
                "parent": identity(move.parent),
                "uci": move.move.uci(),
                "comment": _text(move.comment),
                "nags": list(move.nags) or None,
            }
        )
        for index, move in enumerate(game.side_moves, start=1)
    ]


def judgement_payload(analysis: Analysis) -> dict[str, Any]:
    """Everything that grows while the engine works, and changes with the ruleset."""
    moves = analysis.moves
    opening = " ".join(filter(None, analysis.opening))
    return _present(
        {
            "rows": [_row(record) for record in _records(moves, _ROW)],
            "lines": [_lines(evaluation) for evaluation in analysis.evaluations],
            "start": _start(analysis),
            "players": _players(analysis),
            "palette": _palette(),
            "bestMove": LIGHT.best_move,
            "opening": opening or None,
            "ruleset": analysis.ruleset.name,
            "engine": _engine(analysis.evaluations),
        }
    )


# The front-end's name of each column of `moves` that it reads.
_ROW = {
    "label": "label",
    "accuracy": "accuracy",
    "eval": "eval",
    "cp_after": "cp",
    "mate_after": "mate",
    "white_win_after": "win",
    "wpl": "wpl",
    "best_san": "best",
    "best_uci": "bestUci",
    "best_pv_san": "bestPv",
    "explanation": "explanation",
    "phase": "phase",
    "opening": "opening",
    "eco": "eco",
}


def _row(record: dict[str, Any]) -> dict[str, Any] | None:
    row = _present({_ROW[name]: _rounded(value) for name, value in record.items()})
    return row or None


def _start(analysis: Analysis) -> dict[str, Any]:
    first = analysis.evaluations[0] if analysis.evaluations else None
    best = first.best if first else None
    if best is None:
        return {}
    text = eval_text(best.cp, best.mate, white_mates=not analysis.game.white_first)
    return _present({"cp": best.cp, "mate": best.mate, "eval": text})


def _lines(evaluation: Evaluation | None) -> list[dict[str, Any]]:
    if evaluation is None or evaluation.source == "board":
        return []
    return [line_payload(line) for line in evaluation.lines if line.pv]


def line_payload(line: Line) -> dict[str, Any]:
    """One engine line; White's view."""
    return _present(
        {
            "rank": line.rank,
            "cp": line.cp,
            "mate": line.mate,
            "depth": line.depth,
            "pv": list(line.pv[:_LONGEST_PV]),
        }
    )


def _engine(evaluations: Sequence[Evaluation | None]) -> str | None:
    return next((each.engine for each in evaluations if each and each.engine), None)


_ENOUGH = 0.9
"""Share of the positions that must be known before a strength is shown."""

_PLAYER = {
    "accuracy": "accuracy",
    "acpl": "acpl",
    "move_count": "moves",
    "elo_estimate": "elo",
    "elo_low": "eloLow",
    "elo_high": "eloHigh",
    "elo_scale": "eloScale",
}


def _players(analysis: Analysis) -> dict[str, Any]:
    players = analysis.players
    if players["accuracy"].isna().all():
        return {}
    if analysis.positions_done < _ENOUGH * len(analysis.evaluations):
        # The strength shown in half a game would only be taken back.
        players = players.assign(elo_estimate=None)
    found = _records(players, (*_PLAYER, *LABELS))
    return {
        side: _present({_PLAYER[name]: _rounded(record[name]) for name in _PLAYER})
        | {"counts": {label: int(record[label] or 0) for label in LABELS}}
        for side, record in zip(SIDES, found, strict=True)
    }


def table_payload(moves: pd.DataFrame, columns: Sequence[str] = TABLE_COLUMNS) -> dict[str, Any]:
    """The table of moves: its columns, and one record a ply.

    Parameters
    ----------
    moves
        A `moves` table of one game.
    columns
        Which of its columns, in this order.
    """
    from chessnb.errors import TableError

    unknown = [name for name in columns if name not in moves.columns]
    if unknown:
        raise TableError(f"no column {unknown[0]!r}; there are: {', '.join(moves.columns)}")
    records = _records(moves, columns)
    plies = moves.index.get_level_values("ply").tolist()
    return {
        "columns": [_column(moves, name) for name in columns],
        "rows": [
            {"ply": ply} | {name: _rounded(value) for name, value in record.items()}
            for ply, record in zip(plies, records, strict=True)
        ],
    }


def _column(moves: pd.DataFrame, name: str) -> dict[str, str]:
    kind = "label" if name == "label" else "text"
    if name in _SHARES:
        kind = "share"
    elif moves[name].dtype.kind in "if":
        kind = "number"
    title = _TITLES.get(name) or name.replace("_", " ").capitalize()
    return {"field": name, "title": title, "kind": kind}


def _records(frame: pd.DataFrame, columns: Any) -> list[dict[str, Any]]:
    """The rows as dicts of plain values, None where one is missing."""
    names = list(columns)
    chosen = frame[names].astype(object)
    chosen = chosen.where(chosen.notna(), None)
    return [dict(zip(names, row, strict=True)) for row in chosen.itertuples(index=False, name=None)]


def _rounded(value: Any) -> Any:
    return round(value, 4) if isinstance(value, float) else value


def _present(record: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if value is not None}
