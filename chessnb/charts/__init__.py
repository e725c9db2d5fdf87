"""Pictures of an analysis, as ordinary ``plotly.graph_objects.Figure`` objects."""

from chessnb.charts.accuracy import accuracy
from chessnb.charts.labels import labels
from chessnb.charts.ruleset_grid import compare_rulesets
from chessnb.charts.time_use import time
from chessnb.charts.win_probability import win_probability

__all__ = ["accuracy", "compare_rulesets", "labels", "time", "win_probability"]
