"""Whether the same question gets the same answer on a busy machine: the example of the README, and a review of a whole game.

Each question is put again and again to a program of its own: with nothing beside it, and with two processes for each processor that do
nothing but count. Hints have one thread and one for each processor in turns. An answer is all of the JSON but its seconds. Answers that a
guard of time has cut short say so; they are counted apart.
"""

from __future__ import annotations

import contextlib
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import click
from common.kinds import machine, markdown_table, seconds_text

from diamonds_solver.games.diamonds.records.notation import example_path

HINT, REVIEW = "a hint: the example of the README", "a review: the example game4"
THREADS = (1, os.cpu_count() or 1)
QUESTIONS = {
    HINT: [["advise", str(example_path("advice")), "--json", "-q", "--threads", str(threads)] for threads in THREADS],
    REVIEW: [["analyse", str(example_path("game4")), "--json", "-q", "--threads", str(THREADS[-1])]],
}
"""What is asked in turns."""
COUNTERS = 2 * (os.cpu_count() or 1)
GUARD_STRUCK = "on an idle machine"
"""Part of the note that says so."""


@contextlib.contextmanager
def busy(processes: int) -> Iterator[None]:
    """Keeps the processors busy meanwhile."""
    counters = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(processes)]
    try:
        yield
    finally:
        for counter in counters:
            counter.kill()
            counter.wait()


def without_seconds(answer: Any) -> Any:
    """What is said of a question, wherever and however fast it was answered."""
    if isinstance(answer, dict):
        return {name: without_seconds(value) for name, value in answer.items() if name != "seconds"}
    return [without_seconds(value) for value in answer] if isinstance(answer, list) else answer


def ask(command: list[str]) -> tuple[str, float]:
    """The answer as text, and how long it took. Raises ClickException where there is none."""
    started = time.perf_counter()
    run = subprocess.run([sys.executable, "-m", "diamonds_solver", *command], capture_output=True, text=True, encoding="utf-8", check=False)
    if run.returncode:
        raise click.ClickException(f"diamonds {' '.join(command)}: exit code {run.returncode}\n{run.stderr}")
    lines = [json.dumps(without_seconds(json.loads(line)), sort_keys=True) for line in run.stdout.splitlines()]
    return "\n".join(lines), time.perf_counter() - started


@click.command(help=__doc__)
@click.option("--hints", default=20, show_default=True, help="Times that the hint is asked for, on either machine.")
@click.option("--reviews", default=10, show_default=True, help="Times that the review is.")
def main(hints: int, reviews: int) -> None:
    rows = []
    is_same = True
    for question, commands in QUESTIONS.items():
        answers = set()
        count = hints if question == HINT else reviews
        for counters in (0, COUNTERS):
            seconds, late = [], 0
            with busy(counters):
                for number in range(count):
                    answer, taken = ask(commands[number % len(commands)])
                    if GUARD_STRUCK in answer:
                        late += 1
                    else:
                        answers.add(answer)
                    seconds.append(taken)
                    click.echo(f"{question}, {counters} beside it: {number + 1}/{count}", err=True)
            beside = f"{counters} processes" if counters else "nothing"
            rows.append((question, beside, str(count), str(late), str(len(answers)), seconds_text(statistics.median(seconds))))
        is_same = is_same and len(answers) <= 1
    click.echo(f"{machine()}.\n")
    click.echo(markdown_table(["question", "beside it", "runs", "cut short", "different answers so far", "median time"], rows))
    if not is_same:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
