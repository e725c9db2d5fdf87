"""Explanations: what they say, in each language, and that they never contradict the label."""

from __future__ import annotations

import json
import string
from importlib.resources import files
from typing import Any

import chess
import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chessnb import schema
from chessnb.errors import SettingsError
from chessnb.scoring.catalogue import languages, load_catalogue
from chessnb.scoring.explain import explanations
from chessnb.scoring.material import line_gain
from chessnb.scoring.plies import Plies
from chessnb.scoring.rulesets import rulesets
from chessnb.scoring.score import score

START = chess.STARTING_FEN
BAD = ("Inaccuracy", "Mistake", "Blunder", "Miss")


def explained(language: str = "en", lines: dict[int, str] | None = None, **row: Any) -> str | None:
    """The sentence on one move; shares in percent, scores White's view as in the table."""
    for name in ("wpl", "mover_win_before", "mover_win_after"):
        if name in row:
            row[name] /= 100
    row = {"side": "white", **row}
    moves = schema.frame("moves", {name: [value] for name, value in row.items()}, [1], partial=True)
    table = None
    if lines:
        index = [list(lines), [1] * len(lines)]
        table = schema.frame("lines", {"pv_uci": list(lines.values())}, index)
    return explanations(moves, table, language).iloc[0]


PLAYED = {"uci": "e2e4", "best_uci": "d2d4", "best_san": "d4"}
FIRST = {"uci": "e2e4", "best_uci": "e2e4", "best_san": "e4"}
FALL = {"mover_win_before": 84.0, "mover_win_after": 50.0, "wpl": 34.0}

SENTENCES = [
    ({"label": "Best", "mate_after": 0}, "Checkmate."),
    (
        {"label": "Blunder", **FALL, **PLAYED},
        "The win probability falls from 84 % to 50 %; d4 was better.",
    ),
    ({"label": "Miss", **FALL}, "The win probability falls from 84 % to 50 %."),
    (
        {"label": "Miss", **FALL, **PLAYED, "mate_before": 3, "cp_after": 0},
        "Misses mate in 3; the win probability falls from 84 % to 50 %; d4 mates in 3.",
    ),
    (
        {"label": "Blunder", **PLAYED, "cp_before": 0, "mate_after": -2},
        "Allows mate in 2; d4 was better.",
    ),
    (
        {"label": "Blunder", **PLAYED, "mate_before": 4, "mate_after": -2},
        "Misses mate in 4 and allows mate in 2; d4 mates in 4.",
    ),
    (
        {"label": "Mistake", **FALL, **PLAYED, "forced": True},
        "The only legal move; the win probability falls from 84 % to 50 %.",
    ),
    (
        {"label": "Miss", **FALL, **FIRST},
        "The engine's first choice, but after it the engine sees 50 % win probability "
        "instead of 84 %.",
    ),
    ({"label": "Inaccuracy", **PLAYED}, "Worse than what the position offered; d4 was better."),
    ({"label": "Best", **FIRST}, "The engine's first choice."),
    ({"label": "Best", **PLAYED, "wpl": 0.0}, "Loses nothing."),
    ({"label": "Best", **PLAYED, "wpl": 0.5}, "Loses next to nothing."),
    ({"label": "Best", **PLAYED, "mate_before": 2, "mate_after": 4}, "Keeps a forced mate in 4."),
    ({"label": "Best", **PLAYED, "cp_before": 2, "mate_after": 4}, "Forces mate in 4."),
    ({"label": "Best", **FIRST, "forced": True}, "The only legal move."),
    (
        {"label": "Excellent", **PLAYED, "wpl": 0.3},
        "About as good as d4, the engine's first choice.",
    ),
    ({"label": "Excellent", "wpl": 0.3}, "Loses next to nothing."),
    (
        {"label": "Good", **PLAYED, "wpl": 3.2},
        "Costs 3 points of win probability; d4 was better.",
    ),
    (
        {"label": "Great", **FIRST, "mover_win_after": 60.0, "second_cp": 0},
        "Clearly the best move: 60 % win probability, 50 % with the second choice.",
    ),
    ({"label": "Great", **FIRST}, "The engine's first choice, far ahead of the others."),
    (
        {"label": "Brilliant", **FIRST, "mover_win_after": 90.0, "second_cp": 0},
        "Finds the only strong move: 90 % win probability, 50 % with the second choice.",
    ),
    (
        {"label": "Brilliant", **FIRST, "mate_after": 5, "mover_win_after": 100.0, "second_cp": 0},
        "Finds a forced mate in 5; the second choice has a win probability of 50 %.",
    ),
    ({"label": "Brilliant"}, "A strong move that is hard to find."),
    ({"label": "Book", **FIRST, "wpl": 1.0}, "The engine's first choice."),
    (
        {"label": "Book", **FALL, **PLAYED},
        "The win probability falls from 84 % to 50 %; d4 was better.",
    ),
]


