"""Answers as a short code to paste into a message: what a lesson's page gives, marked later.

``CN1.<lesson>.<pupil>.<answers>.<check>``: the pupil's name in base64, each answer as
``<number of the question>-<move>-<hints>-<seconds>``, and a sum that finds slips of copying.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable
from typing import Any

from chessnb.errors import InputError

__all__ = ["PREFIX", "read_code", "write_code"]

PREFIX = "CN1."

_ANSWER = re.compile(r"(\d{1,4})-([a-h][1-8][a-h][1-8][qrbnk]?)-(\d{1,3})-(\d{1,7})")


def write_code(lesson: str, pupil: str, answers: Iterable[tuple[int, str, int, float]]) -> str:
    """Write a code.

    Parameters
    ----------
    lesson
        The lesson's id.
    pupil
        Who answered.
    answers
        In the order in which they were given: number of the question in the lesson (from 0),
        move in UCI, hints taken, seconds.

    Examples
    --------
    >>> write_code("x1", "Ada", [(0, "e2e4", 0, 12.4)])
    'CN1.x1.QWRh.0-e2e4-0-12.1ae21ye'
    """
    name = base64.urlsafe_b64encode(pupil.encode()).decode().rstrip("=")
    body = "_".join(f"{q}-{uci}-{hints}-{round(sec)}" for q, uci, hints, sec in answers)
    text = f"{PREFIX}{lesson}.{name}.{body}"
    return f"{text}.{_check(text)}"


def read_code(code: str) -> list[dict[str, Any]]:
    """Read a code: rows with ``lesson``, ``number``, ``uci``, ``pupil``, ``tries``, and so on.

    Raises
    ------
    InputError
        It is no such code, or not copied whole.
    """
    # Messages break long lines.
    text = re.sub(r"\s+", "", code)
    parts = text.split(".")
    if len(parts) != 5 or _check(text.rsplit(".", 1)[0]) != parts[4]:
        raise InputError(f"{_short(text)!r} is no code of answers, or a part of it is missing")
    _, lesson, name, body, _ = parts
    rows: list[dict[str, Any]] = []
    tries: dict[int, int] = {}
    for answer in filter(None, body.split("_")):
        found = _ANSWER.fullmatch(answer)
        if found is None:
            raise InputError(f"{_short(text)!r} holds no answer in {answer!r}")
        number = int(found[1])
        tries[number] = tries.get(number, 0) + 1
        rows.append(
            {
                "lesson": lesson,
                "number": number,
                "uci": found[2],
                "pupil": _name(name),
                "tries": tries[number],
                "hints": int(found[3]),
                "seconds": float(found[4]),
            }
        )
    return rows


def _name(text: str) -> str:
    padded = text + "=" * (-len(text) % 4)
    return base64.urlsafe_b64decode(padded).decode("utf-8", "replace")


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:37]}..."


def _check(text: str) -> str:
    """FNV-1a of 32 bits, in base 36."""
    value = 0x811C9DC5
    for byte in text.encode():
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    digits = ""
    while value:
        value, digit = divmod(value, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits or "0"
