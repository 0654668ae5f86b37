"""A round by actions against the rules in plain Python."""

from __future__ import annotations

import random

import pytest

from diamonds_solver.games.diamonds.learning.actions import ACTIONS, MOVES, Round, action_of, card_of, move_of
from diamonds_solver.games.diamonds.records.notation import dumps
from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.diamonds.round.rules import Rules
from diamonds_solver.games.records import loads

from .positions import ALL_RULES


def played_until(rng: random.Random, rules: Rules, cards: int, pass_count: int, actions: int | None = None) -> Round:
    """A random round to its end, or after so many actions."""
    game = Round(rules, cards, pass_count)
    count = 0
    while not game.is_over and (actions is None or count < actions):
        game.apply(rng.choice(game.legal))
        count += 1
    return game


def test_every_action_is_a_move_and_back() -> None:
    assert [action_of(move_of(action)) for action in range(ACTIONS)] == list(range(ACTIONS))
    assert len(set(MOVES)) == ACTIONS


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_a_round_follows_the_rules(rules: Rules) -> None:
    """Moves, who moves, points and the open table are at every step those of Position."""
    rng = random.Random(rules.players)
    for pass_count in (0, 2):
        game = Round(rules, rules.hand_size, pass_count)
        while not game.is_passed:
            game.apply(rng.choice(game.legal))
        position = Position.start(rules, [[card_of(a) for a in game.held_at_start(seat)] for seat in range(rules.players)])
        while not game.is_over:
            assert {MOVES[action] for action in game.legal} == set(position.moves())
            assert game.to_move == position.to_move
            assert game.table() == position.table
            for seat in range(rules.players):
                assert set(game.hand(seat)) == position.hands[seat]
            action = rng.choice(game.legal)
            game.apply(action)
            position = position.play(MOVES[action])
        assert position.is_over
        assert game.to_move is None
        assert game.points() == position.points()


def test_the_pass() -> None:
    """Everybody gives as many cards as were chosen, to the left or to the partner; each way to choose is there once."""
    for rules in (Rules(2), Rules(3), Rules(4, teams=True)):
        game = played_until(random.Random(1), rules, 4, 3, actions=rules.players * 4)
        assert (game.to_move, game.is_passed) == (0, False)
        assert len(game.legal) == 2  # the first of three cards of four, in order
        while not game.is_passed:
            game.apply(random.Random(len(game.passed)).choice(game.legal))
        for seat in range(rules.players):
            assert game.passed_to(rules.receiver(seat)) == game.passed_by(seat)
            assert len(game.held_at_start(seat)) == 4
            assert set(game.held_at_start(seat)) == (set(game.dealt_to(seat)) - set(game.passed_by(seat))) | set(game.passed_to(seat))
        assert sorted(card for seat in range(rules.players) for card in game.held_at_start(seat)) == sorted(game.dealt)


def test_what_a_seat_knows_does_not_show_the_others() -> None:
    """Rounds in which others exchange cards that nobody has seen look the same."""
    for seed in range(30):
        game = played_until(random.Random(seed), Rules(3), 5, 1, actions=15 + 1)  # P1 has chosen, P2 is choosing
        p2, p3 = sorted(game.dealt_to(1)), sorted(game.dealt_to(2))
        other = Round(Rules(3), 5, 1)
        swapped = {p2[0]: p3[0], p3[0]: p2[0]}
        for action in game.dealt + game.passed:
            other.apply(swapped.get(action, action))
        assert other.information(0) == game.information(0)
        assert other.observation(0) == game.observation(0)
        assert other.record(0) == game.record(0)
        assert other.information(1) != game.information(1)


def test_information_tells_everything_known() -> None:
    game = played_until(random.Random(4), Rules(3), 4, 2)
    text = game.information(1)
    assert text.endswith(game.public())
    assert len(game.public().split()) == len(game.played)
    assert "gave" in text


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_the_record_can_be_written_and_read(rules: Rules) -> None:
    for actions in (0, 5, 20):
        for pass_count in (0, 2):
            before = rules.players * (rules.hand_size + pass_count)
            game = played_until(random.Random(actions), rules, rules.hand_size, pass_count, actions=before + actions)
            for seat in range(rules.players):
                record = game.record(seat)
                assert loads(dumps(record)) == record.completed([seat])
                assert record.table() == game.table()
    game = played_until(random.Random(1), Rules(3), 10, 2, actions=33)
    assert loads(dumps(game.record(2))) == game.record(2)
    assert game.record(2).phase == "pass"
