"""``read_game`` and ``read_games``: whatever a user has, as games."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import chess

from chessnb.errors import InputError, PositionError
from chessnb.games import kinds
from chessnb.games.build import build_games, runs_on
from chessnb.games.files import Progress, lines_of_bytes, lines_of_file, lines_of_text
from chessnb.games.links import Link, parse_link
from chessnb.games.model import Game
from chessnb.games.positions import moves_behind, starts_like_fen
from chessnb.games.split import RawGame, Splitter
from chessnb.games.tags import Tag

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import IO, TypeAlias

    import chess.pgn

    Source: TypeAlias = (
        str
        | bytes
        | os.PathLike[str]
        | IO[str]
        | IO[bytes]
        | chess.Board
        | chess.pgn.GameNode
        | Game
        | Sequence[str]
        | Sequence[chess.Move]
    )

__all__ = ["read_game", "read_games"]

# Further games are not counted: a file of millions should not be read to use its first.
_COUNT_LIMIT = 10_000
_HEAD_LINES = 64


def read_game(source: Source, game: int | None = None) -> Game:
    """Read one game from whatever you have.

    Parameters
    ----------
    source : str, bytes, path, file, chess.pgn.Game, chess.Board, Game or sequence of moves
        The name of a file (``.gz``, ``.bz2`` and ``.zst`` too), PGN text, a FEN or EPD, moves in
        SAN, UCI or long algebraic notation, or a link to lichess.org or chess.com.
    game : int, optional
        Which of several games, from 1. Without it the first is read, and ``game.warnings`` tells
        how many there are.

    Returns
    -------
    Game
        Its ``warnings`` say what was repaired; where the text is not legal to its end, ``error``
        says why and ``complete`` is False.

    Raises
    ------
    NoSuchFileError
        The text is a file's name, and there is no such file.
    PositionError
        The game starts from a position that is impossible.
    InputError
        There is no game in it.

    Examples
    --------
    >>> import chessnb
    >>> chessnb.read_game("e2e4 e7e5 g1f3").plies[2].san
    'Nf3'
    >>> chessnb.read_game("8/8/1k6/8/4Q3/7K/8/8 w - -").start_fen
    '8/8/1k6/8/4Q3/7K/8/8 w - - 0 1'
    """
    if game is not None and (isinstance(game, bool) or game < 1):
        raise InputError(f"game={game!r}: games are counted from 1")
    items = _items(source, None)
    chosen, seen = _pick(items, game or 1)
    if chosen is None:
        raise InputError(f"game={game}, but there {_are(seen)}: give game=1 to game={seen}")
    if game is None:
        total = seen + sum(1 for _ in islice(_counted(items), _COUNT_LIMIT))
        if total > 1:
            many = f"more than {_COUNT_LIMIT}" if total > _COUNT_LIMIT else str(total)
            chosen.warnings = (*chosen.warnings, f"{many} games; using game 1")
    if chosen.position_error is not None:
        raise PositionError(chosen.position_error)
    if not chosen.chess_moves and chosen.position_fault is not None:
        raise PositionError(f"{chosen.position_fault} in {chosen.start_fen!r}")
    return chosen


def _are(number: int) -> str:
    return "is 1 game" if number == 1 else f"are {number} games"


def _pick(items: Iterator[RawGame | Game], wanted: int) -> tuple[Game | None, int]:
    """The game of a number, and how many were seen with its own text.

    Games before it are not built, unless their text may hold several.
    """
    seen = 0
    for item in items:
        if seen + 1 < wanted and not (isinstance(item, RawGame) and runs_on(item.movetext)):
            seen += 1
            continue
        built = list(_built(item, seen + 1))
        if seen + len(built) >= wanted:
            return built[wanted - seen - 1], seen + len(built)
        seen += len(built)
    return None, seen


def _counted(items: Iterator[RawGame | Game]) -> Iterator[None]:
    for item in items:
        several = isinstance(item, RawGame) and runs_on(item.movetext)
        for _ in _built(item, 1) if several else (None,):
            yield None


def read_games(source: Source, *, progress: bool | Progress = False) -> Iterator[Game]:
    """Read all games of a source, one after another, holding one at a time.

    Parameters
    ----------
    source
        As for :func:`read_game`.
    progress : bool or callable
        True shows a bar over the file's bytes; a function is called with the bytes read so far
        (of the file as it lies there, so compressed ones) and their number.

    Yields
    ------
    Game
        A broken game is given as far as it is legal, with its ``error``, and never costs the
        next one.

    Raises
    ------
    NoSuchFileError, InputError
        As for :func:`read_game`; what can be said at once is raised by the call itself.
    """
    return _games(_items(source, progress))


def _games(items: Iterator[RawGame | Game]) -> Iterator[Game]:
    number = 1
    for item in items:
        for game in _built(item, number):
            yield game
            number += 1


def _built(item: RawGame | Game, number: int) -> Iterator[Game]:
    return iter([item]) if isinstance(item, Game) else build_games(item, number)


def _items(source: Any, progress: bool | Progress | None) -> Iterator[RawGame | Game]:
    """What a source holds, split into games but not built yet."""
    if isinstance(source, Game):
        return iter([source])
    if isinstance(source, str):
        return _from_text(source, progress)
    if isinstance(source, (bytes, bytearray, memoryview)):
        data = bytes(source)
        return _from_lines(_with_progress(progress, lambda p: lines_of_bytes(data, p)), "the bytes")
    if isinstance(source, os.PathLike):
        return _from_file(kinds.path_of(os.fspath(source)), progress)
    if isinstance(source, chess.Board):
        from chessnb.games.convert import from_board

        return iter([from_board(source)])
    return _from_object(source, progress)


def _from_object(source: Any, progress: bool | Progress | None) -> Iterator[RawGame | Game]:
    import chess.pgn

    if isinstance(source, chess.pgn.GameNode):
        from chessnb.games.convert import from_chess

        return iter([from_chess(source.game())])
    if hasattr(source, "read"):
        content = source.read()
        if isinstance(content, str):
            return _from_lines(lines_of_text(content), "the file")
        return _items(content, progress)
    if isinstance(source, (list, tuple)):
        moves = [move.uci() if isinstance(move, chess.Move) else str(move) for move in source]
        return _from_text(" ".join(moves) or "*", progress)
    raise InputError(
        f"{source!r} is a {type(source).__name__}: give a path, PGN text, a FEN, moves, a link, "
        "a chess.Board or a chess.pgn.Game"
    )


def _from_text(text: str, progress: bool | Progress | None) -> Iterator[RawGame | Game]:
    kind = kinds.kind_of(text)
    if kind in ("file", "missing"):
        return _from_file(kinds.path_of(text), progress)
    if kind == "link":
        link = parse_link(text)
        assert link is not None
        return _from_link(link, progress)
    if kind == "web":
        raise InputError(
            f"{_quoted(text)} is no link to lichess.org or chess.com: download the PGN and give "
            "the file's name"
        )
    if kind == "text":
        return _from_lines(lines_of_text(kinds.plain_text(text)), _quoted(text))
    raise InputError(f"{_quoted(text)} is not a PGN: {kinds.why_no_game(text)}")


def _quoted(text: str) -> str:
    plain = " ".join(text[:400].split())
    return repr(plain if len(plain) <= 80 else f"{plain[:80]}…")


def _from_link(link: Link, progress: bool | Progress | None) -> Iterator[RawGame | Game]:
    if link.kind == "position" and link.text is not None:
        name = "Chess960" if link.variant == "chess960" else link.variant
        tags = [Tag("FEN", link.text, 1)]
        if name != "standard":
            tags.append(Tag("Variant", name, 1))
        return iter([RawGame(tags=tags, source=link.text)])
    if link.kind == "moves" and link.text is not None:
        return _from_lines(lines_of_text(link.text), _quoted(link.url))
    if link.kind not in ("game", "study") and link.month is None:
        hint = ": copy the PGN of the game you mean" if link.kind == "other" else ""
        if link.kind == "user":
            hint = f"; chessnb.{link.site}.games({link.id!r}) reads a user's games"
        raise InputError(f"{link.url!r} is not a game link{hint}")
    from chessnb.games.fetch import fetch_link

    found = fetch_link(link)
    return iter([found]) if isinstance(found, Game) else found


def _from_file(path: Path, progress: bool | Progress | None) -> Iterator[RawGame | Game]:
    lines = _with_progress(progress, lambda p: lines_of_file(path, p))
    return _from_lines(lines, repr(str(path)))


def _with_progress(progress: bool | Progress | None, lines: Any) -> Iterator[str]:
    if not progress:
        return lines(None)
    if callable(progress):
        return lines(progress)
    return _with_bar(lines)


def _with_bar(lines: Any) -> Iterator[str]:
    from tqdm.auto import tqdm

    with tqdm(unit="B", unit_scale=True, desc="reading") as bar:

        def show(done: int, total: int) -> None:
            bar.total = total
            bar.update(done - bar.n)

        yield from lines(show)


def _from_lines(lines: Iterator[str], name: str) -> Iterator[RawGame | Game]:
    """Tell positions from games by the first line that says anything."""
    head: list[str] = []
    for line in lines:
        head.append(line)
        if line.strip("\ufeff \t\r"):
            break
    first = head[-1].strip("\ufeff \t\r") if head else ""
    if kinds.looks_like_html(first):
        raise InputError(f"{name} is not a PGN: {kinds.why_no_game(first)}")
    if starts_like_fen(first):
        return _positions(first, lines)
    return _split(head, lines, name)


def _split(head: list[str], lines: Iterator[str], name: str) -> Iterator[RawGame | Game]:
    head += islice(lines, _HEAD_LINES)
    splitter = Splitter()
    found = False
    for raw in splitter.lines(chain(head, lines)):
        found = True
        yield raw
    if not found:
        raise InputError(f"{name} is not a PGN: {kinds.why_no_game(chr(10).join(head))}")


def _positions(first: str, lines: Iterable[str]) -> Iterator[RawGame | Game]:
    """Each line a position; where moves follow the only one, they are played from it."""
    tags, rest = _position(first, 1)
    for number, line in enumerate(lines, 2):
        if starts_like_fen(line):
            yield RawGame(tags=tags, movetext="\n".join(rest), source=tags[0].value)
            tags, rest = _position(line.strip(), number)
        elif line.strip():
            rest.append(line.strip())
    yield RawGame(tags=tags, movetext="\n".join(rest), source=tags[0].value)


def _position(line: str, number: int) -> tuple[list[Tag], list[str]]:
    """The position of a line, and the moves behind it."""
    position, moves = moves_behind(line)
    return [Tag("FEN", position, number)], [moves] if moves else []
