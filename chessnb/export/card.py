"""How a game and an analysis show themselves: text, HTML and SVG, everything escaped."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from chessnb.export.clean import clean_text
from chessnb.export.figures import board_svg, data_uri, sparkline
from chessnb.export.summary import (
    EVENT_TAGS,
    count_text,
    elo_text,
    engine_text,
    moment_rows,
    number_text,
    player_text,
)
from chessnb.palette import LABEL_COLOURS, LABEL_INK, LABEL_SYMBOLS
from chessnb.schema import LABELS, SIDES

if TYPE_CHECKING:
    import pandas as pd

    from chessnb.analysis import Analysis
    from chessnb.games import Game

__all__ = [
    "analysis_html",
    "analysis_text",
    "game_html",
    "game_svg",
]

_CARD = (
    "font:14px/1.45 system-ui,-apple-system,'Segoe UI',sans-serif;display:flex;flex-wrap:wrap;"
    "gap:20px;align-items:flex-start;max-width:860px;padding:4px 0"
)
_MUTED = "opacity:.68"


def game_svg(game: Game, *, size: int = 300) -> str:
    """Draw a game's last position."""
    board = game.final_board()
    return board_svg(board, size=size, last=board.peek() if board.move_stack else None)


def game_html(game: Game) -> str:
    """Show a game's last position and its headers."""
    headers = [(tag, value) for tag, value in game.headers.items() if value not in ("?", "")]
    rows = "".join(
        f'<tr><th style="text-align:left;padding:1px 12px 1px 0;font-weight:600">{escape(tag)}'
        f'</th><td style="text-align:left;padding:1px 0">{escape(value)}</td></tr>'
        for tag, value in headers
    )
    shown = (
        f'<div style="{_CARD}">{_picture(game_svg(game), 300, "Last position")}<div>'
        f"{_title(game)}<table>{rows}</table>"
        f'<div style="{_MUTED}">{len(game.plies)} plies, {escape(game.end_reason)}</div>'
        f"{_warnings_html(game)}</div></div>"
    )
    return clean_text(shown, markup=True)


def _warnings_html(game: Game) -> str:
    """What was repaired or left out when the game was read."""
    notes = "".join(f"<li>{escape(warning)}</li>" for warning in game.warnings)
    return f"<ul>{notes}</ul>" if notes else ""


def _picture(svg: str, width: int, alt: str) -> str:
    return f'<img src="{data_uri(svg)}" width="{width}" alt="{escape(alt)}">'


def _title(game: Game) -> str:
    event = ", ".join(
        value for tag in EVENT_TAGS if (value := game.headers.get(tag, "?")).strip("?. ")
    )
    return (
        f'<div style="font-size:17px;font-weight:600">{escape(game.white)} – '
        f"{escape(game.black)} &nbsp;{escape(game.result)}</div>"
        f'<div style="{_MUTED};margin-bottom:6px">{escape(event)}</div>'
    )


def analysis_html(analysis: Analysis) -> str:
    """Show an analysis as a card: players, accuracy, labels, strength, key moments."""
    moves = analysis.moves
    opening = " ".join(filter(None, analysis.opening))
    left = _picture(game_svg(analysis.game), 300, "Last position") + (
        f'<div style="margin-top:8px">'
        f"{_picture(sparkline(moves), 300, 'Win probability of White')}</div>"
    )
    shown = (
        f'<div style="{_CARD}"><div style="width:300px">{left}</div>'
        f'<div style="flex:1;min-width:300px">{_title(analysis.game)}'
        f"{_warnings_html(analysis.game)}"
        f"{_players_html([analysis.white, analysis.black])}"
        f'<div style="margin:6px 0">{escape(opening)}</div>{_moments_html(analysis)}'
        f'<div style="{_MUTED};font-size:12px;margin-top:8px">{escape(engine_text(analysis))}'
        f"</div></div></div>"
    )
    return clean_text(shown, markup=True)


def _players_html(players: list[pd.Series[Any]]) -> str:
    def row(head: str, cells: list[str], strong: bool = False) -> str:
        weight = "font-weight:600" if strong else ""
        body = "".join(
            f'<td style="text-align:center;padding:1px 10px;{weight}">{cell}</td>' for cell in cells
        )
        return (
            f'<tr><th style="text-align:left;font-weight:400;padding:1px 10px 1px 0">{head}</th>'
            f"{body}</tr>"
        )

    def each(text: Any) -> list[str]:
        return [escape(text(player)) for player in players]

    rows = [
        row("", each(player_text), strong=True),
        row("Accuracy", each(lambda p: number_text(p["accuracy"], 1)), strong=True),
        row("ACPL", each(lambda p: number_text(p["acpl"], 0))),
        row("Strength shown", each(elo_text)),
    ]
    rows += [
        row(
            f"{_chip(label)} {label}",
            [count_text(player[label]) for player in players],
        )
        for label in LABELS
        if any(int(player[label]) for player in players)
    ]
    return f'<table style="border-collapse:collapse">{"".join(rows)}</table>'


def _chip(label: str) -> str:
    return (
        f'<span style="display:inline-block;min-width:20px;text-align:center;border-radius:10px;'
        f"font-size:11px;font-weight:700;line-height:20px;background:{LABEL_COLOURS[label]};"
        f'color:{LABEL_INK[label]}">{LABEL_SYMBOLS[label]}</span>'
    )


def _moments_html(analysis: Analysis) -> str:
    items = "".join(
        f'<li style="margin:2px 0">{_chip(row.label)} <b>{escape(row.move)}</b> '
        f"{escape(row.text)}</li>"
        for row in moment_rows(analysis)
    )
    if not items:
        return ""
    return (
        f'<div style="font-weight:600;margin-top:8px">Key moments</div>'
        f'<ul style="list-style:none;padding:0;margin:2px 0">{items}</ul>'
    )


def analysis_text(analysis: Analysis) -> str:
    """Show an analysis in plain text: the same card for a terminal."""
    game = analysis.game
    lines = [
        f"{game.white} – {game.black}  {game.result}",
        " ".join(filter(None, analysis.opening)),
        *(f"  (read with a warning: {warning})" for warning in game.warnings),
    ]
    for side, player in zip(SIDES, (analysis.white, analysis.black), strict=True):
        counts = ", ".join(f"{player[label]} {label}" for label in LABELS if int(player[label]))
        lines.append(
            f"{side.title()}: {player_text(player)}  accuracy {number_text(player['accuracy'], 1)}"
            f"  ACPL {number_text(player['acpl'], 0)}  strength {elo_text(player)}"
        )
        lines.append(f"    {counts}")
    lines += [f"  {LABEL_SYMBOLS[r.label]} {r.move}  {r.text}" for r in moment_rows(analysis)]
    lines.append(engine_text(analysis))
    return "\n".join(line for line in lines if line)
