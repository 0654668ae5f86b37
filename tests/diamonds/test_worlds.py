"""Worlds: every deal that agrees with what a player knows is as likely as every other, and no other deal is ever drawn."""

from __future__ import annotations

import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from math import comb, perm, prod

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import stats

from diamonds_solver.games.diamonds.advising.view import View
from diamonds_solver.games.diamonds.advising.worlds import Worlds
from diamonds_solver.games.diamonds.core import _solver, layout
from diamonds_solver.games.diamonds.records.notation import dumps
from diamonds_solver.games.diamonds.records.record import Hand, Phase, Record
from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.diamonds.round.public import Decision
from diamonds_solver.games.diamonds.round.rules import SUITS, Rules, suit_of
from diamonds_solver.games.records import loads
from tests.dealing import count_by_suits

from .positions import ALL_RULES
from .rounds import Hands, agrees, all_deals, keeps_pass, random_round, revealed_by

SEEDS = st.integers(0, 2**32)


def hands_of(positions: list[Position]) -> list[Hands]:
    return [position.hands for position in positions]


# -- laws ---------------------------------------------------------------------------------------------------------------------------


@given(SEEDS)
def test_in_every_world_the_viewer_knows_the_same(seed: int) -> None:
    """view(sample(view)) == view, and the legal moves are the same, by the rules in Python and in C."""
    rng = random.Random(seed)
    record = random_round(rng)
    view = View.of(record, rng.choice([record.table().to_move, rng.randrange(record.rules.players)]))
    packed = Worlds(view).sample(seed, 0, 6)
    positions = Worlds(view).positions(packed)
    assert np.array_equal(layout.pack(positions), packed)
    for world, position in zip(packed, positions, strict=True):
        position.check()
        assert agrees(view.record, position.hands)
        assert keeps_pass(view.record, view.seat, position.hands)
        revealed = revealed_by(view, position)
        assert View.of(revealed, view.seat) == view
        assert View.of(loads(dumps(revealed))) == view
        if view.is_to_move and view.phase is Phase.PLAY:
            assert position.moves() == view.moves()
            assert len(_solver.moves(np.array([world]).view(np.uint8))) == len(view.moves())
        if view.phase is Phase.PLAY:
            assert revealed.position() == position


