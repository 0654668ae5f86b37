"""Which cards a move can name: subsets of cards, equal cards counted once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product

from .rules import COLLECTION, DIAMONDS, Cards, of_quality, qualities, quality


@lru_cache(maxsize=1 << 14)
def kinds(held: Cards) -> Cards:
    """The different diamonds, the highest first."""
    return tuple(dict.fromkeys(kind for kind in held if kind < DIAMONDS))


@lru_cache(maxsize=1 << 14)
def sums(market: Cards, total: int) -> tuple[Cards, ...]:
    """All ways to take diamonds whose qualities add up to `total`."""
    return tuple(_sums(market, total))


def _sums(rest: Cards, total: int) -> Iterator[Cards]:
    if not total:
        yield ()
        return
    for at, kind in enumerate(rest):
        if quality(kind) <= total and (not at or rest[at - 1] != kind):
            for more in _sums(rest[at + 1 :], total - quality(kind)):
                yield (kind, *more)


@lru_cache(maxsize=1 << 14)
def parts(held: Cards, size: int) -> tuple[Cards, ...]:
    """All ways to choose that many of these cards."""
    return tuple(dict.fromkeys(combinations(held, size)))


@lru_cache(maxsize=1 << 14)
def some(held: Cards) -> tuple[Cards, ...]:
    """All ways to choose one or more of these cards."""
    return tuple(choice for size in range(1, len(held) + 1) for choice in parts(held, size))


@lru_cache(maxsize=1 << 14)
def layings(held: Cards, in_safe: Cards) -> tuple[Cards, ...]:
    """All ways to lay collections; cards of the qualities `in_safe` may go along with a new one."""
    by_quality = []
    for each in qualities(held):
        own = some(of_quality(held, each))
        by_quality.append(((), *(choice for choice in own if len(choice) >= COLLECTION or each in in_safe)))
    return tuple(sum(choice, ()) for choice in product(*by_quality) if any(len(of_one_quality) >= COLLECTION for of_one_quality in choice))
