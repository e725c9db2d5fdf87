"""A plotly figure as a widget."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ipywidgets
import traitlets

from chessnb.palette import THEMES
from chessnb.widgets.figures import figure_payload
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

    Raises
    ------
    InputError
        The figure has a kind of trace that the widget cannot draw.
    """

    _charts = traitlets.Bytes().tag(sync=True)
    plotly = traitlets.Instance(Library).tag(sync=True, **ipywidgets.widget_serialization)
    height = traitlets.Int(320).tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)

    def __init__(self, figure: go.Figure, **traits: Any) -> None:
        self._figure = figure
        super().__init__(part="chart", plotly=library("plotly"), _charts=_packed(figure), **traits)

    @property
    def figure(self) -> go.Figure:
        """The figure shown; assign another to show that."""
        return self._figure

    @figure.setter
    def figure(self, figure: go.Figure) -> None:
        self._charts = _packed(figure)
        self._figure = figure


def _packed(figure: go.Figure) -> bytes:
    payload = figure_payload(figure)
    return pack({theme: {"figure": payload} for theme in THEMES})
