"""Moves, as records write them: ``8=4+2+2``, ``safe:7+7+7``, ``B>P2:7*``."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from .cards import NAMES, Cards, written


class Kind(Enum):
    """What a player may do; the value is how it is written, with the fields of a Move to be filled in."""

    DRAW = "draw"
    OPEN = "open"
    """Two cards from the pile to the market."""
    SHOW = "={cards}"
    """Show a diamond, and take all of its quality."""
    SUM = "{cards}={taken}"
    """Put a diamond, and take others that add up to it."""
    SAFE = "safe:{cards}"
    PUT = "put:{cards}"
    TAKE = "T:{cards}"
    BREAK = "B>P{target}:{cards}"
    SECURE = "S:{cards}"
    SALE = "{tool}?P{target}:{cards}"
    """A forced sale: `tool` is the card that is used for it, `cards` the diamond shown."""
    PASS = "pass"
    TRIM = "-{cards}"
    """The surplus of a hand."""
    GIVE = "give:{cards}"
    """The copy that comes out of the asked player's safe."""


class Move(NamedTuple):
    """One move; ``str(move)`` writes it. Cards are named by kind, so equal cards make one move."""

    kind: Kind
    cards: Cards = ()
    taken: Cards = ()
    target: int = -1
    """The seat of a break or of a forced sale."""
    tool: int = -1

    def __str__(self) -> str:
        tool = NAMES[self.tool] if self.tool >= 0 else ""
        return self.kind.value.format(cards=written(self.cards), taken=written(self.taken), target=self.target + 1, tool=tool)


DRAW, OPEN, PASS = Move(Kind.DRAW), Move(Kind.OPEN), Move(Kind.PASS)
