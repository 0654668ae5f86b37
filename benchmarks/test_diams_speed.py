"""Times of the C core of Diam's, by pytest-benchmark: ``pytest benchmarks/test_diams_speed.py --benchmark-enable``."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from diamonds_solver.games.diams.core import layout
from diamonds_solver.games.diams.core._players import Goal, Ismcts, Players
from diamonds_solver.games.diams.engines import greedy
from diamonds_solver.games.diams.record import shuffled, start
from diamonds_solver.games.diams.rules import Rules
from diamonds_solver.games.diams.solve import solve
from diamonds_solver.games.diams.state import Phase, State

ROUNDS, SIMULATIONS = 500, 5_000
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


def last_lap(players: int, seed: int) -> State:
    """The first decision after the closing card in a round of greedy players."""
    state = start(Rules(players), shuffled(Rules(players), Random(seed)))
    while state.closed is None or state.phase is not Phase.ACT:
        state = state.after(greedy(state))
        if state.is_chance:
            state = state.turned_up(next(iter(state.chances())))
    return state


@pytest.mark.parametrize("seed", [0, 4, 5, 6, 7, 8, 10, 11, 12, 13])
def test_last_lap_of_five(benchmark: Any, seed: int) -> None:
    """All moves valued, all cards open."""
    state = last_lap(5, seed)
    solution = benchmark.pedantic(solve, (state,), rounds=3)
    benchmark.extra_info["states"] = solution.nodes
    assert solution.exact
