"""The best cards to pass: against rounds played one by one and against trying everything."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from diamonds_solver.games.diamonds.advising.evaluate import find_best_pass, hand_record, pass_by_rules, pass_experiment, possible_counts
from diamonds_solver.games.diamonds.advising.hands import margins, play_rounds, side_points
from diamonds_solver.games.diamonds.advising.view import View
from diamonds_solver.games.diamonds.core import layout, passing
from diamonds_solver.games.diamonds.round.rules import Rules
from diamonds_solver.games.records import loads

HAND = "D15,9,3 H12,4 S7,2 C14,4,1"


def test_pass_values_are_those_of_rounds_played_one_by_one() -> None:
    """The simulated pass by sets of cards: the own choice, the others by rules, everything to the left."""
    rules = Rules(3)
    view = View.of(hand_record(HAND, rules, 2))
    experiment = pass_experiment(view, "margin", 11)
    deals = experiment.deals(0, 25)
    trial = find_best_pass(experiment, 2, deals, 600)
    for cards, ends, mean in zip(trial.cards, trial.ends, trial.comparison.mean, strict=True):
        values = []
        for i, position in enumerate(experiment.worlds.positions(deals)):
            masks = passing.policy_passes(deals[i : i + 1], rules, 2)[0].tolist()
            given = [frozenset(c for c in range(64) if mask >> c & 1) for mask in masks]
            given[0] = frozenset(cards)
            hands = [(hand - given[seat]) | given[(seat - 1) % 3] for seat, hand in enumerate(position.hands)]
            start = layout.pack([replace(position, hands=tuple(hands))])
            end = play_rounds(start, rules, experiment.play_seed, i)
            assert np.array_equal(end[0], ends[i])
            values.append(float(margins(side_points(start, end, rules))[0, 0]))
        assert np.mean(values) == pytest.approx(mean)


def test_dealer_announces_by_own_hand_and_record_may_say_how_many() -> None:
    view = View.of(hand_record(HAND, 4, 1))
    deals = pass_experiment(view, "margin", 1).deals(0, 40)
    after, counts = pass_by_rules(view, deals)
    assert counts.tolist() == passing.policy_counts(deals, view.rules, 3).tolist()
    assert len(set(counts.tolist())) > 1
    moved = deals["hand"][:, 0] & ~after["hand"][:, 0]
    assert [int(cards).bit_count() for cards in moved] == counts.tolist()
    fixed = View.of(loads(f"diamonds 1; players 4; phase pass; pass 2; see P1; hand P1 {HAND}"))
    assert possible_counts(fixed) == (2,)
    assert pass_by_rules(fixed, deals)[1].tolist() == [2] * 40


def test_halving_finds_what_trying_everything_finds() -> None:
    """All 45 choices of two cards in the same many deals: what the short way calls the best is as good within the error."""
    view = View.of(hand_record(HAND, 4, 1))
    experiment = pass_experiment(view, "margin", 5)
    deals = experiment.deals(0, 1500)
    trial = find_best_pass(experiment, 2, deals, 7500)
    given = passing.policy_passes(deals, view.rules, 2)
    means = {}
    for pair in combinations(sorted(view.hand), 2):
        given[:, 0] = passing.card_mask(pair)
        ends = experiment.play(passing.exchange(deals, view.rules, given), 0)
        means[frozenset(pair)] = float(experiment.values(deals, ends).mean())
    for i, cards in enumerate(trial.cards):
        assert means[frozenset(cards)] == pytest.approx(float(trial.comparison.mean[i]))
    assert max(means.values()) - max(trial.comparison.mean) < 0.15
