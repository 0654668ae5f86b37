"""What a deal was worth before anybody had decided anything, against what deals are worth on average."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.games.diamonds.core import layout
from diamonds_solver.games.diamonds.core.passing import exchange, policy_counts, policy_passes
from diamonds_solver.games.diamonds.record.record import Hand, Phase, Record
from diamonds_solver.games.diamonds.rules.position import Position
from diamonds_solver.stats.estimates import Estimate, mean_interval

from .statistics import play_rounds, values_for


def deal_luck(record: Record, objective: str, seed: int, deals: int) -> list[Estimate] | None:
    """By seat: the mean of `objective` over `deals` rounds played from the deal of a record, less the mean over as many other deals.

    The rule-based player sits in all seats and passes, too. Both have the same crystals, dealer and leader. Where the record says that
    cards were passed, and not which, the hands after the pass stand for the deal. None where the deal is not known.
    """
    found = _dealt(record)
    if found is None:
        return None
    position, passes = found
    own = np.repeat(layout.pack([position]), deals)
    others = own.copy()
    deal_seed, *streams = np.random.SeedSequence((seed, record.round[0])).generate_state(3, np.uint64).tolist()
    others["hand"][:, : record.players] = _random_hands(record, deals, deal_seed)
    means = []
    for starts, stream, is_passed in ((own, streams[0], passes == "own"), (others, streams[1], passes != "no")):
        begun = _passed(starts, record) if is_passed else starts
        ends = play_rounds(begun, record.rules, stream >> 2, 0)
        means.append([mean_interval(values_for(starts, ends, record.rules, seat, objective)) for seat in range(record.players)])
    return [_difference(own_mean, mean) for own_mean, mean in zip(*means, strict=True)]


def _dealt(record: Record) -> tuple[Position, str] | None:
    """The start of the round, and what is passed: by the players of its ``own`` hands, too, in ``other`` deals only, or ``no`` cards."""
    if record.tricks_before:
        return None
    whole = record.completed() if record.phase is Phase.PLAY else record
    hands = [hand.known for hand in whole.hands]
    if not all(hand.is_open for hand in whole.hands):
        return None
    passes = "own"
    if record.phase is Phase.PLAY:
        gave = [_passed_by(record, seat) for seat in range(record.players)]
        if all(cards is not None for cards in gave):
            got = {record.rules.receiver(seat): cards or frozenset() for seat, cards in enumerate(gave)}
            hands = [hand - got[seat] | (gave[seat] or frozenset()) for seat, hand in enumerate(hands)]
        else:
            is_passed = record.pass_count is not None or any(cards is not None for cards in gave)
            passes = "other" if is_passed else "no"
    start = replace(whole, phase=Phase.PLAY, hands=tuple(Hand(hand, 0) for hand in hands), play=(), gave=(), got=())
    return start.position(), passes


def _passed_by(record: Record, seat: int) -> frozenset[int] | None:
    """What a seat gave, as far as it or its receiver tells."""
    gave = record.gave[seat]
    return record.got[record.rules.receiver(seat)] if gave is None else gave


def _random_hands(record: Record, deals: int, seed: int) -> NDArray[np.uint64]:
    """uint64[deals, players]: hands dealt at random, as many cards as the rules say."""
    rules = record.rules
    deck = np.left_shift(np.uint64(1), np.array(rules.deck, np.uint64))
    shuffled = np.random.default_rng(seed).permuted(np.tile(deck, (deals, 1)), axis=1)[:, : rules.players * rules.hand_size]
    hands: NDArray[np.uint64] = np.bitwise_or.reduce(shuffled.reshape(deals, rules.players, rules.hand_size), axis=2)
    return hands


def _passed(deals: NDArray[np.void], record: Record) -> NDArray[np.void]:
    """The deals after the pass by rules."""
    counts = policy_counts(deals, record.rules, record.dealer)
    return exchange(deals, record.rules, policy_passes(deals, record.rules, counts))


def _difference(one: Estimate, other: Estimate) -> Estimate:
    """Of two independent means."""
    value, sem = one.value - other.value, math.hypot(one.sem, other.sem)
    reach = math.hypot(one.reach, other.reach)
    return Estimate(value, sem, value - reach, value + reach, one.count, math.nan)
