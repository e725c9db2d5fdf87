"""Everything chessnb raises on purpose, as one tree under :class:`ChessnbError`.

Each message quotes the value that was wrong and says what to do about it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from chessnb.analysis import Analysis

__all__ = [
    "AnalysisInterrupted",
    "ChessnbError",
    "EngineError",
    "FileError",
    "InputError",
    "MissingExtraError",
    "NoSuchFileError",
    "PositionError",
    "RulesetError",
    "SettingsError",
    "SiteError",
    "TableError",
    "VariantError",
    "WorkerError",
]


class ChessnbError(Exception):
    """The root of all errors that chessnb raises on purpose."""


class InputError(ChessnbError, ValueError):
    """What was given is no game, position or move list that can be read."""


class NoSuchFileError(InputError, FileNotFoundError):
    """A file name was given, and there is no such file."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class PositionError(InputError):
    """A position that cannot stand on a board (no king, the wrong side in check, …)."""


class VariantError(ChessnbError, ValueError):
    """The game is of a chess variant that the engine cannot play."""


class SettingsError(ChessnbError, ValueError):
    """Arguments that contradict each other or that have no meaning."""


class RulesetError(SettingsError):
    """An unknown ruleset, an unknown rule, or an impossible threshold."""


class TableError(ChessnbError, ValueError):
    """A table without the columns, dtypes or values that :mod:`chessnb.schema` asks for."""


class FileError(ChessnbError, ValueError):
    """A stored analysis, book or library file that is damaged or of another kind."""


class SiteError(ChessnbError, ConnectionError):
    """Lichess or chess.com did not give what was asked for.

    Attributes
    ----------
    status : int or None
        The HTTP status, where the site answered at all.
    """

    def __init__(self, message: str, *, status: int | None = None) -> None:
        super().__init__(message)
        self.status = status


class MissingExtraError(ChessnbError, ImportError):
    """An optional package is not installed; the message names the install command."""

    def __init__(self, package: str, extra: str, purpose: str) -> None:
        super().__init__(
            f"{purpose} needs the package {package!r}: pip install 'chessnb[{extra}]'",
            name=package,
        )


class EngineError(ChessnbError, RuntimeError):
    """An engine cannot be found, started, or trusted.

    Attributes
    ----------
    kind : str
        ``"not-found"``, ``"not-executable"``, ``"not-an-engine"``, ``"died"``, ``"hung"``,
        ``"lied"``, or ``"damaged"`` (the bundled file is not the one it should be).
    analysis : Analysis or None
        What was finished, where an analysis was going on.
    """

    def __init__(self, message: str, *, kind: str) -> None:
        super().__init__(message)
        self.kind = kind
        self.analysis: Analysis | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild_engine_error, (str(self), self.kind)


def _rebuild_engine_error(message: str, kind: str) -> EngineError:
    return EngineError(message, kind=kind)


class WorkerError(ChessnbError, RuntimeError):
    """An executor broke while it analysed many games; what was finished is kept."""


class AnalysisInterrupted(KeyboardInterrupt):
    """The analysis was interrupted; what was finished is kept in :attr:`analysis`.

    A :class:`KeyboardInterrupt`, not a :class:`ChessnbError`, so that "Run All" stops here and no
    ``except Exception`` swallows it.
    """

    def __init__(self, message: str, analysis: Analysis) -> None:
        super().__init__(message)
        self.analysis = analysis
