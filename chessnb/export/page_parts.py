"""What every page that is written to disk consists of: its policy, its data, its code."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable
from typing import Any

__all__ = ["POLICY", "code_script", "document", "engine_scripts", "json_script", "packed_script"]

# Nothing may be fetched: what a page needs is in it, and a reader can trust that.
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'unsafe-inline' 'wasm-unsafe-eval' blob: data:",
        "style-src 'unsafe-inline'",
        "img-src data: blob:",
        "worker-src blob: data:",
        "connect-src blob: data:",
        "base-uri 'none'",
        "form-action 'none'",
    )
)
"""The page's content security policy."""


def document(title: str, style: str, body: Iterable[str]) -> str:
    """Give a whole page.

    Parameters
    ----------
    title
        HTML already: escape text before.
    style
        The page's CSS.
    body
        The elements of its body, one a line.
    """
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title>",
            f"<style>{style}</style>",
            "</head>",
            "<body>",
            *body,
            "</body>",
            "</html>",
            "",
        ]
    )


def json_script(name: str, value: Any) -> str:
    """Give a script element with a value as JSON that cannot end the element."""
    return _script(name, "application/json", _json(value))


def packed_script(name: str, value: bytes) -> str:
    """Give a script element with bytes in base64."""
    return _script(name, "text/plain", base64.b64encode(value).decode("ascii"))


def code_script(code: str) -> str:
    """Give a module with code that cannot end its element: both only ever stand in strings."""
    safe = code.replace("</script", "<\\/script").replace("<!--", "<\\!--")
    return f'<script type="module">{safe}</script>'


def engine_scripts() -> list[str]:
    """Give the script elements that hold Stockfish."""
    from chessnb.engine.bundle import BIN, LOADER, WASM

    return [
        packed_script("engine-loader", (BIN / LOADER.name).read_bytes()),
        packed_script("engine", (BIN / WASM.name).read_bytes()),
    ]


def _script(name: str, kind: str, content: str) -> str:
    return f'<script id="{name}" type="{kind}">{content}</script>'


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")