@pytest.mark.parametrize(("row", "sentence"), SENTENCES, ids=[s for _, s in SENTENCES])
def test_sentence(row: dict[str, Any], sentence: str) -> None:
    assert explained(**row) == sentence


def test_scores_are_seen_from_the_mover() -> None:
    row = {"label": "Blunder", "side": "black", "cp_before": 0, "mate_after": 2, **PLAYED}
    assert explained(**row) == "Allows mate in 2; d4 was better."
    assert explained(**{**row, "mate_after": -2, "label": "Best"}) == "Forces mate in 2."


def test_no_label_no_sentence() -> None:
    assert explained(wpl=30.0) is pd.NA or pd.isna(explained(wpl=30.0))
    assert explanations(schema.TABLES["moves"].empty()).empty


def test_a_sound_sacrifice() -> None:
    fen = "3rkb1r/p2nqppp/5n2/1B2p1B1/4P3/1Q6/PPP2PPP/2KR3R w k - 0 13"
    row = {"label": "Brilliant", "uci": "d1d7", "fen_before": fen, "mover_win_after": 85.0}
    assert explained(**row) == (
        "A sound sacrifice: material is given up, and the win probability stays at 85 %."
    )


HANGING = "4k3/8/8/3n4/8/8/3R4/4K3 w - - 0 1"


def test_what_the_better_line_wins() -> None:
    row = {
        "label": "Mistake",
        **FALL,
        "uci": "d2d1",
        "best_uci": "d2d5",
        "best_san": "Rxd5",
        "fen_before": HANGING,
    }
    assert explained(lines={1: "d2d5 e8e7"}, **row) == (
        "The win probability falls from 84 % to 50 %; Rxd5 was better and wins a knight."
    )
    assert explained("de", {1: "d2d5 e8e7"}, **row) == (
        "Die Gewinnwahrscheinlichkeit fällt von 84 % auf 50 %; "
        "Rxd5 war besser, mit Gewinn: ein Springer."
    )
    assert explained("es", {1: "d2d5 e8e7"}, **row) == (
        "La probabilidad de ganar baja del 84 % al 50 %; Rxd5 era mejor y gana un caballo."
    )


def test_a_recapture_wins_nothing() -> None:
    """Black has just taken a knight; taking back only restores the balance."""
    board = chess.Board("4k3/8/2b5/3N4/8/8/3R4/4K3 b - - 0 1")
    earlier = board.fen()
    board.push_uci("c6d5")
    data = {
        "side": ["black", "white"],
        "label": [None, "Blunder"],
        "uci": ["c6d5", "d2d1"],
        "best_uci": ["c6d5", "d2d5"],
        "best_san": ["Bxd5", "Rxd5"],
        "fen_before": [earlier, board.fen()],
    }
    moves = schema.frame("moves", data, [1, 2], partial=True)
    lines = schema.frame("lines", {"pv_uci": ["d2d5"]}, [[2], [1]])
    assert explanations(moves, lines).iloc[1] == (
        "Worse than what the position offered; Rxd5 was better."
    )


def test_what_the_reply_wins() -> None:
    """Nd5 is left to be taken; the engine's choice would have kept it."""
    board = chess.Board("4k3/8/8/3N4/8/1b6/8/3RK3 w - - 0 1")
    after = board.copy()
    after.push_uci("e1f1")
    data = {
        "side": ["white", "black"],
        "label": ["Blunder", None],
        "uci": ["e1f1", "b3d1"],
        "best_uci": ["d5c7", "b3d1"],
        "best_san": ["Nc7+", "Bxd1"],
        "fen_before": [board.fen(), after.fen()],
        "fen_after": [after.fen(), None],
    }
    moves = schema.frame("moves", data, [1, 2], partial=True)
    lines = schema.frame("lines", {"pv_uci": ["d1d2 b3d5 d2d5", "b3d1"]}, [[1, 2], [1, 1]])
    sentence = explanations(moves, lines).iloc[0]
    assert sentence == "Allows Bxd1, which wins a rook; Nc7+ was better."
    # Where the evaluation hardly moved, the line does not really win it.
    known = [
        moves.assign(cp_loss=schema.TABLES["moves"]["cp_loss"].array([loss, None]))
        for loss in (400, 60)
    ]
    said = [explanations(table, lines).iloc[0] for table in known]
    assert said == [sentence, "Worse than what the position offered; Nc7+ was better."]


