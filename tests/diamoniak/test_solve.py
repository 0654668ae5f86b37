"""Values: stored ones of an independent program, plain expectiminimax, and what bounds must keep."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diamonds_solver.errors import DiamondsError, ObjectiveError
from diamonds_solver.game import SolveInterrupted
from diamonds_solver.games.diamoniak.rules import Phase, Rules, State, successors
from diamonds_solver.games.diamoniak.solve import solve
from diamonds_solver.games.diamoniak.sweeps import Listing, Sweeps
from tests.conftest import COSTLY, PROFILE

from .states import counts, of_case, play, random_state, table

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "data" / "cases.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES[:: 3 if PROFILE == "dev" else 1], ids=lambda case: str(case["id"]))
def test_stored_values(case: dict[str, Any]) -> None:
    state = of_case(case["record"])
    assert (f"P{state.turn + 1}", str(state.phase)) == (case["to_move"], case["decision"])
    if "win" in case:
        solution = solve(state)
        assert solution.exact
        assert solution.turns is None
        assert not solution.stopped
        expected = {move: pytest.approx((low + high) / 2, abs=1e-8) for move, (low, high) in case["win"].items()}
        assert {str(m.move): m.value for m in solution.moves} == expected
    for turns, within in case.get("within", {}).items():
        solution = solve(state, turns=int(turns))
        assert solution.turns == int(turns)
        assert not solution.stopped
        assert {str(m.move): list(m.bounds) for m in solution.moves} == {
            move: pytest.approx(both, abs=1e-9) for move, both in within.items()
        }


def within(state: State, turns: int, open_counts: float) -> float:
    """The value for the seat to move within some turns, a game still open then counting so much: plain expectiminimax."""
    decider = state.turn

    @cache
    def value(state: State, turns: int) -> float:
        if state.winner is not None:
            return float(state.winner == decider)
        if not turns:
            return open_counts
        pick = max if state.turn == decider else min
        return pick(
            sum(chance * value(after, turns - (after.phase is Phase.TURN)) for chance, after in successors(state, move))
            for move in state.moves()
        )

    return value(state, turns)


SMALL = [(2, "R2 G2 D3 W", 3), (2, "R2 G2 D2 F W", 3), (3, "R2 G2 B2 D W", 2), (4, "R2 G2 B2 Y2 W", 2), (2, "R2 G3 D3 W2", 2)]


@pytest.mark.long
@COSTLY
@given(st.sampled_from(SMALL), st.sampled_from(["seller", "discard"]), st.integers(0, 30), st.integers(0, 1 << 30))
def test_bounds_are_those_of_plain_expectiminimax(game: tuple[int, str, int], price: str, steps: int, seed: int) -> None:
    players, deck, most = game
    state = random_state(table(*[","] * players, deck=deck, price=price).rules, Random(seed), steps)
    for turns in range(1, most + 1):
        solution = solve(state, turns=turns)
        assert solution.bounds == pytest.approx((within(state, turns, 0.0), within(state, turns, 1.0)), abs=1e-12)


SMALLEST = [(2, "R2 G2 D3 W"), (2, "R2 G2 F W"), (3, "R2 G2 B2 W")]


@pytest.mark.long
@settings(max_examples=6)
@given(st.sampled_from(SMALLEST), st.integers(0, 30), st.integers(0, 1 << 30))
def test_bounds_nest_and_hold_the_value(game: tuple[int, str], steps: int, seed: int) -> None:
    players, deck = game
    state = random_state(Rules(players, counts(deck)), Random(seed), steps)
    value = solve(state).value
    low, high = 0.0, 1.0
    for turns in range(1, 6):
        solution = solve(state, turns=turns)
        assert low - 1e-12 <= solution.bounds[0] <= solution.bounds[1] <= high + 1e-12
        low, high = solution.bounds
    assert value is not None
    assert low - 1e-9 <= value <= high + 1e-9


def test_the_chances_of_two_players_add_up() -> None:
    state = table("R1,D", "G1,R D", deck="R2 G2 D3 W", phase="turn")
    both = []
    for decider in (0, 1):
        listing = Listing(state, 10**6, lambda: False)
        while not listing.is_closed:
            listing.add_layer()
        sweeps = Sweeps(listing, decider)
        while sweeps.gap > 1e-9:
            sweeps.sweep(in_place=True)
        both.append(sweeps.of(state)[0])
    assert sum(both) == pytest.approx(1, abs=1e-8)


def test_all_states_of_a_small_deck() -> None:
    listing = Listing(State.start(Rules(2, counts("R3 G3 D3 W"))), 10**6, lambda: False)
    while not listing.is_closed:
        assert listing.add_layer()
    assert listing.count == 53_324 + 2, "and two won games"


def test_the_start_of_a_small_deck_is_exact() -> None:
    solution = solve(State.start(Rules(2, counts("R2 G2 D3 W"))))
    assert solution.exact
    assert solution.best_moves == solution.line
    assert [str(move) for move in solution.line] == ["draw"]


def test_the_line_ends_at_the_first_draw() -> None:
    solution = solve(table("G1,D2", "R0,D", deck="R2 G2 D3 W", discard="R2 W", turn=1, phase="more"))
    assert [str(move) for move in solution.line][-1] == "draw"
    assert len(solution.line) <= 2


def test_a_game_that_is_over() -> None:
    solution = solve(play(State.start(Rules(2, counts("R2 G2 W"))), "R R"))
    assert (solution.value, solution.moves, solution.to_dict()["to_move"]) == (1.0, (), None)


MIDDLE = ("R2,Y2 D", ",", "B2,R G D5")


def middle() -> State:
    """The middle of the game on the rules page: the whole deck."""
    return play(table(*MIDDLE, discard="F2 W4", turn=2), "G D F D")


@pytest.mark.parametrize("limit", [{"max_states": 5_000}, {"time_limit": 0.05}])
def test_a_limit_leaves_proven_bounds(limit: dict[str, Any]) -> None:
    solution = solve(middle(), **limit)
    assert solution.stopped
    assert not solution.exact
    assert not solution.interrupted
    assert solution.value is None
    assert solution.turns in (1, 2)
    assert solution.bounds[0] == pytest.approx(1 / 70)
    assert solution.bounds[1] == 1.0
    assert solution.line == ()
    assert len(solution.moves) == 2


def test_within_one_turn_of_the_whole_deck() -> None:
    solution = solve(middle(), turns=1)
    draw, stop = solution.moves
    assert (str(draw.move), draw.best, draw.bounds[1]) == ("draw", True, 1.0)
    assert draw.bounds[0] == pytest.approx(1 / 70)
    assert (str(stop.move), stop.best, stop.bounds) == ("stop", False, (0.0, 1.0))
    written = solution.to_dict()
    assert (written["game"], written["turns"], written["exact"], written["decision"]) == ("diamoniak", 1, False, "more")
    assert written["moves"][1]["value"] is written["moves"][1]["loss"] is None


def test_should_stop() -> None:
    solution = solve(middle(), should_stop=lambda: True)
    assert solution.stopped
    assert solution.interrupted
    assert solution.turns == 1


def test_ctrl_c_gives_what_is_known() -> None:
    def interrupt(states: int, low: float, high: float) -> None:
        if states > 1000:
            raise KeyboardInterrupt

    with pytest.raises(SolveInterrupted) as caught:
        solve(State.start(Rules(2, counts("R2 G2 D3 W"))), on_progress=interrupt)
    assert caught.value.solution.interrupted
    assert caught.value.solution.bounds == (0.0, 1.0)


def test_progress_is_told() -> None:
    told: list[tuple[int, float, float]] = []
    solve(State.start(Rules(2, counts("R2 G2 D3 W"))), on_progress=lambda *args: told.append(args))
    states, low, high = zip(*told, strict=True)
    assert list(states) == sorted(states)
    assert list(low) == sorted(low)
    assert list(high) == sorted(high, reverse=True)


@pytest.mark.parametrize(
    ("options", "error", "code"),
    [
        ({"objective": "margin"}, ObjectiveError, "E-OBJECTIVE"),
        ({"objective": "points"}, ObjectiveError, "E-OBJECTIVE"),
        ({"model": "maxn"}, DiamondsError, "E-MODEL"),
        ({"turns": 0}, DiamondsError, "E-TURNS"),
    ],
)
def test_what_cannot_be_asked(options: dict[str, Any], error: type[DiamondsError], code: str) -> None:
    with pytest.raises(error) as caught:
        solve(middle(), **options)
    assert caught.value.code == code


@pytest.mark.parametrize("options", [{"max_states": 0}, {"time_limit": 0}])
def test_limits_that_are_none(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        solve(middle(), **options)
