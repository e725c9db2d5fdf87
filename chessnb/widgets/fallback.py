"""What a saved notebook shows without a kernel: a second output, hidden beside the live view."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chessnb.widgets.feed import beside, running_loop

if TYPE_CHECKING:
    from chessnb.widgets.view import AnalysisView

__all__ = ["Fallback", "still_html"]


def still_html(view: AnalysisView) -> str:
    """The view as a still picture: the analysis' card, or the game's where there is none yet."""
    from chessnb.export.card import analysis_html, game_html

    analysis = view.analysis
    known = analysis.positions_done > 0
    return analysis_html(analysis) if known else game_html(analysis.game)


class Fallback:
    """The second output of a view's cell; brought up to date when the analysis has ended."""

    def __init__(self, view: AnalysisView, name: str) -> None:
        self._view = view
        self._name = name
        self._loop = running_loop()
        self._handle: Any = None

    def display(self) -> None:
        """Add the output to the cell that runs now."""
        from IPython.display import display

        self._handle = display(self._bundle(), raw=True, display_id=True)

    def update(self) -> None:
        """Show what is known now, drawn beside the kernel: whoever pressed Stop sees that first."""
        handle = self._handle
        if handle is not None:
            beside(
                self._loop,
                "chessnb-still",
                self._bundle,
                lambda drawn: handle.update(drawn, raw=True),
            )

    def _bundle(self) -> dict[str, str]:
        still = still_html(self._view)
        return {
            "text/html": f'<div class="{self._name}">{still}</div>',
            "text/plain": repr(self._view.game),
        }
