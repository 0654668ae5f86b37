"""Fuzzes for some minutes: python -m tests.fuzz records|games --minutes 10 --seed 1. What fails is kept in build/fuzz."""

from __future__ import annotations

import argparse
import shlex
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from diamonds_solver.games import GAMES

from . import games, mutations, records
from .watch import Result, Work, watched

FOUND = Path("build") / "fuzz"
PATIENCE = 240.0  # seconds of processor time for one case of records, or one command of a game; sanitized they take long
MINIMIZING = 60.0  # seconds for each kind of failure


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("what", choices=["records", "games", "replay"])
    parser.add_argument("files", nargs="*", type=Path, help="of replay: sources that go through all commands")
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=list(GAMES), help="of games: only this one")
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    parser.add_argument("--cases", type=int, help="how many; default: as many as fit into the time")
    asked = parser.parse_args()
    count = len(asked.files) if asked.what == "replay" else asked.cases
    end = time.monotonic() + 60 * asked.minutes
    work, show = makers(asked.what, asked.seed, asked.files, asked.game)
    return report(
        asked.what,
        watched(
            asked.first,
            lambda number: time.monotonic() > end if count is None else number >= asked.first + count,
            work,
            PATIENCE,
        ),
        show,
    )


def makers(what: str, seed: int, files: list[Path], game: str | None) -> tuple[Work, Callable[[int, str], str]]:
    """What is done with a case, and what is shown of one that fails: what to run to see it again."""
    if what == "games":
        again = f"python -m tests.fuzz games --seed {seed} {f'--game {game} ' if game else ''}--cases 1 --first"
        return lambda number, step: games.check_game(number, seed, game, step), lambda number, _: f"{again} {number}"

    def source_of(number: int) -> tuple[str, tuple[str, ...]]:
        if what == "replay":
            return files[number].read_bytes().decode("utf-8", "surrogateescape"), records.COMMANDS
        return records.case(number, seed)

    def show(number: int, kind: str) -> str:
        source, commands = source_of(number)
        if what == "replay":
            return f"python -m tests.fuzz replay {files[number]}"
        end = time.monotonic() + MINIMIZING
        source = mutations.minimized(source, lambda text: time.monotonic() < end and _kind(text, commands) == kind)
        FOUND.mkdir(parents=True, exist_ok=True)
        path = FOUND / f"{seed}-{number}.dia"
        path.write_bytes(source.encode("utf-8", "surrogateescape"))
        return f"{source!a}\npython -m tests.fuzz replay {shlex.quote(str(path))}"

    mutations.seeds()  # made once, not in each process
    return lambda number, step: records.check_source(*source_of(number)), show


def _kind(source: str, commands: tuple[str, ...]) -> str | None:
    """How a source fails, in a process of its own."""
    (result,) = watched(0, bool, lambda _, step: records.check_source(source, commands), PATIENCE)
    return result.kind


def report(what: str, results: Iterator[Result], show: Callable[[int, str], str]) -> int:
    """Prints each kind of failure once; the exit code."""
    counts: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for result in results:
        counts += result.counts + Counter({"cases": 1})
        if result.kind is not None:
            kinds[result.kind] += 1
            if kinds[result.kind] == 1:
                print(f"FAILED {result.kind}\n{result.detail}\n{show(result.number, result.kind)}\n", flush=True)
    print(f"{what}: " + ", ".join(f"{count} {name}" for name, count in counts.items()))
    for kind, count in kinds.most_common():
        print(f"  {count} times: {kind}")
    return 1 if kinds else 0


if __name__ == "__main__":
    sys.exit(main())
