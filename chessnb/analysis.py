"""An analysed game: its tables, and everything that can be made of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from chessnb.errors import SettingsError
from chessnb.facts import Facts, game_facts
from chessnb.schema import LABELS, SIDES

if TYPE_CHECKING:
    import pandas as pd

    from chessnb.engine.evaluation import Evaluation
    from chessnb.games import Game
    from chessnb.scoring.compare import LabelComparison
    from chessnb.scoring.plies import Plies
    from chessnb.scoring.rulesets import Ruleset
    from chessnb.widgets import AnalysisView

__all__ = ["MISTAKES", "Analysis"]

MISTAKES = ("Inaccuracy", "Mistake", "Blunder", "Miss")


class Analysis:
    """A game with the evaluation of each of its positions, scored by a ruleset.

    Made by :func:`chessnb.analyze`; the tables are built when they are first asked for. Every
    table is a snapshot: changing it changes nothing here.

    Attributes
    ----------
    game : Game
        The game.
    evaluations : tuple of Evaluation or None
        One for each of the n + 1 positions; None where the analysis was stopped before.
    ruleset : Ruleset
        The rules that labels, accuracies and losses were made by.
    provenance : dict
        Where every number comes from: engine, settings, ruleset, versions, time.
    """

    def __init__(
        self,
        game: Game,
        evaluations: Sequence[Evaluation | None],
        *,
        ruleset: Ruleset,
        provenance: Mapping[str, Any],
        language: str = "en",
        facts: Facts | None = None,
    ) -> None:
        self.game = game
        self.evaluations = tuple(evaluations)
        self.ruleset = ruleset
        self.language = language
        self._provenance = dict(provenance)
        self._facts = facts

    @classmethod
    def stored(
        cls,
        game: Game,
        evaluations: Sequence[Evaluation | None],
        *,
        tables: Mapping[str, pd.DataFrame],
        **rest: Any,
    ) -> Analysis:
        """Make an analysis whose tables are there already, as they were once made."""
        analysis = cls(game, evaluations, **rest)
        analysis.__dict__["_tables"] = {name: tables[name] for name in ("moves", "players")}
        analysis.__dict__["_lines"] = tables["lines"]
        return analysis

    # The tables -------------------------------------------------------------------------------

    @property
    def moves(self) -> pd.DataFrame:
        """One row per ply, indexed by ``ply``: columns, dtypes and views in ``chessnb.schema``."""
        return self._tables["moves"].copy()

    @property
    def players(self) -> pd.DataFrame:
        """One row per player, indexed ``white``, ``black``."""
        return self._tables["players"].copy()

    @property
    def lines(self) -> pd.DataFrame:
        """The engine's lines before each ply, indexed by ``(ply, rank)``."""
        return self._lines.copy()

    @property
    def white(self) -> pd.Series[Any]:
        """White's row of :attr:`players`."""
        return self._player("white")

    @property
    def black(self) -> pd.Series[Any]:
        """Black's row of :attr:`players`."""
        return self._player("black")

    def _player(self, side: str) -> pd.Series[Any]:
        return cast("pd.Series[Any]", self._tables["players"].loc[side].copy())

    @property
    def provenance(self) -> dict[str, Any]:
        """Where the numbers come from: engine, settings, ruleset, versions, when."""
        return {**self._provenance, "ruleset": self.ruleset.to_dict()}

    @property
    def complete(self) -> bool:
        """Whether every position has an evaluation."""
        return self.positions_done == len(self.evaluations)

    @property
    def positions_done(self) -> int:
        """How many of the game's n + 1 positions have an evaluation."""
        return sum(1 for evaluation in self.evaluations if evaluation and evaluation.lines)

    @property
    def opening(self) -> tuple[str | None, str | None]:
        """ECO code and name of the last named position; of the headers where there is none."""
        facts = self.facts
        headers = self.game.headers
        eco = facts.eco[-1] if facts.eco else None
        name = facts.opening[-1] if facts.opening else None
        return eco or headers.get("ECO"), name or headers.get("Opening")

    @property
    def facts(self) -> Facts:
        """What is known of the moves without an engine."""
        if self._facts is None:
            self._facts = game_facts(self.game)
        return self._facts

    def mistakes(self, side: str | None = None, labels: Iterable[str] = MISTAKES) -> pd.DataFrame:
        """Give the rows of :attr:`moves` with certain labels, in the game's order.

        Parameters
        ----------
        side
            ``"white"`` or ``"black"``; both by default.
        labels
            The labels to keep.

        Raises
        ------
        SettingsError
            For a side or a label that does not exist.
        """
        wanted = list(labels)
        for label in wanted:
            if label not in LABELS:
                raise SettingsError(f"no label {label!r}; there are: {', '.join(LABELS)}")
        if side is not None and side not in SIDES:
            raise SettingsError(f"no side {side!r}; there are: white, black")
        moves = self.moves
        chosen = moves["label"].isin(wanted)
        if side is not None:
            chosen &= moves["side"] == side
        return moves[chosen]

    def moments(
        self,
        side: str | None = None,
        kinds: str | Iterable[str] | None = None,
        max: int | None = None,
        **options: Any,
    ) -> pd.DataFrame:
        """Find the moments worth teaching; see :func:`chessnb.find_moments`."""
        from chessnb.coach.moments import find_moments

        return find_moments(self, side=side, kinds=kinds, max=max, **options)

    # Other rules ------------------------------------------------------------------------------

    def rescore(self, ruleset: str | Ruleset, *, language: str | None = None) -> Analysis:
        """Score the same evaluations by another ruleset; no engine runs.

        Parameters
        ----------
        ruleset
            A name of ``chessnb.rulesets``, or a ruleset.
        language
            Language of the explanations; by default that of this analysis.

        Returns
        -------
        Analysis
            A new one; this one stays as it is.
        """
        from chessnb.scoring.rulesets import get_ruleset

        return Analysis(
            self.game,
            self.evaluations,
            ruleset=get_ruleset(ruleset),
            provenance=self._provenance,
            language=language or self.language,
            facts=self.facts,
        )

    def compare_rulesets(self, rulesets: Iterable[str | Ruleset]) -> LabelComparison:
        """Label the moves by several rulesets; no engine runs.

        Parameters
        ----------
        rulesets
            Names of ``chessnb.rulesets``, or rulesets.

        Returns
        -------
        LabelComparison
            A DataFrame with one row per ply and one column of labels per ruleset; its
            ``summary`` counts where they disagree.
        """
        from chessnb.scoring.compare import compare_rulesets
        from chessnb.tables import board_facts, ply_index

        board = board_facts(self.game, self._plies)
        return compare_rulesets(self._plies, rulesets, board=board, index=ply_index(self.game))

    # Writers ----------------------------------------------------------------------------------

    def to_csv(
        self,
        path: str | Path | None = None,
        *,
        table: str = "moves",
        excel: bool = False,
        sep: str = ",",
        decimal: str = ".",
    ) -> str | None:
        """Write a table as CSV; see :func:`chessnb.export.csv.write_csv`."""
        from chessnb.export.csv import write_csv

        tables = ("moves", "lines", "players")
        if table not in tables:
            raise SettingsError(f"no table {table!r}; there are: {', '.join(tables)}")
        return write_csv(getattr(self, table), path, excel=excel, sep=sep, decimal=decimal)

    def save(self, path: str | Path) -> Path:
        """Keep everything in one file that :func:`chessnb.load` reads back."""
        from chessnb.export.archive import save

        return save(self, path)

    def to_markdown(self, *, moments: int = 8) -> str:
        """Write a compact report; see :func:`chessnb.export.markdown.to_markdown`."""
        from chessnb.export.markdown import to_markdown

        return to_markdown(self, moments=moments)

    def to_pgn(self, path: str | Path | None = None, **options: Any) -> str | None:
        """Write the annotated game; see :func:`chessnb.export.pgn.to_pgn` for the options."""
        from chessnb.export.pgn import to_pgn

        return to_pgn(self, path, **options)

    def to_html(self, path: str | Path | None = None, **options: Any) -> str | Path:
        """Write one self-contained page; see :func:`chessnb.export.html.to_html`."""
        from chessnb.export.html import to_html

        return to_html(self, path, **options)

    def to_svg(self, path: str | Path | None = None, **options: Any) -> str | Path:
        """Draw a card to share; see :func:`chessnb.export.share.to_svg`."""
        from chessnb.export.share import to_svg

        return to_svg(self, path, **options)

    def view(self, **options: Any) -> AnalysisView:
        """Show everything in a live view; see :func:`chessnb.view`."""
        from chessnb.widgets import view

        return view(self, **options)

    def __repr__(self) -> str:
        from chessnb.export.card import analysis_text

        return analysis_text(self)

    def _repr_html_(self) -> str:
        from chessnb.export.card import analysis_html

        return analysis_html(self)

    # Building ---------------------------------------------------------------------------------

    @cached_property
    def _tables(self) -> dict[str, pd.DataFrame]:
        from chessnb.scoring.explain import explanations
        from chessnb.scoring.score import score
        from chessnb.tables import board_facts, moves_table

        plies = self._plies
        scores = score(plies, self.ruleset, board=board_facts(self.game, plies))
        moves = moves_table(self.game, self.facts, self.evaluations, plies, scores, self._lines)
        moves["explanation"] = explanations(moves, self._lines, language=self.language)
        return {"moves": moves, "players": self._players(moves, plies, scores)}

    @cached_property
    def _plies(self) -> Plies:
        from chessnb.tables import plies_of

        return plies_of(self.game, self.facts, self.evaluations)

    @cached_property
    def _lines(self) -> pd.DataFrame:
        from chessnb.tables import lines_table

        return lines_table(self.game, self.evaluations)

    def _players(self, moves: pd.DataFrame, plies: Any, scores: Any) -> pd.DataFrame:
        from chessnb.players import players_table, strengths
        from chessnb.scoring.strength import evaluation_scale

        scale = evaluation_scale(moves["source"])
        elo = strengths(plies, [self.game.time_control], cp_scale=scale)
        return players_table(self.game, moves, scores, elo)
