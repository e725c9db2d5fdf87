"""The whole view of an analysed game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Unpack, cast
from uuid import uuid4

import ipywidgets
import traitlets

from chessnb.errors import ChessnbError, SettingsError, TableError
from chessnb.plan import Options
from chessnb.widgets.coach_part import CoachPart
from chessnb.widgets.fallback import Fallback
from chessnb.widgets.feed import beside, running_loop
from chessnb.widgets.figures import CHARTS, analysis_figures
from chessnb.widgets.library import Library, library
from chessnb.widgets.pack import pack
from chessnb.widgets.payload import table_payload

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["AnalysisView", "view"]


class AnalysisView(CoachPart):
    """Board, moves, charts, table and controls of one game, linked; made by :func:`view`.

    Parameters
    ----------
    source
        An :class:`~chessnb.Analysis`, an :class:`~chessnb.AnalysisJob`, or anything that
        :func:`chessnb.read_game` takes. A game is shown as it is: :meth:`start`, or the button,
        analyses it.
    ply : int
        The position to begin with.
    orientation : {"white", "black"}
        Which side is at the bottom.
    **options
        As for :func:`chessnb.analyze`.

    Attributes
    ----------
    ply : int
        The position shown; set it to go there, ``observe`` it to follow the reader.
    analysis : Analysis
        What is known so far; ``view.analysis.moves`` grows while the engine works.
    lesson : Lesson
        What the button "Add to lesson" adds to; set it to collect from several games.
    answers : DataFrame
        What was answered under "Learn from your mistakes".

    Examples
    --------
    >>> view = AnalysisView("1. e4 e5 2. Nf3 Nc6 *")
    >>> view.ply = 3
    >>> view.current["san"]
    'Nf3'
    """

    _charts = traitlets.Bytes().tag(sync=True)
    _table = traitlets.Bytes().tag(sync=True)
    plotly = traitlets.Instance(Library).tag(sync=True, **ipywidgets.widget_serialization)
    fallback = traitlets.Unicode().tag(sync=True)
    theme = traitlets.Unicode("light").tag(sync=True)

    def __init__(
        self,
        source: Any,
        /,
        *,
        ply: int = 0,
        orientation: str = "white",
        **options: Unpack[Options],
    ) -> None:
        self._figures: dict[str, Any] = {}
        self._charts_wait = running_loop() is not None
        super().__init__(
            source,
            options,
            part="view",
            ply=ply,
            orientation=orientation,
            plotly=library("plotly"),
            fallback=f"chessnb-still-{uuid4().hex[:12]}",
        )
        self._still = Fallback(self, self.fallback)
        self.observe(self._ended, "status")
        self.observe(self._repaint, "theme")
        if self._charts_wait:
            self._draw_later()

    @property
    def current(self) -> pd.Series[Any] | None:
        """The row of ``analysis.moves`` of the current ply; None at the start."""
        if self.ply == 0:
            return None
        return cast("pd.Series[Any]", self.analysis.moves.loc[self.ply])

    @property
    def selection(self) -> pd.DataFrame:
        """The marked rows of ``analysis.moves``."""
        return self.analysis.moves.loc[list(self.selected)]

    def select(self, rows: Any) -> None:
        """Mark moves in board, list, table and chart; next and previous then walk them.

        Parameters
        ----------
        rows
            Rows of the `moves` table, a boolean mask over it, plies, or None to mark nothing.

        Raises
        ------
        TableError
            A row is not of this game.
        """
        plies = [] if rows is None else _plies(rows)
        unknown = [ply for ply in plies if not 1 <= ply <= len(self.game)]
        if unknown:
            raise TableError(f"ply {unknown[0]} cannot be marked: the game has {len(self.game)}")
        self.selected = sorted(set(plies))
        if self.selected and self.ply not in self.selected:
            self.ply = self.selected[0]

    def to_pgn(self) -> str:
        """The annotated PGN, with the moves tried on the board as variations."""
        from chessnb.widgets.branches import pgn_with_branches

        return pgn_with_branches(self.analysis, self.branches)

    def __repr__(self) -> str:
        game = self.game
        return f"<AnalysisView {game.white} – {game.black}, {game.result}>"

    def _first_traits(self) -> dict[str, Any]:
        return super()._first_traits() | {"_table": self._packed_table()}

    def _results(self) -> dict[str, Any]:
        results = super()._results() | {"_table": self._packed_table()}
        return results if self._charts_wait else results | self._drawn()

    def _drawn(self) -> dict[str, Any]:
        # Figures cost more than everything else: while the engine works, only the one that is
        # always in sight is made anew.
        theme, kept = self.theme, self._figures
        running = self.job is not None and self.job.running
        names = CHARTS[:1] if running and theme in kept else CHARTS
        made = analysis_figures(self.analysis, [theme], names)[theme]
        self._figures = {theme: {**kept.get(theme, {}), **made}}
        return {"_charts": pack(self._figures)}

    def _draw_later(self) -> None:
        """The board need not wait for the charts."""
        shown, theme = self._shown, self.theme

        def take(made: dict[str, Any]) -> None:
            # A job that was started meanwhile has newer ones.
            if self._shown is shown and not self._figures:
                self._figures = made
                self._charts = pack(made)
                self._repaint(None)

        self._charts_wait = False
        beside(self._loop, "chessnb-charts", lambda: analysis_figures(self.analysis, [theme]), take)

    def _repaint(self, _change: Any) -> None:
        """Draw for the page's theme what was drawn for another."""
        if self._figures and self.theme not in self._figures:
            self._figures = analysis_figures(self.analysis, [self.theme])
            self._charts = pack(self._figures)

    def _packed_table(self) -> bytes:
        return pack(table_payload(self.analysis.moves))

    def _ended(self, change: Any) -> None:
        if change["new"].get("state") in ("done", "stopped", "failed"):
            self._still.update()

    def _ipython_display_(self) -> None:
        from IPython.display import display

        bundle = self._repr_mimebundle_()
        if bundle is not None:
            data, metadata = bundle
            display(data, metadata=metadata, raw=True)
        self._still.display()


