"""Several threads on one position: limits that hold, and an end when one is told to stop. Values: test_answers.py."""

from __future__ import annotations

import random
import threading
from typing import cast

import pytest

from diamonds_solver.game import SolveInterrupted
from diamonds_solver.games.diamonds.core._solver import Core
from diamonds_solver.games.diamonds.deal import deal
from diamonds_solver.games.diamonds.round.rules import Rules
from diamonds_solver.games.diamonds.solving import solve
from diamonds_solver.games.diamonds.solving.solve import OBJECTIVES, Solver
from tests.conftest import Ticks
from tests.program import interrupt_program

from .positions import random_position
from .test_values import full_deal


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small positions are enough to try what large ones do: all threads begin together."""
    monkeypatch.setattr(solve, "_ALONE", 0)


@pytest.mark.parametrize("alone", [10_000, 1 << 62])
def test_others_join_a_search_that_takes_long(monkeypatch: pytest.MonkeyPatch, alone: int) -> None:
    """One that is done before starts no thread, and has the nodes of one thread."""
    position, started = full_deal(Rules(3), 5), list[threading.Thread]()
    start = threading.Thread.start

    def start_noted(thread: threading.Thread) -> None:
        started.append(thread)
        start(thread)

    monkeypatch.setattr(solve, "_ALONE", alone)
    monkeypatch.setattr(threading.Thread, "start", start_noted)
    together, limited = Solver(threads=2).solve(position), Solver(threads=2).solve(position, node_limit=1 << 40)
    expected = Solver().solve(position)
    assert len(started) == (alone < expected.nodes)
    assert (together.moves, together.line) == (expected.moves, expected.line) == (limited.moves, limited.line)
    assert limited.nodes == expected.nodes
    assert together.nodes == expected.nodes or started


@pytest.mark.parametrize("threads", [1, 2])
def test_objectives_in_turn(threads: int) -> None:
    """Proofs hold for one objective: what one thread forgets or keeps is what all of them know."""
    solver, rng = Solver(threads=threads), random.Random(8)
    for _ in range(15):
        position = random_position(rng, Rules(3), most_tricks=5)
        for objective in OBJECTIVES:
            expected = Solver().solve(position, objective=objective)
            assert {m.move: m.value for m in solver.solve(position, objective=objective).moves} == {m.move: m.value for m in expected.moves}


def test_a_full_table_changes_no_value() -> None:
    position = full_deal(Rules(3), 5)
    assert Solver(200_000, threads=2).solve(position, all_moves=False).value == Solver().solve(position, all_moves=False).value


def test_max_n_needs_no_partners() -> None:
    position = random_position(random.Random(4), Rules(3))
    assert Solver(threads=2).solve(position, model="maxn").moves == Solver().solve(position, model="maxn").moves


def test_limits_hold_for_all_threads_together(ticks: Ticks) -> None:
    position = full_deal(Rules(6), 1)
    solution = Solver(threads=2).solve(position, node_limit=100_000)
    assert solution.stopped
    assert not solution.exact
    assert solution.nodes <= 100_000
    ticks.now = 0.0
    solution = Solver(threads=2).solve(position, time_limit=0.2)
    assert solution.bounds
    assert solution.bounds[0] < solution.bounds[1]
    assert ticks.now < 0.3


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_ends_all_threads() -> None:
    started = threading.Event()

    def interrupt() -> None:
        started.wait()
        interrupt_program()

    before = threading.active_count()
    threading.Thread(target=interrupt).start()
    with pytest.raises(SolveInterrupted) as caught:
        Solver(threads=3).solve(full_deal(Rules(6), 1), time_limit=60, on_progress=lambda *_: started.set())
    assert not caught.value.solution.exact
    assert threading.active_count() <= before


def test_a_thread_that_fails_is_done_without() -> None:
    class NoMemory:
        def solve(self, *_: object, **__: object) -> None:
            raise MemoryError

    solver, position = Solver(threads=2), full_deal(Rules(3), 5)
    solver._partners = [cast(Core, NoMemory())]
    assert solver.solve(position, all_moves=False).value == Solver().solve(position, all_moves=False).value


def test_a_thread_that_goes_wrong_gives_no_answer() -> None:
    class Broken:
        def solve(self, *_: object, **__: object) -> None:
            raise ZeroDivisionError

    solver = Solver(threads=2)
    solver._partners = [cast(Core, Broken())]
    with pytest.raises(ZeroDivisionError):
        solver.solve(full_deal(Rules(3), 5), all_moves=False)


def test_when_no_more_threads_can_be_had_the_others_do_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    before, start = threading.active_count(), threading.Thread.start
    started: list[threading.Thread] = []

    def start_one(thread: threading.Thread) -> None:
        if started:
            raise RuntimeError("can't start new thread")
        started.append(thread)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", start_one)
    position = full_deal(Rules(3), 5)
    value = Solver(threads=3).solve(position, all_moves=False).value
    assert value == Solver().solve(position, all_moves=False).value
    assert len(started) == 1
    assert threading.active_count() == before


def test_threads_that_crowd_one_solver_get_its_answer_or_an_error() -> None:
    solver = Solver(threads=2)
    games = [deal(players, seed, 5) for players in (3, 4, 6) for seed in range(3)]
    values = [Solver().solve(position).value for position in games]
    answers: list[bool] = []
    errors: list[RuntimeError] = []

    def work(index: int) -> None:
        for _ in range(20):
            try:
                answers.append(solver.solve(games[index]).value == values[index])
            except RuntimeError as error:
                errors.append(error)

    crowd = [threading.Thread(target=work, args=(index,)) for index in range(len(games))]
    for thread in crowd:
        thread.start()
    for thread in crowd:
        thread.join()
    assert len(answers) + len(errors) == 20 * len(games)
    assert answers
    assert all(answers)
    assert all("one Solver per thread" in str(error) for error in errors)


def test_no_thread_is_too_few() -> None:
    with pytest.raises(ValueError, match="threads"):
        Solver(threads=0)
