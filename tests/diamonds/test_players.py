"""The players in C: they obey the rules, see only what their seat sees, repeat themselves from a seed, and find what is best."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from diamonds_solver.errors import PositionError
from diamonds_solver.games.diamonds import _players, layout
from diamonds_solver.games.diamonds.deal import deal
from diamonds_solver.games.diamonds.position import Position
from diamonds_solver.games.diamonds.rules import Rules
from diamonds_solver.games.diamonds.solve import Solver
from diamonds_solver.games.diamonds.table import Decision, Move

from .positions import ALL_RULES, packed_moves, random_position

seeds = st.integers(0, 2**32)
ALL_CARDS = sum(1 << (16 * suit + rank) for suit in range(4) for rank in range(1, 16))


def mask(cards: Sequence[int] | frozenset[int]) -> int:
    return sum(1 << card for card in cards)


def packed(*positions: Position) -> NDArray[np.uint8]:
    return layout.pack(positions).view(np.uint8)


def outside(rules: Rules) -> int:
    return ALL_CARDS & ~mask(rules.deck)


def as_move(fields: tuple[int, int, int]) -> Move:
    return Move(*(None if field == layout.NONE else field for field in fields))


def policy_weights(rules: Rules) -> NDArray[np.float32]:
    return _players.default_weights(packed(deal(rules, np.random.default_rng(0))))


def other_world(position: Position, rng: random.Random) -> Position | None:
    """The same, for the seat to move, with all other cards of the deck dealt anew; None when the new hands contradict the trick."""
    own = position.hands[position.to_move]
    hidden = [card for card in position.rules.deck if card not in own and card not in position.table.cards]
    rng.shuffle(hidden)
    hands = []
    for seat, hand in enumerate(position.hands):
        hands.append(own if seat == position.to_move else frozenset(hidden[: len(hand)]))
        hidden = hidden if seat == position.to_move else hidden[len(hand) :]
    world = Position(position.table, tuple(hands))
    try:
        world.check()
    except PositionError:
        return None
    return world


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
@pytest.mark.parametrize("is_random", [False, True])
def test_whole_rounds_obey_the_python_rules(rules: Rules, is_random: bool) -> None:
    rng = np.random.default_rng(5)
    seats = [None if is_random else policy_weights(rules)] * rules.players
    for index in range(5):
        start = end = deal(rules, rng)
        for fields in _players.play_line(packed(start), outside(rules), 3, index, seats):
            end = end.play(as_move(fields))  # raises for a move that is not legal
        assert end.is_over
        points = _players.play_out(packed(start), np.array([outside(rules)], np.uint64), 3, index, seats)[0]
        assert points.tolist() == [after - before for after, before in zip(end.points(), start.points(), strict=True)]


@given(seeds)
def test_endings_obey_the_python_rules(seed: int) -> None:
    position = random_position(random.Random(seed))
    seats = [policy_weights(position.rules)] * position.rules.players
    end = position
    for fields in _players.play_line(packed(position), 0, seed, 0, seats):
        end = end.play(as_move(fields))
    points = _players.play_out(packed(position), np.zeros(1, np.uint64), seed, 0, seats)[0]
    assert end.is_over
    assert points.tolist() == [after - before for after, before in zip(end.points(), position.points(), strict=True)]


@given(seeds)
def test_playouts_of_a_move_are_those_of_the_position_after_it(seed: int) -> None:
    position = random_position(random.Random(seed))
    weights = policy_weights(position.rules)
    points, values = _players.playouts(packed(position), 0, packed_moves(position), seed, 7)
    for move, row, value in zip(position.moves(), points[:, 0], values[:, 0], strict=True):
        after = position.play(move)
        seen = np.array([0 if move.card is None else 1 << move.card], np.uint64)
        rest = _players.play_out(packed(after), seen, seed, 7, [weights] * position.rules.players)[0]
        gained = [r + a - b for r, a, b in zip(rest.tolist(), after.points(), position.points(), strict=True)]
        assert row.tolist() == gained
        sides = [sum(gained[seat] for seat in side) for side in position.rules.sides]
        own = sides.pop(position.rules.side_of(position.to_move))
        assert value == pytest.approx(own - sum(sides) / len(sides))


@given(seeds)
def test_all_legal_moves_have_scores_and_the_best_is_played(seed: int) -> None:
    position = random_position(random.Random(seed))
    scores = {as_move(fields): score for fields, score in _players.policy_scores(packed(position), outside(position.rules))}
    assert tuple(scores) == position.moves()
    played = as_move(_players.policy_move(packed(position), outside(position.rules), seed))
    assert scores[played] == max(scores.values())


@given(seeds)
def test_scores_are_the_weighted_features(seed: int) -> None:
    position = random_position(random.Random(seed))
    assume(position.decision is Decision.CARD)
    cards, features = _players.policy_features(packed(position), 0)
    sums = dict(zip(cards, features @ policy_weights(position.rules), strict=True))
    for (card, _, victim), score in _players.policy_scores(packed(position), 0):
        if victim == layout.NONE:
            assert score == pytest.approx(sums[card], abs=1e-4)


@given(seeds)
def test_the_policy_sees_no_hidden_card(seed: int) -> None:
    rng = random.Random(seed)
    position = random_position(rng)
    world = other_world(position, rng)
    assume(world is not None)
    assert world is not None
    seen = outside(position.rules)
    assert _players.policy_scores(packed(position), seen) == _players.policy_scores(packed(world), seen)
    assert _players.policy_move(packed(position), seen, seed) == _players.policy_move(packed(world), seen, seed)


@given(seeds)
def test_chances_are_a_softmax_with_slips(seed: int) -> None:
    position = random_position(random.Random(seed))
    moves = packed_moves(position)
    scores = np.array([score for _, score in _players.policy_scores(packed(position), 0)])
    chances = _players.policy_chances(packed(*[position] * len(moves)), np.zeros(len(moves), np.uint64), moves, 0.7, 0.1)
    powers = np.exp((scores - scores.max()) / 0.7)
    assert chances == pytest.approx(0.9 * powers / powers.sum() + 0.1 / len(moves))
    assert chances.sum() == pytest.approx(1)


def test_a_move_that_is_not_legal_has_no_chance() -> None:
    position = deal(Rules(3), np.random.default_rng(1))
    held_by_another = next(iter(position.hands[0]))
    move = np.array([[held_by_another, layout.NONE, layout.NONE]], np.uint8)
    assert _players.policy_chances(packed(position), np.zeros(1, np.uint64), move, 1.0, 0.5)[0] == 0


@pytest.mark.parametrize("rules", [rules for rules in ALL_RULES if not rules.perfect], ids=str)
def test_the_policy_beats_random_moves(rules: Rules) -> None:
    rng = np.random.default_rng(2)
    positions = packed(*(deal(rules, rng) for _ in range(200)))
    policy, sides = policy_weights(rules), len(rules.sides)
    margin = 0.0
    for side in range(sides):
        seats = [policy if rules.side_of(seat) == side else None for seat in range(rules.players)]
        points = _players.play_out(positions, np.full(200, outside(rules), np.uint64), 4, 0, seats).mean(axis=0)
        totals = [points[list(seats_of)].sum() for seats_of in rules.sides]
        margin += (totals[side] - (sum(totals) - totals[side]) / (sides - 1)) / sides
    assert margin > 1


# -- playouts and search repeat themselves --------------------------------------------------------------------------------------------


def worlds_of(position: Position, count: int, rng: random.Random) -> NDArray[np.uint8]:
    worlds: list[Position] = []
    while len(worlds) < count:
        world = other_world(position, rng)
        if world is not None:
            worlds.append(world)
    return packed(*worlds)


@pytest.mark.parametrize("rules", [Rules(2), Rules(3), Rules(4, teams=True), Rules(6)], ids=str)
def test_a_world_has_its_own_random_numbers(rules: Rules) -> None:
    position = deal(rules, np.random.default_rng(3))
    worlds, size = worlds_of(position, 6, random.Random(3)), layout.POSITION.itemsize
    moves, seen = packed_moves(position), outside(rules)
    points, values = _players.playouts(worlds, seen, moves, 9, 100)
    later_points, later_values = _players.playouts(worlds[2 * size :], seen, moves, 9, 102)
    assert (points[:, 2:] == later_points).all()
    assert (values[:, 2:] == later_values).all()
    assert rules.players == 2 or (_players.playouts(worlds, seen, moves, 10, 100)[0] != points).any()  # two players never have to guess


@pytest.mark.parametrize("rules", [Rules(2), Rules(3), Rules(4, teams=True), Rules(6)], ids=str)
def test_search_depends_on_seed_and_worlds_alone(rules: Rules) -> None:
    position = deal(rules, np.random.default_rng(3))
    worlds, seen = worlds_of(position, 10, random.Random(3)), outside(rules)

    def search(seed: int, runs: Sequence[int], start: Position = position) -> object:
        tree = _players.Ismcts(packed(start), seed=seed)
        for simulations in runs:
            tree.run(worlds, seen, simulations)
        return tree.moves(), tree.nodes

    once = search(1, [200])
    assert search(1, [50, 100, 50]) == once
    other = other_world(position, random.Random(8))
    assert other is not None
    assert search(1, [200], other) == once
    assert rules.players == 2 or search(2, [200]) != once


# -- search finds what is best --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("prior", "bias"), [(True, 0.0), (False, 0.0), (True, 1.0)])
def test_search_agrees_with_the_solver_when_all_cards_are_known(prior: bool, bias: float) -> None:
    """Two players, so that max^n is the solver's model."""
    rng, solver, policy_loss = random.Random(11), Solver(1 << 20), 0.0
    for _ in range(25):
        position = random_position(rng, Rules(2, perfect=bool(rng.randrange(2))), most_tricks=2)
        tree = _players.Ismcts(packed(position), seed=1, prior=prior, bias=bias)
        tree.run(packed(position), 0, 4000)
        found = max(tree.moves(), key=lambda move: move[1])
        solution = solver.solve(position)
        assert as_move(found[0]) in solution.best_moves
        assert solution.value is not None and not isinstance(solution.value, tuple)
        assert found[2] == pytest.approx(solution.value, abs=0.5)
        played = as_move(_players.policy_move(packed(position), 0, 1))
        policy_loss += next(m.loss for m in solution.moves if m.move == played) or 0
    assert policy_loss > 0  # so the positions were not trivial


