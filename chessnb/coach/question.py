"""A question about a position: the pupil plays a move, and what counts as right is known."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

import chess

from chessnb.coach.candidates import (
    TOLERANCE,
    Candidate,
    Known,
    board_of,
    from_values,
    known_before,
    parse_move,
)
from chessnb.coach.moments import LINES
from chessnb.errors import InputError, PositionError, SettingsError, TableError
from chessnb.schema import SIDES

if TYPE_CHECKING:
    import pandas as pd

    from chessnb.analysis import Analysis
    from chessnb.games import Game

__all__ = ["Question", "game_questions", "make_question", "ply_question", "questions_of"]

_COLUMNS = ("fen", "acceptable", "best_san", "why", "game_id", "ply", "kind", "san")


@dataclass(frozen=True, kw_only=True)
class Question:
    """One position and what is known of its answers; moves are in UCI.

    Attributes
    ----------
    id : str
        From the position alone: equal wherever and whenever the question is made.
    fen : str
        The position.
    prompt : str
        What is asked.
    hints : tuple of str
        The author's hints, in the order in which they are given.
    accept : tuple of str
        Moves that count whatever an engine says.
    wrong : dict
        Moves that do not count, with what the author says to them.
    only : bool
        Nothing but ``accept`` counts.
    known : Known
        The engine's lines.
    tolerance : float
        Win probability that an accepted move may lose.
    why : str or None
        A sentence for afterwards.
    game_id, ply : str or None, int or None
        Where the position comes from.
    played, last : str or None
        What was played in the game, and the move that led to the position.
    """

    id: str
    fen: str
    prompt: str = ""
    hints: tuple[str, ...] = ()
    accept: tuple[str, ...] = ()
    wrong: Mapping[str, str] = field(default_factory=dict[str, str])
    only: bool = False
    known: Known = field(default_factory=Known)
    tolerance: float = TOLERANCE
    why: str | None = None
    game_id: str | None = None
    ply: int | None = None
    played: str | None = None
    last: str | None = None

    @cached_property
    def _position(self) -> chess.Board:
        return board_of(self.fen)

    @property
    def board(self) -> chess.Board:
        """A fresh board with the position."""
        return self._position.copy()

    @property
    def side(self) -> str:
        """Who is to move: ``"white"`` or ``"black"``."""
        return SIDES[0] if self._position.turn else SIDES[1]

    @property
    def is_solvable(self) -> bool:
        """Whether any right answer is known."""
        return bool(self.accept) or (bool(self.known.candidates) and not self.only)

    @property
    def solutions(self) -> list[str]:
        """The known moves that count: the author's, then the others, the best first."""
        return list(dict.fromkeys([*self.accept, *self._within()]))

    def _within(self) -> Iterator[str]:
        for each in self.known.within(self.tolerance):
            if each.uci in self.accept or not (self.only or each.uci in self.wrong):
                yield each.uci

    def candidate(self, uci: str) -> Candidate | None:
        """What is known of a move."""
        return next((each for each in self.known.candidates if each.uci == uci), None)

    def san(self, uci: str) -> str:
        """A move of the position in SAN."""
        return self._position.san(self._position.parse_uci(uci))


def make_question(
    fen: str,
    *,
    prompt: str = "",
    hint: str | Iterable[str] = (),
    accept: Iterable[str] = (),
    wrong: Mapping[str, str] | None = None,
    only: bool = False,
    tolerance: float = TOLERANCE,
    **rest: Any,
) -> Question:
    """Make a question from what an author writes; moves in SAN or UCI.

    Raises
    ------
    PositionError
        The position is none, or the game is over in it.
    InputError
        A move is not legal in it.
    SettingsError
        Arguments that contradict each other.
    """
    board = board_of(fen)
    if not any(board.legal_moves):
        raise PositionError(f"there is no move to ask for in {fen!r}: the game is over there")
    if not 0 <= tolerance <= 1:
        raise SettingsError(f"tolerance={tolerance!r}: give a win probability from 0 to 1")
    accepted = tuple(_uci(board, move) for move in _several(accept))
    refused = {_uci(board, move): str(text) for move, text in (wrong or {}).items()}
    both = next((uci for uci in accepted if uci in refused), None)
    if both is not None:
        raise SettingsError(f"{both!r} is both accepted and wrong: take it out of one of them")
    if only and not accepted:
        raise SettingsError("only=True, but no move is accepted: give accept=[...]")
    return Question(
        id=_identity(board),
        fen=board.fen(),
        prompt=prompt,
        hints=tuple(_several(hint)),
        accept=accepted,
        wrong=refused,
        only=only,
        tolerance=tolerance,
        **rest,
    )


def _several(value: str | Iterable[str]) -> list[str]:
    return [value] if isinstance(value, str) and value else list(value)


def _uci(board: chess.Board, text: str) -> str:
    return board.uci(parse_move(board, text))


def _identity(board: chess.Board) -> str:
    name = f"{'chess960' if board.chess960 else 'standard'} {board.epd()}"
    return "q" + hashlib.sha256(name.encode()).hexdigest()[:10]


