"""Random games written as Lichess writes them, for the tests of dumps."""

from __future__ import annotations

import random

import chess

__all__ = ["lichess_pgn", "random_game"]


def random_game(seed: int, plies: int = 400) -> chess.Board:
    """A legal game of random moves, to its end or so many plies; captures come a bit more often."""
    chance = random.Random(seed)
    board = chess.Board()
    while len(board.move_stack) < plies and not board.is_game_over(claim_draw=seed % 3 == 0):
        moves = list(board.legal_moves)
        lively = [move for move in moves if move.promotion or board.is_castling(move)]
        lively += [move for move in moves if board.is_en_passant(move)]
        board.push(chance.choice(lively if lively and chance.random() < 0.5 else moves))
    return board


def lichess_pgn(
    board: chess.Board, seed: int = 0, *, evals: bool = True, clocks: bool = False
) -> str:
    """The game of a board with comments of random numbers."""
    chance = random.Random(seed)
    result = board.result(claim_draw=True)
    replay = chess.Board()
    words: list[str] = []
    for number, move in enumerate(board.move_stack):
        commented = evals or clocks
        if number % 2 == 0 or commented:
            words.append(f"{number // 2 + 1}{'...' if number % 2 else '.'}")
        words.append(replay.san(move) + chance.choice(["", "", "", "?", "?!", "!!"]))
        replay.push(move)
        if commented and not replay.is_checkmate():
            words.append(f"{{ {' '.join(_commands(chance, number, evals, clocks))} }}")
    tags = {
        "Event": "Rated Blitz game",
        "Site": "https://lichess.org/abcdefgh",
        "Date": "2024.02.30",
        "White": f"player-{seed % 5}",
        "Black": "Björn Ångström" if seed % 4 == 1 else "?",
        "Result": result,
        "WhiteElo": "1500" if seed % 3 else "?",
        "BlackElo": "1822",
        "TimeControl": chance.choice(["300+3", "600+0", "-", "1/86400"]),
        "Termination": chance.choice(["Normal", "Time forfeit", "Abandoned"]),
    }
    head = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    return f"{head}\n{' '.join([*words, result])}\n\n"


def _commands(chance: random.Random, number: int, evals: bool, clocks: bool) -> list[str]:
    commands: list[str] = []
    if evals:
        mate = f"#{chance.choice([-1, 1]) * chance.randint(1, 12)}"
        score = (
            f"{chance.gauss(0, 3):.2f}" if chance.random() < 0.8 else f"{chance.gauss(0, 1):.1f}"
        )
        depth = chance.choice(["", "", ",18"])
        commands.append(f"[%eval {mate if chance.random() < 0.15 else score + depth}]")
    if clocks:
        left = max(0, 300 - number * 2)
        commands.append(f"[%clk 0:{left // 60:02}:{left % 60:02}]")
    return commands
