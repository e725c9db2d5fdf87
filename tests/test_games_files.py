"""Compressed and large files: streamed, with bounded memory, progress by bytes."""

from __future__ import annotations

import bz2
import gzip
import tracemalloc
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest
import zstandard
from games import OPERA

from chessnb.errors import InputError
from chessnb.games import read_game, read_games

PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "zst": zstandard.ZstdCompressor().compress,
}


@pytest.mark.parametrize("kind", PACKERS)
def test_compressed_files_are_told_by_their_content(kind: str, tmp_path: Path):
    packed = PACKERS[kind](OPERA.read_bytes() * 2)
    for name in (f"club.pgn.{kind}", "club.pgn"):
        path = tmp_path / name
        path.write_bytes(packed)
        assert [len(game) for game in read_games(path)] == [33, 33]
    assert [len(game) for game in read_games(packed)] == [33, 33]


def test_several_zst_frames(tmp_path: Path):
    frame = PACKERS["zst"](OPERA.read_bytes())
    assert len(list(read_games(frame + frame))) == 2


@pytest.mark.parametrize("kind", PACKERS)
def test_damaged_files_give_what_can_be_read(kind: str, tmp_path: Path):
    text = "".join(f'[White "{n}"]\n\n1. e4 e5 {{{n * 7919 % 1000003}}} *\n\n' for n in range(1500))
    packed = PACKERS[kind](text.encode())
    path = tmp_path / f"cut.pgn.{kind}"
    path.write_bytes(packed[: len(packed) * 3 // 4])
    read = 0
    with pytest.raises(InputError, match=r"is damaged after line|is no (bz2|zst) file"):
        for _ in read_games(path):
            read += 1
    assert kind != "gz" or read > 100


def test_memory_does_not_grow_with_the_file(tmp_path: Path):
    path = tmp_path / "long.pgn.gz"
    text = b'[White "Ada"]\n[Black "Ben"]\n\n1. e4 {a remark} e5 *\n\n'
    with gzip.open(path, "wb", 1) as file:
        for _ in range(100):
            file.write(text * 2000)
    next(read_games(path))
    tracemalloc.start()
    try:
        for _ in islice(read_games(path), 400):
            pass
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 2_000_000


def test_garbage_does_not_fill_the_memory():
    tracemalloc.start()
    try:
        with pytest.raises(InputError, match="plain text"):
            read_game(io_of_words())
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 8_000_000


def io_of_words() -> bytes:
    return gzip.compress(b"some words and no game\n" * 30_000, 1)


def test_progress_counts_the_bytes_of_the_file(tmp_path: Path):
    path = tmp_path / "club.pgn.gz"
    path.write_bytes(gzip.compress(OPERA.read_bytes() * 200))
    seen: list[tuple[int, int]] = []
    games = read_games(path, progress=lambda done, total: seen.append((done, total)))
    assert len(list(games)) == 200
    size = path.stat().st_size
    assert seen[-1] == (size, size)
    assert all(total == size for _, total in seen)
    assert seen == sorted(seen)


def test_a_progress_bar(capsys: pytest.CaptureFixture[str]):
    assert len(list(read_games(OPERA, progress=True))) == 1
    assert "reading" in capsys.readouterr().err


def test_a_generator_that_is_dropped_leaves_no_open_file():
    games = read_games(OPERA)
    next(games)
    del games
    read_games(OPERA)


def test_counting_stops_at_a_limit(monkeypatch: pytest.MonkeyPatch):
    from chessnb.games import read

    monkeypatch.setattr(read, "_COUNT_LIMIT", 5)
    game = read_game("1. e4 *\n\n" * 20)
    assert game.warnings == ("more than 5 games; using game 1",)


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"PK\x03\x04 and more", "a zip archive: unpack it first"),
        ('[White "Ada"]\n\n1. e4 *'.encode("utf-32-le"), "a binary file"),
        (b"\x00\x01\x00\x00\x02\x03\x00\x00\x01", "a binary file"),
        (gzip.compress(b"%PDF-1.7"), "a PDF document"),
    ],
)
def test_files_of_another_kind_are_named_and_not_called_damaged(
    data: bytes, what: str, tmp_path: Path
):
    path = tmp_path / "club.pgn"
    path.write_bytes(data)
    with pytest.raises(InputError) as error:
        list(read_games(path))
    assert str(error.value) == f"{str(path)!r} is not a PGN: it is {what}"
