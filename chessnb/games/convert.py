"""Games to and from python-chess."""

from __future__ import annotations

import chess
import chess.pgn

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
    """A game of python-chess; its main line is replayed, and cut where it is not legal."""
    board = source.board()
    start = board.copy()
    moves: list[chess.Move] = []
    ids: dict[chess.pgn.GameNode, int] = {source: 0}
    comments: list[str] = []
    nags: list[tuple[int, ...]] = []
    error: str | None = None
    for node in source.mainline():
        if node.move and not board.is_legal(node.move):
            error = f"illegal move {node.move.uci()} in {board.fen()}; {len(moves)} plies kept"
            break
        board.push(node.move)
        moves.append(node.move)
        comments.append(_joined(node.comment))
        nags.append(tuple(sorted(node.nags)))
        ids[node] = len(moves)
    return Game(
        headers=dict(source.headers),
        start_fen=start.fen(),
        moves=moves,
        comments=comments,
        nags=nags,
        start_comment=_joined(source.comment),
        side_moves=_side_moves(ids, len(moves)),
        variant=_variant_of(start),
        warnings=[*map(str, source.errors), *([error] if error else [])],
        error=error,
        source_text=None,
    )


def _joined(comment: str | list[str]) -> str:
    """One text: newer python-chess keeps several comments apart."""
    return comment if isinstance(comment, str) else " ".join(comment)


def _side_moves(ids: dict[chess.pgn.GameNode, int], plies: int) -> list[SideMove]:
    """All moves beside the main line, each after its parent."""
    found: list[SideMove] = []
    pending: list[tuple[int, chess.pgn.ChildNode]] = []
    for node, number in list(ids.items()):
        pending += [(number, child) for child in node.variations if child not in ids]
    while pending:
        parent, node = pending.pop(0)
        found.append(
            SideMove(
                parent,
                node.move,
                tuple(sorted(node.nags)),
                _joined(node.comment),
                _joined(node.starting_comment),
            )
        )
        number = plies + len(found)
        pending += [(number, child) for child in node.variations]
    return found


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


class _Exporter(chess.pgn.StringExporter):
    """Writes tag values so that quotes and backslashes read back."""

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        escaped = tagvalue.replace("\\", "\\\\").replace('"', '\\"')
        super().visit_header(tagname, escaped)


def to_pgn(game: Game) -> str:
    """Write the game as PGN."""
    tree = to_chess(game)
    if "Variant" in game.headers:
        tree.headers["Variant"] = game.headers["Variant"]
    return tree.accept(_Exporter(columns=80))


def variation_texts(game: Game) -> dict[int, tuple[str, ...]]:
    """The alternatives to each main-line move: index of the ply to SAN texts."""
    texts: dict[int, tuple[str, ...]] = {}
    if not game.side_moves:
        return texts
    node: chess.pgn.GameNode = to_chess(game)
    board = node.board()
    for index in range(len(game)):
        found: list[str] = []
        for child in node.variations[1:]:
            line = [child.move, *(deeper.move for deeper in child.mainline())]
            found.append(board.variation_san(line))
        if found:
            texts[index] = tuple(found)
        node = node.variations[0]
        board.push(node.move)
    return texts
