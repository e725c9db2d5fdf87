"""Games that the tests of the widgets show."""

from __future__ import annotations

import random

import chess
import chess.pgn

OPERA = """[Event "Opera, box 1"]
[Site "Paris"]
[Date "1858.11.02"]
[White "Paul Morphy"]
[Black "Duke Karl / Count Isouard"]
[Result "1-0"]
[WhiteElo "2690"]
[TimeControl "600+5"]

1. e4 {[%clk 0:10:02]} e5 {[%clk 0:10:01]} 2. Nf3 {[%clk 0:10:03]} d6 {[%clk 0:09:58]}
3. d4 {[%clk 0:10:01]} Bg4 {A pin that does not last. [%clk 0:09:31][%cal Gg4d1,Rd4e5][%csl Yf3]}
4. dxe5 {[%clk 0:09:58]} Bxf3 {[%clk 0:09:20]} (4... dxe5 5. Qxd8+ Kxd8 6. Nxe5 {wins a pawn})
5. Qxf3 {[%clk 0:10:00]} dxe5 {[%clk 0:09:22]} 6. Bc4 {[%clk 0:09:58]} Nf6 {[%clk 0:09:01]}
7. Qb3 {[%clk 0:09:40]} Qe7 {[%clk 0:08:40]} 8. Nc3 {[%clk 0:09:31]} c6 {[%clk 0:08:12]}
9. Bg5 {[%clk 0:09:20]} b5 {[%clk 0:07:03]} 10. Nxb5 {[%clk 0:07:44]} cxb5 {[%clk 0:06:58]}
11. Bxb5+ {[%clk 0:07:46]} Nbd7 {[%clk 0:06:59]} 12. O-O-O {[%clk 0:07:40]} Rd8 {[%clk 0:06:02]}
13. Rxd7 {[%clk 0:06:40]} Rxd7 {[%clk 0:06:01]} 14. Rd1 {[%clk 0:06:42]} Qe6 {[%clk 0:04:40]}
15. Bxd7+ {[%clk 0:06:31]} Nxd7 {[%clk 0:04:41]} 16. Qb8+ {[%clk 0:06:02]} Nxb8 {[%clk 0:04:44]}
17. Rd8# {[%clk 0:06:05]} 1-0
"""

HOSTILE = """[Event "<img src=x onerror=window.hacked=1>"]
[Site "javascript:alert(1)"]
[Date "2024.03.05"]
[White "<img src=x onerror=window.hacked=1>"]
[Black "Ben </script><b>Holm"]
[Result "1-0"]
[Opening "=HYPERLINK(1)<i>x"]

1. e4 {<img src=x onerror=window.hacked=1> $x^2$ %{text}} e5
{[%eval 0.2]} (1... d5 {</script><svg onload=window.hacked=1>})
2. Qh5 {[%eval -1.1]} Ke7 {[%eval #1]} 3. Qxe5# 1-0
"""

PROMOTION = "8/P6k/8/8/8/8/7K/8 w - - 0 1"


def long_game(plies: int = 300, seed: int = 0) -> str:
    """A game of so many plies with an evaluation and a clock on each; no sense in the moves."""
    chance = random.Random(seed)
    board, game = chess.Board(), chess.pgn.Game()
    node: chess.pgn.GameNode = game
    while board.ply() < plies:
        moves = list(board.legal_moves)
        quiet = [move for move in moves if not board.is_capture(move)]
        move = chance.choice(quiet or moves)
        board.push(move)
        node = node.add_variation(move)
        clock = f"0:{59 - board.ply() // 10:02d}:{chance.randint(0, 59):02d}"
        node.comment = f"[%eval {chance.randint(-300, 300) / 100}] [%clk {clock}]"
    return str(game)
