"""Whatever python-chess writes reads back equal; whatever is thrown at it is refused politely."""

from __future__ import annotations

import base64
import io
import json
import random
import time
from pathlib import Path

import chess
import chess.pgn
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chessnb.errors import ChessnbError
from chessnb.games import Game, read_game, read_games

DATA = Path(__file__).parent / "data"
COMMENTS = st.text(
    st.characters(
        blacklist_categories=["Cs", "Cc", "Zl", "Zp"], blacklist_characters="}\ufeff\u200b"
    ),
    max_size=30,
).map(lambda text: " ".join(text.split()))
NAGS = st.sets(st.integers(1, 139), max_size=2)


@st.composite
def trees(draw: st.DrawFn) -> chess.pgn.Game:
    """A legal game with variations, comments and NAGs, from the usual or a Chess960 start."""
    number = draw(st.one_of(st.none(), st.integers(0, 959)))
    board = chess.Board() if number is None else chess.Board.from_chess960_pos(number)
    tree = chess.pgn.Game()
    if number is not None:
        tree.setup(board)
    tree.headers["White"] = draw(st.sampled_from(["Ada", 'J"o', "Zoë", "?"]))
    tree.comment = draw(COMMENTS)
    nodes: list[chess.pgn.GameNode] = [tree]
    for _ in range(draw(st.integers(0, 14))):
        deep = draw(st.integers(0, 3)) == 0
        parent = draw(st.sampled_from(nodes)) if deep else nodes[-1]
        taken = {child.move for child in parent.variations}
        legal = [move for move in parent.board().legal_moves if move not in taken]
        if not legal:
            continue
        move = legal[draw(st.integers(0, len(legal) - 1))]
        nodes.append(parent.add_variation(move, comment=draw(COMMENTS), nags=draw(NAGS)))
    return tree


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(trees())
def test_what_python_chess_writes_reads_back(tree: chess.pgn.Game):
    text = str(tree)
    game = read_game(text)
    assert game.complete
    assert game.chess_moves == list(tree.mainline_moves())
    reread = chess.pgn.read_game(io.StringIO(text))
    assert reread is not None
    assert str(game.to_chess()) == str(reread)
    for ply, node in zip(game.plies, reread.mainline(), strict=True):
        assert ply.san == node.san()
        assert set(ply.nags) == node.nags
        assert ply.fen_after == node.board().fen()
    again = read_game(game.to_pgn())
    assert (again.chess_moves, again.side_moves) == (game.chess_moves, game.side_moves)
    assert again.headers == game.headers


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.text(max_size=300), st.binary(max_size=300)))
def test_nothing_but_our_own_errors(source: str | bytes):
    use(source)


def use(source: str | bytes) -> None:
    """Read a source, and everything that is worked out later."""
    try:
        for game in read_games(source):
            look_at(game)
    except ChessnbError:
        pass


def look_at(game: Game) -> None:
    assert len(game.fens()) == len(game.plies) + 1
    assert len(game.sans()) == len(game.plies)
    assert all(spent is None or spent >= 0 for spent in game.times_spent())
    assert game.end_reason and repr(game) and game.game_id
    assert game.analysable in (True, False)
    assert game.start_eval and game.has_evals in (True, False)
    for ply in game.plies[:3]:
        assert isinstance(ply.variations, tuple)
    if game.complete and game.position_fault is None:
        assert read_game(game.to_pgn().encode()).chess_moves == game.chess_moves


def seeds() -> list[bytes]:
    found: list[bytes] = []
    for name in ("game_texts.jsonl", "game_moves.jsonl"):
        for line in (DATA / name).read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            if case["area"] != "url":
                found += [
                    base64.b64decode(text) if case["bytes"] else text.encode()
                    for text in case["inputs"]
                ]
    return found


PIECES = [
    *(b"{", b"}", b"(", b")", b"[", b"]", b'"', b";", b"%", b"\n\n", b"\r", b"\x00", b"\xff", b"<"),
    *(b"1-0", b"0-0", b"*", b"O-O", b"e8=Q", b"$1", b"--", b"Z0", b"1. e4", b"5254", b"@e4", b"Kx"),
    *(b'[FEN "', b'[Event "x"]\n', b'[Variant "Horde"]\n', b'[Variant "Crazyhouse"]\n'),
    *(b"{[%eval ", b"#-3", b"[%clk 0:", b"9" * 50, b"8/8/8/8/8/8/8/8", b" w - - 0 1", b"\\n"),
]


def mutated(rng: random.Random, seeds: list[bytes]) -> bytes:
    data = bytearray(rng.choice(seeds))
    for _ in range(rng.randrange(1, 8)):
        start = rng.randrange(len(data) + 1)
        end = min(len(data), start + rng.randrange(12))
        kind = rng.randrange(4)
        if kind == 0:
            del data[start:end]
        elif kind == 1:
            data[start:start] = rng.choice(PIECES)
        elif kind == 2:
            data[start:end] = rng.randbytes(end - start)
        else:
            other = rng.choice(seeds)
            cut = rng.randrange(len(other) + 1)
            data[start:start] = other[cut : cut + rng.randrange(80)]
    return bytes(data)


def fuzz(number: int, rounds: int) -> None:
    rng = random.Random(number)
    cases = seeds()
    for _ in range(rounds):
        data = rng.randbytes(rng.randrange(200)) if rng.random() < 0.1 else mutated(rng, cases)
        source = data if rng.random() < 0.5 else data.decode("utf-8", "replace")
        before = time.thread_time()
        use(source)
        assert time.thread_time() - before < 1 + len(data) / 1000, source


def test_mutated_cases():
    fuzz(number=1, rounds=200)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(2, 12))
def test_many_mutated_cases(number: int):
    fuzz(number, rounds=2000)
