"""Exactly uniform (or weighted) random deals of items to receivers, their exact number, and the chance of every item at every receiver.

Knows no game: items are numbers 0.., receivers are columns. ``csrc/common/dealer.c`` tells how it works.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import comb, gcd, ldexp, log2, prod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._sampling import CDealer

MAX_ITEMS, MAX_RECEIVERS = 255, 8
MOST_DEALS = 10_000_000
"""So many deals `Dealer.all_deals` lists at most."""

_LEAST_WEIGHT, _MOST_WEIGHT = 1e-4, 1e4
_LEAST_CHANCE = -960  # log2: what sums lose below the range of doubles, 2**-1074, is then nothing beside it
_EXACT = 2.0**53
_LEAST_EXPONENT, _MOST_EXPONENT = -1022, 1024  # of whole doubles
_FIRST_MODULUS = 2**60  # sums of MAX_RECEIVERS numbers below it stay below 2**63


class Dealer:
    """All deals of items to receivers in which each receiver gets as many items as it needs.

    The probability of a deal is in proportion to the product of the weights of its pairs (item, receiver). Where all weights are 0 or 1
    every allowed deal is equally likely.
    """

    def __init__(
        self,
        weights: ArrayLike,
        needs: Sequence[int],
        groups: Sequence[int] | None = None,
        quotas: Sequence[int] | None = None,
    ) -> None:
        """Builds the tables; time and memory are items * product of (need + 1) over all receivers but the largest.

        `weights`: [items, receivers], each 0 or from 1e-4 to 1e4; only their ratios within an item count. `needs`: items that each receiver
        gets, together all items. `groups` and `quotas`: the group of each item, not falling, and how many items of each group the last
        receiver gets (together its need).

        Raises ValueError for numbers that do not fit together, and for many items whose weights leave hardly any chance that all needs are
        met; MemoryError for tables that do not fit in memory (or in 1 GiB). That no deal is possible is no error: `total` and `count`
        are 0.
        """
        self._weights = np.ascontiguousarray(weights, np.float64)
        self._needs = tuple(int(need) for need in needs)
        self._groups = None if groups is None else tuple(int(group) for group in groups)
        self._quotas = None if quotas is None else tuple(int(quota) for quota in quotas)
        if self._weights.size == 0:
            self._weights = self._weights.reshape(0, len(self._needs))
        _check(self._weights, self._needs, self._groups, self._quotas)
        self._are_equal = bool(np.all((self._weights == 0) | (self._weights == 1)))
        scaled, self._exponent = (self._weights, 0) if self._are_equal else _scaled(self._weights)
        self._dealer = self._dealer_of(scaled)
        if not self._are_equal and _log2_chance(scaled, self._dealer.total) < _LEAST_CHANCE and self._dealer_of(self._allowed()).total > 0:
            raise ValueError("the weights of the items are too far apart: they leave hardly any chance that all needs are met")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._weights, self._needs, self._groups, self._quotas)

    @property
    def total(self) -> float:
        """The sum of all products of weights; with weights 0 and 1 the number of deals, exact below 2**53. 0: no deal is possible.

        Raises OverflowError where it is outside the range of doubles; nothing else needs it.
        """
        total = self._dealer.total
        if total and not _LEAST_EXPONENT < log2(total) + self._exponent < _MOST_EXPONENT:
            raise OverflowError("the sum of all products of weights is outside the range of doubles")
        return ldexp(total, self._exponent)

    @cached_property
    def count(self) -> int:
        """The exact number of deals whose weight is not 0."""
        if self._dealer.total < _EXACT and self._are_equal:
            return int(self._dealer.total)
        if self._dealer.total == 0:
            return 0
        most = prod(comb(sum(self._needs[: j + 1]), need) for j, need in enumerate(self._needs))
        allowed = self._weights > 0
        count, modulus, candidate = 0, 1, _FIRST_MODULUS
        while modulus <= most:  # residues of pairwise coprime moduli, until they fix the number (Chinese remainder theorem)
            while gcd(candidate, modulus) > 1:
                candidate -= 1
            residue = _count_modulo(candidate, allowed, self._needs, self._groups, self._quotas)
            count += modulus * ((residue - count) * pow(modulus, -1, candidate) % candidate)
            modulus *= candidate
        return count

    def marginals(self) -> NDArray[np.float64]:
        """[items, receivers]: the probability that the item goes to the receiver.

        Raises ValueError where no deal is possible.
        """
        self._need_a_deal()
        out = np.zeros(self._weights.shape)
        self._dealer.marginals(out)
        return out

    def deal(self, seed: int, first: int, count: int) -> NDArray[np.uint8]:
        """[count, items]: the receiver of each item in `count` random deals. Row i depends on `seed` and `first` + i only.

        `seed` and `first` are below 2**64. Raises ValueError where no deal is possible.
        """
        self._need_a_deal()
        out = np.empty((count, len(self._weights)), np.uint8)
        self._dealer.deal(seed, first, out)
        return out

    def all_deals(self, seed: int | None = None) -> NDArray[np.uint8]:
        """[count, items]: every deal whose weight is not 0, once, in lexicographic order, or in random order by a seed: then the first ones
        are a random sample without replacement.

        Raises ValueError where there are more than MOST_DEALS.
        """
        if self.count > MOST_DEALS:
            raise ValueError(f"{self.count} deals are too many to list")
        out = np.empty((self.count, len(self._weights)), np.uint8)
        if self.count:
            dealer = self._dealer if self._are_equal else self._dealer_of(self._allowed())  # no deal is too unlikely to be found
            dealer.all_deals(out, seed)
        return out

    def _need_a_deal(self) -> None:
        if self._dealer.total == 0:
            raise ValueError("no deal is possible")

    def _allowed(self) -> NDArray[np.float64]:
        return (self._weights > 0).astype(np.float64)

    def _dealer_of(self, weights: NDArray[np.float64]) -> CDealer:
        impossible = self._quotas is not None and not _is_quota_possible(self._groups or (), self._quotas)
        return CDealer(
            np.zeros_like(weights) if impossible else weights,
            np.array(self._needs, np.uint8),
            np.array(self._groups or (), np.uint8),
            np.array(self._quotas if self._groups else (), np.uint8),
        )


def _scaled(weights: NDArray[np.float64]) -> tuple[NDArray[np.float64], int]:
    """The weights with the largest of each item brought to 1 up to 2 by a power of two, which loses nothing; the sum of the exponents.

    Sums of products over MAX_ITEMS such items stay below 2**1024.
    """
    if not len(weights):
        return weights, 0
    most = weights.max(axis=1)
    exponents = np.where(most > 0, np.frexp(most)[1] - 1, 0)
    return np.ldexp(weights, -exponents[:, None]), int(exponents.sum())


def _log2_chance(weights: NDArray[np.float64], total: float) -> float:
    """Of the chance that all needs are met when each item goes its own way, in proportion to its weights."""
    sums = weights.sum(axis=1)
    return log2(total) - float(np.log2(sums).sum()) if total > 0 and bool(np.all(sums > 0)) else -np.inf


def _check(weights: NDArray[np.float64], needs: tuple[int, ...], groups: tuple[int, ...] | None, quotas: tuple[int, ...] | None) -> None:
    items, receivers = len(weights), len(needs)
    if weights.ndim != 2 or weights.shape[1] != receivers:
        raise ValueError(f"weights of shape {weights.shape} for {receivers} receivers")
    if items > MAX_ITEMS or not 1 <= receivers <= MAX_RECEIVERS:
        raise ValueError(f"{items} items for {receivers} receivers: up to {MAX_ITEMS} for 1 to {MAX_RECEIVERS} are possible")
    if not np.all((weights == 0) | ((weights >= _LEAST_WEIGHT) & (weights <= _MOST_WEIGHT))):
        raise ValueError(f"a weight must be 0 or from {_LEAST_WEIGHT:g} to {_MOST_WEIGHT:g}: scale the weights of each item")
    if min(needs) < 0 or sum(needs) != items:
        raise ValueError(f"the receivers need {needs}, and there are {items} items")
    if (groups is None) != (quotas is None):
        raise ValueError("groups and quotas go together")
    if groups is None or quotas is None:
        return
    if receivers < 2:
        raise ValueError("quotas are for the last of two or more receivers")
    if len(groups) != items or list(groups) != sorted(groups) or (groups and not 0 <= groups[0] <= groups[-1] < len(quotas)):
        raise ValueError("groups must be a number for each item, not falling, below the number of quotas")
    if any(quota < 0 for quota in quotas) or sum(quotas) != needs[-1]:
        raise ValueError(f"the quotas {quotas} do not add up to the last need, {needs[-1]}")


def _is_quota_possible(groups: tuple[int, ...], quotas: tuple[int, ...]) -> bool:
    return all(groups.count(group) >= quota for group, quota in enumerate(quotas))


def _count_modulo(
    modulus: int, allowed: NDArray[np.bool_], needs: tuple[int, ...], groups: tuple[int, ...] | None, quotas: tuple[int, ...] | None
) -> int:
    """The number of deals modulo `modulus`: the recurrence of dealer.c, all open needs at once, in whole numbers.

    An axis for each receiver but the largest; the axis of quotas is what the last receiver still gets of the present group.
    """
    last = len(needs) - 1 if quotas is not None else len(needs)
    implied = max(range(last), key=lambda j: needs[j])
    axes = [j for j in range(len(needs)) if j != implied]
    tops = [max(quotas) if j == last and quotas is not None else needs[j] for j in axes]
    after = np.zeros([top + 1 for top in tops], np.uint64)
    after[(0,) * len(axes)] = 1
    group = None
    for item in range(len(allowed) - 1, -1, -1):
        if groups is not None and quotas is not None:
            if group is not None and groups[item] != group:
                opened = np.zeros_like(after)
                opened[..., 0] = after[..., quotas[group]]
                after = opened
            group = groups[item]
        before = after.copy() if allowed[item, implied] else np.zeros_like(after)
        for axis, j in enumerate(axes):
            if allowed[item, j]:
                np.moveaxis(before, axis, 0)[1:] += np.moveaxis(after, axis, 0)[:-1]
        after = before % np.uint64(modulus)
    root = [quotas[group] if j == last and quotas is not None and group is not None else needs[j] for j in axes]
    return int(after[tuple(root)])
