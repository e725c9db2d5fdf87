from __future__ import annotations

import asyncio
import copy
import threading
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import chess
import pytest
from engines import OPERA, engine_children, fake, moves_of, stockfish

from chessnb.engine import room
from chessnb.engine.settings import resolve
from chessnb.errors import EngineError, PositionError, SettingsError

GAMES = Path(__file__).resolve().parents[1] / "notebooks" / "games"
GAME = moves_of(OPERA)
SHALLOW = resolve(depth=2, multipv=2)
DEATHS = ["exit", "segfault", "killed", "illegal-instruction", "closed-output"]
SILENCES = ["hang", "no-bestmove", "garbage", "chatter"]
LIES = ["illegal-best", "illegal-line", "no-score", "bad-score", "no-move"]


def evaluate(settings=SHALLOW, game=GAME, **arguments):
    arguments = {"engine": fake(), "cache": False, "patience": 1.0} | arguments
    return room.evaluate(*game, settings, **arguments)


@pytest.fixture(scope="module")
def undisturbed():
    """What the scripted engine gives where nothing goes wrong."""
    return evaluate()


def searches(log):
    """Process id, EPD and command of each search of scripted engines."""
    return [line.split("\t") for line in log.read_text().splitlines()] if log.exists() else []


def epd_at(index: int) -> str:
    board = GAME[0].copy()
    for move in GAME[1][:index]:
        board.push(move)
    return board.epd()


@pytest.mark.parametrize("settings", [resolve(depth=5), resolve("quick", nodes=1000)])
def test_any_number_of_workers_gives_the_same_table(settings):
    tables = [
        evaluate(settings, engine=stockfish(), patience=60, workers=workers)
        for workers in (1, 2, 3)
    ]
    assert all(table == tables[0] for table in tables[1:])
    assert all(tables[0].final)


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["stockfish", "bundled"])
@pytest.mark.parametrize("settings", [resolve(depth=11), resolve("quick", nodes=30_000)])
def test_three_games_give_the_same_tables_twice_with_one_two_and_three_workers(settings, engine):
    engine = stockfish() if engine == "stockfish" else engine
    season = (GAMES / "season.pgn").read_text(encoding="utf-8")
    recent = (GAMES / "kasparov-topalov-1999.pgn").read_text(encoding="utf-8")
    for game in (GAME, moves_of(season), moves_of(recent)):
        first, *others = [
            evaluate(settings, game, engine=engine, patience=60, workers=workers)
            for _ in range(2)
            for workers in (1, 2, 3)
        ]
        assert all(first.final)
        assert all(table == first for table in others)


def test_each_position_is_searched_once_and_the_end_not_at_all(tmp_path):
    log = tmp_path / "log"
    result = evaluate(engine=fake(f"--log={log}"))
    assert Counter(epd for _, epd, _ in searches(log)).most_common(1)[0][1] == 1
    assert len(searches(log)) == 33
    assert result[33].source == "board" and result[33].best.mate == 0
    assert {item.engine for item in result[:33]} == {"Fake 1.0"}
    assert [len(item.lines) for item in result[:3]] == [2, 2, 2]


def test_results_are_reported_as_they_come():
    seen = {}
    result = evaluate(on_result=seen.__setitem__)
    assert [seen[index] for index in range(34)] == result


def test_quick_searches_a_second_line_only_where_the_played_move_is_the_first_choice(tmp_path):
    log = tmp_path / "log"
    start = chess.Board()
    moves = [chess.Move.from_uci(text) for text in ("a2a3", "e7e5")]
    result = evaluate(resolve("quick"), (start, moves), engine=fake(f"--log={log}"))
    assert [len(item.lines) for item in result] == [2, 1, 1]
    assert [line.pv[0] for line in result[0].lines] == ["a2a3", "a2a4"]
    second = [command for _, _, command in searches(log) if "searchmoves" in command]
    assert len(second) == 1 and second[0].startswith("nodes 20000 searchmoves ")
    assert "a2a3" not in second[0]


