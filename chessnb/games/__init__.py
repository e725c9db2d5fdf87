"""From text to games."""

from chessnb.games.model import Game
from chessnb.games.ply import Ply
from chessnb.games.read import read_game, read_games

__all__ = ["Game", "Ply", "read_game", "read_games"]
