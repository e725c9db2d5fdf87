"""From files and bytes to lines of text: compression, encodings, line ends."""

from __future__ import annotations

import bz2
import codecs
import gzip
import io
import re
import zlib
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from chessnb.errors import InputError, MissingExtraError, NoSuchFileError

if TYPE_CHECKING:
    from typing import BinaryIO

__all__ = [
    "MendedLine",
    "WindowsLine",
    "blocks_of_bytes",
    "blocks_of_file",
    "blocks_of_text",
    "lines_of_bytes",
    "lines_of_file",
    "lines_of_text",
    "mended",
]

Progress = Callable[[int, int], None]

# Longer lines are taken in pieces, so that no file can fill the memory.
_LINE_LIMIT = 1 << 24
_BLOCK = 1 << 16
_SURROGATE = re.compile("[\ud800-\udfff]")
_SURROGATE_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_STRAY_BYTE = re.compile("[\udc80-\udcff]")
_BOMS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_MAGIC = {b"\x1f\x8b": "gz", b"BZh": "bz2", b"\x28\xb5\x2f\xfd": "zst"}
# Files that a user may take for a PGN, by how they begin.
_FOREIGN = {
    b"PK\x03\x04": "a zip archive: unpack it first",
    b"7z\xbc\xaf": "a 7z archive: unpack it first",
    b"Rar!": "a rar archive: unpack it first",
    b"\xfd7zXZ": "an xz file: unpack it first",
    b"SQLite format 3": "an SQLite database",
    b"%PDF": "a PDF document",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"GIF8": "a picture",
}


class WindowsLine(str):
    """A line that was no UTF-8 and was read as Windows-1252."""

    __slots__ = ()


class MendedLine(str):
    """A line with halves of letters, which were replaced by U+FFFD."""

    __slots__ = ()


def lines_of_text(text: str) -> Iterator[str]:
    """The lines of a text, whatever ends them."""
    return chain.from_iterable(blocks_of_text(text))


def lines_of_bytes(data: bytes, progress: Progress | None = None) -> Iterator[str]:
    """The lines of a file's content."""
    return chain.from_iterable(blocks_of_bytes(data, progress))


def lines_of_file(path: Path, progress: Progress | None = None) -> Iterator[str]:
    """The lines of a file, as :func:`blocks_of_file` reads them."""
    return chain.from_iterable(blocks_of_file(path, progress))


def blocks_of_text(text: str) -> Iterator[list[str]]:
    """The lines of a text, all at once."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
    lines = plain.split("\n")
    yield lines if text.isascii() or not _SURROGATE.search(text) else list(map(mended, lines))


def blocks_of_bytes(data: bytes, progress: Progress | None = None) -> Iterator[list[str]]:
    """The lines of a file's content, some thousands at a time."""
    return _blocks(io.BytesIO(data), "the content given", len(data), progress)


def blocks_of_file(path: Path, progress: Progress | None = None) -> Iterator[list[str]]:
    """The lines of a file, some thousands at a time; it is open only while they are taken.

    Raises
    ------
    NoSuchFileError
        There is no such file; said now, not with the first line.
    InputError
        It is a folder, or may not be read.
    """
    _open(path).close()
    return _file_blocks(path, progress)


def _file_blocks(path: Path, progress: Progress | None) -> Iterator[list[str]]:
    with _open(path) as handle:
        yield from _blocks(handle, repr(str(path)), path.stat().st_size, progress)


