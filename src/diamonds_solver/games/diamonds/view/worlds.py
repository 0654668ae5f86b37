"""`Worlds`: deals that agree with a `View`, as packed positions for the C core. They know what the viewer knows and nothing else."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.games.diamonds.core import layout
from diamonds_solver.games.diamonds.rules.position import Position

from .view import CARDS, View

_BITS = np.left_shift(np.uint64(1), np.arange(CARDS, dtype=np.uint64))


class Worlds:
    """The positions that are possible as far as a view tells, all deals equally likely or weighted. Any number of threads may use one.

    In the phases before the play the hands are those before passing.
    """

    def __init__(self, view: View, likelihood: NDArray[np.float64] | None = None) -> None:
        """`likelihood`: float64[64, players], how much more likely card c is at seat j than usual (`View.weighted_dealer`)."""
        self.view = view
        self.dealer = view.dealer if likelihood is None else view.weighted_dealer(likelihood)
        self._bits = _BITS[list(view.unseen)]
        self._base = layout.pack([Position(view.table, view.pinned)])

    @property
    def count(self) -> int:
        """The exact number of deals. Where cards were won unseen before the record begins, several of them can be the same position."""
        return self.dealer.count

    def sample(self, seed: int, first: int, count: int) -> NDArray[np.void]:
        """POSITION[count]: random worlds. World i depends on the view, `seed` and `first` + i only, both below 2**64.

        Raises ValueError where the likelihood excludes every deal.
        """
        return self._positions(self.dealer.deal(seed, first, count))

    def enumerate(self) -> NDArray[np.void]:
        """POSITION[count]: every deal once, in a fixed order.

        Raises ValueError where there are more than ``sampling.MOST_DEALS``.
        """
        return self._positions(self.dealer.all_deals())

    def positions(self, worlds: NDArray[np.void]) -> list[Position]:
        """Worlds of this view as Python positions."""
        table, players = self.view.table, self.view.rules.players
        return [Position(table, tuple(map(_cards_of, row[:players]))) for row in worlds["hand"].tolist()]

    def _positions(self, deals: NDArray[np.uint8]) -> NDArray[np.void]:
        worlds = np.repeat(self._base, len(deals))
        for receiver, seat in enumerate(self.view.takers):
            worlds["hand"][:, seat] |= np.where(deals == receiver, self._bits, np.uint64(0)).sum(axis=1, dtype=np.uint64)
        return worlds


def _cards_of(mask: int) -> frozenset[int]:
    return frozenset(card for card in range(CARDS) if mask >> card & 1)
