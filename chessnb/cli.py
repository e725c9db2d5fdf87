"""The shell commands: `chessnb analyze` and `chessnb lab`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from chessnb.errors import AnalysisInterrupted, ChessnbError, FileError

__all__ = ["main"]

_PLAYER_COLUMNS = [
    "name",
    "rating",
    "accuracy",
    "acpl",
    "move_count",
    "Inaccuracy",
    "Mistake",
    "Blunder",
    "Miss",
]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a chessnb command; the exit code is 0 only where it did what was asked."""
    options = _parse(sys.argv[1:] if arguments is None else list(arguments))
    try:
        return options.command(options)
    except AnalysisInterrupted as interrupt:
        _say(f"chessnb: interrupted: {interrupt}")
        return 130
    except KeyboardInterrupt:
        _say("chessnb: interrupted")
        return 130
    except (ChessnbError, OSError) as error:
        _say(f"chessnb: {error}")
        return 1


def _parse(words: list[str]) -> argparse.Namespace:
    """The options; what `lab` does not know is left for JupyterLab."""
    parser = _parser()
    options, unknown = parser.parse_known_args(words)
    if unknown and options.command is not _lab:
        parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    if unknown and options.folder in words[words.index(unknown[0]) :]:
        # The value of an unknown option looks like the folder.
        parser.error(
            f"{options.folder!r} after {unknown[0]!r}: give the folder first, and JupyterLab's "
            "options with =, as in --port=9999"
        )
    options.unknown = unknown
    return options


def _parser() -> argparse.ArgumentParser:
    from chessnb import __version__

    parser = argparse.ArgumentParser(prog="chessnb", description="Chess game analysis.")
    parser.add_argument("--version", action="version", version=f"chessnb {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _add_analyze(commands)
    _add_lab(commands)
    return parser


def _add_analyze(commands: Any) -> None:
    analyze = commands.add_parser(
        "analyze", help="analyse a game and print the players' table; write its tables"
    )
    analyze.set_defaults(command=_analyze)
    analyze.add_argument("source", metavar="GAME", help="a PGN file, a FEN, a link; - reads stdin")
    analyze.add_argument(
        "--game", type=int, metavar="N", help="which game of the file (1 is first)"
    )
    analyze.add_argument("--csv", metavar="FILE", help="write the moves table")
    analyze.add_argument("--save", metavar="FILE", help="keep everything in one .chessnb file")
    analyze.add_argument("--effort", help="quick, standard (the default) or deep")
    analyze.add_argument("--depth", type=int, metavar="N", help="search depth of each position")
    analyze.add_argument("--nodes", type=int, metavar="N", help="nodes of each position")
    analyze.add_argument("--multipv", type=int, metavar="N", help="lines of each position")
    analyze.add_argument("--workers", type=int, metavar="N", help="engine processes")
    analyze.add_argument("--engine", metavar="PATH", help="an engine's path, or 'bundled'")
    analyze.add_argument("--ruleset", default="nine-tier", help="the rules that judge the moves")
    analyze.add_argument("--source", dest="origin", default="auto", help="auto, engine or pgn")
    analyze.add_argument("--excel", action="store_true", help="write the CSV for a spreadsheet")


def _add_lab(commands: Any) -> None:
    lab = commands.add_parser(
        "lab",
        help="copy the example notebooks to a folder and open JupyterLab there",
        epilog="Other options, such as --no-browser or --port=9999, are JupyterLab's.",
    )
    lab.set_defaults(command=_lab)
    lab.add_argument(
        "folder",
        nargs="?",
        default="chessnb-notebooks",
        metavar="FOLDER",
        help="where they go; by default chessnb-notebooks, in the folder you are in",
    )
    lab.add_argument("--no-open", action="store_true", help="only copy the notebooks")


def _analyze(options: argparse.Namespace) -> int:
    import chessnb
    from chessnb.export.summary import engine_text

    _check_targets(options.csv, options.save)
    source: Any = sys.stdin.buffer.read() if options.source == "-" else options.source
    game = chessnb.read_game(source, game=options.game)
    for warning in game.warnings:
        hint = "; --game N chooses another" if warning.endswith("using game 1") else ""
        _say(f"warning: {warning}{hint}")
    analysis = chessnb.analyze(
        game,
        effort=options.effort,
        depth=options.depth,
        nodes=options.nodes,
        multipv=options.multipv,
        workers=options.workers,
        engine=options.engine,
        ruleset=options.ruleset,
        source=options.origin,
    )
    if options.csv:
        analysis.to_csv(options.csv, excel=options.excel)
    if options.save:
        analysis.save(options.save)
    _print(_players_text(analysis))
    _print(engine_text(analysis))
    for file in filter(None, (options.csv, options.save)):
        _print(f"written: {file}")
    return _report_failures(analysis)


def _check_targets(*files: str | None) -> None:
    """Refuse what cannot be written before the work, not after it."""
    for file in files:
        folder = Path(file).expanduser().parent if file else None
        if folder and not folder.is_dir():
            raise FileError(f"cannot write {file!r}: there is no folder {str(folder)!r}")


def _players_text(analysis: Any) -> str:
    from chessnb.export.summary import elo_text, number_text

    table = analysis.players[_PLAYER_COLUMNS].astype({"accuracy": "object", "acpl": "object"})
    for name in ("accuracy", "acpl"):
        table[name] = [number_text(value, 1) for value in table[name]]
    table["strength"] = [elo_text(player) for _, player in analysis.players.iterrows()]
    return table.to_string(na_rep="–")


def _report_failures(analysis: Any) -> int:
    """Say which positions have no evaluation; a table with holes is no success."""
    missing = len(analysis.evaluations) - analysis.positions_done
    if not missing or analysis.provenance["source"] == "pgn":
        return 0
    reasons = analysis.moves["error"].dropna()
    reason = f": {reasons.iloc[0]}" if len(reasons) else ""
    _say(f"chessnb: {missing} positions have no evaluation{reason}")
    return 1


def _lab(options: argparse.Namespace) -> int:
    from chessnb.notebooks import copy_notebooks, open_lab

    folder = Path(options.folder).expanduser()
    for name, what in copy_notebooks(folder):
        _say(f"{what}: {folder / name}")
    return 0 if options.no_open else open_lab(folder, options.unknown)


def _say(text: str) -> None:
    sys.stderr.write(f"{text}\n")


def _print(text: str) -> None:
    sys.stdout.write(f"{text}\n")
