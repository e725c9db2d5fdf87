"""Live widgets for notebooks: the analysis view, and its parts for layouts of your own."""

from chessnb.widgets.board import BoardView
from chessnb.widgets.chart import ChartView
from chessnb.widgets.controls import Controls
from chessnb.widgets.evalbar import EvalBar
from chessnb.widgets.lines import EngineLines
from chessnb.widgets.movelist import MoveList
from chessnb.widgets.movetable import MoveTable
from chessnb.widgets.part import link
from chessnb.widgets.picker import Opener, open
from chessnb.widgets.view import AnalysisView, view

__all__ = [
    "AnalysisView",
    "BoardView",
    "ChartView",
    "Controls",
    "EngineLines",
    "EvalBar",
    "MoveList",
    "MoveTable",
    "Opener",
    "link",
    "open",
    "view",
]
