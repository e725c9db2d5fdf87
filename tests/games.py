"""Games that several tests use; all written here or in the public domain."""

from __future__ import annotations

from pathlib import Path

GAMES = Path(__file__).resolve().parents[1] / "notebooks" / "games"
OPERA = GAMES / "opera-1858.pgn"
IMMORTAL_OF_1999 = GAMES / "kasparov-topalov-1999.pgn"

EVALUATED = """[Event "Club night"]
[White "Ada Finch"]
[Black "Ben Holm"]
[WhiteElo "1612"]
[BlackElo "1588"]
[Result "1-0"]
[TimeControl "300+3"]

1. e4 { [%eval 0.36] [%clk 0:05:00] } 1... e5 { [%eval 0.3] [%clk 0:05:00] }
2. Bc4 { [%eval 0.15] [%clk 0:04:58] } 2... Nc6 { [%eval 0.2] [%clk 0:04:51] }
3. Qh5 { [%eval -0.5] [%clk 0:04:55] } 3... Nf6 { [%eval #1] [%clk 0:04:20] }
4. Qxf7# { [%clk 0:04:50] } 1-0
"""

STALEMATE = """[White "Ada Finch"]
[Black "Ben Holm"]
[Result "1/2-1/2"]
[FEN "7k/8/6K1/8/8/5Q2/8/8 w - - 0 1"]
[SetUp "1"]

1. Qf7 1/2-1/2
"""

BLACK_FIRST = """[White "Ada Finch"]
[Black "Ben Holm"]
[Result "*"]
[FEN "4k3/8/8/8/8/8/4p3/4K3 b - - 0 38"]

38... Kd7 39. Kxe2 *
"""

THREEFOLD = """[White "Ada Finch"]
[Black "Ben Holm"]
[Result "1/2-1/2"]
[FEN "6k1/5pp1/7p/8/8/8/1R3PPP/6K1 b - - 0 1"]

1... Kf8 2. Rc2 Kg8 3. Rb2 Kf8 4. Rc2 Kg8 5. Rb2 1/2-1/2
"""


def long_game(plies: int = 320) -> str:
    """A game of any length in which knights go out and home."""
    cycle = ["Nf3", "Nf6", "Ng1", "Ng8"]
    return " ".join(cycle[index % 4] for index in range(plies))