def test_equal_cards_share_their_visits() -> None:
    position = deal(Rules(4), np.random.default_rng(4))
    own = sorted(position.hands[position.to_move])
    twins = [(low, high) for low, high in itertools.pairwise(own) if high == low + 1]
    assert twins
    tree = _players.Ismcts(packed(position), seed=1)
    tree.run(packed(position), 0, 300)
    visits = {move[0]: (count, mean) for move, count, mean in tree.moves()}
    assert tuple(as_move(move) for move, _, _ in tree.moves()) == position.moves()
    assert all(visits[low] == visits[high] for low, high in twins)
    distinct = [card for card in own if card - 1 not in own]
    assert sum(visits[card][0] for card in distinct) == 300


def test_bias_changes_what_is_explored_below_the_root() -> None:
    """At the root all moves are explored, below it those that the policy likes."""
    position = deal(Rules(4, teams=True), np.random.default_rng(4))
    found = {}
    for bias in (0.0, 2.0):
        tree = _players.Ismcts(packed(position), seed=1, bias=bias)
        tree.run(packed(position), 0, 2000)
        found[bias] = tree.moves()
    assert [move for move, _, _ in found[0.0]] == [move for move, _, _ in found[2.0]]
    assert min(visits for _, visits, _ in found[2.0]) > min(visits for _, visits, _ in found[0.0]) / 2
    assert [mean for _, _, mean in found[0.0]] != [mean for _, _, mean in found[2.0]]
    with pytest.raises(ValueError, match="bias"):
        _players.Ismcts(packed(position), seed=1, bias=-1.0)


