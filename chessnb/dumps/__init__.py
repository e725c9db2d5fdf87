"""Files of evaluated games: read, replayed and scored many games at a time."""

from chessnb.dumps.score_pgn import score_pgn

__all__ = ["score_pgn"]
