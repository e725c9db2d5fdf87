"""A plotly figure as a widget."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, cast

import ipywidgets
import traitlets

from chessnb.palette import THEMES
from chessnb.widgets.figures import figure_payload, in_theme
from chessnb.widgets.library import Library, library
from chessnb.widgets.pack import pack
from chessnb.widgets.part import Part

if TYPE_CHECKING:
    import plotly.graph_objects as go

__all__ = ["ChartView"]


class ChartView(Part):
    """A figure that is linked to the other widgets by ``ply``.

    In figures of :mod:`chessnb.charts` over the plies of a game, a line marks the current ply and
    a click goes there. A :class:`plotly.graph_objects.FigureWidget` can do neither without the
    kernel, and sends the whole chart library with each chart.

    Parameters
    ----------
    figure : plotly.graph_objects.Figure
        Of scatter, bar and pie traces. To use a figure of your own for stepping, let its x axis
        be the ply and set ``figure.layout.meta = {"x": "ply"}``.
    height : int
        In pixels.
    **traits
        ``ply``, ``title`` (what screen readers say).

    Attributes
    ----------
    theme : {"light", "dark"}
        That of the page, which the browser tells.

    Raises
    ------
    InputError
        The figure has a kind of trace that the widget cannot draw.
    """

    _charts = traitlets.Bytes().tag(sync=True)
    plotly = traitlets.Instance(Library).tag(sync=True, **ipywidgets.widget_serialization)
    height = traitlets.Int(320).tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)
    theme = traitlets.Unicode("light").tag(sync=True)

    _recolours: ClassVar[bool] = True
    """Whether the page's colours take the place of the figure's."""

    def __init__(self, figure: go.Figure, **traits: Any) -> None:
        self._figure = figure
        self._listeners: list[Callable[[dict[str, Any]], object]] = []
        charts = self._packed(figure)
        super().__init__(part="chart", plotly=library("plotly"), _charts=charts, **traits)

    @property
    def figure(self) -> go.Figure:
        """The figure shown; assign another to show that."""
        return self._figure

    @figure.setter
    def figure(self, figure: go.Figure) -> None:
        self._charts = self._packed(figure)
        self._figure = figure

    def on_click(self, listener: Callable[[dict[str, Any]], object]) -> None:
        """Have a function called with what is clicked in a figure that has no plies.

        Parameters
        ----------
        listener : callable
            Takes a dict of the point's ``x``, ``y``, ``label`` and ``customdata``, as far as it
            has them.
        """
        self._listeners.append(listener)

    def _obey(self, request: dict[str, Any], buffers: Sequence[memoryview]) -> None:
        if isinstance(point := request.get("point"), dict):
            for listener in tuple(self._listeners):
                listener(dict(cast("dict[str, Any]", point)))

    def _packed(self, figure: go.Figure) -> bytes:
        payload = figure_payload(figure)
        return pack(
            {
                name: {"figure": in_theme(payload, name) if self._recolours else payload}
                for name in THEMES
            }
        )