def test_the_tree_stops_growing_at_its_limit() -> None:
    position = deal(Rules(4), np.random.default_rng(4))
    tree = _players.Ismcts(packed(position), seed=1, node_limit=20)
    tree.run(packed(position), 0, 500)
    assert tree.nodes == 20
    assert max(count for _, count, _ in tree.moves()) > 20


def test_a_tree_without_room_still_runs() -> None:
    position = deal(Rules(4), np.random.default_rng(4))
    tree = _players.Ismcts(packed(position), seed=1, node_limit=0)
    tree.run(packed(position), 0, 10)
    assert {count for _, count, _ in tree.moves()} == {0}


# -- passing --------------------------------------------------------------------------------------------------------------------------


@given(seeds, st.sampled_from(ALL_RULES), st.integers(1, 3))
def test_the_cards_of_the_highest_scores_are_passed(seed: int, rules: Rules, count: int) -> None:
    hand, deck = mask(random.Random(seed).sample(rules.deck, rules.hand_size)), mask(rules.deck)
    scores = _players.pass_scores(hand, deck, rules.players, len(rules.sides))
    chosen = _players.policy_pass(hand, count, deck, rules.players, len(rules.sides))
    assert mask(list(scores)) == hand
    assert chosen & ~hand == 0 and chosen.bit_count() == count
    assert min(scores[card] for card in scores if chosen >> card & 1) >= max(scores[card] for card in scores if not chosen >> card & 1)
    assert 1 <= _players.policy_count(hand, deck, rules.players, len(rules.sides)) <= 3


