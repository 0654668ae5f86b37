"""What is fixed for a round: the players, and what the printed rules leave out: the values of collections and the cards with a loupe."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from diamonds_solver.errors import RulesError

from .cards import COLLECTION, COPIES, FORCED_SALES, QUALITIES, Cards, X, diamond

MIN_PLAYERS, MAX_PLAYERS = 2, 5
HAND_LIMIT = 5
"""Who holds more at the end of a turn puts the surplus on the market."""
MARKET = 3
"""Cards dealt to each hand, and diamonds on the market at the start and when it was empty."""
LAST_CARDS = 16
"""How many cards at the bottom of the pile the closing card is shuffled with, itself included."""

MAX_VALUE = 999_999
"""Of a collection."""
Triple = tuple[int, int, int]
"""What three, four and five cards of a quality are worth."""


def _invented_values() -> tuple[Triple, ...]:
    worth = [quality if quality <= 7 else 1 for quality in QUALITIES]
    return tuple((each, 2 * each, 3 * each) for each in worth)


VALUES = _invented_values()
"""By quality from 1; invented in the spirit of the rules' text, which does not give the printed numbers."""
LOUPES = (1,) * len(QUALITIES)
"""Cards with a loupe of each quality, from 1; invented, too."""


class Cloture(StrEnum):
    """Where the closing card is."""

    MIXED = "mixed"
    """Anywhere among the last cards of the pile."""
    LAST = "last"
    """At the bottom."""


def _is_triple(values: Sequence[int]) -> bool:
    return len(values) == 3 and 0 <= values[0] <= values[1] <= values[2] <= MAX_VALUE


@dataclass(frozen=True)
class Rules:
    """One way to play a round of Diam's. Seats are 0..players-1 clockwise.

    Raises RulesError for what cannot be played.
    """

    players: int
    values: tuple[Triple, ...] = VALUES
    loupes: tuple[int, ...] = LOUPES
    cloture: Cloture = Cloture.MIXED

    def __post_init__(self) -> None:
        if not MIN_PLAYERS <= self.players <= MAX_PLAYERS:
            raise RulesError(f"Diam's is for {MIN_PLAYERS} to {MAX_PLAYERS} players, not {self.players}", code="E-PLAYERS")
        if len(self.values) != len(QUALITIES) or not all(map(_is_triple, self.values)):
            hint = "write what 3, 4 and 5 cards are worth, ten times, from quality 1: 1/2/3 2/4/6 .."
            raise RulesError(
                f"values are ten triples of numbers up to {MAX_VALUE:,}, none less than the one before", code="E-VALUES", hint=hint
            )
        if len(self.loupes) != len(QUALITIES) or not all(0 <= each <= COPIES for each in self.loupes):
            hint = "write one number for all qualities, or ten from quality 1"
            raise RulesError(f"loupes are ten numbers from 0 to {COPIES}", code="E-LOUPES", hint=hint)

    @cached_property
    def deck(self) -> Cards:
        """All 54 cards."""
        diamonds = [diamond(q, copy < self.loupes[q - 1]) for q in QUALITIES for copy in range(COPIES)]
        return tuple(sorted((*diamonds, *FORCED_SALES, X)))

    def value(self, quality: int, count: int) -> int:
        """What a number of cards of one quality is worth in a safe."""
        return self.values[quality - 1][min(count, COPIES) - COLLECTION] if count >= COLLECTION else 0
