"""Code that all widgets share, sent to a page once: one widget holds it, the others refer to it."""

from __future__ import annotations

import gzip
import hashlib
from functools import cache
from typing import Any, ClassVar

import anywidget
import traitlets

from chessnb.widgets.static_files import static_text

__all__ = ["Library", "content", "library"]


class Library(anywidget.AnyWidget):
    """A part of the front-end as a widget model without a view."""

    _esm: ClassVar[str] = "export default {}"

    digest = traitlets.Unicode().tag(sync=True)
    code = traitlets.Bytes().tag(sync=True)
    sheet = traitlets.Bytes().tag(sync=True)


_libraries: dict[str, Library] = {}


def library(name: str) -> Library:
    """Give this kernel's widget of that name: ``"runtime"`` or ``"plotly"``."""
    known = _libraries.get(name)
    # A closed widget has lost its comm: Widget.close_all() takes the libraries with it.
    if known is None or known.comm is None:
        known = _libraries[name] = Library(**content(name))
    return known


@cache
def content(name: str) -> dict[str, Any]:
    """What a library's widget holds: the code and the style sheet, gzipped, and their digest."""
    code = static_text(f"{name}.js").encode()
    style = static_text("style.css").encode() if name == "runtime" else b""
    return {
        "digest": hashlib.sha256(code + style).hexdigest()[:16],
        "code": gzip.compress(code, mtime=0),
        "sheet": gzip.compress(style, mtime=0) if style else b"",
    }
