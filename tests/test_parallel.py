"""Work on threads: order, laziness, errors, Ctrl-C."""

from __future__ import annotations

import itertools
import json
import signal
import threading
import time
from collections.abc import Iterator

import pytest
from click.testing import CliRunner

from diamonds_solver.cli import cli
from diamonds_solver.common.parallel import arriving, ordered_map, thread_count
from diamonds_solver.games.diamonds.advising.hands import RoundPool
from diamonds_solver.games.diamonds.records.notation import example_path

from .program import PATIENCE, interrupt_program


def nothing() -> None:
    pass


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_results_come_in_the_order_of_the_items(threads: int) -> None:
    def slow_first(n: int) -> int:
        time.sleep(0.02 if n % 5 == 0 else 0)
        return n * n

    assert list(ordered_map(slow_first, range(50), threads, nothing)) == [n * n for n in range(50)]


@pytest.mark.parametrize("threads", [1, 3])
def test_items_are_taken_as_they_are_needed(threads: int) -> None:
    results = ordered_map(lambda n: n, itertools.count(), threads, nothing)
    assert [next(results) for _ in range(100)] == list(range(100))
    results.close()


def test_errors_come_out() -> None:
    with pytest.raises(ZeroDivisionError):
        list(ordered_map(lambda n: 1 // n, [1, 0, 1], 2, nothing))


def test_an_error_ends_the_calls_that_run() -> None:
    begun, stop = threading.Event(), threading.Event()
    stopped = []

    def work(n: int) -> None:
        if n == 0:
            begun.wait(PATIENCE)
            raise ZeroDivisionError
        begun.set()
        stopped.append(stop.wait(PATIENCE))

    with pytest.raises(ZeroDivisionError):
        list(ordered_map(work, [0, 1], 2, stop.set))
    assert stopped == [True]


def test_results_come_while_the_next_item_is_waited_for() -> None:
    asked = threading.Semaphore(1)

    def one_after_the_answer() -> Iterator[int]:
        for n in range(5):
            assert asked.acquire(timeout=PATIENCE)
            yield n

    results = []
    for result in ordered_map(lambda n: n, arriving(one_after_the_answer(), 0.01), 2, nothing):
        results.append(result)
        asked.release()
    assert results == list(range(5))


def test_what_goes_wrong_while_items_arrive_comes_out() -> None:
    items = arriving((1 // n for n in (1, 0)), 20)
    assert next(items) == 1
    with pytest.raises(ZeroDivisionError):
        next(items)


def test_ctrl_c_lets_running_calls_end_and_drops_the_rest() -> None:
    stop, both = threading.Event(), threading.Barrier(3)
    taken: list[int] = []
    begun: list[int] = []

    def items() -> Iterator[int]:
        for n in range(100):
            taken.append(n)
            yield n

    def wait(n: int) -> int:
        begun.append(n)
        if len(begun) <= 2:
            both.wait(PATIENCE)
        stop.wait(PATIENCE)
        return n

    def interrupt() -> None:
        both.wait(PATIENCE)
        while len(taken) < 8:  # four for each thread: then results are waited for
            time.sleep(0.01)
        time.sleep(0.1)
        interrupt_program()

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Thread(target=interrupt).start()
    try:
        results = list(ordered_map(wait, items(), 2, stop.set))
    finally:
        signal.signal(signal.SIGINT, before)
    assert results == sorted(begun)
    assert 2 <= len(results) < 100


@pytest.mark.parametrize("tasks", [2, 3, 40])
def test_ctrl_c_is_not_lost_when_all_work_has_begun(tasks: int) -> None:
    """Three threads: with two or three tasks every result comes in the end, and the wish to stop is kept."""
    begun, sent = threading.Event(), threading.Event()

    def interrupt() -> None:
        begun.wait(PATIENCE)
        interrupt_program()
        sent.set()

    def work(_: None, part: slice) -> slice:
        begun.set()
        sent.wait(PATIENCE)
        return part

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Thread(target=interrupt).start()
    try:
        with pytest.raises(KeyboardInterrupt):
            RoundPool(3).each(work, [None], tasks, block=1)
    finally:
        signal.signal(signal.SIGINT, before)


def test_zero_threads_are_all_processors() -> None:
    assert thread_count(0) >= 1
    assert thread_count(3) == 3


def test_answers_do_not_depend_on_the_number_of_threads() -> None:
    suite = str(example_path("suite"))
    answers = []
    for threads in ("1", "3"):
        result = CliRunner().invoke(cli, ["solve", suite, "--json", "--threads", threads])
        rows = [json.loads(line) for line in result.stdout.splitlines()]
        answers.append([{key: value for key, value in row.items() if key != "seconds"} for row in rows])
    assert answers[0] == answers[1]
    assert len(answers[0]) > 3
