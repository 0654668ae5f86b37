"""Limits and interruptions: what is answered then must be proven."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from diamonds_solver.errors import DiamondsError, PositionError
from diamonds_solver.game import SolveCallbacks, SolveInterrupted, SolveOptions
from diamonds_solver.games.diamonds.core.layout import pack
from diamonds_solver.games.diamonds.deal import deal
from diamonds_solver.games.diamonds.records.notation import example
from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.diamonds.round.public import Move
from diamonds_solver.games.diamonds.round.rules import Rules
from diamonds_solver.games.diamonds.solving.solve import Model, RecordSolver, Solver, Value, perft, solve
from diamonds_solver.games.records import loads
from tests.conftest import Ticks
from tests.program import interrupt_program

from .positions import random_position
from .test_values import full_deal

FOUR = """diamonds 1
players Ann Bob Cy Di
hand Ann D14,9 H8 S11,6 C6
hand Bob D3,5 H15 S4 C10,3
hand Cy D12 H7,11 S2 C5,8
hand Di D6 H2,3 S1,5 C1
lead Ann
"""
EXACT = {m.move: m.value for m in Solver().solve(full_deal(Rules(3), 7)).moves}


def test_a_solution_that_was_stopped_goes_on() -> None:
    """With what was proven: it takes fewer nodes than from the start, and ends with the same values."""
    record, usual = loads(FOUR), SolveOptions("margin")
    solver = RecordSolver(1 << 24, 1)
    whole = solver.solve(record, usual, SolveCallbacks())
    stopped = solver.solve(record, replace(usual, node_limit=whole.nodes // 2), SolveCallbacks())
    assert stopped.stopped
    assert not all(move.exact for move in stopped.moves)
    rest = solver.solve(record, replace(usual, again=True), SolveCallbacks())
    assert rest.nodes < whole.nodes
    assert rest.moves == whole.moves
    assert solver.solve(record, usual, SolveCallbacks()).nodes == whole.nodes


def test_bounds_are_proven_and_narrow_with_the_limit() -> None:
    position = full_deal(Rules(3), 7)
    best = max(value for value in EXACT.values() if isinstance(value, int | float))
    last = None
    for limit in (1, 100, 10_000, 100_000, 300_000):
        solution = Solver().solve(position, node_limit=limit)
        assert solution.bounds
        assert solution.bounds[0] <= best <= solution.bounds[1]
        for m in solution.moves:
            value = EXACT[m.move]
            assert m.bounds
            assert isinstance(value, int | float)
            assert m.bounds[0] <= value <= m.bounds[1]
            assert m.value in (None, value)
        if last:
            assert last[0] <= solution.bounds[0]
            assert solution.bounds[1] <= last[1]
        last = solution.bounds
        assert solution.nodes <= limit


def test_a_limit_that_is_met_is_told() -> None:
    solution = Solver().solve(full_deal(Rules(3), 7), node_limit=1000)
    assert solution.stopped
    assert not solution.exact
    assert (solution.value, solution.line, solution.points) == (None, (), None)


@pytest.mark.parametrize("model", ["paranoid", "maxn"])
def test_where_nothing_sets_moves_apart_none_is_best(model: Model) -> None:
    solution = Solver().solve(full_deal(Rules(3), 7), model=model, node_limit=1)
    assert not solution.exact
    assert solution.best_moves == ()
    only = Position.start(Rules(3), [[1, 17], [2, 18], [3, 19]])
    only = only.play(only.moves()[0])
    (move,) = Solver().solve(only, model=model, node_limit=1).moves
    assert move.best


def test_a_higher_bound_is_the_best_so_far() -> None:
    solution = Solver().solve(deal(2, 0, 6), node_limit=200)
    assert not solution.exact
    lowest = max(m.bounds[0] for m in solution.moves if m.bounds)
    assert 0 < len(solution.best_moves) < len(solution.moves)
    assert all(m.best == (m.bounds is not None and m.bounds[0] == lowest) for m in solution.moves)


@pytest.mark.parametrize("model", ["paranoid", "maxn"])
def test_when_the_round_is_over_nobody_is_to_move(model: Model) -> None:
    position = deal(2, 1, 2)
    while not position.is_over:
        position = position.play(position.moves()[0])
    record = Solver().solve(position, model=model).to_dict()
    assert (record["to_move"], record["decision"], record["moves"]) == (None, "over", [])


def test_maxn_stopped_gives_no_wrong_values() -> None:
    solution = Solver().solve(full_deal(Rules(4), 7), model="maxn", node_limit=1000)
    assert not solution.exact
    assert solution.value is None
    assert all(m.value is None for m in solution.moves)


@pytest.mark.long
@pytest.mark.parametrize("players", [5, 6])
def test_hard_deals_have_narrow_bounds_long_before_they_are_solved(players: int) -> None:
    """A question that takes long gives way to easier ones, from both ends: both limits narrow and never widen, to less than half."""
    seen: list[tuple[float, float]] = []
    Solver().solve(
        full_deal(Rules(players), 1), all_moves=False, node_limit=8_000_000, on_progress=lambda _, lower, upper: seen.append((lower, upper))
    )
    widths = [upper - lower for lower, upper in seen]
    assert all(a >= b and c <= d for (a, c), (b, d) in zip(seen[1:], seen, strict=False))
    assert seen[-1][0] > seen[0][0]
    assert seen[-1][1] < seen[0][1]
    assert 0 < widths[-1] < widths[0] / 2


def test_time_limit_holds(ticks: Ticks) -> None:
    solution = Solver().solve(full_deal(Rules(6), 1), time_limit=0.2)
    assert not solution.exact
    assert ticks.now < 0.3


def test_progress_is_told_and_its_bounds_are_kept() -> None:
    seen: list[tuple[int, float, float]] = []
    solution = Solver().solve(full_deal(Rules(4, teams=True), 3), node_limit=500_000, on_progress=lambda *progress: seen.append(progress))
    assert len(seen) >= 3
    assert [nodes for nodes, _, _ in seen] == sorted(nodes for nodes, _, _ in seen)
    assert solution.bounds


def test_errors_in_progress_come_out() -> None:
    def fail(nodes: int, lower: float, upper: float) -> None:
        raise RuntimeError("broken display")

    with pytest.raises(RuntimeError, match="broken display"):
        Solver().solve(full_deal(Rules(6), 1), on_progress=fail)


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_ends_the_search_with_what_is_proved() -> None:
    timer = threading.Timer(0.3, interrupt_program)
    timer.start()
    with pytest.raises(SolveInterrupted) as interruption:
        Solver().solve(full_deal(Rules(6), 1), time_limit=60)
    timer.join()
    solution = interruption.value.solution
    assert solution.stopped
    assert solution.interrupted
    assert solution.bounds


def test_who_ended_the_search_is_told() -> None:
    position = full_deal(Rules(6), 1)
    limited = Solver().solve(position, node_limit=5000)
    stopped = Solver().solve(position, should_stop=lambda: True)
    assert (limited.stopped, limited.interrupted, stopped.stopped, stopped.interrupted) == (True, False, True, True)


@pytest.mark.parametrize("threads", [1, 2])
def test_one_solver_is_not_for_two_threads(threads: int) -> None:
    solver, position = Solver(threads=threads), full_deal(Rules(6), 1)
    started, refused = threading.Event(), threading.Event()

    def work() -> None:
        solver.solve(position, on_progress=lambda *_: started.set(), should_stop=refused.is_set)

    thread = threading.Thread(target=work)
    thread.start()
    assert started.wait(60)
    calls: list[Callable[[], object]] = [
        solver.clear,
        lambda: solver.solve(full_deal(Rules(4), 1)),
        lambda: solver.solve(position, objective="points"),
        lambda: solver.solve_packed(pack([position])),
        lambda: solver.values_packed(pack([position]), 0),
    ]
    try:
        for call in calls:
            with pytest.raises(RuntimeError, match="one Solver per thread"):
                call()
    finally:
        refused.set()
        thread.join()
    assert solver.solve(position, node_limit=100).stopped  # and then it is free again


def test_positions_that_are_not_whole_are_refused() -> None:
    position = full_deal(Rules(3), 7)
    broken = Position(position.table, (position.hands[0], position.hands[1], frozenset()))
    with pytest.raises(PositionError):
        Solver().solve(broken)


@pytest.mark.parametrize("wrong", [example("ending"), "diamonds 1; players 2", None], ids=lambda wrong: type(wrong).__name__)
def test_what_is_no_position_is_refused_with_a_way_to_one(wrong: Any) -> None:
    calls: list[Callable[[], object]] = [
        lambda: solve(wrong),
        lambda: Solver().solve(wrong),
        lambda: perft(wrong, 1),
    ]
    for call in calls[type(wrong).__name__ == "Record" :]:  # `solve` takes records
        with pytest.raises(TypeError, match=rf"not {type(wrong).__name__}: a record has it as record\.position\(\)"):
            call()


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"showroom": (999_999, 0, 0)}, "E-CRYSTALS"),
        ({"vault": (0, -1, 0)}, "E-CRYSTALS"),
        ({"vault": (0, 0)}, "E-POSITION"),
        ({"taken": ((0, 0, 0, 99), (0, 0, 0, 0), (0, 0, 0, 0))}, "E-TOOK"),
        ({"taken": ((0, 0, 0), (0, 0, 0), (0, 0, 0))}, "E-POSITION"),
        ({"leader": 3}, "E-SEAT"),
        ({"robber": -1}, "E-SEAT"),
        ({"winners": frozenset({9})}, "E-SEAT"),
        ({"award": 9}, "E-POSITION"),
        ({"tricks_left": -1}, "E-POSITION"),
        ({"tricks_left": 300}, "E-HAND-SIZE"),
        ({"cards": (99,)}, "E-CARD"),
    ],
    ids=str,
)
def test_tables_made_by_hand_are_checked(changes: dict[str, Any], code: str) -> None:
    position = full_deal(Rules(3), 7)
    broken = Position(replace(position.table, **changes), position.hands)
    calls: list[Callable[[], object]] = [
        lambda: solve(broken),
        lambda: perft(broken, 1),
    ]
    for call in calls:
        with pytest.raises(PositionError) as caught:
            call()
        assert caught.value.code == code


@pytest.mark.parametrize("memory", [-1, 1 << 63, 1 << 70])
def test_amounts_of_memory_that_are_none_are_refused(memory: int) -> None:
    with pytest.raises(ValueError, match="memory"):
        Solver(memory)


def test_perft_has_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.start(Rules(3), [[1], [2], [3]])
    assert perft(position, 0) == perft(position, 1) == perft(position, 1 << 70) == 1
    with pytest.raises(ValueError, match="depth"):
        perft(position, -1)
    # A count that needs 64 bits takes years; the core says so with the largest number.
    monkeypatch.setattr("diamonds_solver.games.diamonds.core._solver.perft", lambda *_: (1 << 64) - 1)
    with pytest.raises(DiamondsError, match="2\\^64") as caught:
        perft(position, 60)
    assert caught.value.code == "E-PERFT"


@pytest.mark.parametrize(
    "options",
    [{"objective": "win"}, {"model": "minimax"}, {"node_limit": -1}, {"node_limit": 0}, {"time_limit": -1}, {"time_limit": float("nan")}],
    ids=str,
)
def test_options_that_are_none_are_refused(options: dict[str, Any]) -> None:
    (name,) = options
    with pytest.raises(ValueError, match=name):
        Solver().solve(full_deal(Rules(2), 1), **options)


def test_more_nodes_than_can_be_counted_are_no_limit() -> None:
    position = Position.start(Rules(3), [[1], [2], [3]])
    assert solve(position, node_limit=10**30).exact


def test_the_end_of_the_round_has_value_zero_and_no_moves() -> None:
    position = Position.start(Rules(3), [[1], [2], [3]])
    while not position.is_over:
        position = position.play(position.moves()[0])
    solution = Solver().solve(position)
    assert (solution.exact, solution.value, solution.moves, solution.line, solution.points) == (True, 0, (), (), (0, 0, 0))


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("model", ["paranoid", "maxn"])
def test_every_proven_move_is_told_once(model: Model, threads: int) -> None:
    rng = random.Random(threads)
    for _ in range(8):
        told: list[tuple[Move, Value]] = []
        position = random_position(rng, most_tricks=4)
        solution = Solver(threads=threads).solve(position, model=model, on_move=lambda *one, told=told: told.append(one))
        assert sorted(told, key=str) == sorted(((m.move, m.value) for m in solution.moves), key=str)


def test_moves_are_told_while_the_search_goes_on() -> None:
    """Those proven when it is stopped have been told, with the values that they have in the end."""
    told: dict[Move, Value] = {}
    solution = Solver().solve(full_deal(Rules(3), 7), on_move=told.__setitem__, should_stop=lambda: len(told) >= 2)
    assert not all(m.exact for m in solution.moves)
    assert told == {m.move: m.value for m in solution.moves if m.exact}
    assert told == {move: EXACT[move] for move in told}


@pytest.mark.parametrize("threads", [1, 2])
def test_what_hears_of_moves_may_fail(threads: int) -> None:
    def fail(move: Move, value: Value) -> None:
        raise RuntimeError(str(move))

    with pytest.raises(RuntimeError):
        Solver(threads=threads).solve(full_deal(Rules(3), 4), on_move=fail)
