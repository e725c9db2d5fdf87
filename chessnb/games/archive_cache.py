"""Copies of a site's answers on disk, with what is needed to ask whether they have changed."""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import json
import os
import tempfile
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from chessnb.games.http import Answer
from chessnb.user_folder import cache_folder

__all__ = ["ArchiveCache", "Copy"]


@dataclass(frozen=True)
class Copy:
    """A kept answer: its validators, and its body."""

    validators: dict[str, str]
    body: bytes

    def conditions(self) -> dict[str, str]:
        """Give the request headers that ask for the body only if it has changed."""
        names = {"etag": "If-None-Match", "last-modified": "If-Modified-Since"}
        return {names[name]: value for name, value in self.validators.items()}


class ArchiveCache:
    """A folder of answers, one small file for each address.

    A damaged or foreign file counts as none. Files are written whole or not at all, so two
    notebooks may share the folder. Where it cannot be written, nothing is kept.

    Parameters
    ----------
    folder : Path, optional
        Default: ``chessnb/sites`` in the user's cache folder.
    """

    def __init__(self, folder: Path | None = None) -> None:
        if folder is None:
            folder = cache_folder() / "sites"
        self.folder = folder

    def read(self, url: str) -> Copy | None:
        """Give the copy of this address, if there is a sound one."""
        try:
            head, _, body = gzip.decompress(self._path(url).read_bytes()).partition(b"\n")
            about = cast("dict[str, Any]", json.loads(head))
            sound = about["url"] == url and about["sha256"] == hashlib.sha256(body).hexdigest()
            return Copy(dict(about["validators"]), body) if sound else None
        except (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError):
            return None

    def write(self, url: str, answer: Answer) -> None:
        """Keep an answer that can be asked after again; others are not kept."""
        validators = {
            name: answer.headers[name]
            for name in ("etag", "last-modified")
            if name in answer.headers
        }
        if not validators:
            return
        about = {
            "url": url,
            "validators": validators,
            "sha256": hashlib.sha256(answer.body).hexdigest(),
        }
        packed = gzip.compress(json.dumps(about).encode() + b"\n" + answer.body, 5)
        with contextlib.suppress(OSError):
            _write_whole(self._path(url), packed)

    def _path(self, url: str) -> Path:
        return self.folder / f"{hashlib.sha256(url.encode()).hexdigest()[:32]}.gz"


def _write_whole(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
