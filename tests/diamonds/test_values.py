"""Values of the C core: against the plain-Python reference in random positions, and against themselves. Fixed ones: test_answers.py.

DIAMONDS_POSITIONS sets how many random positions are compared with the reference (`make compare` runs 5,000 of them).
"""

from __future__ import annotations

import os
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diamonds_solver import deal
from diamonds_solver.games.diamonds.core import _solver, layout
from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.diamonds.round.public import Move, Table
from diamonds_solver.games.diamonds.round.rules import Rules, make_card, suit_of
from diamonds_solver.games.diamonds.solving import reference
from diamonds_solver.games.diamonds.solving.solve import (
    OBJECTIVES,
    Solution,
    Solver,
    Technique,
    core_info,
    perft,
    solution_of,
)
from diamonds_solver.games.records import loads

from .positions import ALL_RULES, THIEF_RULES, random_position

CHUNKS = 20
DEFAULT_POSITIONS = "20" if os.environ.get("DIAMONDS_TESTS", "dev") == "dev" else "200"
POSITIONS_PER_CHUNK = max(1, int(os.environ.get("DIAMONDS_POSITIONS", DEFAULT_POSITIONS)) // CHUNKS)

seeds = st.integers(0, 2**32)


def values(solution: Solution) -> dict[Move, object]:
    return {m.move: m.value for m in solution.moves}


@pytest.mark.parametrize(
    "hands",
    [
        "hand P1 D1 S7 C12,11,6; hand P2 D3,2 S3 C10,9; hand P3 H2 S10,2 C14,5; "
        "hand P4 H1 S5,4,1 C2; hand P5 S8,6 C7,3,1; hand P6 H3 S9 C13,8,4",
        "hand P1 D2 S7 C12,11,6; hand P2 D3,1 S3 C10,9; hand P3 S10,1 C14,7,5; "
        "hand P4 H1 S5,4,2 C2; hand P5 H2 S8,6 C3,1; hand P6 H3 S9 C13,8,4",
    ],
)
def test_partners_who_must_rob_each_other(hands: str) -> None:
    """P1 and P4 win with a club when no rival has a crystal: one robs the other, who then has none for its spade.

    Exhaustive search says 3. A pooled game in which the rivals may never let a club go, instead of robbing their own, says 4.
    """
    position = loads(f"diamonds 1; players 6; teams yes; lead P3; showroom 1 0 0 1 1 0; {hands}; play C14").position()
    assert Solver().solve(position, objective="points").value == 3


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_core_agrees_with_reference(chunk: int) -> None:
    rng = random.Random(chunk)
    solver = Solver()
    for _ in range(POSITIONS_PER_CHUNK):
        position = random_position(rng, rng.choice([*ALL_RULES, *THIEF_RULES]))
        for objective in ("margin", "points"):
            solution = solver.solve(position, objective=objective)
            assert values(solution) == reference.move_values(position, objective)
            check_line(position, solution)
        solution = solver.solve(position, model="maxn")
        assert values(solution) == reference.move_values_maxn(position)
        check_line(position, solution)
        assert perft(position, 3) == reference.perft(position, 3)


def check_line(position: Position, solution: Solution) -> None:
    """The line is a best move, legal to the end, and brings what was promised."""
    assert solution.exact
    assert solution.line[0] in solution.best_moves
    end = position
    for move in solution.line:
        end = end.play(move)
    assert end.is_over
    gains = [after - before for before, after in zip(position.points(), end.points(), strict=True)]
    assert list(solution.points or ()) == gains
    by_side = [sum(gains[seat] for seat in side) for side in position.rules.sides]
    if solution.model == "maxn":
        assert solution.value == tuple(by_side)
    else:
        weights, scale = reference.objective_weights(len(by_side), position.rules.side_of(position.to_move), solution.objective)
        assert solution.value == sum(w * g for w, g in zip(weights, by_side, strict=True)) / scale


@given(seeds)
def test_values_follow_the_seats(seed: int) -> None:
    """Everybody moves one seat on: the same values, told of other seats."""
    rng = random.Random(seed)
    position = random_position(rng, rng.choice([*ALL_RULES, *THIEF_RULES]))
    turned = rotate(position)
    for model in ("paranoid", "maxn"):
        straight, rotated = Solver().solve(position, model=model), Solver().solve(turned, model=model)
        sides = len(position.rules.sides)
        for m in straight.moves:
            found = values(rotated)[rotate_move(m.move, position.rules.players)]
            assert found == (m.value if not isinstance(m.value, tuple) else tuple(m.value[(i - 1) % sides] for i in range(sides)))


def rotate(position: Position) -> Position:
    table, players = position.table, position.rules.players

    def turn(items: tuple) -> tuple:  # type: ignore[type-arg]
        return (items[-1], *items[:-1])

    turned = Table(
        table.rules,
        (table.leader + 1) % players,
        table.tricks_left,
        turn(table.showroom),
        turn(table.vault),
        turn(table.taken),
        frozenset((seat + 1) % players for seat in table.winners),
        table.cards,
        None if table.robber is None else (table.robber + 1) % players,
        table.award,
        None if table.thief is None else (table.thief + 1) % players,
    )
    return Position(turned, turn(position.hands))


def rotate_move(move: Move, players: int) -> Move:
    return Move(move.card, *(None if seat is None else (seat + 1) % players for seat in (move.actor, move.victim)))


@given(seeds)
def test_only_the_order_of_ranks_counts(seed: int) -> None:
    """Pressing the ranks of each suit together renames cards and changes no value."""
    rng = random.Random(seed)
    position = random_position(rng, rng.choice([*ALL_RULES, *THIEF_RULES]), most_tricks=4)
    ranked = sorted((*(card for hand in position.hands for card in hand), *position.table.cards))
    names: dict[int, int] = {}
    for suit in range(4):
        for rank, card in enumerate((card for card in ranked if suit_of(card) == suit), start=1):
            names[card] = make_card(suit, rank)
    table = position.table
    pressed = Position(
        Table(**{**table.__dict__, "cards": tuple(names[card] for card in table.cards)}),
        tuple(frozenset(names[card] for card in hand) for hand in position.hands),
    )
    expected = values(Solver().solve(position))
    found = values(Solver().solve(pressed))
    assert found == {move._replace(card=None if move.card is None else names[move.card]): value for move, value in expected.items()}


@given(seeds, st.sampled_from([0, 1 << 16, 1 << 22]))
def test_values_depend_neither_on_the_table_nor_on_the_past(seed: int, memory: int) -> None:
    rng = random.Random(seed)
    warm = Solver(memory)
    positions = [random_position(rng, most_tricks=3) for _ in range(4)]
    positions += [position.play(position.moves()[0]) for position in positions]
    for position in positions:
        if not position.is_over:
            for objective in ("margin", "points"):
                cold = Solver().solve(position, objective=objective)
                again = warm.solve(position, objective=objective)
                assert (values(again), again.line, again.points) == (values(cold), cold.line, cold.points)
    warm = Solver(memory)  # one for each model, as a solver keeps but one table
    for position in positions:
        if not position.is_over:
            cold, again = Solver().solve(position, model="maxn"), warm.solve(position, model="maxn")
            assert (values(again), again.line, again.points) == (values(cold), cold.line, cold.points)


@given(seeds)
def test_values_are_those_found_by_playing_on(seed: int) -> None:
    """A move is worth what it gains and what its position is worth, also in mid-trick and at pending choices."""
    rng = random.Random(seed)
    two_sides = rng.choice([rules for rules in ALL_RULES if len(rules.sides) == 2])  # of more the next decider is a third
    position = random_position(rng, two_sides, most_tricks=4)
    solver = Solver()
    side = position.rules.side_of(position.to_move)
    for m in solver.solve(position).moves:
        child = position.play(m.move)
        gains = [after - before for before, after in zip(position.points(), child.points(), strict=True)]
        gained = sum(gain if position.rules.side_of(seat) == side else -gain for seat, gain in enumerate(gains))
        rest = 0.0
        if not child.is_over:
            value = solver.solve(child, all_moves=False).value
            assert value is not None
            assert not isinstance(value, tuple)
            rest = value if child.rules.side_of(child.to_move) == side else -value
        assert m.value == gained + rest


@given(seeds)
def test_best_only_proves_the_same_best(seed: int) -> None:
    position = random_position(random.Random(seed), most_tricks=4)
    full, best = Solver().solve(position), Solver().solve(position, all_moves=False)
    assert (best.value, best.exact) == (full.value, True)
    assert set(best.best_moves) <= set(full.best_moves)


@given(seeds, st.integers(-40, 40))
def test_values_alone_are_those_of_the_search_of_all_moves(seed: int, guess: int) -> None:
    """For whoever decides; for another side it is what a question reaches, and one point more is not reached."""
    rng = random.Random(seed)
    rules, objective = rng.choice(ALL_RULES), rng.choice(OBJECTIVES)
    positions = [each for each in (random_position(rng, rules, most_tricks=3) for _ in range(4)) if not each.is_over]
    side, solver = rng.randrange(len(rules.sides)), Solver(1 << 20)
    packed = layout.pack(positions)
    scale = len(rules.sides) - 1 if objective == "margin" else 1
    values = solver.values_packed(packed, side, objective=objective, guess=guess).tolist()
    assert len(values) == len(positions)
    for index, (position, value) in enumerate(zip(positions, values, strict=True)):
        reached = [Solver(1 << 20).test(packed[index : index + 1], side, value + more, objective=objective).limit for more in (0, 1)]
        assert reached == [value, value]
        if rules.side_of(position.to_move) == side:
            best = Solver(1 << 20).solve(position, objective=objective).value
            assert best == pytest.approx(value / scale)


@pytest.mark.parametrize("rules", [Rules(3), Rules(4), Rules(4, teams=True), Rules(5)], ids=str)
def test_a_crowded_table_changes_no_maxn_value(rules: Rules) -> None:
    position = deal(rules, 5, 5 if rules.players < 5 else 4)
    full, crowded = Solver().solve(position, model="maxn"), Solver(0).solve(position, model="maxn")
    assert (values(crowded), crowded.line) == (values(full), full.line)
    assert crowded.nodes > 1.1 * full.nodes


@pytest.mark.skipif(not core_info()["switches"], reason="techniques can be switched off in builds with switches only (make asan)")
@given(seeds, st.lists(st.sampled_from(list(Technique)), unique=True))
def test_no_technique_changes_a_value(seed: int, off: list[Technique]) -> None:
    position = random_position(random.Random(seed))
    flags = Technique(sum(off))
    for model in ("paranoid", "maxn"):
        assert values(Solver().solve(position, model=model, techniques_off=flags)) == values(Solver().solve(position, model=model))


@pytest.mark.skipif(not core_info()["switches"], reason="the order can be changed in builds with switches only (make asan)")
@given(seeds)
def test_no_order_of_moves_changes_a_value(seed: int) -> None:
    rng = random.Random(seed)
    position = random_position(rng)
    order = np.array([[rng.randint(-2000, 2000) for _ in column] for column in _solver.order_weights()], np.int16)
    result = np.zeros(1, layout.RESULT)
    error = _solver.Core(1 << 20).solve(
        layout.pack([position]).view(np.uint8),
        result.view(np.uint8),
        objective=0,
        model=0,
        best_only=False,
        node_limit=0,
        techniques_off=0,
        ask=None,
        order=order.ravel(),
    )
    assert error is None
    found = solution_of(position, result[0], "margin", "paranoid", 0.0, False)
    assert values(found) == values(Solver().solve(position))


def test_same_input_same_nodes() -> None:
    position = full_deal(Rules(3), 7)
    first, second = Solver().solve(position), Solver().solve(position)
    assert (first.nodes, first.line) == (second.nodes, second.line)


def full_deal(rules: Rules, seed: int) -> Position:
    deck = list(rules.deck)
    random.Random(seed).shuffle(deck)
    size = rules.hand_size
    return Position.start(rules, [deck[seat * size : (seat + 1) * size] for seat in range(rules.players)])
