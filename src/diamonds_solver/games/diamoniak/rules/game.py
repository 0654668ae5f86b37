"""What is fixed for a whole game: the players, the deck, and who gets the price of a castle card."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from numbers import Integral

from diamonds_solver.errors import RulesError

from .cards import COLOURS, KINDS, NAMES, WITCH, Cards, are_among, with_counts

MIN_PLAYERS, MAX_PLAYERS = 2, 4
BOX: Cards = (6, 6, 6, 6, 20, 3, 8)
"""The 55 cards of the rules' text."""
LEAST_CASTLE = 2
PRICE = 3
"""Diamonds for a castle card."""
PENALTY = 3
"""Cards that a witch costs."""


class Price(StrEnum):
    """Where the three diamonds of a purchase go; the text does not say."""

    SELLER = "seller"
    DISCARD = "discard"


SELLER_PAID = "the price of a purchase goes to the seller; the rules do not say so"
"""What is said of an answer that rests on this reading."""


@dataclass(frozen=True)
class Rules:
    """One way to play Diamoniak. Seats are 0..players-1 clockwise.

    Raises RulesError for a game that cannot be played, TypeError if the number of players is no whole number.
    """

    players: int
    deck: Cards = BOX
    price: Price = Price.SELLER

    def __post_init__(self) -> None:
        if not isinstance(self.players, Integral):
            raise TypeError(f"players is a whole number, not {self.players!r}")
        if not MIN_PLAYERS <= self.players <= MAX_PLAYERS:
            raise RulesError(f"Diamoniak is for {MIN_PLAYERS} to {MAX_PLAYERS} players, not {self.players}", code="E-PLAYERS")
        if len(self.deck) != len(KINDS) or min(self.deck) < 0:
            raise ValueError(f"a deck is a count for each of {KINDS}, not {self.deck!r}")
        if not are_among(self.deck, BOX):
            kind = next(kind for kind, count in enumerate(self.deck) if count > BOX[kind])
            raise _unplayable(f"the deck has {self.deck[kind]} cards {KINDS[kind]} ({NAMES[kind]}), the box only {BOX[kind]}")
        for colour in self.colours:
            if self.deck[colour] < LEAST_CASTLE:
                raise _unplayable(f"a castle of one card ({KINDS[colour]}) is complete as soon as it is begun")
        if len(self.colours) < self.players:
            raise _unplayable(f"{len(self.colours)} colours are too few for {self.players} players")
        if not self.deck[WITCH]:
            raise _unplayable("a deck without a witch can run out in the middle of a turn")

    @property
    def colours(self) -> tuple[int, ...]:
        """The colours in the deck."""
        return tuple(colour for colour in COLOURS if self.deck[colour])


def _unplayable(message: str) -> RulesError:
    return RulesError(
        message, code="E-DECK", hint=f"two to six cards of each colour, a colour for each player, a witch; the box is {with_counts(BOX)}"
    )