def _open(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except FileNotFoundError:
        hint = _similar(path) or _name(path)
        raise NoSuchFileError(f"no such file: {str(path)!r}{hint}") from None
    except (OSError, ValueError) as error:
        if path.is_dir():
            raise InputError(f"{str(path)!r} is a folder: give the name of a file in it") from None
        raise InputError(f"{str(path)!r} cannot be read: {error}") from None


def _name(path: Path) -> str:
    """What somebody may have meant who gave a single word."""
    if path.suffix or len(path.parts) > 1:
        return ""
    return (
        "; if that is a player on Lichess or chess.com, give the link to their page, "
        f"as in 'https://lichess.org/@/{path.name}'"
    )


def _similar(path: Path) -> str:
    """The names beside a mistyped one that look most like it."""
    import difflib

    try:
        names = [entry.name for entry in path.parent.iterdir()][:5000]
    except OSError:
        return ""
    close = difflib.get_close_matches(path.name, names, n=1, cutoff=0.75)
    return f"; did you mean {close[0]!r}?" if close else ""


def _blocks(raw: BinaryIO, name: str, size: int, progress: Progress | None) -> Iterator[list[str]]:
    peekable = io.BufferedReader(cast("io.RawIOBase", raw), 1 << 16)
    stream, head = _decompressed(peekable, peekable.peek(64)[:64], name)
    read = 0
    try:
        for block in _line_blocks(stream, _encoding(head, name)):
            yield block
            read += len(block)
            if progress is not None:
                progress(raw.tell(), size)
    except InputError:
        raise
    except (OSError, EOFError, zlib.error, ValueError) as error:
        raise InputError(f"{name} is damaged after line {read}: {error}") from None
    except Exception as error:
        if type(error).__module__.startswith(("zstandard", "compression")):
            raise InputError(f"{name} is damaged after line {read}: {error}") from None
        raise
    finally:
        stream.close()
        # A decompressor does not close what it reads from.
        peekable.close()
    if progress is not None:
        progress(size, size)


def _line_blocks(stream: io.BufferedReader[Any], encoding: str) -> Iterator[list[str]]:
    """The lines of a stream, a block at a time, so that none before damage is lost."""
    letters = codecs.getincrementaldecoder(encoding)(
        errors="surrogateescape" if encoding == "utf-8" else "replace"
    )
    decoder = io.IncrementalNewlineDecoder(letters, translate=True)
    rest, more = "", True
    while more:
        data = stream.read1(_BLOCK)
        more = bool(data)
        text = rest + decoder.decode(data, final=not more)
        *lines, rest = text.split("\n")
        while len(rest) >= _LINE_LIMIT:
            lines.append(rest[:_LINE_LIMIT])
            rest = rest[_LINE_LIMIT:]
        if not more and rest:
            lines.append(rest)
        yield lines if text.isascii() else list(map(_repaired, lines))


def _repaired(line: str) -> str:
    if line.isascii() or not _STRAY_BYTE.search(line):
        return line
    return WindowsLine(_STRAY_BYTE.sub(_windows_letter, line))


def mended(line: str) -> str:
    """A line without halves of letters: stray bytes that Python kept so, or what a cut has left."""
    if line.isascii() or not _SURROGATE.search(line):
        return line
    whole = _repaired(_SURROGATE_PAIR.sub(_whole_letter, line))
    return MendedLine(_SURROGATE.sub("\ufffd", whole)) if _SURROGATE.search(whole) else whole


def _whole_letter(match: re.Match[str]) -> str:
    return match[0].encode("utf-16-le", "surrogatepass").decode("utf-16-le")


def _windows_letter(match: re.Match[str]) -> str:
    """A byte that is no UTF-8, as Windows-1252 has it, or as Latin-1 where that has none."""
    byte = bytes([ord(match[0]) - 0xDC00])
    try:
        return byte.decode("cp1252")
    except UnicodeDecodeError:
        return byte.decode("latin-1")


def _decompressed(
    raw: io.BufferedReader[Any], head: bytes, name: str
) -> tuple[io.BufferedReader[Any], bytes]:
    """The stream behind a compressed one, told by its content and not by its name."""
    kind = next((kind for magic, kind in _MAGIC.items() if head.startswith(magic)), None)
    if kind is None:
        return raw, head
    # Each gives what it has before it finds its end missing, so that no game before it is lost.
    if kind == "gz":
        stream = gzip.GzipFile(fileobj=raw)
    elif kind == "bz2":
        stream = bz2.BZ2File(raw)
    else:
        stream = _zstandard(raw)
    try:
        return cast("io.BufferedReader[Any]", stream), stream.peek(64)[:64]
    except (OSError, EOFError, zlib.error, ValueError) as error:
        raise InputError(f"{name} is no {kind} file that can be read: {error}") from None


def _zstandard(raw: io.BufferedReader[Any]) -> io.BufferedReader[Any]:
    try:
        import zstandard
    except ImportError:
        raise MissingExtraError("zstandard", "zst", "reading .zst files") from None
    return io.BufferedReader(_Frames(raw, zstandard.ZstdDecompressor().decompressobj), 1 << 16)


class _Frames(io.RawIOBase):
    """The content of one zstandard frame after another; one that is cut short is an error."""

    def __init__(self, raw: io.BufferedReader[Any], new_frame: Callable[[], Any]) -> None:
        self._raw = raw
        self._new_frame = new_frame
        self._frame: Any = None
        self._ready = b""
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._ready:
            packed = self._rest or self._raw.read(1 << 16)
            if not packed:
                if self._frame is not None:
                    raise EOFError("it ends in the middle of a frame")
                return 0
            self._unpack(packed)
        count = min(len(buffer), len(self._ready))
        buffer[:count] = self._ready[:count]
        self._ready = self._ready[count:]
        return count

    def _unpack(self, packed: bytes) -> None:
        if self._frame is None:
            self._frame = self._new_frame()
        self._ready, self._rest = self._frame.decompress(packed), b""
        if self._frame.eof:
            self._rest = self._frame.unused_data
            self._frame = None


def _encoding(head: bytes, name: str) -> str:
    for bom, encoding in _BOMS:
        if head.startswith(bom):
            return encoding
    for magic, what in _FOREIGN.items():
        if head.startswith(magic):
            raise InputError(f"{name} is not a PGN: it is {what}")
    # Without a mark UTF-16 shows by the zero bytes beside each letter of the tags.
    for encoding, zeros, letters in (
        ("utf-16-le", head[1::2], head[::2]),
        ("utf-16-be", head[::2], head[1::2]),
    ):
        text = sum(9 <= letter < 127 for letter in letters)
        if zeros and zeros.count(0) > len(zeros) // 2 and text > len(letters) // 2:
            return encoding
    if head.count(0) > 2:
        raise InputError(f"{name} is not a PGN: it is a binary file")
    return "utf-8"
