"""Times of single calls, by pytest-benchmark: ``pytest benchmarks --benchmark-enable``."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from diamonds_solver.games.diamonds.core import layout
from diamonds_solver.games.diamonds.deal import late_position
from diamonds_solver.games.diamonds.records.record import Record
from diamonds_solver.games.diamonds.round.rules import Rules
from diamonds_solver.games.diamonds.solving.bench import bench_records
from diamonds_solver.games.diamonds.solving.solve import Solver

SMALL = {record.id: record for record in bench_records() if record.id in ("standard2-10-1", "perfect2-16-1", "standard4-6-3", "teams4-9-4")}
SAMPLES = 32
"""Positions in one call, as many as advice on a hidden hand takes at a time."""


@pytest.mark.parametrize("all_moves", [False, True], ids=["best", "all"])
@pytest.mark.parametrize("record", SMALL.values(), ids=SMALL)
def test_one_solve(benchmark: Any, record: Record, all_moves: bool) -> None:
    """A position of ``diamonds bench`` from a cleared table; clearing is not timed."""
    solver, position = Solver(), record.position()
    solution = benchmark.pedantic(
        solver.solve, (position,), {"all_moves": all_moves}, setup=lambda: solver.clear(), rounds=5, warmup_rounds=1
    )
    assert solution.exact
    assert solution.value == pytest.approx(record.value[0], abs=0.006)


@pytest.mark.parametrize(("rules", "cards"), [(Rules(2), 10), (Rules(4), 4), (Rules(4, teams=True), 6)], ids=["two", "four", "teams"])
def test_batch(benchmark: Any, rules: Rules, cards: int) -> None:
    """Many positions in one call of the core, from a cleared table."""
    solver = Solver()
    positions = [late_position(rules, cards, np.random.default_rng([7, number])) for number in range(4 * SAMPLES)]
    results = benchmark.pedantic(solver.solve_packed, (layout.pack(positions),), setup=lambda: solver.clear(), rounds=5, warmup_rounds=1)
    assert results["exact"].all()


@pytest.mark.parametrize("cards", [2, 3, 4])
def test_sample_sized_call(benchmark: Any, cards: int) -> None:
    """What sampling does again and again: a few late positions, every move valued. The cost of the call itself shows with few cards."""
    solver = Solver()
    positions = [late_position(Rules(4), cards, np.random.default_rng([8, number])) for number in range(SAMPLES)]
    results = benchmark(solver.solve_packed, layout.pack(positions))
    assert results["exact"].all()
    assert (results["move_count"] > 0).all()


def test_solver_made_anew(benchmark: Any) -> None:
    """A first solver with its table and one tiny position: what a program pays once."""
    position = late_position(Rules(4), 1, np.random.default_rng(9))
    assert benchmark(lambda: Solver().solve(position)).exact