def test_quick_looks_closer_where_the_second_line_is_far_behind():
    fen = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
    moves = [chess.Move.from_uci("d1d8")]
    game = (chess.Board(fen), moves)
    result = evaluate(resolve("quick"), game, engine=stockfish(), patience=60)
    first, second = result[0].lines
    assert first.mate == 1 and first.pv == ("d1d8",)
    assert (second.rank, second.mate) == (2, None)
    assert second.nodes > 70_000
    assert result[1].best.mate == 0


def test_a_search_that_is_stuck_begins_afresh():
    """After 15. Bxd7+ of the Opera game a small budget ends before the mate is seen."""
    fen = "4kb1r/p2B1ppp/4qn2/4p1B1/4P3/1Q6/PPP2PPP/2KR4 b k - 0 15"
    settings = replace(resolve("quick"), nodes=200_000, stuck_nodes=None)
    game = (chess.Board(fen), [])
    before, after = (
        evaluate(replace(settings, stuck_nodes=more), game, engine="bundled", patience=60)[0].best
        for more in (None, 300_000)
    )
    assert (before.cp or 0) < 500 < (after.cp or 0)


@pytest.mark.parametrize("fault", DEATHS + SILENCES + LIES)
def test_a_failure_once_costs_nothing(fault, tmp_path, undisturbed):
    engine = fake(fault, "--once", str(tmp_path / "mark"))
    assert evaluate(engine=engine, workers=1) == undisturbed


@pytest.mark.parametrize("fault", ["exit", "illegal-line", "hang"])
def test_a_position_that_kills_the_engine_is_marked_and_the_rest_goes_on(fault, undisturbed):
    result = evaluate(engine=fake(fault, "--at", epd_at(20)), workers=2)
    assert result[20].lines == () and result[20].error
    assert all(result.final)
    assert result[:20] + result[21:] == undisturbed[:20] + undisturbed[21:]


def test_a_failed_position_is_tried_again_by_the_next_call(undisturbed):
    failed = evaluate(engine=fake("exit", "--at", epd_at(20)))
    assert evaluate(known=failed) == undisturbed


@pytest.mark.parametrize(("fault", "kind"), [("exit", "died"), ("illegal-best", "lied")])
def test_the_third_death_ends_it_and_what_was_finished_is_kept(fault, kind):
    seen = {}
    with pytest.raises(EngineError, match="failed 3 times") as caught:
        evaluate(engine=fake(fault), workers=1, on_result=seen.__setitem__)
    assert caught.value.kind == kind
    assert seen[33].best.mate == 0


def test_an_engine_that_does_not_exist_is_told_at_once():
    with pytest.raises(EngineError) as caught:
        evaluate(engine="/no/such/engine")
    assert caught.value.kind == "not-found"


def test_stop_is_quick_and_keeps_what_was_finished():
    stop, seen = threading.Event(), {}
    threading.Timer(0.7, stop.set).start()
    began = time.monotonic()
    result = evaluate(
        resolve(depth=40), engine=stockfish(), stop=stop, on_result=seen.__setitem__, patience=60
    )
    assert time.monotonic() - began < 1.2
    assert result[33] is not None and result[0] is None
    assert {index: item for index, item in enumerate(result) if item} == seen


def test_a_stopped_call_goes_on_where_it_was(undisturbed):
    stop = threading.Event()

    def count(index, evaluation):
        if index == 5:
            stop.set()

    first = evaluate(workers=1, stop=stop, on_result=count)
    again = evaluate(workers=1, known=first)
    assert None in first
    assert again == undisturbed and all(again.final)


def test_finished_blocks_are_not_searched_again(tmp_path, undisturbed):
    known = copy.deepcopy(undisturbed)
    known[17] = None
    known.final[17] = False
    log = tmp_path / "log"
    assert evaluate(engine=fake(f"--log={log}"), known=known) == undisturbed
    assert {epd for _, epd, _ in searches(log)} == {epd_at(index) for index in range(16, 24)}


