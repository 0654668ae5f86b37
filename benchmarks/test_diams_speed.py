"""Times of the C core of Diam's, by pytest-benchmark: ``pytest benchmarks/test_diams_speed.py --benchmark-enable``."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from diamonds_solver.games.diams.advising.engines import greedy
from diamonds_solver.games.diams.advising.view import View
from diamonds_solver.games.diams.advising.worlds import Worlds
from diamonds_solver.games.diams.core import _solver, layout
from diamonds_solver.games.diams.core._players import Goal, Ismcts, Players
from diamonds_solver.games.diams.records.record import Record, shuffled, start
from diamonds_solver.games.diams.round.knowledge import Step
from diamonds_solver.games.diams.round.rules import Rules
from diamonds_solver.games.diams.round.state import Phase, State
from diamonds_solver.games.diams.solve import MEMORY, Objective, bounds, solve

ROUNDS, SIMULATIONS, WORLDS, LAPS = 500, 5_000, 1_000, 100
FEW_LAPS, LIMIT = 24, 400_000
RANDOM = 0.15  # of the moves: else hardly anybody would be asked for cards
PLAYERS = pytest.mark.parametrize("players", [2, 3, 4, 5])


def dealt(players: int, seed: int) -> State:
    """The start of a round; the order of the pile is not known."""
    state = start(Rules(players), shuffled(Rules(players), Random(seed)))
    return state._replace(pile=tuple(sorted(state.pile)), is_stack=False)


@PLAYERS
def test_playouts(benchmark: Any, players: int) -> None:
    """ROUNDS whole rounds by rules of thumb."""
    states = layout.pack(dealt(players, seed) for seed in range(ROUNDS))
    core = Players(layout.pack_rules(Rules(players)))
    ends = benchmark(core.play_out, states, 1, 0)
    benchmark.extra_info["rounds a second"] = round(ROUNDS / benchmark.stats.stats.median) if benchmark.enabled else None
    assert ends.shape == states.shape


@PLAYERS
def test_simulations(benchmark: Any, players: int) -> None:
    """A tree of SIMULATIONS at the start of a round, two laps beyond it."""
    state = dealt(players, 1)
    worlds, moves = layout.pack([state]), layout.pack_moves(state.moves())
    core, goal = Players(layout.pack_rules(Rules(players))), Goal("margin", players)

    def grow() -> int:
        beyond = 2 * players
        tree = Ismcts(core, goal, worlds, moves, seed=1, budget=SIMULATIONS, exploration=6, point=1, trust=4, turns=beyond, width=10)
        tree.run(SIMULATIONS)
        return tree.nodes

    assert benchmark(grow) > 100
    benchmark.extra_info["simulations a second"] = round(SIMULATIONS / benchmark.stats.stats.median) if benchmark.enabled else None


@cache
def views(players: int, part: float) -> list[View]:
    """What those who decide know after that part of twenty rounds, of greedy players with some random moves."""
    return [View.of(*decision) for seed in range(20) for decision in played(players, seed, part)]


def played(players: int, seed: int, part: float) -> Iterator[tuple[Record, int]]:
    rng = Random(f"{players}/{seed}")
    state = first = start(Rules(players), shuffled(Rules(players), rng))
    steps, seats = list[Step](), list[int]()
    while state.phase is not Phase.OVER:
        seats.append(state.to_move)
        move = rng.choice(state.moves()) if rng.random() < RANDOM else greedy(state)
        step, state = Step(move), state.after(move)
        if state.is_chance:
            step = step._replace(turned_up=state.drawn(rng))
            state = state.turned_up(step.turned_up)
        steps.append(step)
    at = int(part * len(seats))
    yield Record(first, play=tuple(steps[:at])), seats[at]


PROCESSOR = pytest.mark.benchmark(timer=time.process_time)
PARTS = pytest.mark.parametrize("part", [0.15, 0.5, 0.8, 0.97])


@PLAYERS
@PARTS
@PROCESSOR
def test_worlds_counted(benchmark: Any, players: int, part: float) -> None:
    """Everything that the first world of a view takes, in processor time: twenty views, the mean and the slowest."""

    def count() -> list[float]:
        seconds = []
        for view in views(players, part):
            began = time.process_time()
            assert Worlds(view.state, view.knowledge).count
            seconds.append(time.process_time() - began)
        return seconds

    views(players, part)
    seconds = benchmark(count)
    benchmark.extra_info["ms a view"] = round(1e3 * sum(seconds) / len(seconds), 3)
    benchmark.extra_info["ms of the slowest"] = round(1e3 * max(seconds), 3)


@PLAYERS
@PARTS
@PROCESSOR
def test_worlds_drawn(benchmark: Any, players: int, part: float) -> None:
    """WORLDS worlds of each of twenty views, in processor time."""
    worlds = [view.worlds for view in views(players, part)]
    assert all(each.count for each in worlds)
    benchmark(lambda: [each.draw(1, 0, WORLDS) for each in worlds])
    if benchmark.enabled:
        benchmark.extra_info["µs a world"] = round(1e6 * benchmark.stats.stats.median / WORLDS / len(worlds), 2)


def last_lap(players: int, seed: int) -> State:
    """The first decision after the closing card in a round of greedy players."""
    state = start(Rules(players), shuffled(Rules(players), Random(seed)))
    while state.closed is None or state.phase is not Phase.ACT:
        state = state.after(greedy(state))
        if state.is_chance:
            state = state.turned_up(next(iter(state.chances())))
    return state


@pytest.mark.parametrize("objective", ["margin", "points", "chips"])
@PROCESSOR
def test_last_laps_of_five(benchmark: Any, objective: Objective) -> None:
    """LAPS last laps as greedy players reach them, all moves valued, all cards open, in processor time."""
    states = [last_lap(5, seed) for seed in range(LAPS)]

    def laps() -> list[tuple[float, int]]:
        """Seconds and states of each, the fastest first."""
        solved = []
        for state in states:
            began = time.process_time()
            solution = solve(state, objective=objective)
            solved.append((time.process_time() - began, solution.nodes))
            assert solution.exact
        return sorted(solved)

    solved = benchmark.pedantic(laps)
    for name, place in (("median", LAPS // 2), ("nine of ten", LAPS * 9 // 10 - 1), ("99 of 100", LAPS * 99 // 100 - 1), ("slowest", -1)):
        benchmark.extra_info[name] = round(solved[place][0], 3)
    benchmark.extra_info["states"] = sum(nodes for _, nodes in solved)


@pytest.mark.skipif(not _solver.has_switches(), reason="techniques can be left out in builds with switches only")
@pytest.mark.parametrize("objective", ["margin", "chips"])
@pytest.mark.parametrize("off", [0, 1, 2, 4, 7])
def test_states_without_a_technique(benchmark: Any, off: int, objective: Objective) -> None:
    """The first FEW_LAPS of these; `off`: flags of ``Technique`` of ``csrc/diams/search/lastlap.h``."""
    states = [last_lap(5, seed) for seed in range(FEW_LAPS)]

    def laps() -> tuple[int, int]:
        """States looked into, and how many laps were given up."""
        nodes = given_up = 0
        for state in states:
            rules, limits = layout.pack_rules(state.rules), bounds(state, objective)
            search = _solver.AlphaBeta(rules, state.to_move, objective, *limits, MEMORY, off)
            try:
                for move in state.moves():
                    search.value(layout.pack([state.after(move)]), LIMIT)
            except _solver.LimitError:
                given_up += 1
            nodes += search.nodes
        return nodes, given_up

    nodes, given_up = benchmark.pedantic(laps)
    benchmark.extra_info.update({"states": nodes, "given up": given_up})
    assert nodes
