"""Rulesets as data: thresholds, constants and the order of the label rules.

>>> from chessnb.scoring.rulesets import rulesets
>>> strict = rulesets["nine-tier"].replace(blunder=25, great_gap=12)
>>> strict.blunder, strict == rulesets["nine-tier"]
(25.0, False)
>>> type(strict).from_dict(strict.to_dict()) == strict
True
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal

from chessnb.errors import RulesetError
from chessnb.scoring.checks import checked_fields
from chessnb.scoring.rules import rule

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["Ruleset", "Rulesets", "get_ruleset", "rulesets"]

_GRADES = ("blunder", "mistake", "inaccuracy", "good", "excellent")
_MISSES = ("win-lost", "advantage-lost")


@dataclass(frozen=True, kw_only=True)
class Ruleset:
    """How moves are labelled and accuracies computed. Frozen: :meth:`replace` makes a new one.

    Shares are win probability of the mover in points of 100; ``gap`` is the played first choice
    against the engine's second line.

    Attributes
    ----------
    name, story, source : str
        What it is called, what it is in a sentence, and where it comes from.
    rules : tuple of str
        The label rules in order, by name (:mod:`chessnb.scoring.rules`); the first that applies
        gives the label.
    blunder, mistake, inaccuracy, good : float
        Losses from which a move gets that label.
    loss_is : {"at-least", "more-than"}
        Whether a loss equal to the threshold already counts.
    great_gap, brilliant_gap : float
        How far the engine's second line falls behind for Great and for Brilliant.
    brilliant_before, brilliant_after, brilliant_gain : float
        A brilliant move is played below this win probability, keeps at least that one, and (rule
        ``brilliant-gain``) gains this much.
    sacrifice_loss : float
        What a sound sacrifice may lose at most.
    won : float
        Win probability from which any move is Best (rule ``won``).
    miss_before, miss_after : float
        A win is missed (rule ``win-lost``) from above the one to below the other.
    miss_from, miss_loss, miss_cp : float, float, float or None
        An advantage is missed (rule ``advantage-lost``) from above ``miss_from`` by losing more
        than ``miss_loss``; ``miss_cp`` bounds the score before the move, None does not.
    mate_inaccuracy, mate_mistake : float
        Lichess: beyond these cp a mate that appears or disappears is no more than that.
    book : bool
        Whether moves of the opening book are labelled Book.
    curve_scale, curve_slope, curve_shift, curve_bonus : float
        Move accuracy: ``scale·exp(−slope·loss) + shift + bonus`` within 0…100.
    accuracy_floor, best_floor, harmonic_floor : float
        Lowest accuracy of any move, of a Best, Great or Brilliant one, and in the harmonic mean.
    mate_is_perfect : bool
        Whether a move after which the mover has a forced mate has accuracy 100.
    window_of : {"player", "game"}
        The weights come from windows over the player's own positions, or over the whole game's.
    mate_cp, score_cap, loss_cap : float, float or None, float or None
        What a mate counts in cp, and the bounds of scores and of one move's loss in the ACPL.
    start_cp : float or None
        What every start position counts, whatever its own score; None takes the score it has.
    skip_mating_move : bool
        Whether the move that gives checkmate is left out of accuracy and ACPL.
    whole_accuracy : bool
        Whether the source publishes accuracy and ACPL as whole numbers, rounded half up.
    """

    name: str
    story: str
    source: str
    rules: tuple[str, ...]
    blunder: float
    mistake: float
    inaccuracy: float
    good: float = 0.0
    loss_is: Literal["at-least", "more-than"] = "at-least"
    great_gap: float = 15.0
    brilliant_gap: float = 40.0
    brilliant_before: float = 90.0
    brilliant_after: float = 50.0
    brilliant_gain: float = 10.0
    sacrifice_loss: float = 2.0
    won: float = 99.0
    miss_before: float = 70.0
    miss_after: float = 50.0
    miss_from: float = 60.0
    miss_loss: float = 12.0
    miss_cp: float | None = 300.0
    mate_inaccuracy: float = 999.0
    mate_mistake: float = 700.0
    book: bool = True
    curve_scale: float = 103.1668
    curve_slope: float = 0.05
    curve_shift: float = -3.1669
    curve_bonus: float = 0.0
    accuracy_floor: float = 0.0
    best_floor: float = 0.0
    harmonic_floor: float = 1.0
    mate_is_perfect: bool = False
    window_of: Literal["player", "game"] = "player"
    mate_cp: float = 2000.0
    score_cap: float | None = None
    loss_cap: float | None = 1000.0
    start_cp: float | None = None
    skip_mating_move: bool = False
    whole_accuracy: bool = False

    def __post_init__(self) -> None:
        for name, value in checked_fields(self).items():
            object.__setattr__(self, name, value)
        for name in self.rules:
            rule(name)

    def replace(self, *, brilliant: str | None = None, **changes: Any) -> Ruleset:
        """The same ruleset with other values.

        Parameters
        ----------
        brilliant : str, optional
            A rule that says Brilliant (``"sacrifice"``, ``"brilliant-find"``, ``"brilliant-gain"``
            or one of your own): it takes the place of those in the order.
        **changes
            Any of the attributes.

        Raises
        ------
        RulesetError
            An unknown attribute or rule, or a value that makes no sense.

        Examples
        --------
        >>> rulesets["classic"].replace(brilliant="sacrifice").rules[2]
        'sacrifice'
        """
        known = [field.name for field in fields(self)]
        for name in changes:
            if name not in known:
                raise RulesetError(
                    f"a ruleset has no {name!r}; it has: {', '.join([*known, 'brilliant'])}"
                )
        changed = dataclasses.replace(self, **changes)
        if brilliant is None:
            return changed
        return dataclasses.replace(changed, rules=_with_brilliant(changed, brilliant))

    def with_rule(self, name: str, *, before: str) -> Ruleset:
        """The same ruleset with one more label rule in its order.

        Parameters
        ----------
        name : str
            The rule, one of :mod:`chessnb.scoring.rules` or of one's own (``@label_rule``).
        before : str
            The rule of this ruleset that comes after it.

        Raises
        ------
        RulesetError
            There is no such rule.

        Examples
        --------
        >>> rulesets["classic"].with_rule("no-loss", before="mate-lost").rules[5:7]
        ('no-loss', 'mate-lost')
        """
        if before not in self.rules:
            raise RulesetError(
                f"the ruleset {self.name!r} has no rule {before!r}; its order is: "
                f"{', '.join(self.rules)}"
            )
        place = self.rules.index(before)
        return dataclasses.replace(self, rules=(*self.rules[:place], name, *self.rules[place:]))

    def reaches(self, loss: npt.NDArray[np.float64], threshold: float) -> npt.NDArray[np.bool_]:
        """Where a loss reaches a threshold, in the sense of :attr:`loss_is`."""
        return loss >= threshold if self.loss_is == "at-least" else loss > threshold

    def to_dict(self) -> dict[str, Any]:
        """All attributes as what JSON knows, for storing beside results."""
        return {**dataclasses.asdict(self), "rules": list(self.rules)}

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Ruleset:
        """The ruleset that :meth:`to_dict` wrote.

        Raises
        ------
        RulesetError
            Attributes are unknown or missing, or a rule of one's own is not defined here.
        """
        known = {field.name: field for field in fields(cls)}
        unknown = [name for name in stored if name not in known]
        needed = [n for n, f in known.items() if f.default is dataclasses.MISSING]
        missing = [name for name in needed if name not in stored]
        if unknown or missing:
            wrong = f"has no {unknown[0]!r}" if unknown else f"needs {missing[0]!r}"
            raise RulesetError(f"a ruleset {wrong}; it has: {', '.join(known)}")
        values: dict[str, Any] = dict(stored)
        return cls(**values)

    def __str__(self) -> str:
        return f"{self.name}: {self.story} Source: {self.source}"

    def __repr__(self) -> str:
        shown = (f"{field.name}={getattr(self, field.name)!r}" for field in fields(self)[4:])
        order = "\n".join(
            f"  {i}. {name}: {rule(name).label}" for i, name in enumerate(self.rules, 1)
        )
        return f"{self}\n{order}\n  {', '.join(shown)}"


def _with_brilliant(rules: Ruleset, name: str) -> tuple[str, ...]:
    if rule(name).label != "Brilliant":
        raise RulesetError(f"the rule {name!r} says {rule(name).label}, not Brilliant")
    places = [i for i, known in enumerate(rules.rules) if rule(known).label == "Brilliant"]
    if not places:
        raise RulesetError(
            f"the ruleset {rules.name!r} has no place for a Brilliant rule; "
            f"name it in the order: replace(rules=({name!r}, …))"
        )
    kept = [known for i, known in enumerate(rules.rules) if i not in places]
    return (*kept[: places[0]], name, *kept[places[0] :])


_BUILT_IN = (
    Ruleset(
        name="nine-tier",
        story="Nine labels: brilliant is a hidden win or a sound sacrifice, a miss lets a win go.",
        source="the article on its nine labels by the authors of Chess Analyzer Pro",
        rules=(
            "checkmate",
            "mate-lost",
            "brilliant-find",
            "sacrifice",
            "great",
            "first-choice",
            *_MISSES,
            *_GRADES,
        ),
        blunder=19,
        mistake=8,
        inaccuracy=4.5,
        good=2,
        curve_scale=103.17,
        curve_shift=-3.17,
    ),
    Ruleset(
        name="classic",
        story="The engine's choices are Best or better, the others are graded by what they lose.",
        source="the analysis document of Chess Analyzer Pro",
        rules=(
            "checkmate",
            "won",
            "brilliant-gain",
            "great-above",
            "first-choice",
            "mate-lost",
            *_MISSES,
            *_GRADES,
        ),
        blunder=20,
        mistake=10,
        inaccuracy=5,
        good=2,
        miss_before=80,
        miss_after=60,
        miss_from=70,
        miss_loss=20,
        miss_cp=None,
        accuracy_floor=10,
        best_floor=80,
        mate_is_perfect=True,
    ),
    Ruleset(
        name="lichess",
        story="What lichess.org publishes: its judgements, its accuracy and its ACPL.",
        source="lichess.org: its page on accuracy, and the numbers of its published analyses",
        rules=("judged-blunder", "judged-mistake", "judged-inaccuracy"),
        blunder=15,
        mistake=10,
        inaccuracy=5,
        book=False,
        curve_scale=103.1668100711649,
        curve_slope=0.04354415386753951,
        curve_shift=-3.166924740191411,
        curve_bonus=1,
        window_of="game",
        mate_cp=1000,
        score_cap=1000,
        loss_cap=None,
        start_cp=15,
        skip_mating_move=True,
        whole_accuracy=True,
    ),
    Ruleset(
        name="expected-points",
        story="Chess.com's published cut-offs, without their rating-dependent part, "
        "which is not published.",
        source="chess.com's help page on its expected-points model",
        rules=(
            "checkmate",
            "mate-lost",
            "sacrifice",
            "great-quiet",
            "first-choice",
            "no-loss",
            *_MISSES,
            *_GRADES,
        ),
        blunder=20,
        mistake=10,
        inaccuracy=5,
        good=2,
        loss_is="more-than",
        accuracy_floor=10,
        best_floor=80,
        mate_is_perfect=True,
    ),
)


class Rulesets(Mapping[str, Ruleset]):
    """The rulesets that chessnb brings along, by name."""

    def __init__(self, known: tuple[Ruleset, ...]) -> None:
        self._known = {ruleset.name: ruleset for ruleset in known}

    def __getitem__(self, name: str) -> Ruleset:
        if name not in self._known:
            raise UnknownRulesetError(name, tuple(self._known))
        return self._known[name]

    def __contains__(self, name: object) -> bool:
        return name in self._known

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)

    def __repr__(self) -> str:
        return "\n".join(str(ruleset) for ruleset in self._known.values())


class UnknownRulesetError(RulesetError, KeyError):
    """There is no ruleset of that name."""

    def __init__(self, name: object, known: tuple[str, ...]) -> None:
        super().__init__(f"unknown ruleset {name!r}; choose one of: {', '.join(known)}")

    def __str__(self) -> str:
        return str(self.args[0])


rulesets = Rulesets(_BUILT_IN)
"""The four rulesets: ``nine-tier``, ``classic``, ``lichess``, ``expected-points``."""


def get_ruleset(ruleset: str | Ruleset) -> Ruleset:
    """The ruleset of that name, or the one given.

    Raises
    ------
    RulesetError
        The name is unknown; the message lists those there are.
    """
    return ruleset if isinstance(ruleset, Ruleset) else rulesets[ruleset]
