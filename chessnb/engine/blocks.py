"""A game cut into fixed blocks, the unit of search, of caching and of resuming.

Within a block the positions are searched from the last to the first, so that what the engine
learnt of a later position helps with the earlier one, and it forgets everything before the next
block. The cut depends on the game alone. So the same game, engine and settings give the same
table with any number of workers, in whatever order the blocks are done.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from chessnb.engine.evaluation import Evaluation
from chessnb.engine.positions import Position
from chessnb.engine.search import white_win

__all__ = ["BLOCK_LENGTH", "Block", "cut", "most_decisive_first"]

BLOCK_LENGTH = 8
"""Positions in a block."""

_EARLY_LENGTH = 4
_EARLY_POSITIONS = 8


@dataclass(frozen=True, slots=True)
class Block:
    """Consecutive positions of a game.

    Attributes
    ----------
    span : range
        The indices of all its positions.
    positions : tuple of Position
        Those that need an engine, in the order of search: the last first.
    """

    span: range
    positions: tuple[Position, ...]

    def holds(self, index: int) -> bool:
        """Whether a position of the game lies in this block, needing an engine or not."""
        return index in self.span

    def after(self, position: Position) -> Block:
        """What is left to search after a position."""
        return replace(self, positions=self.positions[self.positions.index(position) + 1 :])

    def without(self, found: Container[int]) -> Block:
        """What is left to search where some positions' evaluations were found."""
        left = tuple(position for position in self.positions if position.index not in found)
        return replace(self, positions=left)


def cut(positions: Sequence[Position]) -> list[Block]:
    """The blocks of a game, the last first; those that need no engine are left out.

    In this order engines that work side by side end at about the same time: the blocks get
    smaller towards the start of the game, whose positions take an engine the most even time.
    Smaller blocks all over would cost more than they win: an engine that has forgotten everything
    needs about a third of a position's time more for the next one (Stockfish 15.1, three games).
    """
    blocks: list[Block] = []
    for span in reversed(_spans(len(positions))):
        searched = [positions[index] for index in reversed(span)]
        searched = tuple(position for position in searched if position.settled is None)
        if searched:
            blocks.append(Block(span, searched))
    return blocks


def _spans(count: int) -> list[range]:
    early = min(count, _EARLY_POSITIONS)
    edges = [*range(0, early, _EARLY_LENGTH), *range(early, count, BLOCK_LENGTH), count]
    return [range(first, stop) for first, stop in pairwise(edges)]


def most_decisive_first(
    blocks: Iterable[Block], evaluations: Sequence[Evaluation | None]
) -> list[Block]:
    """The blocks by the largest change of win probability that one of their moves makes."""
    wins = [white_win(item.best) if item and item.best else None for item in evaluations]

    def swing(block: Block) -> float:
        changes = [
            abs(after - before)
            for position in block.positions
            for before, after in [(wins[position.index], _next(wins, position.index))]
            if before is not None and after is not None
        ]
        return max(changes, default=0.0)

    return sorted(blocks, key=swing, reverse=True)


def _next(wins: Sequence[float | None], index: int) -> float | None:
    return wins[index + 1] if index + 1 < len(wins) else None
