"""Laws of views, on random records: hidden cards never matter, and a view is its own view."""

from __future__ import annotations

import pickle
import random
from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diamonds_solver.errors import DiamondsError
from diamonds_solver.games.diamonds.advising.view import View
from diamonds_solver.games.diamonds.game import GAME
from diamonds_solver.games.diamonds.records.notation import dumps
from diamonds_solver.games.diamonds.records.record import Hand, Record
from diamonds_solver.games.records import loads
from tests.notation.test_round_trip import random_record

from .rounds import agrees, keeps_pass, open_hands, random_round

SEEDS = st.integers(0, 2**32)


@given(SEEDS)
def test_hidden_cards_never_influence_a_view(seed: int) -> None:
    """Hidden cards change places, at random, as long as the play stays legal and the viewer's passed cards stay where they are."""
    rng = random.Random(seed)
    record = random_round(rng)
    seat = rng.randrange(record.rules.players)
    view = View.of(record, seat)
    changed = 0
    for _ in range(4):
        other = shuffled(record, seat, rng)
        same = View.of(other, seat)
        assert same == view
        assert hash(same) == hash(view)
        assert same.information == view.information
        changed += other.hands != record.hands
    assert changed or not view.takers or view.count < 200


def shuffled(record: Record, seat: int, rng: random.Random) -> Record:
    """The record after swaps of hidden cards, with other players' passes to match, that `seat` cannot notice."""
    hands = [set(hand.known) for hand in record.hands_after_play()]
    nobody = set(record.rules.deck) - set().union(*hands) - {move.card for move in record.play if move.card is not None}
    places = [hand for other, hand in enumerate(hands) if other != seat] + [nobody]
    for _ in range(30):
        first, second = rng.sample(places, 2)
        if not first or not second:
            continue
        a, b = rng.choice(sorted(first)), rng.choice(sorted(second))
        exchange(first, second, a, b)
        if not agrees(record, list(map(frozenset, hands))) or not keeps_pass(record, seat, list(map(frozenset, hands))):
            exchange(first, second, b, a)
    start = [hand.known - now.known | frozenset(new) for hand, now, new in zip(record.hands, record.hands_after_play(), hands, strict=True)]
    other = replace(record, hands=open_hands(start), id="another name", value=(7.0,), extra=(("x-note", "text"),))
    if record.gave[seat] is None:
        return other
    receiver = record.rules.receiver(seat)
    gave = [cards if giver == seat or record.rules.receiver(giver) == seat else None for giver, cards in enumerate(record.gave)]
    got = [cards if other in (seat, receiver) else frozenset(rng.sample(sorted(start[other]), 1)) for other, cards in enumerate(record.got)]
    return replace(other, gave=tuple(gave), got=tuple(got))


def exchange(first: set[int], second: set[int], a: int, b: int) -> None:
    first.remove(a)
    second.remove(b)
    first.add(b)
    second.add(a)


@given(SEEDS)
def test_a_view_is_its_own_view(seed: int) -> None:
    rng = random.Random(seed)
    record = random_round(rng)
    seat = rng.randrange(record.rules.players)
    view = View.of(record, seat)
    assert View.of(view.record) == view
    assert View(record, seat) == view
    assert pickle.loads(pickle.dumps(view)) == view
    assert record.hands_after_play()[seat].known == view.hand
    assert all(pinned <= hand.known for pinned, hand in zip(view.pinned, record.hands_after_play(), strict=True))
    assert all(not any(card // 16 in void for card in hand.known) for void, hand in zip(view.voids, record.hands_after_play(), strict=True))


@given(SEEDS)
def test_any_record_has_a_view_or_an_error(seed: int) -> None:
    """Records with hands half known, `took`, `out`, `void`, passes known in part."""
    rng = random.Random(seed)
    record = random_record(rng)
    try:
        view = View.of(record)
    except DiamondsError as error:
        assert error.code in ("E-HIDDEN", "E-SEE"), error  # the hands come from a real deal: nothing else can be wrong
    else:
        assert view.count >= 1
        chances = view.marginals()
        assert np.abs(chances[list(view.rules.deck)].sum(axis=1) - 1).max() < 1e-12
        assert np.abs(chances[:, : view.rules.players].sum(axis=0) - view.sizes).max() < 1e-9


def seen_by(record: Record, seat: int, told: set[tuple[int, int]]) -> Record:
    """The record as `seat` writes it down: its own hand, of the others the cards that are told, and their number of cards."""
    hands = []
    for other, hand in enumerate(record.hands):
        known = hand.known if other == seat else frozenset(card for owner, card in told if owner == other)
        hands.append(Hand(known, len(hand.known) - len(known)))
    written: Record = loads(dumps(replace(record, hands=tuple(hands), see=seat)))
    return written


@given(SEEDS)
def test_more_knowledge_is_never_more_deals(seed: int) -> None:
    """True cards of other hands are told one after the other, those that were played, too, until one is left that is not."""
    rng = random.Random(seed)
    record = random_round(rng)
    seat = rng.randrange(record.players)
    others = [(other, card) for other, hand in enumerate(record.hands) for card in hand.known if other != seat]
    rng.shuffle(others)
    told = [*sorted(rng.sample(range(len(others) - 2), 3)), len(others) - 2, len(others) - 1]
    counts = [View.of(seen_by(record, seat, set(others[:number])), seat).count for number in [0, *told]]
    assert counts == sorted(counts, reverse=True)


@given(SEEDS)
def test_a_decision_looked_back_at_is_seen_as_it_was_then(seed: int) -> None:
    """What a later play tells of other hands is not known before."""
    rng = random.Random(seed)
    whole = random_round(rng, cards_left=rng.randrange(3))
    seat = rng.randrange(whole.players)
    others = [(other, card) for other, hand in enumerate(whole.hands) for card in hand.known if other != seat]
    told = set(rng.sample(others, rng.choice([0, 2, len(others) // 2, len(others) - 1])))
    looks = [one for one in GAME.records.decisions(seen_by(whole, seat, told)) if one.seat == seat and one.decision == "card"]
    for one in rng.sample(looks, 3):
        then = seen_by(replace(whole, play=whole.play[: len(one.record.play)]), seat, told)
        assert View.of(one.record, seat) == View.of(then, seat)
