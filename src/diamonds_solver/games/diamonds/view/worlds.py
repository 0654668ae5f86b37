"""`Worlds`: deals that agree with a `View`, as packed positions for the C core. They know what the viewer knows and nothing else."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.games.diamonds.core import layout
from diamonds_solver.games.diamonds.core.passing import card_mask
from diamonds_solver.games.diamonds.rules.cards import MAX_RANK, SUITS, make_card, suit_of
from diamonds_solver.games.diamonds.rules.position import Position
from diamonds_solver.games.diamonds.rules.public import Table

from .earlier import EarlierTricks
from .view import CARDS, View

ALL_CARDS = sum(1 << make_card(suit, rank) for suit in SUITS for rank in range(1, MAX_RANK + 1))
_BITS = np.left_shift(np.uint64(1), np.arange(CARDS, dtype=np.uint64))


class Worlds:
    """The positions that are possible as far as a view tells, all deals equally likely or weighted. Any number of threads may use one.

    Where the record does not tell who won the tricks before it, every world has winners and cards of its own (``earlier``).

    In the phases before the play the hands are those before passing.
    """

    def __init__(self, view: View, likelihood: NDArray[np.float64] | None = None) -> None:
        """`likelihood`: float64[64, players], how much more likely card c is at seat j than usual (`View.weighted_dealer`)."""
        self.view = view
        self.dealer = view.dealer if likelihood is None else view.weighted_dealer(likelihood)
        placed = view.information.placed
        self._bits, self._suits = _BITS[list(placed)], np.array(list(map(suit_of, placed)), np.intp)
        self._base = layout.pack([Position(view.table, view.pinned)])
        self._earlier = EarlierTricks(view.record) if view.information.earlier else None

    @property
    def are_drawn(self) -> bool:
        """Whether there is more to a world than its deal: who won earlier tricks, and their cards. Such worlds cannot be listed."""
        return self._earlier is not None

    @property
    def count(self) -> int:
        """The exact number of deals. Where cards were won unseen before the record begins, several of them can be the same position."""
        return self.dealer.count

    def sample(self, seed: int, first: int, count: int) -> NDArray[np.void]:
        """POSITION[count]: random worlds. World i depends on the view, `seed` and `first` + i only, both below 2**64.

        Raises ValueError where the likelihood excludes every deal.
        """
        deals = self.dealer.deal(seed, first, count)
        worlds = self._positions(deals)
        if self._earlier is not None:
            taken = self._earlier.draw(deals == len(self.view.takers) + 1, self._suits, seed, first)
            worlds["taken"] += taken
            worlds["winners"] |= (taken.any(axis=2) << np.arange(layout.MAX_PLAYERS)).sum(axis=1).astype(np.uint8)
        return worlds

    def enumerate(self) -> NDArray[np.void]:
        """POSITION[count]: every deal once, in a fixed order.

        Raises ValueError where there are more than ``sampling.MOST_DEALS``, and where they are drawn.
        """
        if self.are_drawn:
            raise ValueError("who won the tricks before the record is drawn: such worlds cannot be listed")
        return self._positions(self.dealer.all_deals())

    def positions(self, worlds: NDArray[np.void]) -> list[Position]:
        """Worlds of this view as Python positions."""
        table, players = self.view.table, self.view.rules.players
        hands = [tuple(map(_cards_of, row[:players])) for row in worlds["hand"].tolist()]
        if not self.are_drawn:
            return [Position(table, cards) for cards in hands]
        return [Position(_with_tricks(table, world), cards) for world, cards in zip(worlds, hands, strict=True)]

    def _positions(self, deals: NDArray[np.uint8]) -> NDArray[np.void]:
        worlds = np.repeat(self._base, len(deals))
        for receiver, seat in enumerate(self.view.takers):
            worlds["hand"][:, seat] |= np.where(deals == receiver, self._bits, np.uint64(0)).sum(axis=1, dtype=np.uint64)
        return worlds


def _with_tricks(table: Table, world: np.void) -> Table:
    """The table with the cards and winners of tricks that a world has."""
    players = table.rules.players
    taken = tuple((d, h, s, c) for d, h, s, c in world["taken"][:players].tolist())
    return replace(table, taken=taken, winners=frozenset(seat for seat in range(players) if world["winners"] >> seat & 1))


def _cards_of(mask: int) -> frozenset[int]:
    return frozenset(card for card in range(CARDS) if mask >> card & 1)


def seen_cards(view: View) -> int:
    """The cards that nobody can hold any more as far as the viewer knows, as a set of bits: what players in C take as seen."""
    return ALL_CARDS & ~card_mask(frozenset(view.unseen).union(*view.pinned))
