"""The best cards to pass: every choice tried in the same random deals, the bad ones dropped early (sequential halving).

The others pass by rules. The few choices that are left are compared in fresh deals: those that chose them would flatter them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.games.diamonds.core.passing import card_mask, exchange, policy_passes
from diamonds_solver.games.diamonds.rules.cards import sort_key
from diamonds_solver.games.diamonds.rules.rules import Rules
from diamonds_solver.games.diamonds.view.worlds import Worlds
from diamonds_solver.search.halving import Trial, even_rounds, halve
from diamonds_solver.stats.comparison import Comparison, compare_moves

from .rounds import RoundPool
from .statistics import Floats, play_rounds, values_for

KEPT = 3
"""Choices that reach the comparison; the rules' choice is compared, too."""
_FIRST_TRIAL = 1 << 32  # numbers of the deals that choose; those that compare are lower

Cards = tuple[int, ...]


@dataclass(frozen=True)
class PassExperiment:
    """One hand's deals and what is wanted. Deal i and the luck of its play depend on the seeds and on i only."""

    worlds: Worlds
    objective: str
    deal_seed: int
    play_seed: int
    pool: RoundPool = field(default_factory=RoundPool)
    """Who plays the rounds; a matter of time only."""

    @property
    def rules(self) -> Rules:
        return self.worlds.view.rules

    @property
    def seat(self) -> int:
        return self.worlds.view.seat

    def deals(self, first: int, count: int) -> NDArray[np.void]:
        return self.worlds.sample(self.deal_seed, first, count)

    def play(self, deals: NDArray[np.void], first: int) -> NDArray[np.void]:
        """The ends of the rounds."""
        return self.pool.play(deals, self.rules, self.play_seed, first)

    def values(self, starts: NDArray[np.void], ends: NDArray[np.void]) -> Floats:
        return values_for(starts, ends, self.rules, self.seat, self.objective)


@dataclass(frozen=True)
class PassTrial:
    """Choices of `count` cards compared in the same deals."""

    count: int
    cards: tuple[Cards, ...]
    """The choices, in the order of `comparison`: the rules' one last, unless it is among the others."""
    rules: int
    """The index of the rules' choice."""
    comparison: Comparison
    ends: tuple[NDArray[np.void], ...]
    """The rounds' ends with each choice."""

    def ranking(self) -> list[int]:
        """The choices, the best first."""
        return sorted(range(len(self.cards)), key=lambda i: (i != self.comparison.leader, -float(self.comparison.mean[i]), i))


def find_best_pass(experiment: PassExperiment, count: int, deals: NDArray[np.void], effort: int) -> PassTrial:
    """The best choices of `count` cards, compared in `deals`, which are the experiment's deals from 0 on.

    `effort`: about how many rounds are played to find them.
    """
    hand = sorted(experiment.worlds.view.hand, key=sort_key)
    choices = list(combinations(hand, count))
    given = policy_passes(deals, experiment.rules, count)
    by_rules = int(given[0, experiment.seat])
    rounds = even_rounds(len(choices), KEPT, effort)
    kept = [choices[i] for i in halve(_trials(experiment, count, choices), np.zeros(len(choices)), rounds)]
    rules_choice = next(cards for cards in choices if card_mask(cards) == by_rules)
    compared = kept if rules_choice in kept else [*kept, rules_choice]
    ends = tuple(map(np.concatenate, experiment.pool.each(_ending(experiment, deals, given, 0), compared, len(deals))))
    values = np.stack([experiment.values(deals, each) for each in ends])
    comparison = compare_moves(values, seed=experiment.play_seed & 0xFFFFFFFF)
    return PassTrial(count, tuple(compared), compared.index(rules_choice), comparison, ends)


def _trials(experiment: PassExperiment, count: int, choices: Sequence[Cards]) -> Trial:
    def trial(arms: Sequence[int], first: int, deal_count: int) -> Floats:
        first += count * _FIRST_TRIAL
        deals = experiment.deals(first, deal_count)
        ends_of = _ending(experiment, deals, policy_passes(deals, experiment.rules, count), first)

        def total(arm: int, part: slice) -> float:
            return float(experiment.values(deals[part], ends_of(choices[arm], part)).sum())

        return np.array([sum(totals) for totals in experiment.pool.each(total, arms, deal_count)])

    return trial


def _ending(
    experiment: PassExperiment, deals: NDArray[np.void], given: NDArray[np.uint64], first: int
) -> Callable[[Cards, slice], NDArray[np.void]]:
    """A function for a pool: the ends of a part of the rounds, the experiment's seat passing some cards and the others `given`."""

    def ends(cards: Cards, part: slice) -> NDArray[np.void]:
        passed = _passed(experiment, deals[part], given[part], cards)
        return play_rounds(passed, experiment.rules, experiment.play_seed, first + part.start)

    return ends


def _passed(experiment: PassExperiment, deals: NDArray[np.void], given: NDArray[np.uint64], cards: Cards) -> NDArray[np.void]:
    """The deals after everybody passed: the experiment's seat `cards`, the others `given`."""
    passed = given.copy()
    passed[:, experiment.seat] = card_mask(cards)
    return exchange(deals, experiment.rules, passed)
