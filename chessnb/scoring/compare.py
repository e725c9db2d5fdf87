"""The labels of several rulesets side by side."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import pandas as pd

from chessnb.errors import RulesetError
from chessnb.schema import LABELS
from chessnb.scoring.rulesets import get_ruleset
from chessnb.scoring.score import score

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from chessnb.scoring.facts import AskBoard
    from chessnb.scoring.plies import Plies
    from chessnb.scoring.rulesets import Ruleset

__all__ = ["LabelComparison", "compare_rulesets"]


class LabelComparison(pd.DataFrame):
    """One row per ply, one column of labels per ruleset; :attr:`summary` counts disagreements."""

    @property
    def _constructor(self) -> type[pd.DataFrame]:
        """Parts and results of calculations are plain frames."""
        return pd.DataFrame

    @property
    def disagreements(self) -> pd.DataFrame:
        """The plies on which the rulesets do not all say the same."""
        texts = self._texts()
        return pd.DataFrame(self)[texts.ne(texts.iloc[:, 0], axis=0).any(axis=1)]

    @property
    def summary(self) -> pd.DataFrame:
        """One row per pair of rulesets.

        ``plies`` that at least one of them labels, ``same`` and ``different`` labels among them,
        the share ``agreement``, and the ``most_often`` met difference.
        """
        texts = self._texts()
        pairs = list(combinations(texts.columns, 2))
        index = pd.MultiIndex.from_tuples(pairs, names=["ruleset", "other"])
        rows = [_agreement(texts[one], texts[other]) for one, other in pairs]
        columns = {"plies": "Int64", "same": "Int64", "different": "Int64"}
        columns |= {"agreement": "Float64", "most_often": "string"}
        return pd.DataFrame(rows, index=index, columns=list(columns)).astype(columns)

    def crosstab(self, ruleset: str, other: str) -> pd.DataFrame:
        """How often each label of one ruleset meets each of another."""
        texts = self._texts()
        return pd.crosstab(texts[ruleset], texts[other])

    def _texts(self) -> pd.DataFrame:
        return pd.DataFrame({name: self[name].astype(object).fillna("—") for name in self.columns})


def compare_rulesets(
    plies: Plies,
    rulesets: Iterable[str | Ruleset],
    *,
    board: AskBoard | None = None,
    index: Any = None,
) -> LabelComparison:
    """Label the same plies by several rulesets.

    Parameters
    ----------
    plies : Plies
        The moves with their scores.
    rulesets : iterable of str or Ruleset
        Those to compare, at least one. Several of one name are numbered.
    board : AskBoard, optional
        As for :func:`.score.score`.
    index : Index, optional
        Names of the plies.

    Examples
    --------
    >>> from chessnb.scoring.plies import Plies
    >>> plies = Plies.build(white=[True], cp_before=[0], cp_after=[-220])
    >>> compared = compare_rulesets(plies, ["nine-tier", "classic", "lichess"])
    >>> compared.iloc[0].tolist()
    ['Blunder', 'Mistake', 'Blunder']
    >>> compared.summary["agreement"].tolist()
    [0.0, 1.0, 0.0]
    """
    if isinstance(rulesets, str):
        raise RulesetError(f"name the rulesets to compare in a list, not as {rulesets!r}")
    chosen = [get_ruleset(ruleset) for ruleset in rulesets]
    if not chosen:
        raise RulesetError("no rulesets to compare: name some, such as ['classic', 'lichess']")
    dtype = pd.CategoricalDtype(list(LABELS), ordered=True)
    names = _unique([ruleset.name for ruleset in chosen])
    columns = {
        name: pd.Categorical.from_codes(score(plies, ruleset, board=board).label, dtype=dtype)
        for name, ruleset in zip(names, chosen, strict=True)
    }
    return LabelComparison(columns, index=index)


def _unique(names: Sequence[str]) -> list[str]:
    """The names, those that come again with a number."""
    seen: dict[str, int] = {}
    found: list[str] = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        found.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return found


def _agreement(one: pd.Series[Any], other: pd.Series[Any]) -> dict[str, Any]:
    labelled = (one != "—") | (other != "—")
    one, other = one[labelled], other[labelled]
    differ = one != other
    pairs = (one[differ] + " → " + other[differ]).value_counts()
    return {
        "plies": len(one),
        "same": int((~differ).sum()),
        "different": int(differ.sum()),
        "agreement": float((~differ).mean()) if len(one) else None,
        "most_often": str(pairs.index[0]) if len(pairs) else None,
    }
