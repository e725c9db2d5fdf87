"""``%load_ext chessnb`` and the cell magic ``%%pgn``."""

from __future__ import annotations

import keyword
from typing import TYPE_CHECKING, Any

from chessnb.errors import InputError

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

    from chessnb.games import Game

__all__ = ["load_ipython_extension", "read_cell", "unload_ipython_extension"]

_ALL = ("-a", "--all")


def load_ipython_extension(ipython: InteractiveShell) -> None:
    """Add the cell magic ``%%pgn`` to a notebook; called by ``%load_ext chessnb``."""

    def pgn(line: str, cell: str) -> Game | list[Game]:
        """Read the cell as PGN, just as it is pasted.

        ``%%pgn`` shows the game, ``%%pgn game`` keeps it in the variable ``game`` as well, and
        ``%%pgn --all games`` keeps the list of all games in the cell.
        """
        name, found = read_cell(line, cell)
        if name is not None:
            ipython.push({name: found})
        return found

    register: Any = ipython.register_magic_function
    register(pgn, magic_kind="cell", magic_name="pgn")


def unload_ipython_extension(ipython: InteractiveShell) -> None:
    """Take the cell magic away again; called by ``%unload_ext chessnb``."""
    magics: Any = ipython.magics_manager
    magics.magics["cell"].pop("pgn", None)


def read_cell(line: str, cell: str) -> tuple[str | None, Game | list[Game]]:
    """Read what stands in a ``%%pgn`` cell.

    Parameters
    ----------
    line : str
        The rest of the magic's line: a variable's name, after ``--all`` for a list of all games.
    cell : str
        The text beneath it.

    Returns
    -------
    tuple of str or None, and Game or list of Game
        The variable's name, and what belongs into it.

    Raises
    ------
    InputError
        The line is no variable's name, or there is no game in the cell.
    """
    from chessnb.games import read_game, read_games

    words = line.split()
    names = [word for word in words if word not in _ALL]
    if len(names) > 1 or any(not _is_name(name) for name in names):
        raise InputError(f"%%pgn {line.strip()}: give the name of one variable, as in %%pgn game")
    name = names[0] if names else None
    # As bytes the cell is text and nothing else, never the name of a file.
    source = cell.encode("utf-8", "replace")
    if len(words) > len(names):
        return name, list(read_games(source))
    return name, read_game(source)


def _is_name(text: str) -> bool:
    return text.isidentifier() and not keyword.iskeyword(text)
