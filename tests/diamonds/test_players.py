"""The players in C: they obey the rules, see only what their seat sees, repeat themselves from a seed."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from diamonds_solver.games.diamonds.core import _players, layout
from diamonds_solver.games.diamonds.deal import deal
from diamonds_solver.games.diamonds.round.public import Decision
from diamonds_solver.games.diamonds.round.rules import Rules

from .playing import as_move, mask, other_world, outside, packed, policy_weights, worlds_of
from .positions import ALL_RULES, packed_moves, random_position

seeds = st.integers(0, 2**32)


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
    values, parts = _players.playouts(packed(position), 0, packed_moves(position), seed, 7)
    for move, value, row in zip(position.moves(), values[:, 0], parts[:, 0], strict=True):
        after = position.play(move)
        seen = np.array([0 if move.card is None else 1 << move.card], np.uint64)
        rest = _players.play_out(packed(after), seen, seed, 7, [weights] * position.rules.players)[0]
        gained = [r + a - b for r, a, b in zip(rest.tolist(), after.points(), position.points(), strict=True)]
        sides = [sum(gained[seat] for seat in side) for side in position.rules.sides]
        own = sides.pop(position.rules.side_of(position.to_move))
        assert value == pytest.approx(own - sum(sides) / len(sides))
        by_name = dict(zip(_players.PARTS, row.tolist(), strict=True))
        assert sum(row.tolist()) - by_name["others"] - by_name["tricks_won"] == own
        assert by_name["others"] == sum(sides)


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


@pytest.mark.parametrize("rules", [Rules(2), Rules(3), Rules(4, teams=True), Rules(6)], ids=str)
def test_a_world_has_its_own_random_numbers(rules: Rules) -> None:
    position = deal(rules, np.random.default_rng(3))
    worlds, size = worlds_of(position, 6, random.Random(3)), layout.POSITION.itemsize
    moves, seen = packed_moves(position), outside(rules)
    values, parts = _players.playouts(worlds, seen, moves, 9, 100)
    later_values, later_parts = _players.playouts(worlds[2 * size :], seen, moves, 9, 102)
    assert (parts[:, 2:] == later_parts).all()
    assert (values[:, 2:] == later_values).all()
    assert rules.players == 2 or (_players.playouts(worlds, seen, moves, 10, 100)[1] != parts).any()  # two players never have to guess


@given(seeds, st.sampled_from(ALL_RULES), st.integers(1, 3))
def test_the_cards_of_the_highest_scores_are_passed(seed: int, rules: Rules, count: int) -> None:
    hand, deck = mask(random.Random(seed).sample(rules.deck, rules.hand_size)), mask(rules.deck)
    scores = _players.pass_scores(hand, deck, rules.players, len(rules.sides))
    chosen = _players.policy_pass(hand, count, deck, rules.players, len(rules.sides))
    assert mask(list(scores)) == hand
    assert chosen & ~hand == 0
    assert chosen.bit_count() == count
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
    for players, sides in ((2, 1), (3, 1), (5, 2), (4, 3), (1, 1), (7, 7)):
        with pytest.raises(_players.PlayerError, match="number of players"):
            _players.policy_count(mask(position.hands[0]), mask(position.rules.deck), players, sides)
    with pytest.raises(_players.PlayerError):
        _players.policy_pass(mask(position.hands[0]), 4, mask(position.rules.deck), 3, 3)
