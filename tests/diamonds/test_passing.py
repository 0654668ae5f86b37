"""The pass of many packed deals, against the rules one deal at a time."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest

from diamonds_solver.games.diamonds.core import _players, layout, passing
from diamonds_solver.games.diamonds.deal import deal
from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.diamonds.round.rules import Rules

from .positions import ALL_RULES


def masks(position: Position) -> list[int]:
    return [passing.card_mask(hand) for hand in position.hands]


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_passes_are_those_of_each_hand_alone(rules: Rules) -> None:
    positions = [deal(rules, seed) for seed in range(12)]
    deals = layout.pack(positions)
    deck, sides = passing.deck_mask(rules), len(rules.sides)
    counts = passing.policy_counts(deals, rules, rules.players - 1)
    assert counts.tolist() == [_players.policy_count(masks(p)[-1], deck, rules.players, sides) for p in positions]
    for given in (1, 2, 3, counts):
        passed = passing.policy_passes(deals, rules, given)
        for row, (position, count) in enumerate(zip(positions, np.broadcast_to(given, len(deals)).tolist(), strict=True)):
            expected = [_players.policy_pass(hand, count, deck, rules.players, sides) for hand in masks(position)]
            assert passed[row].tolist() == expected
            assert [cards.bit_count() for cards in expected] == [count] * rules.players


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_exchange_moves_each_card_to_the_receiver(rules: Rules) -> None:
    rng = np.random.default_rng(3)
    for seed in range(8):
        position = deal(rules, seed)
        chosen = [frozenset(rng.choice(sorted(hand), 3, replace=False).tolist()) for hand in position.hands]
        expected = [set(hand) - chosen[seat] for seat, hand in enumerate(position.hands)]
        for seat in range(rules.players):
            receiver = (seat + rules.players // 2) % rules.players if rules.teams else (seat + 1) % rules.players
            expected[receiver] |= chosen[seat]
        deals = layout.pack([position])
        after = passing.exchange(deals, rules, np.array([[passing.card_mask(cards) for cards in chosen]], np.uint64))
        assert after["hand"][0, : rules.players].tolist() == [passing.card_mask(frozenset(hand)) for hand in expected]
        assert np.array_equal(deals, layout.pack([position]))
        deals["hand"] = after["hand"]
        assert np.array_equal(deals, after)


@pytest.mark.parametrize("cards", [1, 2, 3])
def test_a_short_hand_is_announced_as_it_can_be_passed(cards: int) -> None:
    rules = ALL_RULES[0]
    hand = sum(1 << card for card in rules.deck[:cards])
    assert 1 <= _players.policy_count(hand, passing.deck_mask(rules), rules.players, len(rules.sides)) <= cards


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_chances_of_passes(rules: Rules) -> None:
    """Half of the players pass what the rules choose; the others by a softmax over all sets of cards, each a product over its cards."""
    deck, sides, slip = passing.deck_mask(rules), len(rules.sides), 0.2

    def chances(hand: int, sets: list[tuple[int, ...]], slip: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        passed = np.array([passing.card_mask(cards) for cards in sets], np.uint64)
        return _players.pass_chances(np.full(len(sets), hand, np.uint64), passed, deck, rules.players, sides, slip)

    for seed, count in ((1, 1), (2, 2), (3, 3)):
        hand = masks(deal(rules, seed))[0]
        cards = [card for card in range(64) if hand >> card & 1]
        sets = list(combinations(cards, count))
        by_rules = np.array([passing.card_mask(chosen) == _players.policy_pass(hand, count, deck, rules.players, sides) for chosen in sets])
        one = 2 * chances(hand, [(card,) for card in cards], 0)
        one[[1 << card == _players.policy_pass(hand, 1, deck, rules.players, sides) for card in cards]] -= 1
        factors = np.array([math.prod(one[cards.index(card)] for card in chosen) for chosen in sets])
        expected = (1 - slip) * (by_rules + factors / factors.sum()) / 2 + slip / len(sets)
        assert chances(hand, sets, slip) == pytest.approx(expected, rel=1e-5)
        assert chances(hand, sets, 0).sum() == pytest.approx(1)
    with pytest.raises(_players.PlayerError, match="of a hand that has them"):
        chances(hand, [()], 0)
    with pytest.raises(_players.PlayerError, match="of a hand that has them"):
        chances(hand, [(next(card for card in rules.deck if not hand >> card & 1),)], 0)
    with pytest.raises(ValueError, match="slip is from 0 to 1"):
        chances(hand, sets, 2)


def test_hands_that_cannot_pass_are_refused() -> None:
    rules = ALL_RULES[0]
    deals = layout.pack([deal(rules, 1)])
    for counts in (0, 4):
        with pytest.raises(_players.PlayerError, match="a number of cards, 1 to 3"):
            passing.policy_passes(deals, rules, counts)
    hands, two_counts = passing.hands_of(deals, rules), np.ones(2, np.uint8)
    with pytest.raises(_players.PlayerError, match="for every row"):
        _players.policy_passes(hands, two_counts, passing.deck_mask(rules), rules.players, len(rules.sides))
    deals["hand"][0, 0] = 0b110
    with pytest.raises(_players.PlayerError, match="of a hand that has them"):
        passing.policy_passes(deals, rules, 3)
    assert passing.policy_passes(deals, rules, 2)[0, 0] == 0b110
    deals["hand"][0, 0] = 0
    with pytest.raises(_players.PlayerError):
        passing.policy_counts(deals, rules, 0)
    deals["hand"][0, 0] = 0b11111  # card 0 is none
    with pytest.raises(_players.PlayerError):
        passing.policy_passes(deals, rules, 1)


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_ends_have_the_points_of_play_out(rules: Rules) -> None:
    deals = layout.pack([deal(rules, seed) for seed in range(20)])
    seen = np.zeros(len(deals), np.uint64)
    seats = [_players.default_weights(deals[:1].view(np.uint8))] * rules.players
    ends = _players.play_ends(deals.view(np.uint8), seen, 5, 2, seats).view(layout.POSITION)
    gains = (2 * ends["vault"] + ends["showroom"]).astype(int) - (2 * deals["vault"] + deals["showroom"])
    assert np.array_equal(gains[:, : rules.players], _players.play_out(deals.view(np.uint8), seen, 5, 2, seats))
    assert (ends["tricks_left"] == 0).all()
    assert (ends["hand"] == 0).all()
    played = rules.hand_size // rules.plays_per_trick * rules.trick_size
    assert (ends["taken"].sum(axis=(1, 2)) == played).all()


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_pass_playouts_are_rounds_after_the_pass(rules: Rules) -> None:
    deals = layout.pack([deal(rules, seed) for seed in range(6)])
    deals["hand"] = deals["hand"][0]  # the giver's cards are the same in all worlds
    giver, seed, first = rules.players - 1, 5, 2
    receiver = rules.receiver(giver)
    own = [card for card in range(64) if int(deals["hand"][0, giver]) >> card & 1]
    passes = np.array([passing.card_mask((card, own[-1])) for card in own[:4]], np.uint64)
    others = passing.policy_passes(deals, rules, 2)
    others[:, giver] = 0
    worlds = passing.exchange(deals, rules, others)
    values, parts = _players.pass_playouts(worlds.view(np.uint8), 0, passes, giver, receiver, seed, first)
    assert values.shape == (4, 6)
    names = _players.PARTS
    gained, lost = parts[..., : names.index("others")].sum(axis=2), parts[..., names.index("others")]
    assert np.allclose(values, gained - lost / (len(rules.sides) - 1))
    seats = [_players.default_weights(deals[:1].view(np.uint8))] * rules.players
    for row, cards in zip(values, passes, strict=True):
        given = np.zeros((len(deals), rules.players), np.uint64)
        given[:, giver] = cards
        after = passing.exchange(worlds, rules, given)
        ends = _players.play_ends(after.view(np.uint8), np.zeros(len(deals), np.uint64), seed, first, seats)
        assert np.array_equal(row, _players.utilities(deals[:1].view(np.uint8), ends)[:, rules.side_of(giver)])
    for wrong in (0b11, int(passes[0]) | 1 << own[1]):  # cards that the giver has not, or one too many
        with pytest.raises(_players.PlayerError):
            _players.pass_playouts(worlds.view(np.uint8), 0, np.array([wrong], np.uint64), giver, receiver, seed)
    with pytest.raises(_players.PlayerError, match="seats of the game"):
        _players.pass_playouts(worlds.view(np.uint8), 0, passes, giver, rules.players, seed)
