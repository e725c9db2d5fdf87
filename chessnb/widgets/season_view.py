"""A player's season in one view: the list of games, the trends, and each game a click away."""

from __future__ import annotations

import html
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ipywidgets

from chessnb import charts
from chessnb.errors import InputError
from chessnb.library import Library
from chessnb.season import by_group, season_table
from chessnb.widgets.chart import ChartView
from chessnb.widgets.view import AnalysisView

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["SeasonView"]

_MOST_LISTED = 1000
"""Games in the list, the latest first; more are reached by choosing an opening or a result."""

_PICTURES = {
    "Accuracy": charts.accuracy_trend,
    "Labels": charts.label_rates,
    "Phases": charts.by_phase,
    "Time": charts.time_use,
    "Strength": charts.strength,
}
_ANY = "any"


class SeasonView(ipywidgets.VBox):
    """The games of a player in a library, what they say together, and each of them to look at.

    Parameters
    ----------
    library : Library, str or Path
        Where the analyses are.
    player : str, optional
        The player's name, in any case; by default whoever is in most games.
    theme : {"light", "dark"}
        The page's colours.

    Attributes
    ----------
    season : DataFrame
        The games from the player's side (:func:`chessnb.season.season_table`).
    shown : DataFrame
        Those that the choices leave: by opening, colour and result.
    opened : AnalysisView or None
        The game that is open.

    Raises
    ------
    InputError
        The library has no game of that player.

    Examples
    --------
    >>> import chessnb, tempfile, pathlib
    >>> lib = chessnb.Library(pathlib.Path(tempfile.mkdtemp()) / "season.db")
    >>> pgn = '[White "Ada"]\\n[Black "Ben"]\\n\\n1. e4 { [%eval 0.2] } e5 { [%eval 0.3] } *'
    >>> _ = chessnb.analyze(pgn, library=lib)
    >>> view = chessnb.SeasonView(lib, player="ada")
    >>> view.show_game(view.season.index[0]).game.white
    'Ada'
    """

    def __init__(
        self, library: Library | str | Path, player: str | None = None, *, theme: str = "light"
    ) -> None:
        self.library = library if isinstance(library, Library) else Library(library, create=False)
        self.season = season_table(self.library, player)
        if player is None:
            player = str(self.season.attrs["player"])
        self.player = player
        self.shown = self.season
        self.opened: AnalysisView | None = None
        self._theme = theme
        self._head = ipywidgets.HTML()
        self._choices = self._make_choices()
        self._picture = ipywidgets.ToggleButtons(options=list(_PICTURES), value="Accuracy")
        self._chart = ChartView(self._figure())
        self._games = ipywidgets.Select(options=[], rows=12, layout=ipywidgets.Layout(width="100%"))
        self._place = ipywidgets.VBox()
        super().__init__(
            [
                self._head,
                ipywidgets.HBox(list(self._choices.values())),
                self._picture,
                self._chart,
                self._games,
                self._place,
            ]
        )
        self._list_games()
        self._picture.observe(self._draw, "value")
        self._games.observe(self._picked, "value")
        for choice in self._choices.values():
            choice.observe(self._choose, "value")

    def show_game(self, game_id: str) -> AnalysisView:
        """Open a game below the list, in place of the one that is open.

        Raises
        ------
        InputError
            The library has no such game.
        """
        view = AnalysisView(self.library.load(game_id), orientation=self._orientation(game_id))
        before, self.opened = self.opened, view
        self._place.children = (view,)
        if before is not None:
            before.close()
        return view

    def choose(
        self, *, opening: str | None = None, color: str | None = None, result: str | None = None
    ) -> SeasonView:
        """Show only games of an opening family, a colour, a result; None is any.

        Raises
        ------
        InputError
            There is none such to choose.
        """
        for name, value in (("opening", opening), ("color", color), ("result", result)):
            box = self._choices[name]
            known = [option for _, option in box.options]
            if (value or _ANY) not in known:
                raise InputError(f"{name}={value!r}: choose one of {', '.join(map(repr, known))}")
            box.value = value or _ANY
        return self

    # Inside -----------------------------------------------------------------------------------

    def _make_choices(self) -> dict[str, Any]:
        return {
            name: ipywidgets.Dropdown(
                options=[(f"{name}: any", _ANY), *self._options(name)], value=_ANY
            )
            for name in ("opening", "color", "result")
        }

    def _options(self, name: str) -> list[tuple[str, str]]:
        groups = by_group(self.season, name)
        return [(f"{key} ({int(count)})", str(key)) for key, count in groups["games"].items()]

    def _choose(self, _: Any) -> None:
        """Leave the games that all choices allow."""
        kept = self.season
        for name, box in self._choices.items():
            if box.value == _ANY:
                continue
            values = kept[name].astype("string")
            same = values.str.split(r"[:,]", regex=True).str[0].str.strip() == box.value
            kept = kept[same.fillna(False).to_numpy(dtype=bool)]
        kept.attrs |= self.season.attrs
        self.shown = kept
        self._list_games()
        self._draw(None)

    def _list_games(self) -> None:
        score = self.shown["score"].mean()
        accuracy = self.shown["accuracy"].mean()
        told = [f"{len(self.shown)} games"]
        if not _missing(score):
            told.append(f"score {100 * float(score):.0f} %")
        if not _missing(accuracy):
            told.append(f"accuracy {float(accuracy):.1f}")
        name = html.escape(str(self.season.attrs.get("player") or self.player))
        self._head.value = f"<b>{name}</b> · {' · '.join(told)}"
        latest = self.shown.iloc[::-1].head(_MOST_LISTED)
        self._games.unobserve_all("value")
        self._games.options = [
            ("", ""), *((_line(row), game_id) for game_id, row in latest.iterrows())
        ]  # fmt: skip
        self._games.value = ""
        self._games.observe(self._picked, "value")

    def _picked(self, change: Any) -> None:
        if change["new"]:
            self.show_game(change["new"])

    def _orientation(self, game_id: str) -> str:
        rows = self.season[self.season.index == game_id]
        return str(rows["color"].iloc[0]) if len(rows) else "white"

    def _figure(self) -> Any:
        return _PICTURES[str(self._picture.value)](self.shown, theme=self._theme, title=False)

    def _draw(self, _: Any) -> None:
        self._chart.figure = self._figure()


def _missing(value: Any) -> bool:
    import pandas as pd

    return bool(pd.isna(value))


def _line(row: pd.Series[Any]) -> str:
    """A game in one line of the list."""
    signs = {"win": "1", "draw": "½", "loss": "0"}
    accuracy = "" if _missing(row["accuracy"]) else f"{float(row['accuracy']):.1f}"
    parts = [
        row.get("date"),
        f"{row['color']} against {row['opponent']}" if isinstance(row["opponent"], str) else None,
        signs.get(str(row["result"])),
        accuracy,
        row.get("opening"),
    ]
    return "  ·  ".join(part for part in parts if isinstance(part, str) and part)
