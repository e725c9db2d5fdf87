"""Which engine exactly: what a result's provenance says, and what the cache keys by."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from chessnb.engine.digest import file_digest
from chessnb.engine.spec import EngineSpec
from chessnb.errors import EngineError

__all__ = ["Identity", "identify"]

_VERSION = re.compile(r"\b(dev-[\w-]+|v?\d[\w.]*(?:-[\w.-]+)?)")


@dataclass(frozen=True, slots=True)
class Identity:
    """One engine, so that the same answer can be expected of what is equal.

    Attributes
    ----------
    name : str
        What the engine calls itself, version included.
    version : str or None
        The version in that name.
    sha256 : str
        The hash of its program file (of the WebAssembly file for the bundled engine), and of the
        files among its arguments.
    path : str
        Where that file is.
    bundled : bool
        Whether it is the engine that comes with chessnb.
    arguments : tuple of str
        What the program is started with; none for the bundled engine.
    """

    name: str
    version: str | None
    sha256: str
    path: str
    bundled: bool
    arguments: tuple[str, ...] = ()

    def to_dict(self, options: Mapping[str, object] | None = None) -> dict[str, object]:
        """Return everything for an analysis' provenance, with the options that were set."""
        return {
            **asdict(self),
            "arguments": list(self.arguments),
            "options": dict(options or {}),
        }


def identify(spec: EngineSpec) -> Identity:
    """Tell which engine a located engine is.

    Raises
    ------
    EngineError
        If its file is not there any more, or cannot be read.

    Examples
    --------
    >>> from chessnb.engine.locate import find_engine
    >>> identity = identify(find_engine("bundled"))
    >>> identity.name, identity.version, identity.sha256[:8]
    ('Stockfish 19 Lite WASM', '19', '57ac2d72')
    """
    version = _VERSION.search(spec.name)
    try:
        content = _content(spec)
    except OSError as error:
        raise EngineError(
            f"The engine {str(spec.path)!r} cannot be told from others, because its file cannot be "
            f"read ({error.strerror}): see that it is there, and that you may read it",
            kind="not-found",
        ) from error
    return Identity(
        name=spec.name,
        version=version[1] if version else None,
        sha256=content,
        path=str(spec.path),
        bundled=spec.bundled,
        arguments=() if spec.bundled else spec.command[1:],
    )


def _content(spec: EngineSpec) -> str:
    digest = file_digest(spec.path)
    if spec.bundled:
        return digest
    # The program may be an interpreter, and the engine one of its arguments.
    others = [file_digest(Path(word)) for word in spec.command[1:] if Path(word).is_file()]
    return hashlib.sha256("".join([digest, *others]).encode()).hexdigest() if others else digest
