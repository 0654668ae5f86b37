"""Slow, plain ways to list and count deals, to hold the dealer against."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray
from scipy import stats

Deal = tuple[int, ...]


def list_deals(
    allowed: Sequence[Sequence[float]], needs: Sequence[int], groups: Sequence[int] = (), quotas: Sequence[int] | None = None
) -> list[Deal]:
    """Every deal, by trying all receivers of each item in turn; in lexicographic order."""

    def go(item: int, open_needs: tuple[int, ...]) -> Iterator[Deal]:
        if item == len(allowed):
            yield ()
            return
        for receiver, need in enumerate(open_needs):
            if need and allowed[item][receiver] > 0:
                less = tuple(n - (j == receiver) for j, n in enumerate(open_needs))
                yield from ((receiver, *rest) for rest in go(item + 1, less))

    deals = list(go(0, tuple(needs)))
    if quotas is None:
        return deals
    last = len(needs) - 1
    return [
        deal
        for deal in deals
        if all(sum(g == group and j == last for g, j in zip(groups, deal, strict=True)) == quota for group, quota in enumerate(quotas))
    ]


def count_by_suits(suits: Sequence[int], needs: Sequence[int], voids: Sequence[frozenset[int]]) -> int:
    """The number of deals of `suits[s]` cards of each suit: suit by suit over tables of how many cards each receiver gets.

    Receivers with the same voids are one class; within a class the cards are split in all ways.
    """
    kinds = sorted(set(voids), key=sorted)
    sizes = [sum(need for need, void in zip(needs, voids, strict=True) if void == kind) for kind in kinds]

    @cache
    def ways(suit: int, room: tuple[int, ...]) -> int:
        if suit == len(suits):
            return int(not any(room))
        ranges = [range(0 if suit in kind else have + 1) if suit not in kind else range(1) for kind, have in zip(kinds, room, strict=True)]
        return sum(
            factorial(suits[suit]) // prod(map(factorial, got)) * ways(suit + 1, tuple(a - b for a, b in zip(room, got, strict=True)))
            for got in product(*ranges)
            if sum(got) == suits[suit]
        )

    split = prod(map(factorial, sizes)) // prod(map(factorial, needs))
    return ways(0, tuple(sizes)) * split


def uniformity(rows: NDArray[np.uint8], deals: Sequence[Deal], weights: Sequence[float] | None = None) -> float:
    """The p-value of a chi-square test that the rows are drawn from `deals` with these weights (default: equal ones)."""
    number = {deal: k for k, deal in enumerate(deals)}
    seen = np.bincount([number[tuple(row)] for row in rows.tolist()], minlength=len(deals))
    shares = np.ones(len(deals)) if weights is None else np.asarray(weights)
    return float(stats.chisquare(seen, shares / shares.sum() * len(rows)).pvalue)
