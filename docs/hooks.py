"""What the documentation site takes from elsewhere in the repository, when it is built."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
REPOSITORY = "https://github.com/chessnb/chessnb/blob/main"


def on_pre_build(config: Any) -> None:
    """Bring in README, CONTRIBUTING, the notebooks, and a game to step through."""
    docs = Path(config["docs_dir"])
    (docs / "index.md").write_text(for_site((ROOT / "README.md").read_text("utf-8")), "utf-8")
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    (docs / "contributing.md").write_text(for_site(text), "utf-8")
    shutil.copytree(ROOT / "notebooks", docs / "notebooks", dirs_exist_ok=True)
    write_pages(docs / "pages")


def write_pages(folder: Path) -> None:
    """Write the analysed games as pages that need no kernel, with the engine in them."""
    import chessnb

    folder.mkdir(exist_ok=True)
    for path in sorted((ROOT / "notebooks" / "games").glob("*.chessnb")):
        chessnb.load(path).to_html(folder / f"{path.stem}.html", engine=True)


def for_site(text: str) -> str:
    """Make links of a file at the repository's top right for the site."""
    text = re.sub(r"\]\(docs/", "](", text).replace('="docs/', '="')
    text = re.sub(r"\]\(CONTRIBUTING\.md", "](contributing.md", text)
    return re.sub(r"\]\((NOTICE|LICENSE|README\.md|\.ci[^)]*|chessnb/[^)]*)\)", _away, text)


def _away(match: re.Match[str]) -> str:
    return f"]({REPOSITORY}/{match[1]})"
