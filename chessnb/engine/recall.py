"""Stored evaluations for the blocks of a game."""

from __future__ import annotations

from dataclasses import dataclass, replace

from chessnb.engine.blocks import Block
from chessnb.engine.evaluation import Evaluation
from chessnb.engine.keys import Keyring
from chessnb.engine.positions import Position
from chessnb.engine.settings import Settings
from chessnb.engine.store import Entry, Store

__all__ = ["Recall"]


@dataclass(frozen=True, slots=True)
class Recall:
    """What a store has for one engine under one setting.

    ``anything`` lets a deeper or wider result serve where the exact one is missing.
    """

    store: Store
    keyring: Keyring
    anything: bool

    def find(self, blocks: list[Block]) -> dict[int, Evaluation]:
        """The stored evaluations of the blocks' positions, by index.

        A block of which only a part is there must be searched again as a whole to be exact; the
        part is what that search will give.
        """
        keys = {index: key for block in blocks for index, key in self.keyring.exact(block).items()}
        stored = self.store.find(keys.values())
        positions = {position.index: position for block in blocks for position in block.positions}
        found = {
            index: stored[key]
            for index, key in keys.items()
            if key in stored and _fits(positions[index], stored[key])
        }
        if self.anything:
            for block in blocks:
                for position in block.positions:
                    if position.index not in found and (better := self._better(position)):
                        found[position.index] = better
        return found

    def token(self, block: Block) -> bytes:
        """What a block's result is known by: all of its searches are in its last key."""
        return self.keyring.exact(block)[block.positions[-1].index]

    def keep(self, block: Block, position: Position, evaluation: Evaluation) -> None:
        """Store a result; a failure is no result."""
        if evaluation.error is None:
            self.store.put(
                Entry(
                    exact=self.keyring.exact(block)[position.index],
                    position=self.keyring.like(position),
                    engine=self.keyring.engine,
                    evaluation=evaluation,
                )
            )

    def _better(self, position: Position) -> Evaluation | None:
        """The most thorough result for a position that is at least what the settings ask for."""
        settings = self.keyring.settings
        width = min(settings.multipv, position.board.legal_moves.count())
        for stored in self.store.like(self.keyring.like(position), self.keyring.engine):
            thorough = len(stored.lines) >= width and _as_thorough(stored, settings, width)
            if thorough and _fits(position, stored):
                lines = stored.lines if settings.second else stored.lines[:width]
                return replace(stored, lines=lines)
        return None


def _fits(position: Position, stored: Evaluation) -> bool:
    """Whether the stored moves can be played here; a damaged file may say anything."""
    try:
        for line in stored.lines:
            position.board.parse_uci(line.pv[0])
    except ValueError:
        return False
    return True


def _as_thorough(stored: Evaluation, settings: Settings, width: int) -> bool:
    """Whether the lines that are wanted reach the limit; a time says nothing of what it gave."""
    lines = stored.lines[:width]
    if settings.depth is not None:
        return all((line.depth or 0) >= settings.depth for line in lines)
    if settings.nodes is not None:
        return all((line.nodes or 0) >= settings.nodes for line in lines)
    return False
