"""One plain sentence per judged move, from the finished tables.

What is said follows from the columns, and which of them are looked at follows from the label, so
that no sentence contradicts it. The texts are in :mod:`.catalogue`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from chessnb.scoring.catalogue import Catalogue, load_catalogue
from chessnb.scoring.judged_move import JudgedMove, judged_moves
from chessnb.scoring.material import Gain, line_gain
from chessnb.scoring.see import is_sacrifice

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["explanations"]

_BAD = ("Inaccuracy", "Mistake", "Blunder", "Miss")
_BOOK_LOSS = 0.05


def explanations(
    moves: pd.DataFrame, lines: pd.DataFrame | None = None, language: str = "en"
) -> pd.Series[str]:
    """Explain every labelled move in one sentence.

    Parameters
    ----------
    moves : DataFrame
        The table `moves`; missing columns only make the sentences say less.
    lines : DataFrame, optional
        The table `lines`, for what the engine's lines win.
    language : str
        A language of the catalogue: ``en``, ``de``, ``es``.

    Returns
    -------
    Series of string
        With the index of `moves`; missing where there is no label.

    Raises
    ------
    SettingsError
        There is no such translation.
    """
    import pandas as pd

    texts = load_catalogue(language)
    found = [_explanation(move, texts) for move in judged_moves(moves, lines)]
    return pd.Series(found, index=moves.index, dtype="string", name="explanation")


def _explanation(move: JudgedMove, texts: Catalogue) -> str | None:
    if move.label is None:
        return None
    if move.mate_after == 0:
        return texts.sentence(texts.text("checkmate"))
    if move.label in _BAD or (move.label == "Book" and (move.wpl or 0.0) >= _BOOK_LOSS):
        return texts.sentence(*_bad(move, texts))
    if move.forced:
        return texts.sentence(texts.text("only_move"))
    if move.label == "Brilliant":
        return texts.sentence(_brilliant(move, texts))
    if move.label == "Great":
        return texts.sentence(_ahead(move, texts, "far_ahead") or texts.text("great"))
    return texts.sentence(*_fine(move, texts))


def _percent(share: float) -> str:
    return f"{100 * share:.0f}"


def _brilliant(move: JudgedMove, texts: Catalogue) -> str:
    mate = move.mover_mate_after or 0
    if move.win_after is not None and _sacrifices(move):
        return texts.text("sacrifice", after=_percent(move.win_after))
    if mate > 0 and move.second_win is not None and move.is_first_choice:
        return texts.text("finds_mate", n=mate, second=_percent(move.second_win))
    return _ahead(move, texts, "finds_win") or texts.text("brilliant")


def _sacrifices(move: JudgedMove) -> bool:
    return bool(move.board and move.move and is_sacrifice(move.board, move.move))


def _ahead(move: JudgedMove, texts: Catalogue, key: str) -> str:
    """How far the second choice is behind; empty where that is not known."""
    if move.win_after is None or move.second_win is None or not move.is_first_choice:
        return ""
    return texts.text(key, after=_percent(move.win_after), second=_percent(move.second_win))


def _fine(move: JudgedMove, texts: Catalogue) -> Iterator[str]:
    """A move that kept most of what there was: Best, Excellent, Good, or Book."""
    best = move.best_san if not move.is_first_choice else None
    if move.mover_mate_after is not None and move.mover_mate_after > 0:
        had_one = (move.mover_mate_before or 0) > 0
        yield texts.text("keeps_mate" if had_one else "forces_mate", n=move.mover_mate_after)
    elif move.is_first_choice:
        yield texts.text("first_choice")
    elif move.points >= 1 and move.label != "Best":
        yield texts.text("costs_one" if move.points == 1 else "costs", points=move.points)
        if best:
            yield texts.text("better", best=best)
    elif move.label == "Best":
        yield texts.text("nothing_lost" if not move.wpl else "close_alone")
    else:
        yield texts.text("close", best=best) if best else texts.text("close_alone")


def _bad(move: JudgedMove, texts: Catalogue) -> Iterator[str]:
    """A move that gave something away, and what was better."""
    drop = _drop(move, texts)
    if move.forced:
        yield texts.text("only_move")
        yield drop
        return
    if move.is_first_choice:
        yield _first_but(move, texts, bool(drop))
        return
    mates = _mates(move, texts)
    gain = "" if mates else _allowed_gain(move, texts)
    yield mates or gain
    yield drop or (texts.text("worse") if not mates and not gain else "")
    yield _better(move, texts)


def _drop(move: JudgedMove, texts: Catalogue) -> str:
    if move.win_before is None or move.win_after is None:
        return ""
    before, after = _percent(move.win_before), _percent(move.win_after)
    if move.win_after >= move.win_before or before == after:
        return ""
    return texts.text("drops", before=before, after=after)


def _first_but(move: JudgedMove, texts: Catalogue, dropped: bool) -> str:
    if not dropped or move.win_before is None or move.win_after is None:
        return texts.text("first_but_same")
    before, after = _percent(move.win_before), _percent(move.win_after)
    return texts.text("first_but", before=before, after=after)


def _mates(move: JudgedMove, texts: Catalogue) -> str:
    """A mate that was there before the move and is gone, or that came with it."""
    before, after = move.mover_mate_before or 0, move.mover_mate_after or 0
    missed, allowed = before > 0 and after <= 0, after < 0 and before >= 0
    if missed and allowed:
        return texts.text("misses_and_allows_mate", n=before, m=-after)
    if missed:
        return texts.text("misses_mate", n=before)
    return texts.text("allows_mate", n=-after) if allowed else ""


def _allowed_gain(move: JudgedMove, texts: Catalogue) -> str:
    """What the opponent's best reply wins, where the engine's first choice would have kept it."""
    if not (move.board and move.board_after and move.reply_line and move.reply_san):
        return ""
    mover = move.board.turn
    lost = line_gain(move.board_after, move.reply_line, not mover, move.board)
    kept = line_gain(move.board, move.best_line, mover) if move.best_line else None
    if lost is None or kept is None or -lost.pawns >= kept.pawns:
        return ""
    gain = _gain(lost, texts) if _shows(move, lost) else ""
    return texts.text("allows_gain", reply=move.reply_san, gain=gain) if gain else ""


def _better(move: JudgedMove, texts: Catalogue) -> str:
    if not move.best_san:
        return ""
    mate = move.mover_mate_before or 0
    if mate > 0:
        return texts.text("better_mate", best=move.best_san, n=mate)
    gain = None
    if move.board and move.best_line:
        gain = line_gain(move.board, move.best_line, move.board.turn, move.board_earlier)
    named = _gain(gain, texts) if gain and _shows(move, gain) else ""
    if named:
        return texts.text("better_gain", best=move.best_san, gain=named)
    return texts.text("better", best=move.best_san)


def _shows(move: JudgedMove, gain: Gain) -> bool:
    """Whether the evaluation fell by half of the material, or more, where it is known.

    Otherwise the line gives back what it wins, or ends in the middle of an exchange.
    """
    loss = move.row.get("cp_loss")
    return loss is None or loss >= 50 * gain.pawns


def _gain(gain: Gain, texts: Catalogue) -> str:
    """The name of a gain; empty where there is none, or none that has a name."""
    named = gain.message() if gain.pawns > 0 else None
    return texts.text(named[0], n=named[1]) if named else ""
