"""What all widgets have in common: the shared front-end, and the ply that links them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, ClassVar, cast

import anywidget
import ipywidgets
import traitlets
from ipywidgets.widgets.widget_link import Link

from chessnb.widgets.library import Library, library
from chessnb.widgets.static_files import static_text

__all__ = ["Part", "link"]


class Part(anywidget.AnyWidget):
    """A widget drawn by the front-end part that :attr:`part` names.

    Only a few lines of script belong to each widget; the code that draws is held by one shared
    model in the kernel and reaches a page once.

    Attributes
    ----------
    ply : int
        The position shown: 0 is the start, n the position after ply n.
    """

    _esm: ClassVar[str] = static_text("widget.js")

    part = traitlets.Unicode().tag(sync=True)
    runtime = traitlets.Instance(Library).tag(sync=True, **ipywidgets.widget_serialization)
    ply = traitlets.Int(0).tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        # Without a width of its own a part in an HBox would shrink to nothing: what is in it takes
        # its size from it.
        traits.setdefault("layout", {"width": "100%"})
        super().__init__(runtime=library("runtime"), **traits)
        self.on_msg(self._hear)

    def _hear(self, _widget: Any, content: Any, buffers: Sequence[memoryview]) -> None:
        request = cast("dict[str, Any]", content) if isinstance(content, dict) else {}
        self._obey(request, buffers)

    def _obey(self, request: dict[str, Any], buffers: Sequence[memoryview]) -> None:
        """Do what the front-end asks for; most widgets are asked for nothing."""


def link(*parts: Part) -> list[Link]:
    """Link the ply of several widgets in the browser: they step together without the kernel.

    Parameters
    ----------
    *parts
        Widgets with a ``ply``, in any order.

    Returns
    -------
    list of ipywidgets.Link
        The links; ``unlink()`` undoes one.

    Examples
    --------
    >>> from chessnb.widgets import BoardView, MoveList
    >>> board, moves = BoardView("1. e4 e5 *"), MoveList("1. e4 e5 *")
    >>> len(link(board, moves))
    1
    """
    return [ipywidgets.jslink((one, "ply"), (other, "ply")) for one, other in pairwise(parts)]