@given(SEEDS)
def test_the_same_without_history(seed: int) -> None:
    """Records that begin late: what was won is known by number, voids by the field `void`, passed cards may have been played."""
    rng = random.Random(seed)
    whole = random_round(rng, cards_left=rng.randint(1, 4) * 2)
    position = whole.position()
    while position.table.cards or position.decision is not Decision.CARD:
        position = position.play(rng.choice(position.moves()))
        assume(not position.is_over)
    seat = rng.randrange(whole.rules.players)
    void = tuple(frozenset(SUITS) - frozenset(map(suit_of, hand)) if rng.random() < 0.3 else frozenset() for hand in position.hands)
    nobodys = sorted(set(whole.rules.deck) - set().union(*position.hands))
    out = frozenset(rng.sample(nobodys, rng.choice([0, 0, len(nobodys) // 3, len(nobodys)])))  # won, or not dealt
    record = replace(Record.of(position), void=void, gave=whole.gave, got=whole.got, out=out)
    view = View.of(record, seat)
    chances = view.marginals()
    assert all(chances[card, other] > 0 for other, hand in enumerate(position.hands) for card in hand)
    worlds = Worlds(view)
    for world in worlds.positions(worlds.sample(seed, 0, 6)):
        world.check()
        assert View.of(revealed_by(view, world), seat) == view
        assert not any(suit_of(card) in suits for hand, suits in zip(world.hands, void, strict=True) for card in hand)
        left = Counter(map(suit_of, set(view.rules.deck) - set().union(*world.hands)))
        assert all(left[suit] >= sum(row[suit] for row in position.table.taken) for suit in SUITS)


# -- the distribution, held against trying all deals --------------------------------------------------------------------------------

SMALL = {
    Rules(2): 2,
    Rules(3): 1,
    Rules(4): 1,
    Rules(5): 1,
    Rules(6): 1,
    Rules(6, teams=True): 1,
    Rules(4, teams=True): 1,
    Rules(2, perfect=True): 4,
    Rules(3, perfect=True): 3,
    Rules(4, perfect=True): 2,
    Rules(5, perfect=True): 1,
}
"""So many cards left that all deals can be tried."""


def small_round(rules: Rules, seed: int) -> Record:
    rng = random.Random(seed)
    while True:
        record = random_round(rng, rules, cards_left=SMALL[rules])
        view = View.of(record)
        hidden = sum(view.sizes) - len(view.hand)
        pool = len(view.unseen) + hidden - sum(view.information.needs())
        if perm(pool, hidden) <= 2000 and (view.count > 1 or rules == Rules(2, perfect=True)):
            return record


def possible_hands(record: Record, view: View) -> list[Hands]:
    """Every deal of the unseen cards with which the play is legal, and in which the viewer's passed cards are where they can be."""
    own = view.seat
    seen = record.hands[own].known | {move.card for move in record.play if move.card is not None}
    pool = [card for card in record.rules.deck if card not in seen]
    others = [seat for seat in range(record.rules.players) if seat != own]
    found = []
    for deal in all_deals(pool, [view.sizes[seat] for seat in others]):
        hands = list(deal)
        hands.insert(own, view.hand)
        if agrees(record, hands) and keeps_pass(record, own, hands):
            found.append(tuple(hands))
    return found


def shares(ways: dict[Hands, int]) -> NDArray[np.float64]:
    """[card, seat]: the share of the deals, each there so many times, in which the card is in the seat's hand."""
    found = np.zeros((64, len(next(iter(ways)))))
    for hands, count in ways.items():
        for seat, hand in enumerate(hands):
            found[list(hand), seat] += count
    return found / sum(ways.values())


@pytest.mark.parametrize("rules", SMALL, ids=str)
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2))])
def test_worlds_are_the_deals_that_agree(rules: Rules, seed: int) -> None:
    record = small_round(rules, seed)
    view = View.of(record)
    worlds = Worlds(view)
    expected = possible_hands(record, view)
    found = hands_of(worlds.positions(worlds.enumerate()))
    assert len(found) == len(expected) == view.count
    assert set(found) == set(expected)
    drawn = Counter(hands_of(worlds.positions(worlds.sample(seed, 0, 20 * len(expected)))))
    assert drawn.keys() <= set(expected)
    if len(expected) > 1:
        assert stats.chisquare([drawn[hands] for hands in expected]).pvalue > 1e-4
    assert np.abs(view.marginals()[:, : rules.players] - shares(dict.fromkeys(expected, 1))).max() < 1e-12


def test_the_small_rounds_have_everything() -> None:
    """The test above is worth as much as what it is given."""
    views = [View.of(small_round(rules, seed)) for rules in SMALL for seed in range(3)]
    opponents = [[void for seat, void in enumerate(view.voids) if seat != view.seat] for view in views]
    assert any(sum(map(bool, voids)) >= 2 and len(set(voids)) >= 3 for voids in opponents)
    assert any(cards for view in views for seat, cards in enumerate(view.pinned) if seat != view.seat)
    assert any(view.information.stub for view in views)
    assert max(view.count for view in views) > 200


@given(SEEDS)
def test_count_agrees_with_counting_by_suits(seed: int) -> None:
    rng = random.Random(seed)
    record = random_round(rng)
    view = View.of(record, rng.randrange(record.rules.players))
    known = view.information
    suits = Counter(map(suit_of, view.unseen))
    needs = [*(known.needs()[seat] for seat in view.takers), known.stub]
    voids = [*(view.voids[seat] for seat in view.takers), frozenset[int]()]
    assert view.count == count_by_suits([suits[suit] for suit in SUITS], needs, voids)


def before_last_trick(rng: random.Random, rules: Rules) -> Position:
    position = random_round(rng, rules, cards_left=2 * rules.plays_per_trick).position()
    while position.table.cards or position.decision is not Decision.CARD or position.table.tricks_left > 1:
        position = position.play(rng.choice(position.moves()))
    return position


