"""A player's season: the games from the player's side, and what they say together."""

from chessnb.season.groups import by_group, costly_openings, phases, typical_mistakes
from chessnb.season.openings import opening_nodes
from chessnb.season.table import season_table
from chessnb.season.trends import strength_so_far, trend

__all__ = [
    "by_group",
    "costly_openings",
    "opening_nodes",
    "phases",
    "season_table",
    "strength_so_far",
    "trend",
    "typical_mistakes",
]
