"""What the end of a round is worth to the player who decides, and between which numbers that must lie before the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from diamonds_solver.games.diams.rules.cards import DIAMONDS, QUALITIES, quality
from diamonds_solver.games.diams.rules.score import CHIPS, HIGHEST_SUM, MOST_LOUPES, MOST_LOUPES_TIED, chips
from diamonds_solver.games.diams.rules.state import State

Objective = Literal["margin", "points", "chips"]
Model = Literal["paranoid", "maxn"]
OBJECTIVES: tuple[Objective, ...] = ("margin", "points", "chips")
MODELS: tuple[Model, ...] = ("paranoid", "maxn")

Goal = Callable[[Sequence[int]], float]
"""From the points of all seats to what they are worth."""


def goal(objective: Objective, seat: int) -> Goal:
    """Own points, or points or chips less the mean of the others'."""
    if objective == "points":
        return lambda points: points[seat]
    if objective == "margin":
        return lambda points: less_the_others(points, seat)
    return lambda points: less_the_others(chips(points), seat)


def less_the_others(numbers: Sequence[int], seat: int) -> float:
    return numbers[seat] - (sum(numbers) - numbers[seat]) / (len(numbers) - 1)


def bounds(state: State, objective: Objective) -> tuple[float, float]:
    """Two numbers that no end of the round is outside of: every quality makes one collection, of all copies that there are."""
    others = state.rules.players - 1
    if objective == "chips":
        last, before = CHIPS[others], CHIPS[:others]
        return last - sum(before) / others, CHIPS[0] - last
    hidden = (kind for safe in state.safes for pile in safe for kind in pile)
    around = [*hidden, *state.market, *state.pile, *(kind for hand in state.hands for kind in hand)]
    counts = [sum(kind < DIAMONDS and quality(kind) == each for kind in around) for each in QUALITIES]
    collections = sum(state.rules.value(each, count) for each, count in zip(QUALITIES, counts, strict=True))
    highest = float(collections + HIGHEST_SUM + MOST_LOUPES)
    if objective == "points":
        return 0.0, highest
    bonuses = HIGHEST_SUM * others + max(MOST_LOUPES, MOST_LOUPES_TIED * others)
    return -(collections + bonuses) / others, highest
