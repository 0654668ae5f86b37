"""Rules of thumb for every decision, for many states at once.

``greedy`` buys when it can, pays a witch with the cheapest cards, and draws while the mean worth of the next card exceeds the chance of a
witch times what she would cost. ``cautious`` does the same but draws one card a turn.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.games.diamoniak.rules.cards import DIAMOND, FAIRY, KINDS, WITCH
from diamonds_solver.games.diamoniak.rules.game import PENALTY
from diamonds_solver.games.diamoniak.rules.moves import DRAW, STOP, Move, buy, give
from diamonds_solver.games.diamoniak.rules.rows import HELD, NO_COLOUR, Rows, Table
from diamonds_solver.games.diamoniak.rules.state import Phase, State

NOBODY = -1


@dataclass(frozen=True)
class Worth:
    """What a card is worth to a player: of their own castle, of another's, of a colour that nobody builds, a diamond, a fairy. Invented."""

    own: float = 4.0
    fairy: float = 2.5
    diamond: float = 1.5
    others: float = 1.0
    unbuilt: float = 0.1


@dataclass(frozen=True)
class Policy:
    """How to play by rules of thumb."""

    name: str
    draws_on: bool
    """Whether it may draw more than one card a turn."""
    worth: Worth = Worth()

    def sellers(self, table: Table, rows: Rows) -> NDArray[np.int64]:
        """For rows at the start of a turn: of whom to buy, the next seat that can be made to sell; NOBODY: draw."""
        chosen = np.full(len(rows), NOBODY)
        for away in range(table.players - 1, 0, -1):
            seller = (table.to_move(rows) + away) % table.players
            for seat in range(table.players):
                chosen[(seller == seat) & table.can_buy(rows, seat)] = seat
        return chosen

    def wants_more(self, table: Table, rows: Rows) -> NDArray[np.bool_]:
        """For rows after a draw: whether to draw again."""
        if not self.draws_on:
            return np.zeros(len(rows), np.bool_)
        pile = table.draw_pile(rows)
        worth = self._worths(table, rows)
        _, price = self._cheapest(table, rows, worth)
        more: NDArray[np.bool_] = (pile[:, :HELD] * worth).sum(1) > pile[:, WITCH] * price
        return more

    def payments(self, table: Table, rows: Rows) -> Rows:
        """For rows after a witch: the cards to give up."""
        cards, _ = self._cheapest(table, rows, self._worths(table, rows))
        return cards

    def _worths(self, table: Table, rows: Rows) -> NDArray[np.float64]:
        """What a card of each kind is worth to the seat to move; a card that would begin its castle is one of its own."""
        own, built = table.colour(rows), rows[:, table.colours]
        worth = np.empty((len(rows), HELD))
        for colour in range(NO_COLOUR):
            is_built = (built == colour).any(1)
            unbuilt = np.where(own == NO_COLOUR, self.worth.own, self.worth.unbuilt)
            worth[:, colour] = np.where(own == colour, self.worth.own, np.where(is_built, self.worth.others, unbuilt))
        worth[:, DIAMOND], worth[:, FAIRY] = self.worth.diamond, self.worth.fairy
        return worth

    def _cheapest(self, table: Table, rows: Rows, worth: NDArray[np.float64]) -> tuple[Rows, NDArray[np.float64]]:
        """The cheapest way to pay a witch, and what it costs."""
        held = table.held(rows, table.to_move(rows))
        order = np.argsort(worth, axis=1, kind="stable")
        sorted_counts = np.take_along_axis(held, order, 1)
        before = np.cumsum(sorted_counts, axis=1) - sorted_counts
        given = np.empty_like(held)
        np.put_along_axis(given, order, np.clip(PENALTY - before, 0, sorted_counts).astype(np.int8), 1)
        price = (given * worth).sum(1)
        by_fairy = (held[:, FAIRY] > 0) & (price > self.worth.fairy)
        given[by_fairy] = np.arange(HELD) == FAIRY
        return given, np.where(by_fairy, self.worth.fairy, price)

    def move(self, state: State) -> Move:
        """The move in one state."""
        table = Table(state.rules)
        rows = table.rows([state])
        if state.phase is Phase.MORE:
            return DRAW if self.wants_more(table, rows)[0] else STOP
        if state.phase is Phase.WITCH:
            return give((*self.payments(table, rows)[0].tolist(), *[0] * (len(KINDS) - HELD)))
        seller = int(self.sellers(table, rows)[0])
        return DRAW if seller == NOBODY else buy(seller)


GREEDY = Policy("greedy", draws_on=True)
CAUTIOUS = Policy("cautious", draws_on=False)
POLICIES = {policy.name: policy for policy in (GREEDY, CAUTIOUS)}
