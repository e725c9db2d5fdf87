"""A player's season in one view: the list of games, the trends, and each game a click away."""

from __future__ import annotations

import html
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ipywidgets

from chessnb import charts
from chessnb.errors import InputError
from chessnb.library import Library
from chessnb.season import by_group, season_table
from chessnb.widgets.chart import ChartView
from chessnb.widgets.games import GameList
from chessnb.widgets.view import AnalysisView

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["SeasonView"]

_MOST_LISTED = 1000
"""Games in the list, the latest first; more are reached by choosing an opening or a result."""


def _openings(season: pd.DataFrame, **look: Any) -> Any:
    return charts.opening_tree(season, rings=True, **look)


_PICTURES = {
    "Accuracy": charts.accuracy_trend,
    "Labels": charts.label_rates,
    "Phases": charts.by_phase,
    "Time": charts.time_use,
    "Strength": charts.strength,
    "Openings": _openings,
}
_ANY = "any"
_LISTED = (
    "date", "color", "opponent", "opponent_rating", "result", "accuracy", "moves", "opening",
    "event",
)  # fmt: skip


class _SeasonChart(ChartView):
    """A chart that is drawn anew for the page's theme, or keeps the one that was asked for."""

    _recolours = False


class SeasonView(ipywidgets.VBox):
    """The games of a player in a library, what they say together, and each of them to look at.

    Parameters
    ----------
    library : Library, str or Path
        Where the analyses are.
    player : str, optional
        The player's name, in any case; by default whoever is in most games.
    theme : {"light", "dark"}, optional
        The charts' colours; by default those of the page.

    Attributes
    ----------
    season : DataFrame
        The games from the player's side (:func:`chessnb.season.season_table`).
    shown : DataFrame
        Those that the choices leave: by opening, colour and result, and by clicks on the charts.
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
        self, library: Library | str | Path, player: str | None = None, *, theme: str | None = None
    ) -> None:
        self.library = library if isinstance(library, Library) else Library(library, create=False)
        self.season = season_table(self.library, player)
        if player is None:
            player = str(self.season.attrs["player"])
        self.player = player
        self.shown = self._allowed = self.season
        self.opened: AnalysisView | None = None
        self._theme = theme
        self._head = ipywidgets.HTML()
        self._choices = self._make_choices()
        self._all = ipywidgets.Button(description="All games", layout={"display": "none"})
        self._picture = ipywidgets.ToggleButtons(options=list(_PICTURES), value="Accuracy")
        self._chart = _SeasonChart(self._figure(theme or "light"), title="Season")
        self._games = GameList(self.show_game)
        self._place = ipywidgets.VBox()
        super().__init__(
            [
                self._head,
                ipywidgets.HBox(
                    [*self._choices.values(), self._all], layout={"flex_flow": "row wrap"}
                ),
                self._picture,
                self._chart,
                self._games,
                self._place,
            ]
        )
        self._list_games()
        self._picture.observe(self._draw, "value")
        self._chart.observe(self._draw, "theme")
        self._chart.on_click(self._clicked)
        self._all.on_click(lambda _: self._narrow(None))
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
        self,
        *,
        opening: str | None = None,
        color: str | None = None,
        result: str | None = None,
        games: Iterable[str] | None = None,
    ) -> SeasonView:
        """Show only games of an opening family, a colour, a result, or these; None is any.

        Raises
        ------
        InputError
            There is none such to choose.
        """
        wanted = None if games is None else self._known(games)
        for name, value in (("opening", opening), ("color", color), ("result", result)):
            box = self._choices[name]
            known = [option for _, option in box.options]
            if (value or _ANY) not in known:
                raise InputError(f"{name}={value!r}: choose one of {', '.join(map(repr, known))}")
            box.value = value or _ANY
        self._narrow(wanted)
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

    def _known(self, games: Iterable[str]) -> list[str]:
        wanted = list(games)
        unknown = set(wanted).difference(self.season.index)
        if unknown:
            raise InputError(f"no game {min(unknown)!r} in the season of {self.player!r}")
        return wanted

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
        self._allowed = kept
        self._narrow(None)

    def _narrow(self, games: list[str] | None) -> None:
        """Of the games that the choices allow leave these, or all."""
        kept = self._allowed
        if games is not None:
            kept = kept[kept.index.isin(games)]
            kept.attrs |= self.season.attrs
        self.shown = kept
        self._all.layout.display = "none" if games is None else None
        self._list_games()
        self._draw(None)

    def _clicked(self, point: dict[str, Any]) -> None:
        """Open the game that a point of a chart stands for; list them where there are several."""
        told = point.get("customdata")
        text = told[0] if isinstance(told, list) and told else told
        if not isinstance(text, str):
            return
        games = [game for game in text.split(",") if game in self.season.index]
        if len(games) == 1:
            self.show_game(games[0])
        elif games:
            self._narrow(games)

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
        self._games.rows = _rows(latest)

    def _orientation(self, game_id: str) -> str:
        rows = self.season[self.season.index == game_id]
        return str(rows["color"].iloc[0]) if len(rows) else "white"

    def _figure(self, theme: str) -> Any:
        # The tree of openings is what is clicked to choose among them: it stays whole.
        name = str(self._picture.value)
        games = self._allowed if name == "Openings" else self.shown
        return _PICTURES[name](games, theme=theme, title=False)

    def _draw(self, _: Any) -> None:
        figure = self._figure(self._theme or self._chart.theme)
        self._chart.height = int(figure.layout.height)
        self._chart.figure = figure


def _missing(value: Any) -> bool:
    import pandas as pd

    return bool(pd.isna(value))


def _rows(season: pd.DataFrame) -> list[dict[str, Any]]:
    """What the list shows of the games; None where something is not known."""
    shown = season.assign(accuracy=season["accuracy"].round(1), moves=(season["plies"] + 1) // 2)[
        list(_LISTED)
    ]
    plain = shown.astype(object).where(shown.notna(), None)
    return [
        {"index": game_id, **dict(zip(_LISTED, row, strict=True))}
        for game_id, *row in plain.itertuples(name=None)
    ]