@pytest.mark.parametrize("named", [0, 9])
@pytest.mark.parametrize("seed", [0, 1, 2, *(pytest.param(seed, marks=pytest.mark.long) for seed in (3, 4, 5))])
def test_cards_won_unseen(seed: int, named: int) -> None:
    """In the last trick: how often the cards that were won can be chosen from those that remain is a product of binomials.

    Cards of which the record says that they are out were won or not dealt.
    """
    rng = random.Random(seed)
    rules = [Rules(3), Rules(3, perfect=True), Rules(2)][seed % 3]
    position = before_last_trick(rng, rules)
    record = replace(Record.of(position), void=(frozenset({0}), frozenset({1}), *[frozenset[int]()] * (rules.players - 2)))
    seat = rules.players - 1
    if any(suit_of(card) == suit for suit in (0, 1) for card in position.hands[suit]):
        record = replace(record, void=())
    nobodys = sorted(set(rules.deck) - set().union(*position.hands))
    record = replace(record, out=frozenset(rng.sample(nobodys, named)))
    view = View.of(record, seat)
    took = [sum(row[suit] for row in position.table.taken) for suit in SUITS]
    ways: dict[Hands, int] = {}
    for deal in all_deals(view.unseen, view.sizes[:-1]):
        left = Counter(map(suit_of, (set(view.unseen) | record.out).difference(*deal)))
        count = prod(comb(left[suit], took[suit]) for suit in SUITS)
        if count and not any(suit_of(card) in view.voids[other] for other, hand in enumerate(deal) for card in hand):
            ways[(*deal, view.hand)] = count
    assert view.count == sum(ways.values())
    worlds = Worlds(view)
    drawn = Counter(hands_of(worlds.positions(worlds.sample(seed, 0, 20000))))
    assert drawn.keys() <= ways.keys()
    likely = sorted(ways, key=lambda hands: -ways[hands])
    expected = np.array([ways[hands] for hands in likely]) / view.count * 20000
    seen = np.array([drawn[hands] for hands in likely])
    often = expected >= 5
    groups = [np.append(x[often], x[~often].sum()) for x in (seen, expected)] if (~often).any() else [seen, expected]
    if len(groups[0]) > 1 and groups[1][-1] > 0:
        assert stats.chisquare(*groups).pvalue > 1e-4
    assert np.abs(view.marginals()[:, : rules.players] - shares(ways)).max() < 1e-12


# -- who won the tricks before, where that is not told -------------------------------------------------------------------------------


