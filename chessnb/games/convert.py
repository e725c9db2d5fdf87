"""Games to and from python-chess."""

from __future__ import annotations

import chess
import chess.pgn

from chessnb.errors import InputError
from chessnb.games.files import mended
from chessnb.games.model import Game, SideMove

__all__ = ["from_board", "from_chess", "to_chess", "to_pgn", "variation_texts"]

_POSITION_TAGS = ("FEN", "SetUp", "Variant")


def from_board(board: chess.Board) -> Game:
    """The game that a board remembers: its first position and the moves made since."""
    root = board.root()
    return Game(
        headers={"Result": board.result(), **_position_headers(root)},
        start_fen=root.fen(),
        moves=board.move_stack,
        variant=_variant_of(root),
    )


def _variant_of(board: chess.Board) -> str:
    if type(board).uci_variant == "chess":
        odd = board.chess960 or board.has_chess960_castling_rights()
        return "chess960" if odd else "standard"
    return type(board).uci_variant or "unknown"


def _position_headers(board: chess.Board) -> dict[str, str]:
    """The tags a start position needs, as python-chess writes them."""
    game = chess.pgn.Game()
    game.setup(board)
    return {name: game.headers[name] for name in _POSITION_TAGS if name in game.headers}


def from_chess(source: chess.pgn.Game) -> Game:
    """A game of python-chess; its main line is replayed, and cut where it is not legal.

    Raises
    ------
    InputError
        Its start position or variant cannot be set up.
    """
    try:
        board = source.board()
    except ValueError as problem:
        raise InputError(f"{source!r} has no start position: {problem}") from None
    root = board.copy()
    moves: list[chess.Move] = []
    nodes: list[chess.pgn.GameNode] = [source]
    sides = _SideLines()
    error: str | None = None
    for node in source.mainline():
        sides.collect(nodes[-1], len(moves), board)
        if not _is_legal(board, node.move):
            error = f"illegal move {node.move.uci()} in {board.fen()}; {len(moves)} plies kept"
            break
        board.push(node.move)
        moves.append(node.move)
        nodes.append(node)
    headers = {name: str(mended(value)) for name, value in source.headers.items()}
    notes = [*map(str, source.errors), *sides.notes]
    if headers != dict(source.headers):
        notes.append("no UTF-8, read as Windows-1252")
    return Game(
        headers=headers,
        start_fen=root.fen(),
        moves=moves,
        comments=[_joined(node.comment) for node in nodes[1:]],
        nags=[tuple(sorted(node.nags)) for node in nodes[1:]],
        start_comment=_joined(source.comment),
        side_moves=sides.numbered(len(moves)),
        variant=_variant_of(root),
        warnings=[*notes, *([error] if error else [])],
        error=error,
    )


def _is_legal(board: chess.Board, move: chess.Move) -> bool:
    return board.is_legal(move) if move else not board.is_check()


def _joined(comment: str | list[str]) -> str:
    """One text that can be written: newer python-chess keeps several comments apart."""
    return str(mended(comment if isinstance(comment, str) else " ".join(comment)))


class _SideLines:
    """The moves beside the main line; their own numbers are negative until its length is known."""

    def __init__(self) -> None:
        self.notes: list[str] = []
        self._found: list[SideMove] = []

    def collect(self, node: chess.pgn.GameNode, number: int, board: chess.Board) -> None:
        """Take the variations that begin at a node of the main line."""
        pending = [(number, child, board) for child in node.variations[1:]]
        while pending:
            parent, child, before = pending.pop(0)
            if not _is_legal(before, child.move):
                self.notes.append(f"side line cut: illegal move {child.move.uci()}")
                continue
            after = before.copy()
            after.push(child.move)
            self._found.append(
                SideMove(
                    parent,
                    child.move,
                    tuple(sorted(child.nags)),
                    _joined(child.comment),
                    _joined(child.starting_comment),
                )
            )
            here = -len(self._found)
            pending += [(here, deeper, after) for deeper in child.variations]

    def numbered(self, plies: int) -> list[SideMove]:
        """The side moves with their parents' final numbers."""
        return [
            side._replace(parent=plies - side.parent) if side.parent < 0 else side
            for side in self._found
        ]


def to_chess(game: Game) -> chess.pgn.Game:
    """Build python-chess' tree of the game."""
    result = chess.pgn.Game()
    result.setup(game.start_board())
    for name, value in game.headers.items():
        if name not in _POSITION_TAGS:
            result.headers[name] = value
    result.comment = game.start_comment
    nodes: list[chess.pgn.GameNode] = [result]
    for move, comment, nags in zip(game.chess_moves, game.comments, game.nags, strict=True):
        nodes.append(nodes[-1].add_variation(move, comment=comment, nags=nags))
    for side in game.side_moves:
        nodes.append(
            nodes[side.parent].add_variation(
                side.move, comment=side.comment, nags=side.nags, starting_comment=side.before
            )
        )
    return result


def to_pgn(game: Game) -> str:
    """Write the game as PGN, tag values escaped so that quotes and backslashes read back."""
    tags = {**game.headers, **_position_headers(game.start_board())}
    if "Variant" in game.headers:
        tags["Variant"] = game.headers["Variant"]
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in tags.items()]
    moves = to_chess(game).accept(chess.pgn.StringExporter(columns=80, headers=False))
    return "\n".join([*lines, "", moves, ""])


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def variation_texts(game: Game) -> dict[int, tuple[str, ...]]:
    """The alternatives to each main-line move: index of the ply to SAN texts."""
    texts: dict[int, tuple[str, ...]] = {}
    if not game.side_moves:
        return texts
    node: chess.pgn.GameNode = to_chess(game)
    board = node.board()
    for index in range(len(game)):
        found = [_line_text(board.copy(stack=False), child) for child in node.variations[1:]]
        if found:
            texts[index] = tuple(found)
        node = node.variations[0]
        board.push(node.move)
    return texts


def _line_text(board: chess.Board, first: chess.pgn.ChildNode) -> str:
    """A line in SAN, with move numbers; null moves too, which python-chess would not write."""
    words: list[str] = []
    for move in [first.move, *(node.move for node in first.mainline())]:
        if board.turn:
            words.append(f"{board.fullmove_number}.")
        elif not words:
            words.append(f"{board.fullmove_number}...")
        words.append(board.san_and_push(move))
    return " ".join(words)
