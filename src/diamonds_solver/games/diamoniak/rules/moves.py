"""Moves, as records write them: ``draw``, ``stop``, ``buy>P2``, ``-RDD``."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from .cards import FAIRY, KINDS, NO_CARDS, Cards, letters


class Kind(IntEnum):
    """What a player may do."""

    DRAW = 0
    STOP = 1
    BUY = 2
    GIVE = 3
    """Give up cards after a witch."""


class Move(NamedTuple):
    """One move; ``str(move)`` writes it."""

    kind: Kind
    seller: int = -1
    """With BUY: the seat that sells a castle card."""
    cards: Cards = NO_CARDS
    """With GIVE: the cards given up."""

    def __str__(self) -> str:
        if self.kind is Kind.BUY:
            return f"buy>P{self.seller + 1}"
        if self.kind is Kind.GIVE:
            return f"-{letters(self.cards)}"
        return self.kind.name.lower()


DRAW = Move(Kind.DRAW)
STOP = Move(Kind.STOP)
ONE_FAIRY = Move(Kind.GIVE, cards=tuple(int(kind == FAIRY) for kind in range(len(KINDS))))
"""A fairy instead of three cards."""


def buy(seller: int) -> Move:
    return Move(Kind.BUY, seller=seller)


def give(cards: Cards) -> Move:
    return Move(Kind.GIVE, cards=cards)
