"""A game: headers, start position, and one ply per half-move."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import chess

from chessnb.errors import PositionError, VariantError
from chessnb.games import endings, positions, timecontrol
from chessnb.games.annotations import Annotation, parse_comment
from chessnb.games.ply import Ply

if TYPE_CHECKING:
    import chess.pgn
    import pandas as pd

__all__ = ["ROSTER", "Game", "SideMove"]

ROSTER: Mapping[str, str] = {
    "Event": "?",
    "Site": "?",
    "Date": "????.??.??",
    "Round": "?",
    "White": "?",
    "Black": "?",
    "Result": "*",
}


class SideMove(NamedTuple):
    """One move of a variation, in a flat list, so that a game pickles without recursion.

    ``parent`` counts the main line's positions first (0 is the start), then the side moves: the
    first side move of a game with n plies is node n + 1.
    """

    parent: int
    move: chess.Move
    nags: tuple[int, ...] = ()
    comment: str = ""
    before: str = ""


class Game:
    """One game, every move of it legal.

    Made by :func:`chessnb.read_game` and :func:`chessnb.read_games`.

    Attributes
    ----------
    headers : dict of str to str
        The tags, with the seven of the roster always there (``"?"`` where unknown).
    start_fen : str
        The position before the first move.
    chess_moves : list of chess.Move
        The main line.
    variant : str
        ``"standard"``, ``"chess960"``, or python-chess' name of another variant.
    warnings : tuple of str
        What was repaired, skipped or refused.
    error : str or None
        Why the game ends before its text does, where it was cut, or why it cannot be analysed.
    source_text : str or None
        The text the game was read from.

    Examples
    --------
    >>> import chessnb
    >>> game = chessnb.read_game("1. e4 e5 2. Nf3 *")
    >>> [ply.san for ply in game.plies], game.plies[2].fen_after.split()[1]
    (['e4', 'e5', 'Nf3'], 'b')
    """

    def __init__(
        self,
        *,
        headers: Mapping[str, str] | None = None,
        start_fen: str = chess.STARTING_FEN,
        moves: Sequence[chess.Move] = (),
        sans: Sequence[str] | None = None,
        comments: Sequence[str] = (),
        nags: Sequence[tuple[int, ...]] = (),
        start_comment: str = "",
        side_moves: Sequence[SideMove] = (),
        variant: str = "standard",
        warnings: Sequence[str] = (),
        error: str | None = None,
        position_error: str | None = None,
        source_text: str | None = None,
    ) -> None:
        self.headers: dict[str, str] = {**ROSTER, **(headers or {})}
        self.start_fen = start_fen
        self.chess_moves: list[chess.Move] = list(moves)
        self.comments: tuple[str, ...] = tuple(comments) or ("",) * len(moves)
        self.nags: tuple[tuple[int, ...], ...] = tuple(nags) or ((),) * len(moves)
        self.start_comment = start_comment
        self.side_moves: tuple[SideMove, ...] = tuple(side_moves)
        self.variant = variant
        self.warnings: tuple[str, ...] = tuple(dict.fromkeys(warnings))
        self.error = error
        self.position_error = position_error
        self.source_text = source_text
        self._cache: dict[str, Any] = {} if sans is None else {"sans": list(sans)}

    # -- who and how -----------------------------------------------------------------------

    @property
    def white(self) -> str:
        """White's name, ``"?"`` where unknown."""
        return self.headers["White"]

    @property
    def black(self) -> str:
        """Black's name, ``"?"`` where unknown."""
        return self.headers["Black"]

    @property
    def result(self) -> str:
        """``"1-0"``, ``"0-1"``, ``"1/2-1/2"`` or ``"*"``."""
        return self.headers["Result"]

    @property
    def complete(self) -> bool:
        """Whether the whole main line could be read."""
        return self.error is None

    @property
    def time_control(self) -> timecontrol.TimeControl:
        """The ``TimeControl`` tag, understood."""
        control = timecontrol.parse_time_control(self.headers.get("TimeControl"))
        return timecontrol.fitted(control, [note.clock for note in self.notes()[:2]])

    @property
    def game_id(self) -> str:
        """A hash of the start position and the moves, equal wherever the game came from."""
        if "game_id" not in self._cache:
            moves = (move.uci() for move in self.chess_moves)
            self._cache["game_id"] = game_id_of(self.variant, self.start_fen, moves)
        return self._cache["game_id"]

    @property
    def end_reason(self) -> str:
        """Why the game ended: ``"checkmate"``, ``"resignation"``, … or ``"unknown"``.

        From the board first, then from the tags; nothing is guessed.
        """
        if "end_reason" not in self._cache:
            last = self.notes()[-1].text if self.comments else None
            self._cache["end_reason"] = endings.end_reason(
                self.final_board(), self.headers, remark=last or ""
            )
        return self._cache["end_reason"]

    # -- whether an engine may see it ------------------------------------------------------

    @property
    def analysable(self) -> bool:
        """Whether the engine can play it: standard chess or Chess960 from a valid position."""
        return self.variant in positions.PLAYABLE and self.position_fault is None

    @property
    def position_fault(self) -> str | None:
        """Why the start position cannot stand on a board (``"White has no king"``), or None."""
        if self.position_error is not None or self.variant not in positions.PLAYABLE:
            return self.position_error
        return positions.fault(self.start_board())

    def ensure_analysable(self) -> None:
        """Raise what is wrong with the game before an engine sees it.

        Raises
        ------
        VariantError
            The engine does not play the game's variant.
        PositionError
            The start position is impossible.
        """
        if self.variant not in positions.PLAYABLE:
            raise VariantError(
                f"not analysed: the engine cannot play {self.variant}; it plays standard chess "
                "and Chess960"
            )
        fault = self.position_fault
        if fault is not None:
            raise PositionError(f"not analysed: {fault} in {self.start_fen!r}")

    # -- positions -------------------------------------------------------------------------

    def start_board(self) -> chess.Board:
        """A fresh board of the game's variant with the start position."""
        return positions.make_board(self.start_fen, self.variant)

    def boards(self) -> Iterator[chess.Board]:
        """The n + 1 positions of the game: **one** board, moved on, with its move stack."""
        board = self.start_board()
        yield board
        for move in self.chess_moves:
            board.push(move)
            yield board

    def final_board(self) -> chess.Board:
        """A fresh board with the last position and the moves that led to it."""
        board = self.start_board()
        for move in self.chess_moves:
            board.push(move)
        return board

    # -- plies -----------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.chess_moves)

    def __bool__(self) -> bool:
        return True

    @property
    def plies(self) -> Sequence[Ply]:
        """One :class:`Ply` per half-move."""
        if "plies" not in self._cache:
            self._cache["plies"] = tuple(Ply(self, index) for index in range(len(self)))
        return self._cache["plies"]

    @property
    def white_first(self) -> bool:
        """Whether White made the first move."""
        return self.start_fen.split(" ", 2)[1] != "b"

    @property
    def first_move_number(self) -> int:
        """The number of the first move."""
        return int(self.start_fen.split()[-1])

    def sans(self) -> list[str]:
        """The main line in canonical SAN."""
        if "sans" not in self._cache:
            board = self.start_board()
            self._cache["sans"] = [board.san_and_push(move) for move in self.chess_moves]
        return self._cache["sans"]

    def fens(self) -> list[str]:
        """The FENs of the n + 1 positions; Chess960 castling rights as X-FEN."""
        if "fens" not in self._cache:
            self._cache["fens"] = [board.fen() for board in self.boards()]
        return self._cache["fens"]

    def notes(self) -> list[Annotation]:
        """The comment of each ply, taken apart."""
        if "notes" not in self._cache:
            odd = 0 if self.white_first else 1
            self._cache["notes"] = [
                parse_comment(comment, white_moved=index % 2 == odd)
                for index, comment in enumerate(self.comments)
            ]
        return self._cache["notes"]

    def times_spent(self) -> list[float | None]:
        """Seconds spent on each ply: as written, else from the clocks, else by timestamp."""
        if "times" not in self._cache:
            notes = self.notes()
            from_clocks = timecontrol.times_spent(self.time_control, [n.clock for n in notes])
            self._cache["times"] = [
                _first(note.elapsed, spent, None if note.timestamp is None else note.timestamp / 10)
                for note, spent in zip(notes, from_clocks, strict=True)
            ]
        return self._cache["times"]

    @property
    def start_eval(self) -> tuple[int | None, int | None]:
        """Centipawns and mate given before the first move, from White's view."""
        note = parse_comment(self.start_comment)
        return (None, None) if note.match_engine else (note.cp, note.mate)

    @property
    def has_evals(self) -> bool:
        """Whether every ply carries an ``[%eval]``; the last may lack it where the game is over.

        Scores of engine matches do not count: two engines gave them in turn.
        """
        notes = self.notes()
        if not notes or any(note.match_engine for note in notes):
            return False
        if not all(note.has_eval for note in notes[:-1]):
            return False
        return notes[-1].has_eval or self.final_board().is_game_over()

    # -- other forms -----------------------------------------------------------------------

    @property
    def moves(self) -> pd.DataFrame:
        """The moves table, with the columns that are known without an engine."""
        from chessnb.facts import game_facts
        from chessnb.tables import game_moves

        return game_moves(self, game_facts(self))

    def to_chess(self) -> chess.pgn.Game:
        """The game for python-chess, with variations, comments and NAGs."""
        from chessnb.games.convert import to_chess

        return to_chess(self)

    def to_pgn(self) -> str:
        """The game as PGN text, with variations, comments and NAGs."""
        from chessnb.games.convert import to_pgn

        return to_pgn(self)

    def _repr_html_(self) -> str:
        from chessnb.export.card import game_html

        return game_html(self)

    def _repr_svg_(self) -> str:
        from chessnb.export.card import game_svg

        return game_svg(self)

    def __repr__(self) -> str:
        cut = "" if self.complete else f", cut: {self.error}"
        other = "" if self.variant == "standard" else f", {self.variant}"
        return f"<Game {self.white} – {self.black}, {self.result}, {len(self)} plies{other}{cut}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.__getstate__() == other.__getstate__()

    def __hash__(self) -> int:
        return hash(self.game_id)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_cache"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._cache = {}


def game_id_of(variant: str, start_fen: str, moves: Iterable[str]) -> str:
    """A hash of a game's start and of its moves in UCI: its :attr:`Game.game_id`."""
    text = " ".join([variant, start_fen, *moves])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _first(*values: float | None) -> float | None:
    return next((value for value in values if value is not None), None)
