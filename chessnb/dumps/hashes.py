"""One number for each position: equal positions, with their rights, have equal numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import chess
import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    Hashes = npt.NDArray[np.uint64]
    Ints = npt.NDArray[np.intp]

__all__ = [
    "BLACK_TO_MOVE",
    "EN_PASSANT",
    "PIECES",
    "RIGHTS",
    "START",
    "codes_of_epds",
    "hashes_of_epds",
]

_RANDOM = np.random.default_rng(20_260_101)


def _random(*shape: int) -> Hashes:
    return _RANDOM.integers(1, 1 << 63, shape, dtype=np.uint64)


PIECES = np.concatenate([np.zeros((1, 64), dtype=np.uint64), _random(12, 64)])
"""By piece (1…6 White's, 7…12 Black's, 0 none) and square."""
RIGHTS = _random(16)
"""By castling rights, a bit each of ``KQkq``."""
EN_PASSANT = _random(64)
"""By the square where a pawn can be taken in passing."""
BLACK_TO_MOVE = _random(1)[0]

_CODES = {letter: code for code, letter in enumerate(".PNBRQKpnbrqk")}
_CODE_OF_BYTE = np.zeros(128, dtype=np.int8)
for _letter, _code in _CODES.items():
    _CODE_OF_BYTE[ord(_letter)] = _code
_SQUARES_OF_BYTE = np.ones(128, dtype=np.intp)
for _digit in range(1, 9):
    _SQUARES_OF_BYTE[ord(str(_digit))] = _digit
_SQUARES_OF_BYTE[ord("/")] = 0
# A FEN begins with a8, the squares with a1.
_FEN_SQUARES = np.arange(64) ^ 56


def hashes_of_epds(epds: Sequence[str]) -> Hashes:
    """The numbers of positions given as EPD or FEN, castling rights as ``KQkq``."""
    if not epds:
        return np.zeros(0, dtype=np.uint64)
    fields = [epd.split(None, 4)[:4] for epd in epds]
    found = np.bitwise_xor.reduce(PIECES[codes_of_epds(epds), np.arange(64)], axis=1)
    found ^= np.array([_state(*rest) for _, *rest in fields], dtype=np.uint64)
    return found


def codes_of_epds(epds: Sequence[str]) -> npt.NDArray[np.int8]:
    """The pieces of positions given as EPD or FEN: shape (positions, 64), numbered as in PIECES."""
    text = "".join(epd.split(None, 1)[0] for epd in epds)
    letters = np.frombuffer(text.encode("ascii"), dtype=np.uint8)
    codes = np.repeat(_CODE_OF_BYTE[letters], _SQUARES_OF_BYTE[letters]).reshape(-1, 64)
    return np.take(codes, _FEN_SQUARES, axis=1)


def _state(turn: str, castling: str, passed: str) -> np.uint64:
    rights = sum(1 << place for place, letter in enumerate("KQkq") if letter in castling)
    number = RIGHTS[rights]
    if turn == "b":
        number ^= BLACK_TO_MOVE
    if passed != "-":
        number ^= EN_PASSANT[chess.parse_square(passed)]
    return number


START = hashes_of_epds([chess.STARTING_FEN])[0]
