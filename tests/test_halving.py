"""Sequential halving: what it finds, and what it costs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from diamonds_solver.search.engine import Trial, even_rounds, growing_rounds, halve


def noisy(truth: NDArray[np.float64], played: list[tuple[int, int, int]]) -> Trial:
    """Arms of known means, with luck that is the same for all arms, as that of deals is."""

    def trial(arms: Sequence[int], first: int, count: int) -> NDArray[np.float64]:
        played.append((first, len(arms), count))
        luck = np.random.default_rng(first).normal(0, 1, count).sum()
        return np.array([truth[arm] * count + luck for arm in arms])

    return trial


def test_the_best_arms_are_found() -> None:
    truth = np.random.default_rng(1).permutation(120) / 10.0
    played: list[tuple[int, int, int]] = []
    best = halve(noisy(truth, played), np.zeros(120), even_rounds(120, 3, 6000))
    assert best == sorted(range(120), key=lambda arm: -truth[arm])[:3]
    assert 3000 < sum(arms * count for _, arms, count in played) <= 6000
    assert [first for first, _, _ in played] == np.cumsum([0, *(count for _, _, count in played)]).tolist()[:-1]
    assert halve(noisy(truth, played), np.zeros(2), even_rounds(2, 3, 100)) == sorted(range(2), key=lambda arm: -truth[arm])
    assert len(halve(noisy(truth, played), np.zeros(10), even_rounds(10, 3, 0))) == 3


def test_what_is_known_before_counts() -> None:
    """An arm that is worse by 1 in each of ten trials is put first by a prior of more than ten."""
    truth = np.array([1.0, 0.0, -5.0])
    for prior, best in ((9.0, 0), (11.0, 1)):
        assert halve(noisy(truth, []), np.array([0.0, prior, 0.0]), growing_rounds(3, 1, 10, 0.3, 3)) == [best]


@pytest.mark.parametrize(("arms", "rounds"), [(120, [(24, 36), (72, 12)]), (13, [(24, 12)]), (12, []), (3, [])])
def test_growing_rounds(arms: int, rounds: list[tuple[int, int]]) -> None:
    assert list(growing_rounds(arms, 12, 24, 0.3, 3)) == rounds