def untold(rng: random.Random) -> tuple[Position, Record]:
    """A position between two tricks, and its record without the cards won: with `won` in any form, or not even that."""
    while True:
        position = random_round(rng, cards_left=2 * rng.randint(1, 4)).position()
        while not position.is_over and (position.table.cards or position.decision is not Decision.CARD):
            position = position.play(rng.choice(position.moves()))
        if not position.is_over and position.table.winners:
            break
    record = Record.of(position)
    counts = [sum(row or ()) // record.rules.trick_size for row in record.took]
    took = tuple(row if rng.random() < 0.3 else None for row in record.took)
    won = tuple(None if count and row is None and rng.random() < 0.5 else count for count, row in zip(counts, took, strict=True))
    hidden = tuple(Hand(frozenset(), len(hand.known)) if seat else hand for seat, hand in enumerate(record.hands))
    return position, replace(record, hands=hidden, took=took, won=rng.choice([won, None]), see=0)


@given(SEEDS)
def test_worlds_agree_with_what_is_told_of_earlier_tricks(seed: int) -> None:
    position, record = untold(random.Random(seed))
    view = View.of(loads(dumps(record)))
    worlds = Worlds(view)
    packed = worlds.sample(seed, 0, 20)
    assert np.array_equal(np.concatenate([worlds.sample(seed, 0, 7), worlds.sample(seed, 7, 13)]), packed)
    size = record.rules.trick_size
    for world in worlds.positions(packed):
        world.check()
        table = world.table
        assert len(world.hands[0]) == len(position.hands[0])
        assert sum(map(sum, table.taken)) == record.tricks_before * size
        assert table.winners == {seat for seat, row in enumerate(table.taken) if any(row)}
        assert record.lead in table.winners
        left = Counter(map(suit_of, set(record.rules.deck) - set().union(*world.hands)))
        assert all(left[suit] >= sum(row[suit] for row in table.taken) for suit in SUITS)
        for seat, row in enumerate(table.taken):
            assert record.took[seat] in (None, row)
            if record.won is not None:
                count = record.won[seat]
                assert sum(row) == count * size if count is not None else sum(row) > 0
    if view.is_to_move:
        assert world.moves() == view.moves()


@pytest.mark.parametrize("seed", range(3))
def test_deals_with_untold_tricks(seed: int) -> None:
    """A deal counts as often as its cards can have been won: a passed card that is in no hand was in one of these tricks for sure."""
    rng = random.Random(seed)
    position = before_last_trick(rng, Rules(3, perfect=True))
    passed = rng.choice(sorted(position.hands[1]))
    record = replace(Record.of(position), took=(None,) * 3, gave=(frozenset({passed}), None, None))
    hands = tuple(Hand(frozenset(), 1) if seat else hand for seat, hand in enumerate(record.hands))
    view = View.of(replace(record, hands=hands, won=None, see=0))
    played = record.tricks_before * 3
    ways: dict[Hands, int] = {}
    for deal in all_deals(view.unseen, view.sizes[1:]):
        rest = set(view.unseen).difference(*deal)
        if passed not in deal[1]:  # P1 passed it to P2
            ways[(view.hand, *deal)] = comb(len(rest), played) if passed not in rest else comb(len(rest) - 1, played - 1)
    assert view.count == sum(ways.values())
    assert np.abs(view.marginals()[:, :3] - shares(ways)).max() < 1e-12


def test_any_player_may_have_won_an_untold_trick() -> None:
    """Two tricks of three players: the leader has won one, the other is anybody's; of those that `won` names each has one."""
    text = "diamonds 1; players 3; hand P1 D1,2,3,4,5,6,7,8; lead P1; see P1"
    winners = Worlds(View.of(loads(text))).sample(1, 0, 9000)["winners"]
    assert set(winners) == {0b001, 0b011, 0b101}
    # in order: P1 P1, P1 P2, P2 P1, P1 P3, P3 P1
    assert stats.chisquare([(winners == mask).sum() for mask in (0b001, 0b011, 0b101)], [1800, 3600, 3600]).pvalue > 1e-4
    assert set(Worlds(View.of(loads(text + "; won P1 P3"))).sample(1, 0, 100)["winners"]) == {0b101}


def test_drawn_worlds_cannot_be_listed() -> None:
    view = View.of(loads("diamonds 1; players 3; hand P1 D1; see P1; lead P1; hand P2 D2; hand P3 +1"))
    assert Worlds(view).are_drawn
    with pytest.raises(ValueError, match="cannot be listed"):
        Worlds(view).enumerate()


# -- what callers rely on -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_worlds_do_not_depend_on_how_they_are_asked_for(rules: Rules) -> None:
    view = View.of(random_round(random.Random(1), rules, cards_left=rules.hand_size - 2))
    worlds = Worlds(view)
    together = worlds.sample(7, 40, 32)
    with ThreadPoolExecutor(4) as pool:
        parts = list(pool.map(lambda i: worlds.sample(7, 40 + 8 * i, 8), range(4)))
    assert np.array_equal(np.concatenate(parts), together)
    assert np.array_equal(Worlds(View.of(view.record)).sample(7, 40, 32), together)
    if view.count > 1000:
        assert not np.array_equal(worlds.sample(8, 40, 32), together)
    assert worlds.sample(7, 0, 0).shape == (0,)


def test_likelihood_moves_the_worlds() -> None:
    view = View.of(random_round(random.Random(2), Rules(4), cards_left=9))
    card, seat = view.unseen[0], view.takers[0]
    likelihood = np.ones((64, 4))
    likelihood[card, seat] = 5
    plain = view.marginals()[card]
    packed = Worlds(view, likelihood).sample(1, 0, 20000)
    likely = float((packed["hand"][:, seat] >> np.uint64(card) & np.uint64(1)).mean())
    expected = 5 * plain[seat] / (1 + 4 * plain[seat])
    assert likely == pytest.approx(expected, abs=0.02)
    likelihood[list(view.unseen), seat] = 0
    with pytest.raises(ValueError, match="no deal is possible"):
        Worlds(view, likelihood).sample(1, 0, 1)


def test_too_many_worlds_to_list() -> None:
    with pytest.raises(ValueError, match="too many"):
        Worlds(View.of(random_round(random.Random(2), Rules(4), cards_left=9))).enumerate()