def questions_of(source: Any, *, tolerance: float | None = None) -> list[Question]:
    """Make questions of anything that they can be made of, each with an id of its own.

    Parameters
    ----------
    source
        A `moments` table, a question, a FEN, a mapping of what :meth:`Lesson.question` takes, a
        lesson, a quiz, or an iterable of these.
    tolerance
        In place of each question's own.
    """
    made = list(_read(source))
    if tolerance is not None:
        if not 0 <= tolerance <= 1:
            raise SettingsError(f"tolerance={tolerance!r}: give a win probability from 0 to 1")
        made = [replace(each, tolerance=tolerance) for each in made]
    return _told_apart(made)


def _told_apart(questions: Sequence[Question]) -> list[Question]:
    counts: dict[str, int] = {}
    result: list[Question] = []
    for question in questions:
        count = counts[question.id] = counts.get(question.id, 0) + 1
        result.append(question if count == 1 else replace(question, id=f"{question.id}-{count}"))
    return result


def _read(source: Any) -> Iterator[Question]:
    if isinstance(source, Question):
        yield source
    elif hasattr(source, "asked"):
        # A lesson or a quiz.
        yield from source.asked
    elif isinstance(source, str):
        yield make_question(source)
    elif isinstance(source, Mapping):
        yield _from_mapping(cast("Mapping[str, Any]", source))
    elif hasattr(source, "columns"):
        yield from _from_table(cast("pd.DataFrame", source))
    elif isinstance(source, Iterable):
        for each in cast("Iterable[Any]", source):
            yield from _read(each)
    else:
        raise InputError(f"{source!r} makes no question: give moments, positions or questions")


def _from_mapping(values: Mapping[str, Any]) -> Question:
    if "fen" not in values:
        raise InputError(f"{dict(values)!r} makes no question: it has no 'fen'")
    given = dict(values)
    identity = given.pop("id", None)
    try:
        question = make_question(given.pop("fen"), **given)
    except TypeError as error:
        raise InputError(f"{dict(values)!r} makes no question: {error}") from None
    return replace(question, id=str(identity)) if identity else question


def _from_table(table: pd.DataFrame) -> Iterator[Question]:
    missing = [name for name in _COLUMNS if name not in table.columns]
    if missing:
        raise TableError(f"no table of moments: the column {missing[0]!r} is missing")
    lines = table.attrs.get(LINES, {})
    for row in table.to_dict("records"):
        present = {
            str(name): value
            for name, value in row.items()
            if isinstance(value, list) or not _is_missing(value)
        }
        yield _from_row(present, lines.get(row["fen"]))


def _is_missing(value: Any) -> bool:
    import pandas as pd

    return bool(pd.isna(value))


def _from_row(row: Mapping[str, Any], lines: Mapping[str, Any] | None) -> Question:
    acceptable = row.get("acceptable") or []
    if isinstance(acceptable, str):
        # A table read back from CSV.
        acceptable = [part.strip(" '\"") for part in acceptable.strip("[]").split(",")]
    question = make_question(
        str(row["fen"]),
        accept=[] if lines else [san for san in acceptable if san],
        why=row.get("why"),
        game_id=row.get("game_id"),
        ply=int(row["ply"]) if "ply" in row else None,
    )
    return replace(
        question,
        known=from_values(dict(lines)) if lines else Known(),
        last=lines.get("last") if lines else None,
        played=_uci(question.board, row["san"]) if "san" in row else None,
    )


def ply_question(analysis: Analysis, ply: int) -> Question:
    """Ask for one move of an analysed game.

    Raises
    ------
    SettingsError
        The game has no such ply, or a null move there.
    """
    last = len(analysis.game)
    if not 1 <= ply <= last or not analysis.game.chess_moves[ply - 1]:
        raise SettingsError(f"ply={ply}: there is no move to ask for; the game has {last} plies")
    side = analysis.game.plies[ply - 1].side
    return next(each for each in game_questions(analysis, side) if each.ply == ply)


def game_questions(source: Analysis | Game, side: str) -> list[Question]:
    """Ask for every move of one side of a game.

    Parameters
    ----------
    source
        An analysis, whose lines then mark the answers, or a game.
    side
        ``"white"`` or ``"black"``.
    """
    if side not in SIDES:
        raise SettingsError(f"no side {side!r}; there are: white, black")
    from chessnb.analysis import Analysis

    analysis = source if isinstance(source, Analysis) else None
    game = source.game if isinstance(source, Analysis) else source
    game.ensure_analysable()
    losses: list[float] = []
    if analysis is not None:
        losses = analysis.moves["wpl"].to_numpy(dtype=float, na_value=float("nan")).tolist()
    found: list[Question] = []
    for ply, (board, move) in enumerate(zip(game.boards(), game.chess_moves, strict=False), 1):
        if move and board.turn == (side == "white"):
            found.append(_of_ply(game, analysis, losses, ply, board, move))
    return _told_apart(found)


def _of_ply(
    game: Game,
    analysis: Analysis | None,
    losses: Sequence[float],
    ply: int,
    board: chess.Board,
    move: chess.Move,
) -> Question:
    question = make_question(board.fen(), game_id=game.game_id, ply=ply)
    own = question.board
    known = Known()
    if analysis is not None:
        loss = losses[ply - 1]
        known = known_before(analysis.evaluations, ply, own, move, None if loss != loss else loss)
    return replace(
        question,
        known=known,
        played=own.uci(move),
        last=board.peek().uci() if board.move_stack else None,
    )
