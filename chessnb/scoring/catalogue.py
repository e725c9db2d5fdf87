"""The texts of explanations: one JSON file per language in the folder ``messages``.

A translation is one more file with the same keys; the English one is the reference.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files

from chessnb.errors import SettingsError

__all__ = ["Catalogue", "languages", "load_catalogue"]

_ENDING = ".json"


class Catalogue:
    """Messages of one language, with places for what they are about.

    Examples
    --------
    >>> load_catalogue("de").text("misses_mate", n=3)
    'lässt Matt in 3 aus'
    """

    def __init__(self, language: str, messages: dict[str, str]) -> None:
        self.language = language
        self.messages = messages

    def text(self, key: str, **values: object) -> str:
        """The message `key` with `values` in its places."""
        return self.messages[key].format(**values)

    def sentence(self, *parts: str) -> str:
        """The parts that are not empty as one sentence."""
        text = "; ".join(part for part in parts if part)
        return f"{text[0].upper()}{text[1:]}."


def languages() -> tuple[str, ...]:
    """The languages there are, such as ``("de", "en", "es")``."""
    names = (entry.name for entry in files("chessnb.scoring").joinpath("messages").iterdir())
    return tuple(sorted(n.removesuffix(_ENDING) for n in names if n.endswith(_ENDING)))


@lru_cache
def load_catalogue(language: str) -> Catalogue:
    """The messages of a language.

    Raises
    ------
    SettingsError
        There is no such translation; the message lists those there are.
    """
    if language not in languages():
        raise SettingsError(
            f"no explanations in language {language!r}; choose one of: {', '.join(languages())}"
        )
    path = files("chessnb.scoring").joinpath("messages", f"{language}{_ENDING}")
    return Catalogue(language, json.loads(path.read_text(encoding="utf-8")))