GAINS = [
    (HANGING, "d2d5", ("gain_2", 3)),
    ("4k3/8/8/3r4/8/8/3Q4/4K3 w - - 0 1", "d2d5", ("gain_4", 5)),
    ("4k3/8/4p3/3r4/8/2N5/8/4K3 w - - 0 1", "c3d5 e6d5", ("gain_exchange", 2)),
    ("4k3/8/4p3/3r4/8/2N5/8/4K3 w - - 0 1", "c3d5", ("gain_worth", 2)),
    ("4k3/8/8/3p4/4p3/2N5/8/4K3 w - - 0 1", "c3d5 e8d7 d5c3 d7d6 c3e4", ("gain_pawns", 2)),
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1h7", None),
    (HANGING, "d2d5 e8e1", None),
    ("6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1", "d1d8", None),
]


@pytest.mark.parametrize(("fen", "line", "message"), GAINS)
def test_gain_of_a_line(fen: str, line: str, message: tuple[str, int] | None) -> None:
    board = chess.Board(fen)
    gain = line_gain(board, line.split(), chess.WHITE)
    assert (gain.message() if gain and gain.pawns > 0 else None) == message
    assert board.fen() == fen


def test_catalogues_have_the_same_places() -> None:
    assert languages() == ("de", "en", "es")
    folder = files("chessnb.scoring").joinpath("messages")

    def places(language: str) -> dict[str, set[str | None]]:
        messages = json.loads(folder.joinpath(f"{language}.json").read_text(encoding="utf-8"))
        return {
            key: {name for _, name, _, _ in string.Formatter().parse(text) if name}
            for key, text in messages.items()
        }

    for language in languages():
        assert places(language) == places("en")
    with pytest.raises(SettingsError, match="language 'fr'; choose one of: de, en, es"):
        load_catalogue("fr")


numbers = st.one_of(st.none(), st.integers(-2500, 2500))
mates = st.integers(-9, 9).filter(bool)


@st.composite
def scored_moves(draw: st.DrawFn) -> pd.DataFrame:
    """A table of moves as a ruleset labels them, of any scores."""
    size = draw(st.integers(1, 6))

    def pair() -> tuple[list[float], list[float]]:
        cps, found = [], []
        for _ in range(size):
            cp = draw(numbers)
            cps.append(np.nan if cp is None else cp)
            found.append(draw(mates) if cp is None else np.nan)
        return cps, found

    before, after, second = pair(), pair(), pair()
    white = draw(st.lists(st.booleans(), min_size=size, max_size=size))
    first = draw(st.lists(st.integers(0, 1), min_size=size, max_size=size))
    forced = draw(st.lists(st.booleans(), min_size=size, max_size=size))
    plies = Plies.build(
        white=white,
        cp_before=before[0],
        mate_before=before[1],
        cp_after=after[0],
        mate_after=after[1],
        second_cp=second[0],
        second_mate=second[1],
        first_choice=first,
        legal_count=[1 if only else 9 for only in forced],
        sacrifice=draw(st.lists(st.integers(0, 1), min_size=size, max_size=size)),
        is_book=draw(st.lists(st.booleans(), min_size=size, max_size=size)),
    )
    scores = score(plies, draw(st.sampled_from(list(rulesets))))
    names = ("cp_before", "mate_before", "cp_after", "mate_after", "second_cp", "second_mate")
    data: dict[str, Any] = {name: getattr(plies, name) for name in names}
    data |= {n: getattr(scores, n) for n in ("wpl", "mover_win_before", "mover_win_after")}
    data["label"] = [schema.LABELS[code] if code >= 0 else None for code in scores.label]
    data["side"] = ["white" if w else "black" for w in white]
    data["uci"] = ["e2e4"] * size
    data["best_uci"] = ["e2e4" if f else "d2d4" for f in first]
    data["best_san"] = ["e4" if f else "d4" for f in first]
    data["forced"] = forced
    return schema.frame("moves", data, list(range(1, size + 1)), partial=True)


PRAISE = ("loses nothing", "next to nothing", "strong move", "clearly the best", "sacrifice")
BLAME = ("misses", "allows", "falls", "worse", "but after it")


@settings(max_examples=20, deadline=None)
@given(scored_moves())
def test_sentences_never_contradict_labels(moves: pd.DataFrame) -> None:
    for language in languages():
        assert explanations(moves, None, language).isna().tolist() == moves["label"].isna().tolist()
    found = explanations(moves)
    for ply, sentence in found.dropna().items():
        row, text = moves.loc[ply], str(sentence).lower()
        assert text.endswith(".")
        assert "\n" not in text and "{" not in text
        if row["label"] in BAD:
            assert not any(word in text for word in PRAISE)
            assert ("d4 was better" in text or "d4 mates" in text) == (
                row["best_san"] == "d4" and not row["forced"]
            )
        elif row["label"] != "Book":
            assert not any(word in text for word in BLAME)
        if row["label"] == "Best":
            assert "better" not in text and "costs" not in text
        if "falls" in text:
            assert row["mover_win_after"] < row["mover_win_before"]
