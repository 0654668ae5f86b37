"""What is kept of samples: little, the same whatever the portions, and enough for what numpy says of the whole matrix."""

from __future__ import annotations

import pickle
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diamonds_solver.stats.comparison import compare_moves, compare_samples
from diamonds_solver.stats.samples import MOST_BATCHES, Samples

SEEDS = st.integers(0, 2**32 - 1)


def thirds(rng: np.random.Generator, moves: int, count: int) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Values like those of a card game: the luck of the deal, and a third of the samples in which moves differ."""
    luck = np.round(rng.normal(0, 2, count))
    values: np.ndarray[tuple[int, int], np.dtype[np.float64]] = (
        luck + (rng.random((moves, count)) < 1 / 3) * rng.integers(-3, 4, (moves, 1)) / 3
    )
    return values


def test_memory_does_not_grow() -> None:
    samples, sizes = Samples(6), []
    values = thirds(np.random.default_rng(1), 6, 50_000)
    for _ in range(8):
        samples.add(values, np.ones(50_000))
        sizes.append(len(pickle.dumps(samples)))
    assert samples.count == 400_000
    assert max(sizes) < 100_000  # 400,000 samples of six moves are 19 million bytes


@given(SEEDS, st.lists(st.integers(1, 3000), max_size=6), st.booleans())
def test_portions_change_nothing(seed: int, portions: list[int], weighted: bool) -> None:
    rng = np.random.default_rng(seed)
    values, weights = thirds(rng, 3, 3000), rng.random(3000) if weighted else None
    cuts = sorted({0, *portions, 3000})
    parts = Samples(3)
    for first, after in pairwise(cuts):
        parts.add(values[:, first:after], None if weights is None else weights[first:after])
    one, other = compare_moves(values, weights, draws=20), compare_samples(parts, draws=20)
    for name, numbers in vars(one).items():
        assert np.array_equal(numbers, getattr(other, name)), name
    assert np.allclose(parts.means(), one.mean, rtol=0, atol=1e-12)


@given(SEEDS, st.booleans())
def test_sums_are_those_of_the_whole_matrix(seed: int, weighted: bool) -> None:
    rng = np.random.default_rng(seed)
    values, weights = thirds(rng, 4, 5000), rng.random(5000) if weighted else np.ones(5000)
    found = compare_moves(values, weights if weighted else None, draws=20)
    share = weights / weights.sum()
    ahead = values[found.leader] - values
    assert found.mean == pytest.approx(values @ share)
    assert found.loss == pytest.approx(np.maximum(ahead @ share, 0))
    for errors, rows in ((found.sem, values), (found.loss_sem, ahead)):
        spread = (((rows - (rows @ share)[:, None]) * share) ** 2).sum(axis=1)
        assert errors == pytest.approx(np.sqrt(spread * 5000 / 4999))
    best = values > values.max(axis=0) - 1e-6
    assert found.best_share == pytest.approx((best / best.sum(axis=0)) @ share)
    assert found.ess == pytest.approx(weights.sum() ** 2 / (weights**2).sum())


@pytest.mark.parametrize("count", [1, MOST_BATCHES, MOST_BATCHES + 1, 3000, 40_001])
def test_batches_are_many_and_whole(count: int) -> None:
    rng = np.random.default_rng(count)
    values, weights = thirds(rng, 2, count), rng.random(count)
    samples = Samples(2)
    samples.add(values, weights)
    batches = samples.sums().batches
    size = batches.size
    assert min(count, MOST_BATCHES // 2) <= len(batches.weights) <= MOST_BATCHES
    assert batches.weights == pytest.approx([weights[first : first + size].sum() for first in range(0, count, size)])
    sums = [(values * weights)[:, first : first + size].sum(axis=1) for first in range(0, count, size)]
    assert batches.means * batches.weights == pytest.approx(np.array(sums).T)


def test_weights_are_for_all_samples_or_for_none() -> None:
    samples = Samples(2)
    samples.add(np.zeros((2, 3)))
    with pytest.raises(ValueError, match="either all samples have weights or none"):
        samples.add(np.zeros((2, 3)), np.ones(3))
