"""What is kept of samples, in memory that does not grow with their number: sums from which the statistics follow.

A sample is one value for each move: in one world, or of one independent trial.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.common.facts import FACTS

Floats = NDArray[np.float64]

TIE: float = FACTS["losses"]["tie"]
"""Values closer than this are equal: thirds and fifths of points are not whole in binary."""
MOST_BATCHES = 250  # even
_BLOCK = 1024  # samples that are summed at once,
_BLOCK_NUMBERS = 1 << 20  # fewer where that takes more numbers


class Moments:
    """Means of some rows over weighted samples, and the sums of weighted squares around them."""

    def __init__(self, rows: int) -> None:
        self.weight = 0.0
        self.mean: Floats = np.zeros(rows)
        self.squares: Floats = np.zeros(rows)

    def add(self, rows: Floats, weights: Floats | None) -> None:
        """Takes in float64[rows, samples]. Means of parts are put together as by Chan, Golub and LeVeque: no digits are lost."""
        # No matrix products: their sums depend on the machine.
        weight = float(rows.shape[1] if weights is None else weights.sum())
        if not weight:
            return
        mean = (rows if weights is None else rows * weights).sum(axis=1) / weight
        squares = (rows - mean[:, None]) ** 2
        before, self.weight = self.weight, self.weight + weight
        step = mean - self.mean
        self.mean = self.mean + step * (weight / self.weight)
        self.squares = self.squares + (squares if weights is None else squares * weights).sum(axis=1)
        self.squares += step**2 * (before * weight / self.weight)

    def around(self, centres: Floats) -> Floats:
        """The sums of weighted squares around other numbers."""
        result: Floats = self.squares + self.weight * (self.mean - centres) ** 2
        return result


class Batches:
    """Sums of consecutive samples, all of `size` samples but the last. When there would be too many they are put together two by two."""

    def __init__(self, moves: int) -> None:
        self.size = 1
        self._count = 0
        self._values = np.zeros((moves, MOST_BATCHES))
        self._weights = np.zeros(MOST_BATCHES)

    def add(self, values: Floats, weights: Floats | None) -> None:
        first, self._count = self._count, self._count + values.shape[1]
        while self._count > MOST_BATCHES * self.size:
            self.size *= 2
            self._values, self._weights = _by_twos(self._values), _by_twos(self._weights)
        batch = np.arange(first, self._count) // self.size
        starts = np.flatnonzero(np.diff(batch, prepend=-1))
        weights = np.ones(len(batch)) if weights is None else weights
        self._values[:, batch[starts]] += np.add.reduceat(values * weights, starts, axis=1)
        self._weights[batch[starts]] += np.add.reduceat(weights, starts)

    @property
    def weights(self) -> Floats:
        return self._weights[: -(-self._count // self.size)]

    @property
    def means(self) -> Floats:
        """float64[moves, batches]; 0 where nothing has a weight."""
        sums = self._values[:, : len(self.weights)]
        return np.divide(sums, self.weights, out=np.zeros_like(sums), where=self.weights > 0)


def _by_twos(batches: Floats) -> Floats:
    halves = batches[..., 0::2] + batches[..., 1::2]
    return np.concatenate([halves, np.zeros_like(halves)], axis=-1)


class Sums:
    """Sums over samples of some moves, and over their differences: a pair is two moves, the first one's value less the second one's."""

    def __init__(self, moves: int, sources: int = 0) -> None:
        self.moves = moves
        self.first, self.second = np.triu_indices(moves, 1)
        """The moves of each pair."""
        self.count = 0
        self.values, self.differences = Moments(moves), Moments(len(self.first))
        self.squared = (self.values, self.differences)
        """The same with squared weights: what errors of weighted means follow from."""
        self.differing: Floats = np.zeros(len(self.first))
        """Samples in which the moves of a pair differ: their weight,"""
        self.differing_count = np.zeros(len(self.first), np.intp)
        """and their number."""
        self.best: Floats = np.zeros(moves)
        """The weight of the samples in which a move is best, shared where several are."""
        self.batches = Batches(moves)
        self.sources = Batches(sources * moves)
        """What each source brings each move, the moves of a source one after the other."""
        self.halves = (Moments(moves), Moments(moves))
        """The values of the even and of the odd samples."""

    def add(self, values: Floats, weights: Floats | None, sources: Floats) -> None:
        """Takes in float64[moves, samples] and float64[sources, moves, samples]; either all samples have weights or none."""
        if weights is not None and not self.count:
            self.squared = (Moments(self.moves), Moments(len(self.first)))
        for half, moments in enumerate(self.halves):
            part = slice((half - self.count) % 2, None, 2)
            moments.add(values[:, part], None if weights is None else weights[part])
        self.count += values.shape[1]
        differences = np.concatenate([values[:0], *(values[move] - values[move + 1 :] for move in range(self.moves))])
        differ = np.abs(differences) >= TIE
        differences *= differ
        rows_of = ((self.values, values), (self.differences, differences))
        for moments, rows in rows_of:
            moments.add(rows, weights)
        if weights is not None:
            for moments, (_, rows) in zip(self.squared, rows_of, strict=True):
                moments.add(rows, weights**2)
        best = values >= values.max(axis=0) - TIE
        shares = best / best.sum(axis=0)
        self.best += (shares if weights is None else shares * weights).sum(axis=1)
        self.differing_count += np.count_nonzero(differ, axis=1)
        self.differing += np.count_nonzero(differ, axis=1) if weights is None else (differ * weights).sum(axis=1)
        self.batches.add(values, weights)
        if len(sources):
            self.sources.add(sources.reshape(-1, values.shape[1]), weights)

    def of_pairs(self, move: int, numbers: NDArray[Any], sign: int = 1) -> Floats:
        """The numbers of the pairs with `move`, by the other move, as float64[moves]; 0 for `move` itself.

        `sign`: -1 for differences, which change their sign where `move` is the second of a pair.
        """
        row = np.zeros(self.moves)
        row[:move] = sign * numbers[self.second == move]
        row[move + 1 :] = numbers[self.first == move]
        return row


class Samples:
    """Samples that come in order, in portions of any size. What is kept depends on the samples alone, not on the portions.

    For that they are summed in whole blocks; of the last block the samples themselves are kept. All of it is about 6 moves² + 2000 moves
    numbers. Of moves that are equal anyway only the first one counts.
    """

    def __init__(self, moves: int, classes: Sequence[int] | None = None, sources: int = 0) -> None:
        """`classes`: for each move the index of the first one that is its equal (``game.Engine.classes``); None: no two are. `sources`: how
        many numbers tell where a value comes from."""
        firsts, self.rows = np.unique(range(moves) if classes is None else classes, return_inverse=True)
        self._firsts: NDArray[np.intp] = firsts.astype(np.intp)
        self._sums = Sums(len(firsts), sources)
        self._size = max(1, min(_BLOCK, _BLOCK_NUMBERS // len(firsts) ** 2))
        self._values: Floats = np.empty((len(firsts), 0))
        self._sources: Floats = np.empty((sources, len(firsts), 0))
        self._weights: Floats | None = None

    @property
    def count(self) -> int:
        return self._sums.count + len(self._values[0])

    def add(self, values: Floats, weights: Floats | None = None, sources: Floats | None = None) -> None:
        """Takes in float64[moves, samples] and float64[samples]; None: all samples weigh the same. `sources`:
        float64[sources, moves, samples], where there are some.

        Raises ValueError for arrays that do not fit, values that are not finite, weights that are no weights.
        """
        values = np.asarray(values, np.float64)
        _check(values, weights, len(self.rows))
        if self.count and (weights is None) != (self._weights is None):
            raise ValueError("either all samples have weights or none")
        self._values = np.concatenate([self._values, values[self._firsts]], axis=1)
        if sources is not None:
            self._sources = np.concatenate([self._sources, sources[:, self._firsts]], axis=2)
        if weights is not None:
            self._weights = np.concatenate([np.empty(0) if self._weights is None else self._weights, weights])
        whole = self._values.shape[1] // self._size * self._size
        for start in range(0, whole, self._size):
            self._sum(self._sums, slice(start, start + self._size))
        self._values, self._sources = self._values[:, whole:].copy(), self._sources[..., whole:].copy()
        self._weights = None if self._weights is None else self._weights[whole:]

    def sums(self) -> Sums:
        """Of all samples so far, a row for each class; `rows` says which is that of a move."""
        if not self._values.shape[1]:
            return self._sums
        sums = deepcopy(self._sums)
        self._sum(sums, slice(None))
        return sums

    def means(self) -> Floats:
        """Of the values, in less time than `sums` takes; NaN if nothing has a weight."""
        values = deepcopy(self._sums.values)
        values.add(self._values, self._weights)
        means: Floats = values.mean if values.weight else np.full(self._sums.moves, np.nan)
        return means[self.rows]

    def _sum(self, sums: Sums, part: slice) -> None:
        sums.add(self._values[:, part], None if self._weights is None else self._weights[part], self._sources[..., part])


def _check(values: Floats, weights: Floats | None, moves: int) -> None:
    if values.ndim != 2 or len(values) != moves:
        raise ValueError(f"values must be an array [moves, samples] with {moves} moves, not of the shape {values.shape}")
    if not np.isfinite(values).all():
        raise ValueError("values must be finite numbers")
    if weights is not None and (weights.shape != values.shape[1:] or not np.isfinite(weights).all() or (weights < 0).any()):
        raise ValueError(f"weights must be {values.shape[1]} finite numbers that are not negative")
