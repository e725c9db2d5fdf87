"""A scripted UCI program: a shallow but honest engine, with one fault on demand.

Usage: fake_engine.py [FAULT [--at EPD | --once FILE]] [--log FILE]

Without --at or --once the fault shows at every search. --log notes each search: process id, EPD,
go command.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
from pathlib import Path

import chess

DEAD = {"exit": 3, "illegal-instruction": 132}
SIGNALS = {"segfault": signal.SIGSEGV, "killed": getattr(signal, "SIGKILL", signal.SIGTERM)}


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


class FakeEngine:
    def __init__(self, fault: str | None, at: str | None, once: Path | None, log: Path | None):
        self.fault, self.at, self.once, self.log = fault, at, once, log
        self.board = chess.Board()
        self.lines = 1

    def run(self) -> None:
        self.trouble_at_start()
        while line := sys.stdin.readline():
            word, _, rest = line.strip().partition(" ")
            handler = getattr(self, "on_" + word, None)
            if handler is not None:
                handler(rest)

    def trouble_at_start(self) -> None:
        if self.fault == "dies-at-start":
            sys.stderr.write("this build needs another processor\n")
            sys.exit(132)
        if self.fault == "mute":
            time.sleep(600)

    def on_uci(self, _: str) -> None:
        say("id name Fake 1.0\nid author the tests")
        say("option name Hash type spin default 16 min 1 max 1024")
        say("option name MultiPV type spin default 1 min 1 max 5")
        say("option name UCI_Chess960 type check default false")
        say("uciok")

    def on_isready(self, _: str) -> None:
        say("readyok")

    def on_setoption(self, rest: str) -> None:
        if rest.startswith("name MultiPV value "):
            self.lines = int(rest.split()[-1])

    def on_position(self, rest: str) -> None:
        setup, _, moves = rest.partition(" moves ")
        self.board = chess.Board(setup.removeprefix("fen "))
        for move in moves.split():
            self.board.push_uci(move)

    def on_go(self, rest: str) -> None:
        if self.log:
            with self.log.open("a") as stream:
                stream.write(f"{os.getpid()}\t{self.board.epd()}\t{rest}\n")
        if self.is_due():
            self.misbehave()
        else:
            self.answer(rest)

    def on_quit(self, _: str) -> None:
        if self.fault != "stays":
            sys.exit(0)

    def is_due(self) -> bool:
        if self.fault is None or (self.at and self.board.epd() != self.at):
            return False
        if self.once:
            if self.once.exists():
                return False
            self.once.touch()
        return True

    def answer(self, rest: str = "", best: str | None = None, line: str | None = None) -> None:
        """The first legal moves by name, worth what is on the board."""
        wanted = rest.partition("searchmoves ")[2].split()
        moves = sorted(move.uci() for move in self.board.legal_moves)
        moves = [move for move in moves if not wanted or move in wanted]
        value = sum(
            worth * (len(self.board.pieces(kind, side)) * (1 if side == self.board.turn else -1))
            for kind, worth in ((1, 100), (2, 300), (3, 310), (4, 500), (5, 900))
            for side in (chess.WHITE, chess.BLACK)
        )
        for depth in (1, 2):
            for rank, move in enumerate(moves[: self.lines], 1):
                head = f"info depth {depth} multipv {rank} score cp {value - 10 * rank}"
                say(f"{head} nodes {depth * 20} pv {line or move}")
        say(f"bestmove {best or moves[0]}")

    def misbehave(self) -> None:
        if self.fault in DEAD:
            os._exit(DEAD[self.fault])
        if self.fault in SIGNALS:
            os.kill(os.getpid(), SIGNALS[self.fault])
        getattr(self, "do_" + self.fault.replace("-", "_"))()

    def do_hang(self) -> None:
        """Neither answer nor listen."""
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(600)

    def do_no_bestmove(self) -> None:
        say("info depth 1 score cp 10 nodes 20 pv e2e4")

    def do_chatter(self) -> None:
        while True:
            say("info depth 1 currmove e2e4 currmovenumber 1")
            time.sleep(0.001)

    def do_illegal_best(self) -> None:
        self.answer(best="a1a8")

    def do_no_move(self) -> None:
        self.answer(best="(none)")

    def do_illegal_line(self) -> None:
        self.answer(line="h8h1 a1a8")

    def do_no_score(self) -> None:
        say(f"bestmove {next(iter(self.board.legal_moves)).uci()}")

    def do_bad_score(self) -> None:
        move = next(iter(self.board.legal_moves)).uci()
        say(f"info depth 1 multipv 1 score cp much nodes 20 pv {move}\nbestmove {move}")

    def do_garbage(self) -> None:
        sys.stdout.buffer.write(b"\x00\xff\xfe bestmove\n" * 1000 + b"x" * 100_000)
        sys.stdout.buffer.flush()

    def do_noise(self) -> None:
        """Much on stderr, garbage on stdout, and a right answer between."""
        sys.stderr.write("warning: nothing is wrong\n" * 20_000)
        sys.stdout.buffer.write(
            b"\xff\xfe\n\r\ninfo\ninfo pv score\ninfo string pv score bestmove\n"
        )
        self.answer()

    def do_twice(self) -> None:
        """One answer too many."""
        self.answer()
        say("bestmove a1a8")

    def do_deaf(self) -> None:
        """Search all moves, whichever were asked for."""
        self.answer()

    def do_closed_output(self) -> None:
        os.close(1)
        time.sleep(600)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("fault", nargs="?")
    parser.add_argument("--at")
    parser.add_argument("--once", type=Path)
    parser.add_argument("--log", type=Path)
    options = parser.parse_args()
    FakeEngine(options.fault, options.at, options.once, options.log).run()


if __name__ == "__main__":
    main()
