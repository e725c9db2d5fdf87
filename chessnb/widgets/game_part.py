"""A widget that shows a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import traitlets

from chessnb.errors import SettingsError
from chessnb.games import Game
from chessnb.jobs import AnalysisJob
from chessnb.widgets.feed import Feed
from chessnb.widgets.pack import pack
from chessnb.widgets.part import Part
from chessnb.widgets.payload import game_payload, judgement_payload
from chessnb.widgets.sources import Shown, blank_analysis, shown_of

if TYPE_CHECKING:
    from chessnb.analysis import Analysis

__all__ = ["GamePart"]


class GamePart(Part):
    """A widget that shows a game, a position, or what an engine says of them.

    Parameters
    ----------
    source
        An :class:`~chessnb.Analysis`, an :class:`~chessnb.AnalysisJob` (followed while it runs),
        or anything that :func:`chessnb.read_game` takes: a game, PGN text, a path, a FEN.
    ply : int
        The position to begin with: 0 is the start.
    orientation : {"white", "black"}
        Which side is at the bottom of the board.

    Attributes
    ----------
    selected : list of int
        Marked plies.
    node : str
        The variation's position that is shown; empty on the game itself.
    branches : list of dict
        The moves tried on the board: ``id``, ``parent`` (a ply or another id) and ``uci``.
    movable : bool
        Whether moves can be tried on the board.
    hide_judgement : bool
        Hide everything that the engine says, as a quiz does.
    """

    _game = traitlets.Bytes().tag(sync=True)
    _judgement = traitlets.Bytes().tag(sync=True)
    node = traitlets.Unicode("").tag(sync=True)
    branches = traitlets.List().tag(sync=True)
    selected = traitlets.List(traitlets.Int()).tag(sync=True)
    orientation = traitlets.Unicode("white").tag(sync=True)
    movable = traitlets.Bool(True).tag(sync=True)
    hide_judgement = traitlets.Bool(False).tag(sync=True)

    def __init__(self, source: Any, **traits: Any) -> None:
        self._shown = shown = source if isinstance(source, Shown) else shown_of(source)
        self._feed: Feed | None = None
        super().__init__(**traits, **self._first_traits())
        if shown.job is not None:
            self._follow(shown.job)

    @property
    def game(self) -> Game:
        """The game shown."""
        return self._shown.game

    @property
    def job(self) -> AnalysisJob | None:
        """The job that is followed, where there is one."""
        return self._shown.job

    @property
    def analysis(self) -> Analysis:
        """The analysis as far as it is: a snapshot, without values where nothing is known yet."""
        job = self._shown.job
        if job is not None:
            return job.analysis
        if self._shown.analysis is not None:
            return self._shown.analysis
        from chessnb.scoring.rulesets import get_ruleset

        return blank_analysis(self.game, get_ruleset("nine-tier"))

    def close(self) -> None:
        """Take the widget down; it follows its job no longer."""
        if self._feed is not None:
            self._feed.close()
        super().close()

    @traitlets.validate("ply")
    def _check_ply(self, proposal: dict[str, Any]) -> int:
        ply, last = proposal["value"], len(self.game)
        if not 0 <= ply <= last:
            raise SettingsError(f"ply={ply}, but this game has the plies 0 to {last}")
        return ply

    @traitlets.validate("orientation")
    def _check_orientation(self, proposal: dict[str, Any]) -> str:
        if proposal["value"] not in ("white", "black"):
            raise SettingsError(f"orientation={proposal['value']!r}: give 'white' or 'black'")
        return proposal["value"]

    def _first_traits(self) -> dict[str, Any]:
        # What a job has found is brought by its feed.
        known = self._shown.analysis is not None
        return {"_game": pack(game_payload(self.game))} | (self._results() if known else {})

    def _results(self) -> dict[str, Any]:
        """What changes with each result; made in a feed's thread while a job runs."""
        return {"_judgement": pack(judgement_payload(self.analysis))}

    def _state(self) -> dict[str, Any]:
        """How far the job is, where the widget says so."""
        return {}

    def _follow(self, job: AnalysisJob) -> None:
        if self._feed is not None:
            self._feed.close()
        self._feed = Feed(job, self._state, self._results, self._apply)
        self._feed.notify()

    def _apply(self, traits: dict[str, Any]) -> None:
        # One message for everything that belongs together.
        with self.hold_sync():
            for name, value in traits.items():
                setattr(self, name, value)
