"""Make the invented season of the notebooks: a club player's games with evaluations and clocks.

``python docs/example_season.py`` lets the bundled engine play both sides. A player picks among the
engine's first choices by what they lose, the more often a poor one the weaker, the later in the
game and the shorter of time; Nora Field gets better over the year. Nobody ever played these games,
and so they may be given to anybody. The evaluations are those of the same searches.
"""

from __future__ import annotations

import datetime
import math
import random
import sys
from dataclasses import dataclass
from pathlib import Path

import chess
import chess.engine
import chess.pgn

from chessnb.scoring.win import win_probability

TARGET = Path(__file__).resolve().parents[1] / "notebooks" / "games" / "season.pgn"
HERO = "Field, Nora"
GAMES = 25
NODES = 5_000
BASE, INCREMENT = 900, 10

AS_WHITE = {
    "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6": 5,
    "e4 e5 Nf3 Nc6 Bc4 Nf6 d3 Be7": 3,
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6": 5,
    "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6": 2,
    "e4 e6 d4 d5 e5 c5 c3 Nc6 Nf3": 4,
    "e4 c6 d4 d5 e5 Bf5 Nf3 e6": 2,
}
AS_BLACK = {
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7": 5,
    "e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6 Nc3 Bb4": 3,
    "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7": 5,
    "d4 d5 Nf3 Nf6 Bf4 c5 e3 Nc6": 4,
    "c4 e5 Nc3 Nf6 g3 d5": 2,
}
OPPONENTS = (
    ("Okafor, Ben", 1480),
    ("Lind, Signe", 1610),
    ("Marsh, Theo", 1395),
    ("Aziz, Samira", 1700),
    ("Rowe, Peter", 1525),
    ("Kwan, Lily", 1655),
    ("Duarte, Rui", 1450),
    ("Novak, Ema", 1575),
)


@dataclass
class Player:
    """Somebody who plays at a rating, and has a clock."""

    name: str
    rating: int
    clock: float = BASE

    def choose(
        self, board: chess.Board, lines: list[tuple[chess.Move, float]], chance: random.Random
    ) -> chess.Move:
        """Pick a move from the engine's lines and their win probabilities, as people do."""
        pressed = self.clock < 60
        slip = 0.035 * math.exp((1500 - self.rating) / 500) * (3 if pressed else 1)
        if chance.random() < slip:
            return chance.choice(list(board.legal_moves))
        spread = 0.022 * math.exp((1500 - self.rating) / 450) * (1.6 if pressed else 1)
        spread *= 1.3 if len(board.piece_map()) < 14 else 1
        best = lines[0][1]
        weights = [math.exp((win - best) / spread) for _, win in lines]
        return chance.choices([move for move, _ in lines], weights)[0]

    def spend(self, number: int, doubt: float, chance: random.Random) -> None:
        """Take time for a move: little in the opening, more where the choice is hard."""
        wish = 4 if number <= 5 else 14 + 30 * doubt
        taken = min(chance.lognormvariate(math.log(wish), 0.7), max(2.0, self.clock / 8))
        self.clock = self.clock - round(taken) + INCREMENT


def evaluate(engine: chess.engine.SimpleEngine, board: chess.Board) -> list[dict]:
    """Search a position with six lines."""
    return engine.analyse(board, chess.engine.Limit(nodes=NODES), multipv=6)


def with_wins(found: list[dict], turn: chess.Color) -> list[tuple[chess.Move, float]]:
    """Give each line's first move and its win probability for the side to move."""
    wins = []
    for line in found:
        score = line["score"].pov(turn)
        cp, mate = score.score(), score.mate()
        cp, mate = math.nan if cp is None else cp, math.nan if mate is None else mate
        wins.append((line["pv"][0], float(win_probability(cp, mate))))
    return wins


def comment(found: list[dict] | None, clock: float) -> str:
    """Write evaluation and clock after a move, as Lichess does."""
    hours, rest = divmod(int(clock), 3600)
    time = f"[%clk {hours}:{rest // 60:02}:{rest % 60:02}]"
    if not found:
        return time
    score = found[0]["score"].white()
    mate = score.mate()
    shown = f"#{mate}" if mate is not None else f"{(score.score() or 0) / 100:.2f}"
    return f"[%eval {shown}] {time}"


def outcome(board: chess.Board, wins: list[tuple[chess.Move, float]], tired: dict) -> str | None:
    """Say how the game ends here, where it does."""
    if board.is_game_over(claim_draw=True):
        return board.result(claim_draw=True)
    best = wins[0][1]
    tired[board.turn] = tired.get(board.turn, 0) + 1 if best < 0.1 else 0
    if tired[board.turn] >= 3:
        return "0-1" if board.turn else "1-0"
    tired["even"] = tired.get("even", 0) + 1 if abs(best - 0.5) < 0.04 else 0
    return "1/2-1/2" if (tired["even"] >= 12 and board.ply() > 70) or board.ply() >= 160 else None


def play(
    engine: chess.engine.SimpleEngine,
    white: Player,
    black: Player,
    line: str,
    chance: random.Random,
) -> chess.pgn.Game:
    """Play one game to its end."""
    game, board = chess.pgn.Game(), chess.Board()
    node: chess.pgn.GameNode = game
    known, tired = line.split(), {}
    result, found = None, evaluate(engine, board)
    while result is None:
        player = white if board.turn else black
        wins = with_wins(found, board.turn)
        in_book = board.ply() < len(known)
        move = (
            board.parse_san(known[board.ply()]) if in_book else player.choose(board, wins, chance)
        )
        doubt = 1 - min(1.0, (wins[0][1] - wins[-1][1]) * 4)
        player.spend(board.fullmove_number, doubt, chance)
        board.push(move)
        node = node.add_variation(move)
        over = board.is_game_over()
        found = [] if over else evaluate(engine, board)
        node.comment = comment(found, player.clock)
        result = outcome(board, with_wins(found, board.turn) if found else [], tired)
    game.headers["Result"] = result
    return game


def main() -> None:
    """Play the season and write it."""
    chance = random.Random(1858)
    day = datetime.date(2025, 1, 11)
    command = [sys.executable, "-P", "-m", "chessnb.engine.wasm"]
    with chess.engine.SimpleEngine.popen_uci(command) as engine, TARGET.open("w") as file:
        for number in range(GAMES):
            name, rating = OPPONENTS[number % len(OPPONENTS)]
            hero = Player(HERO, 1420 + 6 * number + chance.randint(-25, 25))
            other = Player(name, rating + chance.randint(-20, 20))
            white, black = (hero, other) if number % 2 == 0 else (other, hero)
            lines = AS_WHITE if number % 2 == 0 else AS_BLACK
            line = chance.choices(list(lines), list(lines.values()))[0]
            game = play(engine, white, black, line, chance)
            game.headers.update(
                Event="Invented club season",
                Site="?",
                Date=f"{day:%Y.%m.%d}",
                Round=str(number + 1),
                White=white.name,
                Black=black.name,
                WhiteElo=str(white.rating),
                BlackElo=str(black.rating),
                TimeControl=f"{BASE}+{INCREMENT}",
            )
            file.write(f"{game}\n\n")
            file.flush()
            day += datetime.timedelta(days=chance.choice((4, 7, 7, 10, 14)))


if __name__ == "__main__":
    main()
