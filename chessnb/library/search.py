"""What a library is asked for, as SQL with parameters."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable
from typing import Any, TypedDict, cast

from chessnb.errors import SettingsError
from chessnb.library.records import name_key
from chessnb.schema import LABELS, SIDES

__all__ = ["SPEEDS", "Condition", "Search", "condition"]

SPEEDS = {
    "bullet": (0, 179),
    "blitz": (179, 479),
    "rapid": (479, 1499),
    "classical": (1499, 999_999),
    "correspondence": (999_999, 1e12),
}
"""Base time and 40 increments in seconds, above the first and up to the second, as on Lichess."""

_RESULTS = {"1-0", "0-1", "1/2-1/2", "*"}
_OUTCOMES = {"win": ("1-0", "0-1"), "loss": ("0-1", "1-0"), "draw": ("1/2-1/2", "1/2-1/2")}
_ECO = re.compile(r"([A-E]\d{0,2})(?:\s*-\s*([A-E]\d{0,2}))?", re.IGNORECASE)
_DATE = re.compile(r"(\d{4})(?:[-./](\d{1,2})(?:[-./](\d{1,2}))?)?")

Condition = tuple[str, list[Any]]


class Search(TypedDict, total=False):
    """The keyword arguments of :meth:`Library.games`, which documents them."""

    player: str | None
    opponent: str | None
    color: str | None
    since: str | datetime.date | None
    until: str | datetime.date | None
    eco: str | None
    opening: str | None
    result: str | None
    label: str | Iterable[str] | None
    rating: tuple[float | None, float | None] | None
    opponent_rating: tuple[float | None, float | None] | None
    time_control: str | None
    event: str | None
    game_id: str | Iterable[str] | None


def condition(search: Search) -> Condition:
    """Give the condition of a search as SQL, and its parameters.

    Raises
    ------
    SettingsError
        A value that means nothing, or a word that is no search parameter.
    """
    unknown = sorted(set(search) - set(Search.__annotations__))
    if unknown:
        known = ", ".join(Search.__annotations__)
        raise SettingsError(f"no search parameter {unknown[0]!r}; there are: {known}")
    parts = [_of_sides(search), *_of_games(search)]
    parts = [part for part in parts if part[0]]
    if not parts:
        return "1", []
    text = " AND ".join(f"({part})" for part, _ in parts)
    return text, [value for _, values in parts for value in values]


def _of_sides(search: Search) -> Condition:
    """What has to hold of the player with one colour, or the same with the other."""
    color = search.get("color")
    if color is not None and color not in SIDES:
        raise SettingsError(f"color={color!r}: choose 'white' or 'black'")
    if color is not None and search.get("player") is None:
        raise SettingsError(f"color={color!r} says whose games only together with player=")
    one_sided = {name: search.get(name) for name in ("player", "opponent", "rating", "label")}
    one_sided |= {"result": search.get("result"), "other": search.get("opponent_rating")}
    if all(value is None for value in one_sided.values()):
        return "", []
    found = [_of_side(search, side, other) for side, other in (SIDES, SIDES[::-1])]
    if color is not None:
        return found[SIDES.index(color)]
    return " OR ".join(f"({text})" for text, _ in found), [v for _, vs in found for v in vs]


def _of_side(search: Search, side: str, other: str) -> Condition:
    parts: list[Condition] = []
    for name, color in (("player", side), ("opponent", other)):
        if (value := search.get(name)) is not None:
            parts.append(_name(f"{color}_key", name, value))
    for name, color in (("rating", side), ("opponent_rating", other)):
        if (bounds := search.get(name)) is not None:
            parts.append(_between(f"{color}_rating", name, bounds))
    if (label := search.get("label")) is not None:
        labels = _listed(label)
        for one in labels:
            if one not in LABELS:
                raise SettingsError(f"no label {one!r}; there are: {', '.join(LABELS)}")
        parts.append((" OR ".join(f'"{side}_{one}" > 0' for one in labels), []))
    if (result := search.get("result")) is not None:
        parts.append(_result(result, side))
    return _all(parts)


def _all(parts: list[Condition]) -> Condition:
    text = " AND ".join(f"({part})" for part, _ in parts)
    return text or "1", [value for _, values in parts for value in values]


def _name(column: str, name: str, value: Any) -> Condition:
    key = name_key(value) if isinstance(value, str) else None
    if key is None:
        raise SettingsError(f"{name}={value!r} is no name")
    if "*" in key:
        escaped = re.sub(r"([\[?])", r"[\1]", key)
        return f"{column} GLOB ?", [escaped]
    return f"{column} = ?", [key]


def _result(result: Any, side: str) -> Condition:
    if result in _OUTCOMES:
        return "result = ?", [_OUTCOMES[result][SIDES.index(side)]]
    if result in _RESULTS:
        return "result = ?", [result]
    known = ", ".join(sorted(_RESULTS | _OUTCOMES.keys()))
    raise SettingsError(f"result={result!r}: choose one of {known}")


def _between(column: str, name: str, bounds: Any) -> Condition:
    try:
        low, high = bounds
        pairs = [(limit, float(limit)) for limit in (low, high) if limit is not None]
    except (TypeError, ValueError):
        raise SettingsError(
            f"{name}={bounds!r}: give the lowest and the highest, such as (1800, 2000), "
            "None for no limit"
        ) from None
    signs = [sign for sign, limit in ((">=", low), ("<=", high)) if limit is not None]
    text = " AND ".join(f"{column} {sign} ?" for sign in signs)
    return text or "1", [number for _, number in pairs]


def _of_games(search: Search) -> list[Condition]:
    parts: list[Condition] = []
    if (since := search.get("since")) is not None:
        parts.append(("date_key >= ?", [_date("since", since, "00")]))
    if (until := search.get("until")) is not None:
        parts.append(("date_key <= ?", [_date("until", until, "99")]))
    if (eco := search.get("eco")) is not None:
        parts.append(_eco(eco))
    for name, column in (("opening", "opening_key"), ("event", "lower(event)")):
        value = cast("str | None", search.get(name))
        if value is not None:
            parts.append((f"instr({column}, ?) > 0", [name_key(value) or ""]))
    if (control := search.get("time_control")) is not None:
        parts.append(_time_control(control))
    if (ids := search.get("game_id")) is not None:
        wanted = _listed(ids)
        parts.append(("game_id IN (SELECT value FROM json_each(?))", [_json(wanted)]))
    return parts


def _json(values: list[str]) -> str:
    import json

    return json.dumps(values)


def _date(name: str, value: Any, missing: str) -> str:
    if isinstance(value, datetime.date):
        return value.strftime("%Y.%m.%d")
    match = _DATE.fullmatch(str(value).strip())
    if match is None:
        raise SettingsError(f"{name}={value!r} is no date: give one such as '2024-01-31'")
    year, month, day = match.groups()
    return ".".join([year, *((part or missing).zfill(2) for part in (month, day))])


def _eco(value: Any) -> Condition:
    match = _ECO.fullmatch(str(value).strip())
    if match is None:
        raise SettingsError(f"eco={value!r}: give a code such as 'B90', 'B9' or 'B20-B99'")
    low, high = match[1].upper(), (match[2] or match[1]).upper()
    return "eco >= ? AND eco < ?", [low, f"{high}~"]


def _time_control(value: Any) -> Condition:
    if value in SPEEDS:
        low, high = SPEEDS[value]
        return "seconds > ? AND seconds <= ?", [low if low else -1, high]
    if not isinstance(value, str) or not value.strip():
        raise SettingsError(
            f"time_control={value!r}: give a tag such as '600+0', or one of {', '.join(SPEEDS)}"
        )
    return "time_control = ?", [value.strip()]


def _listed(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else [str(one) for one in value]