def _plies(rows: Any) -> list[int]:
    import pandas as pd

    if isinstance(rows, pd.Series) and pd.api.types.is_bool_dtype(rows.dtype):
        rows = rows.index[rows.fillna(False).to_numpy(dtype=bool)]
    elif isinstance(rows, (pd.DataFrame, pd.Series)):
        rows = rows.index
    if isinstance(rows, pd.Index):
        rows = rows.get_level_values("ply" if "ply" in rows.names else -1)
    if not isinstance(rows, Iterable):
        raise SettingsError(f"{rows!r} is no set of moves: give rows of .moves, or plies")
    return [int(ply) for ply in rows]


def view(
    source: Any,
    /,
    *,
    ply: int = 0,
    orientation: str = "white",
    **options: Unpack[Options],
) -> AnalysisView:
    """Show a game and analyse it at once: a full picture in seconds, then refined.

    Parameters
    ----------
    source
        A path, PGN text, a link, a game, an analysis, a job.
    ply : int
        The position to begin with.
    orientation : {"white", "black"}
        Which side is at the bottom.
    **options
        As for :func:`chessnb.analyze`: ``effort``, ``engine``, ``ruleset``, …

    Returns
    -------
    AnalysisView
        Not waited for: ``view.analysis`` grows. A game that no engine can analyse, such as a
        variant, is shown with the reason.
    """
    shown = AnalysisView(source, ply=ply, orientation=orientation, **options)
    if shown.status.get("state") == "idle":
        try:
            shown.start()
        except ChessnbError as error:
            shown.status = {"state": "failed", "done": 0, "total": 0, "message": str(error)}
    return shown
