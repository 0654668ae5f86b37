"""The pass, for many packed deals at once: who passes what by rules, and the hands after it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..round.rules import Rules
from . import _players

Masks = NDArray[np.uint64]
"""Sets of cards: bit = card."""

MAX_PASS = 3


def deck_mask(rules: Rules) -> int:
    """The cards of the deck as one number."""
    return sum(1 << card for card in rules.deck)


def card_mask(cards: frozenset[int] | tuple[int, ...]) -> int:
    """Cards as one number."""
    return sum(1 << card for card in cards)


def policy_passes(deals: NDArray[np.void], rules: Rules, counts: int | NDArray[np.uint8], *, by_net: bool = False) -> Masks:
    """uint64[deals, players]: what each seat passes by rules. `counts`: how many cards, for all deals or for each (uint8[deals]).
    `by_net`: by the net, where there is one for the game.

    A seat's choice depends on its own hand only. Raises ValueError for hands or numbers with which nobody can pass.
    """
    each = np.ascontiguousarray(np.broadcast_to(np.asarray(counts, np.uint8), len(deals)))
    return _players.policy_passes(hands_of(deals, rules), each, deck_mask(rules), rules.players, len(rules.sides), by_net)


def policy_counts(deals: NDArray[np.void], rules: Rules, dealer: int) -> NDArray[np.uint8]:
    """uint8[deals]: how many cards the dealer announces by rules."""
    hands = np.ascontiguousarray(deals["hand"][:, dealer])
    return _players.policy_counts(hands, deck_mask(rules), rules.players, len(rules.sides))


def exchange(deals: NDArray[np.void], rules: Rules, passed: Masks) -> NDArray[np.void]:
    """The deals after each seat gave the cards `passed[deal, seat]`, which it holds, to its receiver. `deals` stays as it is."""
    after = deals.copy()
    receivers = [rules.receiver(seat) for seat in range(rules.players)]
    hands = hands_of(deals, rules) & ~passed
    hands[:, receivers] |= passed
    after["hand"][:, : rules.players] = hands
    return after


def hands_of(deals: NDArray[np.void], rules: Rules) -> Masks:
    """uint64[deals, players]."""
    return np.ascontiguousarray(deals["hand"][:, : rules.players])
