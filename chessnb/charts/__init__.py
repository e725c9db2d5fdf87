"""Pictures of an analysis, as ordinary ``plotly.graph_objects.Figure`` objects."""

from chessnb.charts.accuracy import accuracy
from chessnb.charts.labels import labels
from chessnb.charts.ruleset_grid import compare_rulesets
from chessnb.charts.season_groups import by_phase, label_rates
from chessnb.charts.season_openings import opening_tree
from chessnb.charts.season_trends import accuracy_trend, strength
from chessnb.charts.time_use import time
from chessnb.charts.time_used import time_use
from chessnb.charts.win_probability import win_probability

__all__ = [
    "accuracy",
    "accuracy_trend",
    "by_phase",
    "compare_rulesets",
    "label_rates",
    "labels",
    "opening_tree",
    "strength",
    "time",
    "time_use",
    "win_probability",
]
