"""Matches between sets of weights of the rule-based player, on duplicate deals: each side in turn plays A against a field of B with the
same cards. Players by name are matched by ``diamonds arena``."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.games.diamonds.core import _players, layout
from diamonds_solver.games.diamonds.core.passing import deck_mask, exchange, policy_counts, policy_passes
from diamonds_solver.games.diamonds.deal import deal
from diamonds_solver.games.diamonds.round.rules import Rules

GAMES = {
    "2": Rules(2),
    "3": Rules(3),
    "4": Rules(4),
    "4 teams": Rules(4, teams=True),
    "5": Rules(5),
    "6": Rules(6),
    "6 teams": Rules(6, teams=True),
}
Weights = NDArray[np.float32]
ALL_CARDS = sum(1 << (16 * suit + rank) for suit in range(4) for rank in range(1, 16))


def outside(rules: Rules) -> int:
    """The cards that are not in the deck."""
    return ALL_CARDS & ~deck_mask(rules)


def deals(rules: Rules, count: int, rng: np.random.Generator) -> NDArray[np.void]:
    return layout.pack([deal(rules, rng) for _ in range(count)])


def margins(points: NDArray[np.int16], sides: int) -> NDArray[np.float64]:
    """By deal and side: own points minus the mean of the other sides'."""
    totals = np.stack([points[:, side::sides].sum(axis=1) for side in range(sides)], axis=1).astype(float)
    others: NDArray[np.float64] = totals.sum(axis=1, keepdims=True) - totals
    return totals - others / (sides - 1)


def interval(results: NDArray[np.float64]) -> str:
    return f"{results.mean():+.2f} ±{1.96 * results.std(ddof=1) / len(results) ** 0.5:.2f}"


def policy_match(rules: Rules, a: Weights, b: Weights, count: int, seed: int, passing: bool = False) -> NDArray[np.float64]:
    """By deal A's margin in points (own side minus the mean of the others). `passing`: all pass by rules."""
    sides = len(rules.sides)
    positions = deals(rules, count, np.random.default_rng(seed))
    if passing:
        positions = exchange(positions, rules, policy_passes(positions, rules, policy_counts(positions, rules, 0)))
    seen = np.full(count, outside(rules), np.uint64)
    results = np.zeros(count)
    for side in range(sides):
        seats = [a if rules.side_of(seat) == side else b for seat in range(rules.players)]
        points = _players.play_out(positions.view(np.uint8), seen, seed, 0, seats)
        results += margins(points, sides)[:, side]
    return results / sides
