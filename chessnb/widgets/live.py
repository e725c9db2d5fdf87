"""The live engine: evaluates whatever stands on the board, deeper and deeper."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import chess

from chessnb import threads
from chessnb.engine import room
from chessnb.engine.evaluation import Evaluation
from chessnb.engine.settings import Settings
from chessnb.errors import ChessnbError
from chessnb.widgets.payload import line_payload

__all__ = ["LiveEngine"]

_STEPS = (
    Settings(nodes=60_000),
    Settings(depth=16),
    Settings(depth=20),
    Settings(depth=24),
)
"""Each search is shown when it is done, and found in the cache by the next who asks."""

Show = Callable[[dict[str, Any]], None]


class LiveEngine:
    """Looks at one position at a time; a new one replaces it.

    Parameters
    ----------
    show
        Takes the state to show: ``running``, ``fen``, ``depth``, ``lines``, ``message``. Called
        from a thread.
    """

    def __init__(self, show: Show) -> None:
        self._show = show
        self._stop = threading.Event()

    def look(self, fen: str, *, chess960: bool, engine: str | None, multipv: int) -> None:
        """Evaluate this position from now on."""
        self._stop.set()
        self._stop = stop = threading.Event()
        board = chess.Board(fen, chess960=chess960)

        def run() -> None:
            self._deepen(board, fen, engine, multipv, stop)

        threads.start(run, "chessnb-live")

    def stop(self) -> None:
        """Look at nothing."""
        self._stop.set()

    def _deepen(
        self, board: chess.Board, fen: str, engine: str | None, multipv: int, stop: threading.Event
    ) -> None:
        state: dict[str, Any] = {"running": True, "fen": fen, "lines": [], "message": "thinking…"}
        self._show(state)
        try:
            for step in _STEPS:
                settings = replace(step, multipv=multipv)
                found = room.evaluate(
                    board,
                    [],
                    settings,
                    engine=engine,
                    workers=1,
                    stop=stop,
                    priority=lambda: room.URGENT,
                )
                if stop.is_set():
                    return
                state = state | _state(found[0])
                self._show(state)
        except ChessnbError as error:
            state = {"running": False, "fen": fen, "lines": [], "message": str(error)}
            self._show(state)


def _state(evaluation: Evaluation | None) -> dict[str, Any]:
    if evaluation is None or evaluation.best is None:
        return {"message": "the game is over"}
    depth = evaluation.best.depth
    about = [evaluation.engine, f"depth {depth}" if depth else None]
    return {
        "lines": [line_payload(line) for line in evaluation.lines],
        "depth": depth,
        "message": " · ".join(filter(None, about)),
    }
