"""``%load_ext chessnb`` and ``%%pgn`` in a real shell."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from IPython.core.interactiveshell import InteractiveShell

import chessnb
from chessnb.errors import InputError
from chessnb.games import Game

CELL = '[White "Ada \\"Ace\\" Finch"]\n[Black "Ben\'s"]\n\n1. e4 {"""quoted"""} e5 *\n'


@pytest.fixture
def shell() -> Iterator[InteractiveShell]:
    shell = InteractiveShell.instance()
    shell.run_line_magic("load_ext", "chessnb")
    yield shell
    shell.run_line_magic("unload_ext", "chessnb")
    InteractiveShell.clear_instance()


def test_a_pasted_game_becomes_a_variable(shell: InteractiveShell):
    shown = shell.run_cell_magic("pgn", "game", CELL)
    game = shell.user_ns["game"]
    assert isinstance(game, Game)
    assert shown is game
    assert (game.white, game.black) == ('Ada "Ace" Finch', "Ben's")
    assert game.plies[0].comment == '"""quoted"""'


def test_all_games_of_a_cell(shell: InteractiveShell):
    shell.run_cell_magic("pgn", "--all games", f"{CELL}\n\n{CELL}")
    assert [len(game) for game in shell.user_ns["games"]] == [2, 2]


def test_without_a_name_it_is_only_shown(shell: InteractiveShell):
    assert isinstance(shell.run_cell_magic("pgn", "", "e4 e5"), Game)


@pytest.mark.parametrize(("line", "cell"), [("a b", CELL), ("class", CELL), ("g", "no game")])
def test_refused(shell: InteractiveShell, line: str, cell: str):
    with pytest.raises(InputError):
        shell.run_cell_magic("pgn", line, cell)


def test_the_public_name():
    assert callable(chessnb.load_ipython_extension)