# -- wrong arguments ------------------------------------------------------------------------------------------------------------------


def test_worlds_of_two_decisions_are_refused() -> None:
    rng = np.random.default_rng(1)
    one, other = deal(Rules(3), rng), deal(Rules(3), rng)
    with pytest.raises(_players.PlayerError, match="worlds differ"):
        _players.playouts(packed(one, other), 0, packed_moves(one), 1)
    tree = _players.Ismcts(packed(one), seed=1)
    tree.run(packed(one), 0, 10)
    with pytest.raises(_players.PlayerError, match="worlds differ"):
        tree.run(packed(other), 0, 10)
    with pytest.raises(_players.PlayerError, match="worlds differ"):
        tree.run(packed(one), 1 << next(iter(set(one.rules.deck).difference(*one.hands))), 10)


def test_other_wrong_arguments() -> None:
    position = deal(Rules(3), np.random.default_rng(1))
    seen = mask(position.hands[0])
    with pytest.raises(_players.PlayerError, match="two places"):
        _players.policy_move(packed(position), seen, 1)
    with pytest.raises(_players.PlayerError, match="not a legal move"):
        _players.playouts(packed(position), 0, np.array([[9, 9, 9]], np.uint8), 1)
    with pytest.raises(ValueError, match="layout"):
        _players.policy_move(packed(position)[1:], 0, 1)
    with pytest.raises(ValueError, match="goal"):
        _players.playouts(packed(position), 0, packed_moves(position), 1, goal="fame")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="sigma"):
        _players.Ismcts(packed(position), seed=1, goal="win", rounds_left=1)
    with pytest.raises(ValueError, match="weights"):
        _players.policy_move(packed(position), 0, 1, 0, np.zeros(3, np.float32))
    with pytest.raises(_players.PlayerError):
        _players.policy_pass(mask(position.hands[0]), 4, mask(position.rules.deck), 3, 3)
