"""A thread that drives one engine, block by block."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from chessnb.engine.blocks import Block
from chessnb.engine.evaluation import Evaluation
from chessnb.engine.positions import Position
from chessnb.engine.search import search
from chessnb.engine.session import Session
from chessnb.engine.work import Work
from chessnb.errors import EngineError

if TYPE_CHECKING:
    from chessnb.engine.pool import Pool

__all__ = ["Worker"]


class Worker(threading.Thread):
    """A thread of a pool, with the engine that it uses at the moment."""

    def __init__(self, pool: Pool) -> None:
        super().__init__(name="chessnb-worker", daemon=True)
        self.work: Work | None = None
        self._pool = pool
        self._session: Session | None = None
        self._given_up = False

    def run(self) -> None:
        """Work until the pool has had nothing to do for a while."""
        try:
            while (task := self._pool.next_block(self)) is not None:
                self._perform(*task)
        finally:
            self._pool.gone(self)
            self._end_session()

    def take(self, work: Work) -> None:
        """Begin to work for a game; called under the pool's lock."""
        self.work, self._given_up = work, False
        if self._session is not None:
            self._session.welcome()

    def leave(self) -> None:
        """Stop working for a game; called under the pool's lock."""
        self.work = None

    def abandon(self) -> None:
        """Give up the block at hand, from another thread."""
        self._given_up = True
        if (session := self._session) is not None:
            session.abandon()

    def kill(self) -> None:
        """End the engine at once, from another thread."""
        self._given_up = True
        if (session := self._session) is not None:
            session.kill()

    def _perform(self, work: Work, block: Block) -> None:
        try:
            self._search_block(work, block)
        except BaseException as error:
            # An engine that was killed because nobody wants it did not fail.
            if not self._given_up:
                self._pool.fail(work, error)
        finally:
            self._pool.done(self, work, block)

    def _search_block(self, work: Work, block: Block) -> None:
        """Search a block; where an engine dies, begin again, and give up a position at its second.

        A block begun again from its start gives what it would have given undisturbed.
        """
        suspect = None
        while block.positions and not work.recall(block):
            died = self._search_in_turn(work, block)
            if died is None:
                return
            position, error = died
            self._end_session()
            if self._given_up:
                return
            self._pool.count_death(work, error)
            if position is suspect:
                work.deliver(block, position, Evaluation(error=str(error).split("\n")[0]))
                block, suspect = block.after(position), None
            else:
                suspect = position
            if work.over:
                return

    def _search_in_turn(self, work: Work, block: Block) -> tuple[Position, EngineError] | None:
        """Search a block with a clean engine; the position at which it died, and how."""
        session = self._fit_session(work.command)
        position = block.positions[0]
        try:
            session.configure(work.options)
            session.new_game(work.watchdog.floor)
            for position in block.positions:
                if self._given_up or work.over:
                    return None
                evaluation = search(session, position, work.settings, work.watchdog)
                if evaluation is None:
                    return None
                work.deliver(block, position, evaluation)
        except EngineError as error:
            return position, error
        return None

    def _fit_session(self, command: tuple[str, ...]) -> Session:
        session = self._session
        if session is None or session.command != command or not session.alive:
            self._end_session()
            session = Session(command, on_start=self._adopt)
        return session

    def _adopt(self, session: Session) -> None:
        """Take a session that begins, unless it is not wanted any more."""
        self._session = session
        if self._given_up:
            session.kill()

    def _end_session(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None
