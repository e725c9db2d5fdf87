"""One HTML file with the whole view: it works from disk, without a kernel and without a network."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from chessnb.errors import SettingsError
from chessnb.export.clean import clean_text
from chessnb.export.page_parts import (
    code_script,
    document,
    engine_scripts,
    json_script,
    packed_script,
)
from chessnb.export.text_file import write_text
from chessnb.schema import SIDES

if TYPE_CHECKING:
    from chessnb.analysis import Analysis

__all__ = ["page", "to_html"]

_STYLE = """
:root { color-scheme: light dark; }
body { margin: 0; padding: 10px; background: #ffffff; color: #1d2430;
  font: 13px/1.4 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 1240px; margin: 0 auto; }
footer { max-width: 1240px; margin: 14px auto 4px; color: #5c6675; font-size: 12px; }
@media (prefers-color-scheme: dark) {
  body { background: #16191e; color: #e6e9ee; }
  footer { color: #9ba5b3; }
}
"""


def to_html(
    analysis: Analysis,
    path: str | Path | None = None,
    *,
    engine: bool = False,
    ply: int = 0,
    orientation: str = "white",
) -> str | Path:
    """Write an analysis as one self-contained HTML file.

    Board, moves, chart, table and "Show me" work in it as in a notebook. It makes no request.

    Parameters
    ----------
    analysis
        What is shown.
    path
        Where to write; without one the text is returned.
    engine
        Put Stockfish into the page (two megabytes more), so that a reader can try any move and
        see its evaluation.
    ply
        The position to begin with.
    orientation
        ``"white"`` or ``"black"``: who is at the bottom.

    Returns
    -------
    str or Path
        The text, or the file that was written.

    Raises
    ------
    SettingsError
        The ply or the orientation does not exist.
    FileError
        The file cannot be written.
    """
    text = page(analysis, engine=engine, ply=ply, orientation=orientation)
    if path is None:
        return text
    return write_text(path, text)


def page(
    analysis: Analysis, *, engine: bool = False, ply: int = 0, orientation: str = "white"
) -> str:
    """Give the text of the page; see :func:`to_html`."""
    from chessnb.widgets.static_files import static_text

    if not 0 <= ply <= len(analysis.game):
        raise SettingsError(f"ply={ply}, but this game has the plies 0 to {len(analysis.game)}")
    if orientation not in SIDES:
        raise SettingsError(f"orientation={orientation!r}: give 'white' or 'black'")
    state = {"ply": ply, "orientation": orientation, "node": "", "branches": [], "selected": []}
    data = _data(analysis) + (engine_scripts() if engine else [])
    game = analysis.game
    title = clean_text(escape(f"{game.white} – {game.black} {game.result}"), markup=True)
    return document(
        title,
        f"{_STYLE}{static_text('style.css')}",
        [
            '<main id="view"></main>',
            f"<noscript>{_still(analysis)}</noscript>",
            f"<footer>{_credits(engine)}</footer>",
            json_script("state", state),
            *data,
            code_script(static_text("page.js")),
        ],
    )


def _data(analysis: Analysis) -> list[str]:
    from chessnb.widgets.figures import analysis_figures
    from chessnb.widgets.library import content
    from chessnb.widgets.pack import pack
    from chessnb.widgets.payload import game_payload, judgement_payload, table_payload

    packed = {
        "game": pack(game_payload(analysis.game)),
        "judgement": pack(judgement_payload(analysis)),
        "charts": pack(analysis_figures(analysis)),
        "table": pack(table_payload(analysis.moves)),
        "plotly": content("plotly")["code"],
    }
    return [packed_script(name, value) for name, value in packed.items()]


def _still(analysis: Analysis) -> str:
    from chessnb.export.card import analysis_html

    return analysis_html(analysis)


def _credits(engine: bool) -> str:
    parts = ["Made with chessnb.", "Board: chessground (GPL-3.0), pieces by Colin M.L. Burnett."]
    parts.append("Charts: plotly.js (MIT). Table: Tabulator (MIT).")
    if engine:
        parts.append("Engine: Stockfish 19 lite, stockfish.js (GPL-3.0).")
    return " ".join(parts)
