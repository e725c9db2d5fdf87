"""HTML to PDF by a browser that is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from chessnb.errors import FileError

__all__ = ["find_browser", "write_pdf"]

_NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
    "microsoft-edge",
)
_PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)
_PATIENCE = 120.0


def find_browser() -> str | None:
    """A browser that can print: named by ``BROWSER_PATH``, on the PATH, or in its usual place."""
    named = os.environ.get("BROWSER_PATH")
    if named:
        return named
    found = next(filter(None, map(shutil.which, _NAMES)), None)
    return found or next((place for place in _PLACES if Path(place).is_file()), None)


def write_pdf(html: str, target: Path) -> Path:
    """Print a page that fetches nothing to a PDF file; the paper is the page's own.

    Raises
    ------
    FileError
        No browser is installed, or the file cannot be written.
    """
    browser = find_browser()
    if browser is None:
        raise FileError(
            f"cannot make {str(target)!r}: a PDF needs Chromium, Chrome or Edge (or name one by "
            "BROWSER_PATH); write .html and print that"
        )
    with tempfile.TemporaryDirectory(prefix="chessnb-pdf-") as folder:
        source, printed = Path(folder, "page.html"), Path(folder, "page.pdf")
        source.write_text(html, encoding="utf-8")
        said = _print(browser, source, printed, Path(folder, "profile"))
        if not printed.is_file():
            raise FileError(f"{browser!r} made no PDF of the page: {said[-300:]}")
        try:
            shutil.copyfile(printed, target)
        except OSError as error:
            raise FileError(f"cannot write {str(target)!r}: {error}") from error
    return target


def _print(browser: str, source: Path, printed: Path, profile: Path) -> str:
    command = [
        browser,
        "--headless",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-pdf-header-footer",
        f"--user-data-dir={profile}",
        f"--print-to-pdf={printed}",
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        # Chromium's sandbox refuses to run for the superuser.
        command.append("--no-sandbox")
    try:
        done = subprocess.run(
            [*command, source.as_uri()],
            capture_output=True,
            timeout=_PATIENCE,
            stdin=subprocess.DEVNULL,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return done.stderr.decode("utf-8", "replace")
