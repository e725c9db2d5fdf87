"""What a library has already: a run that was ended goes on from there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from chessnb.batch.work import Outcome
from chessnb.errors import ChessnbError
from chessnb.library.records import planned_rank, record_of
from chessnb.plan import make_plan

if TYPE_CHECKING:
    from chessnb.games import Game
    from chessnb.library import Library

__all__ = ["known_in"]


def known_in(library: Library | None, options: dict[str, Any]) -> Callable[[Game], Outcome | None]:
    """Give what looks a game up: its outcome where the library has it deep enough, else None.

    A game that was scored by another ruleset is scored again by the one that is asked for; no
    engine runs.
    """

    def look_up(game: Game) -> Outcome | None:
        if library is None:
            return None
        rank = library.rank(game.game_id)
        if rank is None:
            return None
        try:
            plan = make_plan(game, **options)
        except ChessnbError:
            return None
        if rank < planned_rank(plan):
            return None
        analysis = library.load(game.game_id)
        if analysis.ruleset != plan.ruleset:
            analysis = analysis.rescore(plan.ruleset, language=plan.language)
            library.save(analysis, replace=True)
        return Outcome(game.game_id, dict(record_of(analysis).row))

    return look_up
