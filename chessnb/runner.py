"""The main job: a game in, its analysis out, waited for or in the background."""

from __future__ import annotations

import contextlib
import inspect
import sys
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any, Unpack

from chessnb.errors import AnalysisInterrupted
from chessnb.games import read_game
from chessnb.jobs import AnalysisJob
from chessnb.plan import Options, make_plan
from chessnb.progress import duration_text

if TYPE_CHECKING:
    from chessnb.analysis import Analysis

__all__ = ["analyze", "submit"]


def submit(game: Any, **options: Unpack[Options]) -> AnalysisJob:
    """Start analysing a game in the background, and return at once.

    Parameters
    ----------
    game
        A :class:`Game`, or anything that :func:`chessnb.read_game` takes.
    **options
        As for :func:`chessnb.analyze`.

    Returns
    -------
    AnalysisJob
        With ``progress``, ``analysis`` (growing), ``stop()``, ``resume()``, ``wait()`` and
        ``result()``; ``await job`` gives the finished analysis.
    """
    read = read_game(game)
    return AnalysisJob(read, make_plan(read, **options))


def analyze(game: Any, *, progress: bool = True, **options: Unpack[Options]) -> Analysis:
    """Analyse a game: every position evaluated, every move judged.

    Parameters
    ----------
    game
        A :class:`Game`, or anything that :func:`chessnb.read_game` takes: a path, PGN text, a
        FEN, a link, a ``chess.pgn.Game``, a ``chess.Board``.
    progress
        Show a progress bar with the time left.
    effort : {"quick", "standard", "deep"}, optional
        How long the engine thinks; ``"standard"`` by default: depth 18, three lines.
    depth, nodes : int, optional
        A limit of your own for each position, in place of the effort's.
    time : float, optional
        Seconds for each position; such a result depends on the machine.
    multipv : int, optional
        How many lines of each position.
    engine : str or Path, optional
        An engine's path or name, or ``"bundled"``; by default a native engine where one is
        found, else the bundled one.
    source : {"auto", "engine", "pgn"}
        Where evaluations come from. ``"auto"`` takes the game's own ``[%eval]`` comments where
        every move has one and nothing was asked of an engine.
    ruleset : str or Ruleset, optional
        What judges the moves: a name of ``chessnb.rulesets``, or a ruleset.
    workers : int, optional
        Engine processes; by default one for each core that this process may use.
    hash_mb : int, optional
        Megabytes of hash table of each engine process.
    cache : bool or "any"
        Use stored results: those of exactly these settings, or with ``"any"`` also deeper ones.
    progressive : bool
        A first picture of the whole game in seconds, then refine it.
    language : str
        Language of the explanations: ``"en"``, ``"de"``, ``"es"``.
    book : str, Path or Book, optional
        An opening book of your own beside the one that comes along: a Polyglot ``.bin``, or a
        TSV with the columns ``eco``, ``name`` and ``pgn``. A damaged one costs a warning.
    library : Library, str or Path, optional
        Keep the analysis in this library once it is finished.

    Returns
    -------
    Analysis
        Complete, unless the engine failed on a position: then the row's ``error`` says why.

    Raises
    ------
    InputError
        What was given is no game.
    SettingsError
        Arguments that contradict each other.
    EngineError
        The engine cannot be found, started, or trusted.
    AnalysisInterrupted
        On an interrupt from the keyboard; its ``.analysis`` holds what was finished.

    Examples
    --------
    >>> import chessnb
    >>> pgn = "1. e4 { [%eval 0.2] } e5 { [%eval 0.3] } 2. Ba6 { [%eval -3.5] } *"
    >>> analysis = chessnb.analyze(pgn, ruleset="classic")
    >>> analysis.moves.loc[3, ["san", "label", "eval"]].tolist()
    ['Ba6', 'Blunder', '-3.50']
    """
    job = submit(game, **options)
    bar: _Bar | None = None
    try:
        # From here on the engines are at work, and an interrupt has to stop them.
        if progress and job.plan.source == "engine":
            bar = _Bar(job)
        while not job.wait(0.2):
            if bar:
                bar.update()
    except KeyboardInterrupt:
        raise _interrupted(job) from None
    except BaseException:
        job.stop()
        raise
    finally:
        if bar:
            bar.close()
    return job.result()


def _interrupted(job: AnalysisJob) -> AnalysisInterrupted:
    # Whoever is impatient presses twice, and must not lose the rows for that.
    with contextlib.suppress(KeyboardInterrupt):
        job.stop()
    done = job.progress
    kept = f"{done.done} of {done.total} positions kept"
    if job.plan.cache and done.done:
        return AnalysisInterrupted(f"{kept}; run again to continue", job.analysis)
    return AnalysisInterrupted(f"{kept}, in the exception's .analysis", job.analysis)


class _Bar:
    """A progress bar of a job, in the notebook or on standard error, while that can be written."""

    def __init__(self, job: AnalysisJob) -> None:
        self._job = job
        self._shown = (-1, "")
        self._bar: Any = None
        with self._trying():
            self._bar = self._made()
        self.update()

    def update(self) -> None:
        """Show the job as it is now."""
        if self._bar is not None:
            with self._trying():
                self._show()

    def close(self) -> None:
        """Say how it ended, and leave the bar as it is."""
        if self._bar is not None:
            with self._trying():
                self._show()
                if not self._job.finished:
                    self._bar.set_description_str("Stopped")
                self._bar.close()

    @contextlib.contextmanager
    def _trying(self) -> Generator[None]:
        """Go on without a bar where there is nowhere to show it: it must not cost the analysis."""
        try:
            yield
        except (AttributeError, OSError, ValueError):
            self._bar = None

    def _made(self) -> Any:
        from tqdm.auto import tqdm

        if sys.stderr is None:
            # A program without a console.
            return None
        return tqdm(
            total=self._job.progress.total,
            desc="Analysing",
            unit="position",
            bar_format="{desc} {percentage:3.0f}%|{bar}| {n_fmt} of {total_fmt}{postfix}",
            leave=True,
        )

    def _show(self) -> None:
        progress = self._job.progress
        left = progress.seconds_left
        text = "" if left is None or not self._job.running else f"{duration_text(left)} left"
        if (progress.done, text) == self._shown:
            return
        self._shown = (progress.done, text)
        self._bar.set_postfix_str(text, refresh=False)
        self._bar.update(progress.done - self._bar.n)
        self._bar.refresh()


def _show_options(function: Callable[..., Any]) -> None:
    """Have help() and editors list every option with its default, not ``**options``."""
    signature = inspect.signature(function)
    own = [p for p in signature.parameters.values() if p.kind is not p.VAR_KEYWORD]
    plan = inspect.signature(make_plan).parameters.values()
    options = [p for p in plan if p.kind is p.KEYWORD_ONLY]
    setattr(function, "__signature__", signature.replace(parameters=[*own, *options]))  # noqa: B010


_show_options(analyze)
_show_options(submit)
