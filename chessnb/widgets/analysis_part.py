"""A widget that runs an analysis: starts, stops and resumes it, and answers the front-end."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

import traitlets

from chessnb import threads
from chessnb.engine.settings import EFFORTS
from chessnb.errors import ChessnbError
from chessnb.jobs import AnalysisJob
from chessnb.scoring.rulesets import Ruleset, get_ruleset, rulesets
from chessnb.widgets.downloads import file_message
from chessnb.widgets.feed import post, running_loop
from chessnb.widgets.game_part import GamePart
from chessnb.widgets.live import LiveEngine
from chessnb.widgets.sources import Shown, shown_of

if TYPE_CHECKING:
    from chessnb.analysis import Analysis
    from chessnb.plan import Options

__all__ = ["AnalysisPart"]

_LIMITS = ("depth", "nodes", "time")


class AnalysisPart(GamePart):
    """A widget with an engine behind it.

    Parameters
    ----------
    source
        An analysis, a job, or anything that :func:`chessnb.read_game` takes.
    options
        What :meth:`start` passes on to :func:`chessnb.submit`.

    Attributes
    ----------
    effort, multipv, engine : str, int, str
        What the next :meth:`start` uses; empty where it is the default.
    ruleset : str
        The rules that judge; another name scores again at once.
    status : dict
        ``state``, ``done``, ``total``, ``seconds`` (left), ``message``.
    """

    status = traitlets.Dict().tag(sync=True)
    choices = traitlets.Dict().tag(sync=True)
    effort = traitlets.Unicode("standard").tag(sync=True)
    multipv = traitlets.Int(3).tag(sync=True)
    engine = traitlets.Unicode("").tag(sync=True)
    ruleset = traitlets.Unicode("nine-tier").tag(sync=True)
    live = traitlets.Dict().tag(sync=True)
    live_engine = traitlets.Bool(True).tag(sync=True)

    def __init__(self, source: Any, options: Options, **traits: Any) -> None:
        shown = source if isinstance(source, Shown) else shown_of(source)
        self._options: dict[str, Any] = dict(options)
        self._rules = _ruleset_of(shown, self._options.pop("ruleset", None))
        self._scored: tuple[Analysis, Analysis] | None = None
        self._owned: AnalysisJob | None = None
        self._stopping = False
        self._loop = running_loop()
        self._live = LiveEngine(self._show_live)
        super().__init__(shown, **traits, **self._settings_traits())
        self.observe(self._change_rules, "ruleset")
        self.observe(self._change_effort, ["effort", "multipv", "engine"])
        self.observe(self._look_first, "ply")
        self._look_first()
        self.status = self._status()

    # What it shows ----------------------------------------------------------------------------

    @property
    def analysis(self) -> Analysis:
        """The analysis as far as it is, scored by :attr:`ruleset`: a snapshot."""
        known = super().analysis
        if known.ruleset == self._rules:
            return known
        scored = self._scored
        if scored is None or scored[0] is not known:
            scored = self._scored = (known, known.rescore(self._rules))
        return scored[1]

    # What it does -----------------------------------------------------------------------------

    def start(self) -> AnalysisJob:
        """Analyse the game with the chosen settings, in the background.

        Raises
        ------
        ChessnbError
            The game cannot be analysed, or a setting is wrong.
        """
        from chessnb.runner import submit

        job = self.job
        if job is not None and job.running:
            return job
        job = submit(self.game, **self._submit_options())
        self._stopping = False
        self._owned = job
        self._shown = Shown(self.game, job=job)
        self._look_first()
        self._follow(job)
        self.status = self._status()
        return job

    def stop(self) -> None:
        """Stop the analysis; what is finished is kept."""
        job = self.job
        if job is None or not job.running:
            return
        self._stopping = True
        self.status = self._status()
        # Waiting for the engines must not hold up the kernel.
        threads.start(job.stop, "chessnb-stop")

    def resume(self) -> None:
        """Go on where the analysis was stopped."""
        job = self.job
        if job is None:
            self.start()
            return
        self._stopping = False
        job.resume()
        self.status = self._status()

    def close(self) -> None:
        """Take the widget down, and end the analysis that it started."""
        self._live.stop()
        if self._owned is not None and self._owned.running:
            threads.start(self._owned.stop, "chessnb-stop")
        super().close()

    # What the front-end asks ------------------------------------------------------------------

    def _hear(self, _widget: Any, content: Any, buffers: Sequence[memoryview]) -> None:
        try:
            super()._hear(_widget, content, buffers)
        except ChessnbError as error:
            self.status = self._status() | {"state": "failed", "message": str(error)}

    def _obey(self, request: dict[str, Any], buffers: Sequence[memoryview]) -> None:
        match request.get("kind"):
            case "start":
                self.start()
            case "stop":
                self.stop()
            case "resume":
                self.resume()
            case "live":
                self._look(str(request.get("fen")), on=request.get("on") is True)
            case "download":
                what = str(request.get("what"))
                self.send(file_message(self.analysis, what, self.branches))
            case _:
                pass

    def _look(self, fen: str, *, on: bool) -> None:
        if not on:
            self._live.stop()
            self.live = {**self.live, "running": False}
            return
        self._live.look(
            fen,
            chess960=self.game.variant == "chess960",
            engine=self.engine or None,
            multipv=max(1, self.multipv),
        )

    def _show_live(self, state: dict[str, Any]) -> None:
        def show() -> None:
            self.live = state

        post(self._loop, show)

    # Settings ---------------------------------------------------------------------------------

    def _settings_traits(self) -> dict[str, Any]:
        options = self._options
        limited = any(options.get(name) is not None for name in _LIMITS)
        effort = "" if limited else options.get("effort") or "standard"
        settings = EFFORTS.get(effort, EFFORTS["standard"])
        return {
            "effort": effort,
            "multipv": options.get("multipv") or settings.multipv,
            "engine": str(options.get("engine") or ""),
            "ruleset": self._rules.name,
            "choices": _choices(limited),
        }

    def _submit_options(self) -> Options:
        options: dict[str, Any] = {"progressive": True, **self._options, "ruleset": self._rules}
        if self.effort:
            options = {name: value for name, value in options.items() if name not in _LIMITS}
            options["effort"] = self.effort
        default = EFFORTS.get(self.effort)
        if default is None or default.multipv != self.multipv:
            options["multipv"] = self.multipv
        else:
            options.pop("multipv", None)
        options["engine"] = self.engine or None
        return cast("Options", options)

    def _look_first(self, _change: Any = None) -> None:
        """Have the engines search what is looked at: this view's game, and there this position."""
        if self._shown.job is not None:
            self._shown.job.focus = self.ply
            self._shown.job.priority = time.monotonic()

    def _change_effort(self, change: Any) -> None:
        if change["name"] == "effort" and change["new"] in EFFORTS:
            self.multipv = EFFORTS[change["new"]].multipv
        # What was evaluated before, or came with the file, is no answer to new settings.
        self._options.pop("source", None)

    def _change_rules(self, change: Any) -> None:
        if change["new"] == self._rules.name:
            return
        self._rules = get_ruleset(change["new"])
        self._apply(self._results())

    # Updates ----------------------------------------------------------------------------------

    def _state(self) -> dict[str, Any]:
        return {"status": self._status()}

    def _status(self) -> dict[str, Any]:
        job = self._shown.job
        if job is None:
            done = self._shown.analysis is not None
            return {"state": "done" if done else "idle", "done": 0, "total": 0}
        progress = job.progress
        counts = {"done": progress.done, "total": progress.total}
        if job.running:
            state = "stopping" if self._stopping else "running"
            return {"state": state, **counts, "seconds": progress.seconds_left}
        if job.error is not None:
            return {"state": "failed", **counts, "message": str(job.error)}
        return {"state": "done" if job.finished else "stopped", **counts}


def _ruleset_of(shown: Shown, asked: Any) -> Ruleset:
    if asked is not None:
        return get_ruleset(asked)
    if shown.job is not None:
        return shown.job.plan.ruleset
    return shown.analysis.ruleset if shown.analysis else get_ruleset("nine-tier")


def _choices(limited: bool) -> dict[str, Any]:
    from chessnb.engine.lookup import BUNDLED, candidates

    found = [path for _origin, path in candidates() if path != BUNDLED]
    efforts = [{"value": name, "text": name.capitalize()} for name in EFFORTS]
    own = [{"value": "", "text": "Own limit"}] if limited else []
    return {
        "efforts": own + efforts,
        "rulesets": [{"value": name, "text": name} for name in rulesets],
        "engines": [
            {"value": "", "text": "Automatic"},
            *({"value": path, "text": path} for path in dict.fromkeys(found)),
            {"value": BUNDLED, "text": "Bundled Stockfish"},
        ],
    }
