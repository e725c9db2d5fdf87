"""Check the built documentation: nothing missing, every page of a game whole, nothing from afar."""

from __future__ import annotations

import re
import sys
from pathlib import Path

PAGES = ("index.html", "tables/index.html", "contributing/index.html", "game/index.html")
ELSEWHERE = re.compile(r"<(?:script|link|img|iframe)[^>]+(?:src|href)=\"(https?://[^\"]+)\"")
ALLOWED = re.compile(r"https://(?:mybinder\.org/badge|chessnb\.|github\.com)")


def problems(site: Path) -> list[str]:
    """Say what is wrong with a built site."""
    wrong = [f"no {name}" for name in PAGES if not (site / name).is_file()]
    pages = list((site / "pages").glob("*.html"))
    wrong += [] if pages else ["no game to step through"]
    wrong += [f"{page.name} is no view" for page in pages if "cn-view" not in page.read_text()]
    for name in PAGES:
        text = (site / name).read_text(encoding="utf-8") if (site / name).is_file() else ""
        wrong += [
            f"{name} loads {url}" for url in ELSEWHERE.findall(text) if not ALLOWED.match(url)
        ]
    return wrong


if __name__ == "__main__":
    found = problems(Path(sys.argv[1]))
    if found:
        raise SystemExit("\n".join(found))
