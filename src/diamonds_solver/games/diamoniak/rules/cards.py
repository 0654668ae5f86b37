"""Kinds of cards, and cards as counts of each kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement

KINDS = "RGBYDFW"
"""The letters of the kinds in their order: castles of four colours, diamond, fairy, witch. A kind is its place here."""
COLOURS = range(4)
DIAMOND, FAIRY, WITCH = 4, 5, 6
NAMES = ("castle card R", "castle card G", "castle card B", "castle card Y", "diamond", "fairy", "witch")

Cards = tuple[int, ...]
"""How many there are of each kind, in the order of KINDS."""
NO_CARDS: Cards = (0,) * len(KINDS)


def cards(text: str) -> Cards:
    """The cards that letters stand for: ``cards("DDFG")`` is one castle card, two diamonds and a fairy."""
    return tuple(text.count(letter) for letter in KINDS)


def added(left: Cards, right: Cards) -> Cards:
    return tuple(a + b for a, b in zip(left, right, strict=True))


def taken_away(left: Cards, right: Cards) -> Cards:
    """`left` less `right`; counts below zero where these are not among them."""
    return tuple(a - b for a, b in zip(left, right, strict=True))


def changed(counts: Cards, kind: int, by: int) -> Cards:
    """The cards with a number of cards of one kind added."""
    return (*counts[:kind], counts[kind] + by, *counts[kind + 1 :])


def are_among(part: Cards, whole: Cards) -> bool:
    """Whether `whole` has all cards of `part`."""
    return all(a <= b for a, b in zip(part, whole, strict=True))


def choices(counts: Cards, size: int) -> Iterator[Cards]:
    """All different ways to take `size` of these cards, those with the first kinds first."""
    held = [kind for kind, count in enumerate(counts) if count]
    for kinds in combinations_with_replacement(held, size):
        choice = counted(kinds)
        if are_among(choice, counts):
            yield choice


def counted(kinds: Iterable[int]) -> Cards:
    """Counts of the kinds in a list."""
    listed = list(kinds)
    return tuple(listed.count(kind) for kind in range(len(KINDS)))


def letters(counts: Cards) -> str:
    """``RDD``: as moves write cards."""
    return "".join(letter * count for letter, count in zip(KINDS, counts, strict=True))


def with_counts(counts: Cards) -> str:
    """``R D2``: as fields write cards."""
    return " ".join(letter if count == 1 else f"{letter}{count}" for letter, count in zip(KINDS, counts, strict=True) if count)
