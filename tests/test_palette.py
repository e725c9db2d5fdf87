"""Colours that stay apart, and a sign beside each."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from chessnb.errors import SettingsError
from chessnb.palette import (
    DARK,
    LABEL_COLOURS,
    LABEL_INK,
    LABEL_SYMBOLS,
    LIGHT,
    Theme,
    get_theme,
)
from chessnb.schema import LABELS

# Machado, Oliveira and Fernandes (2009), severity 1.0, on linear RGB.
VISION = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}


def linear(colour: str) -> np.ndarray:
    srgb = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


def cielab(rgb: np.ndarray) -> np.ndarray:
    to_xyz = np.array(
        [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    )
    xyz = to_xyz @ np.clip(rgb, 0, 1) / np.array([0.95047, 1.0, 1.08883])
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def contrast(one: str, other: str) -> float:
    low, high = sorted(float(linear(c) @ [0.2126, 0.7152, 0.0722]) for c in (one, other))
    return (high + 0.05) / (low + 0.05)


def test_every_label_has_a_colour_an_ink_and_a_sign_of_its_own():
    for table in (LABEL_COLOURS, LABEL_INK, LABEL_SYMBOLS):
        assert tuple(table) == LABELS
    assert len(set(LABEL_SYMBOLS.values())) == len(LABELS)
    assert len(set(LABEL_COLOURS.values())) == len(LABELS)


@pytest.mark.parametrize("vision", VISION)
def test_label_colours_stay_apart_for_every_kind_of_vision(vision: str):
    seen = {label: cielab(VISION[vision] @ linear(c)) for label, c in LABEL_COLOURS.items()}
    nearest = min(float(np.linalg.norm(seen[a] - seen[b])) for a, b in combinations(LABELS, 2))
    assert nearest >= 15


def test_signs_are_readable_on_their_colour():
    assert {label: contrast(LABEL_COLOURS[label], LABEL_INK[label]) >= 4.5 for label in LABELS} == (
        dict.fromkeys(LABELS, True)
    )


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_text_is_readable_on_the_page(theme: Theme):
    for ground in (theme.paper, theme.panel):
        assert contrast(theme.ink, ground) >= 7
        assert contrast(theme.ink_muted, ground) >= 4.5
    for line in (theme.white_line, theme.black_line, theme.cursor):
        assert contrast(line, theme.paper) >= 3


def test_an_unknown_theme_is_refused_with_the_names():
    assert get_theme("dark") is DARK
    assert get_theme(LIGHT) is LIGHT
    with pytest.raises(SettingsError, match=r"'sepia'.*'light' or 'dark'"):
        get_theme("sepia")
