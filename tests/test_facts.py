from __future__ import annotations

from games import BLACK_FIRST, OPERA

import chessnb
from chessnb.facts import game_facts


def test_facts_of_the_opera_game() -> None:
    game = chessnb.read_game(OPERA)
    facts = game_facts(game)
    assert facts.opening[-1] == "Philidor Defense"
    assert facts.eco[-1] == "C41"
    assert facts.is_book[:5] == [True] * 5 and not facts.is_book[-1]
    assert facts.is_mate == [False] * 32 + [True]
    assert facts.legal_count[0] == 20
    by_san = dict(zip((ply.san for ply in game.plies), range(33), strict=False))
    assert facts.is_capture[by_san["Bxb5+"]]
    assert facts.in_check[by_san["Nbd7"]]
    # 9.Bg5 b5 10.Nxb5 cxb5: the second takes back on the square just taken on.
    assert not facts.recapture[by_san["Nxb5"]]
    assert facts.recapture[by_san["cxb5"]]


def test_phases_follow_the_pieces() -> None:
    facts = game_facts(chessnb.read_game(OPERA))
    assert facts.phase[0] == "opening"
    assert facts.phase[24] == "middlegame"
    assert game_facts(chessnb.read_game(BLACK_FIRST)).phase == ["endgame", "endgame"]


def test_the_only_legal_move() -> None:
    game = chessnb.read_game('[FEN "R4k2/5ppp/8/8/8/8/8/6K1 b - - 0 1"]\n\n1... Ke7 *')
    facts = game_facts(game)
    assert facts.legal_count == [1]
    assert facts.in_check == [True]
