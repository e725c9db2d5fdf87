"""What a stored evaluation is found by.

A result is *exact* where the engine, its options, the settings and the whole chain of searches
since the engine last forgot everything are the same: then a new search would give the same again.
It is *like* another one where only the engine and the position are the same.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from chessnb.engine.blocks import Block
from chessnb.engine.identity import Identity
from chessnb.engine.positions import Position
from chessnb.engine.settings import Settings

__all__ = ["FORMAT", "Keyring"]

FORMAT = 1
"""The version of the stored evaluations; others are never found."""

_CLOCK_MATTERS_FROM = 20
"""The halfmove clock below which positions count as alike: no search sees move 50 from there."""


@dataclass(frozen=True, slots=True)
class Keyring:
    """The keys for one engine with its options under one setting."""

    identity: Identity
    options: Mapping[str, object]
    settings: Settings

    @property
    def engine(self) -> bytes:
        """The key of the engine alone: its name, version, content and arguments."""
        identity = self.identity
        return _digest("|".join([str(FORMAT), identity.name, identity.sha256, *identity.arguments]))

    def exact(self, block: Block) -> dict[int, bytes]:
        """The exact key of each position of a block, by its index in the game."""
        options = ",".join(f"{name}={self.options[name]}" for name in sorted(self.options))
        chain = hashlib.blake2b(self.engine, digest_size=16)
        chain.update(f"{options}|{self.settings.key}".encode())
        keys: dict[int, bytes] = {}
        for position in block.positions:
            chain.update(self._searched(position).encode())
            keys[position.index] = chain.digest()
        return keys

    def like(self, position: Position) -> bytes:
        """The key of a position, whatever was searched before it and how deeply."""
        seen = Counter(position.history)
        repeated = sorted(epd for epd, count in seen.items() if count > 1)
        clock = position.board.halfmove_clock
        clock = clock if clock >= _CLOCK_MATTERS_FROM else 0
        rules = "960" if position.board.chess960 else "standard"
        return _digest("|".join([rules, position.history[-1], str(clock), *repeated]))

    def _searched(self, position: Position) -> str:
        """All of a position that its search depends on."""
        played = position.played if self.settings.second else ""
        board = position.board
        parts = [board.chess960, board.halfmove_clock, played, *position.history]
        return "\n" + "|".join(str(part) for part in parts)


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode(), digest_size=16).digest()
