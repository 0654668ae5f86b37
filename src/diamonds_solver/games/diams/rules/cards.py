"""The kinds of cards, and cards as sorted tuples of them."""

from __future__ import annotations

from collections.abc import Iterable

DIAMONDS = 20
"""Kinds below this one are diamonds: 10*, 10, 9*, 9 .. 1*, 1. So cards are sorted in the order in which they are written."""
T, B, S, X = range(DIAMONDS, DIAMONDS + 4)
"""Passe-passe, Perce-blindage, Secur'express; the closing card."""
HIDDEN = X + 1
"""Stands for a card whose kind is unknown."""
FORCED_SALES = (T, B, S)
QUALITIES = range(1, 11)
COPIES = 5
"""Diamonds of one quality."""
COLLECTION = 3
"""The fewest cards of a collection."""

NAMES = (*(f"{quality}{sign}" for quality in range(10, 0, -1) for sign in ("*", "")), *"TBSX?")
"""How each kind is written."""

Cards = tuple[int, ...]
"""Kinds, sorted; equal cards side by side."""


def diamond(quality: int, has_loupe: bool = False) -> int:
    """The kind of a diamond."""
    return 2 * (10 - quality) + (not has_loupe)


def quality(kind: int) -> int:
    """1 to 10, of a diamond."""
    return 10 - kind // 2


def has_loupe(kind: int) -> bool:
    return kind < DIAMONDS and kind % 2 == 0


def of_quality(held: Cards, wanted: int) -> Cards:
    """The diamonds of one quality among these cards."""
    first = diamond(wanted, True)
    return tuple(kind for kind in held if kind in (first, first + 1))


def qualities(held: Cards) -> list[int]:
    """The qualities among these cards, the highest first."""
    return list(dict.fromkeys(quality(kind) for kind in held if kind < DIAMONDS))


def added(left: Cards, right: Iterable[int]) -> Cards:
    return tuple(sorted((*left, *right)))


def taken_away(held: Cards, cards: Iterable[int]) -> Cards:
    """Raises ValueError if one of the cards is not there."""
    rest = list(held)
    for kind in cards:
        rest.remove(kind)
    return tuple(rest)


def cards(text: str) -> Cards:
    """The cards that a text names: ``cards("9,3*,T")``, ``cards("9+3")``."""
    return tuple(sorted(NAMES.index(name) for name in text.replace("+", ",").split(",") if name))


def written(held: Iterable[int], between: str = "+") -> str:
    return between.join(NAMES[kind] for kind in held)
