"""Sequential halving: the best of many arms, tried in rounds after each of which only the most promising go on.

What an arm is and what a trial costs is the caller's business. All arms of a round have the same samples, so the sums of all rounds are
comparable.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Trial = Callable[[Sequence[int], int, int], Floats]
"""trial(arms, first, count): the sum of each arm's values in the samples `first` to `first` + `count` - 1."""
Round = tuple[int, int]
"""Samples of each arm, and how many arms go on."""

_LEAST_SAMPLES = 4


def halve(trial: Trial, prior: Floats, rounds: Iterator[Round]) -> list[int]:
    """The arms that are left, the best first. `prior`: the sums to begin with, one for each arm."""
    alive, sums, first = list(range(len(prior))), prior.copy(), 0
    for count, kept in rounds:
        alive.sort()
        sums[alive] += trial(alive, first, count)
        first += count
        alive = sorted(alive, key=lambda arm: (-float(sums[arm]), arm))[:kept]
    return alive


def even_rounds(arms: int, keep: int, effort: int) -> Iterator[Round]:
    """The better half goes on, with as many trials in each round. `effort`: about how many trials in all."""
    rounds = max(1, math.ceil(math.log2(max(arms / keep, 1))))
    for left in range(rounds, 0, -1):
        count = max(_LEAST_SAMPLES, effort // (rounds * arms))
        arms = keep if left == 1 else max(keep, math.ceil(arms / 2))
        yield count, arms


def growing_rounds(arms: int, keep: int, samples: int, share: float, growth: int) -> Iterator[Round]:
    """A `share` of the arms goes on, with `growth` times as many samples each; none if there are no more than `keep`."""
    while arms > keep:
        arms = max(keep, int(share * arms))
        yield samples, arms
        samples *= growth