def test_a_call_that_is_stopped_before_it_begins_starts_no_engine():
    stop = threading.Event()
    stop.set()
    result = evaluate(engine="/no/such/engine", stop=stop)
    assert [index for index, item in enumerate(result) if item] == [33]


def test_progressive_gives_a_first_look_and_then_the_same_as_without():
    seen: list[tuple[int, int]] = []
    settings = resolve(nodes=110_000, multipv=1)
    game = (GAME[0], GAME[1][:1])
    result = evaluate(
        settings,
        game,
        engine=stockfish(),
        patience=60,
        progressive=True,
        on_result=lambda index, item: seen.append((index, item.best.nodes)),
    )
    first = seen[: len(result)]
    assert sorted(index for index, _ in first) == list(range(len(result)))
    assert all(nodes < 109_000 for _, nodes in first)
    assert all(item.best.nodes >= 109_000 for item in result)
    assert result == evaluate(settings, game, engine=stockfish(), patience=60)


def test_what_is_looked_at_is_searched_first(tmp_path):
    log = tmp_path / "log"
    evaluate(engine=fake(f"--log={log}"), workers=1, focus=lambda: 20)
    assert searches(log)[0][1] == epd_at(23)


def test_works_inside_a_running_event_loop(undisturbed):
    async def cell():
        return evaluate()

    assert asyncio.run(cell()) == undisturbed


def test_chess960_castling():
    board = chess.Board("4k3/pppppppp/8/8/8/8/PPPPPPPP/RK5R w HA - 0 1", chess960=True)
    castling = board.parse_san("O-O")
    result = evaluate(resolve(depth=4, multipv=1), (board, [castling]), engine=stockfish())
    assert all(item.best is not None and not item.error for item in result)


def test_a_repetition_is_known_to_the_engine():
    pgn = (
        '[SetUp "1"]\n[FEN "6k1/5pp1/7p/8/8/8/1R3PPP/6K1 b - - 0 1"]\n\n'
        "1... Kf8 2. Rc2 Kg8 3. Rb2 Kf8 4. Rc2 Kg8 5. Rb2 1/2-1/2"
    )
    result = evaluate(resolve(depth=8, multipv=1), moves_of(pgn), engine=stockfish(), patience=60)
    assert result[0].best.cp > 300 and result[7].best.cp > 300
    assert result[8].best.cp == 0 and result[8].source == "board"


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        ({"workers": 0}, "workers=0"),
        ({"workers": 1.5}, "workers=1.5"),
        ({"hash_mb": -1}, "hash_mb=-1"),
        ({"cache": "some"}, "cache='some'"),
        ({"known": [None]}, "known has 1"),
    ],
)
def test_arguments_that_mean_nothing_are_refused(arguments, quoted):
    with pytest.raises(SettingsError) as caught:
        evaluate(**arguments)
    assert quoted in str(caught.value)


def test_an_impossible_position_never_reaches_an_engine(tmp_path):
    log = tmp_path / "log"
    with pytest.raises(PositionError):
        evaluate(game=(chess.Board("8/8/8/8/8/8/8/4K3 w - - 0 1"), []), engine=fake(f"--log={log}"))
    assert not log.exists()


def test_engine_info_says_which_engine():
    info = room.engine_info(stockfish(), hash_mb=32)
    assert info["name"].startswith("Stockfish") and len(info["sha256"]) == 64
    assert info["options"] == {"Threads": 1, "Hash": 32}


def test_nothing_is_left_after_two_seconds():
    evaluate(workers=2)

    def workers() -> list[str]:
        return [t.name for t in threading.enumerate() if t.name.startswith("chessnb")]

    deadline = time.monotonic() + 2
    while (engine_children() or workers()) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert engine_children() == []
    assert workers() == []


def test_an_engine_that_searches_all_moves_is_asked_for_two_lines():
    game = chess.Board(), [chess.Move.from_uci("a2a3")]
    result = evaluate(resolve("quick"), game, engine=fake("deaf"))
    assert [(line.rank, line.pv[0]) for line in result[0].lines] == [(1, "a2a3"), (2, "a2a4")]
    assert result[1].best is not None
