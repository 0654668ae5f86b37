"""Many states at once, as rows of small numbers: the rules of `state.py` again, for numpy. The tests hold one against the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .cards import COLOURS, DIAMOND, FAIRY, KINDS, WITCH, counted
from .game import BOX, PENALTY, PRICE, Price, Rules
from .state import Phase, State

Rows = NDArray[np.int8]
PHASES = (Phase.TURN, Phase.MORE, Phase.WITCH, Phase.OVER)
TURN, MORE, ON_WITCH, OVER = range(4)
NO_COLOUR = len(COLOURS)
HELD = len(KINDS) - 1
"""Kinds that a player can hold: all but the witch."""
_NEVER = max(BOX) + 1
_ONE_FAIRY = np.array([int(kind == FAIRY) for kind in range(HELD)], np.int8)
_TRIPLES = np.array([counted(kinds)[:HELD] for kinds in combinations_with_replacement(range(HELD), PENALTY)], np.int8)


class Outcomes(NamedTuple):
    """Rows that come of others by one kind of move or one card."""

    sources: NDArray[np.int64]
    """For every row the index of the one it comes from."""
    rows: Rows
    chances: NDArray[np.float64] | None = None
    """With a draw: of this card."""


class Table:
    """The rules of one game for rows: held cards of each seat, discards, pile, colours, the seat to move, the phase."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.players = rules.players
        held = HELD * rules.players
        self.discards = slice(held, held + len(KINDS))
        self.pile = slice(held + len(KINDS), held + 2 * len(KINDS))
        self.colours = slice(self.pile.stop, self.pile.stop + rules.players)
        self.turn = self.colours.stop
        self.phase = self.turn + 1
        self.width = self.phase + 1
        self.deck = np.array(rules.deck, np.int64)

    def rows(self, states: Iterable[State]) -> Rows:
        """One row for each state."""
        return np.array([self._row(state) for state in states], np.int8).reshape(-1, self.width)

    def _row(self, state: State) -> list[int]:
        held = [count for cards in state.held for count in cards[:HELD]]
        colours = [NO_COLOUR if colour is None else colour for colour in state.colours]
        return [*held, *state.discards, *state.pile, *colours, state.turn, PHASES.index(state.phase)]

    def state(self, row: Rows) -> State:
        """The state of a row."""
        numbers = row.tolist()
        held = tuple((*numbers[HELD * seat : HELD * (seat + 1)], 0) for seat in range(self.players))
        colours = tuple(None if colour == NO_COLOUR else colour for colour in numbers[self.colours])
        piles = tuple(numbers[self.discards]), tuple(numbers[self.pile])
        return State(self.rules, colours, held, *piles, numbers[self.turn], PHASES[numbers[self.phase]])

    def held(self, rows: Rows, seats: NDArray[np.int64]) -> Rows:
        """What lies before a seat of each row."""
        everyone = rows[:, : self.discards.start].reshape(len(rows), self.players, HELD)
        held: Rows = everyone[np.arange(len(rows)), seats]
        return held

    def colour(self, rows: Rows) -> NDArray[np.int64]:
        """The colour of the seat to move, or NO_COLOUR."""
        return rows[np.arange(len(rows)), self.colours.start + self.to_move(rows)].astype(np.int64)

    def to_move(self, rows: Rows) -> NDArray[np.int64]:
        return rows[:, self.turn].astype(np.int64)

    def draw_pile(self, rows: Rows) -> Rows:
        """What is drawn from: the pile, or the discards when it is used up."""
        pile = rows[:, self.pile]
        return np.where(pile.any(1, keepdims=True), pile, rows[:, self.discards])

    def shuffled(self, rows: Rows) -> Rows:
        """A copy in which the discards are the pile wherever that was used up."""
        rows = rows.copy()
        used_up: NDArray[np.bool_] = rows[:, self.pile].sum(1) == 0
        rows[used_up, self.pile] = rows[used_up, self.discards]
        rows[used_up, self.discards] = 0
        return rows

    def draws(self, rows: Rows) -> Iterator[Outcomes]:
        """The next card, kind by kind; a witch that can be paid in one way only is paid."""
        rows = self.shuffled(rows)
        pile = rows[:, self.pile]
        totals = pile.sum(1, dtype=np.float64)
        for card in range(len(KINDS)):
            sources = np.flatnonzero(pile[:, card])
            if len(sources):
                yield Outcomes(sources, self.drawn(rows[sources], card), pile[sources, card] / totals[sources])

    def drawn(self, rows: Rows, cards: NDArray[np.int64] | int) -> Rows:
        """`rows`, which are changed, after these cards have been drawn from their piles, which are not used up."""
        index, turns = np.arange(len(rows)), self.to_move(rows)
        cards = np.broadcast_to(cards, len(rows))
        rows[index, self.pile.start + cards] -= 1
        is_witch = cards == WITCH
        got = np.flatnonzero(~is_witch)
        rows[got, HELD * turns[got] + cards[got]] += 1
        self._begin_castles(rows, turns, cards)
        rows[:, self.phase] = np.where(is_witch, ON_WITCH, MORE)
        won = (self.missing(rows) == 0) & ~is_witch
        rows[won, self.phase] = OVER
        forced = np.flatnonzero(is_witch & ~self.can_choose(rows))
        if len(forced):
            rows[forced] = self.given_up(rows[forced], np.minimum(self.held(rows[forced], turns[forced]), PENALTY))
        return rows

    def _begin_castles(self, rows: Rows, turns: NDArray[np.int64], cards: NDArray[np.int64]) -> None:
        colours = rows[:, self.colours]
        begins = (self.colour(rows) == NO_COLOUR) & (cards < NO_COLOUR) & (colours != cards[:, None]).all(1)
        which = np.flatnonzero(begins)
        rows[which, self.colours.start + turns[which]] = cards[which]

    def missing(self, rows: Rows) -> NDArray[np.int64]:
        """How many cards the castle of the seat to move lacks; a large number without a colour."""
        colour = self.colour(rows)
        own = self.held(rows, self.to_move(rows))[np.arange(len(rows)), np.minimum(colour, NO_COLOUR - 1)]
        return np.where(colour == NO_COLOUR, _NEVER, self.deck[colour] - own)

    def can_choose(self, rows: Rows) -> NDArray[np.bool_]:
        """Whether the seat to move can pay a witch in more than one way."""
        held = self.held(rows, self.to_move(rows))
        count = held.sum(1)
        choice: NDArray[np.bool_] = ((held[:, FAIRY] > 0) & (count > 1)) | ((count > PENALTY) & ((held > 0).sum(1) > 1))
        return choice

    def payments(self, rows: Rows) -> Iterator[Outcomes]:
        """After every way to pay a witch, for rows in that phase: a fairy, or three cards, or both of two."""
        held = self.held(rows, self.to_move(rows))
        count = held.sum(1)
        for cards in _TRIPLES:
            which = np.flatnonzero((held >= cards).all(1))
            yield Outcomes(which, self.given_up(rows[which], cards))
        which = np.flatnonzero(count < PENALTY)
        yield Outcomes(which, self.given_up(rows[which], held[which]))
        which = np.flatnonzero((held[:, FAIRY] > 0) & (count > 1))
        yield Outcomes(which, self.given_up(rows[which], _ONE_FAIRY))

    def given_up(self, rows: Rows, cards: Rows) -> Rows:
        """`rows`, which are changed, after these cards and a witch were discarded."""
        index = np.arange(len(rows))[:, None]
        rows[index, HELD * self.to_move(rows)[:, None] + np.arange(HELD)] -= cards
        rows[:, self.discards.start : self.discards.stop - 1] += cards
        rows[:, self.discards.start + WITCH] += 1
        return self.passed_on(rows)

    def passed_on(self, rows: Rows) -> Rows:
        """`rows`, which are changed: the turn of the next seat."""
        rows[:, self.turn] = (rows[:, self.turn] + 1) % self.players
        rows[:, self.phase] = TURN
        return rows

    def stops(self, rows: Rows) -> Iterator[Outcomes]:
        """After the end of the turn, for rows after a draw."""
        yield Outcomes(np.arange(len(rows)), self.passed_on(rows.copy()))

    def purchases(self, rows: Rows) -> Iterator[Outcomes]:
        """After every purchase, for rows at the start of a turn."""
        for seller in range(self.players):
            which = np.flatnonzero(self.can_buy(rows, seller))
            yield Outcomes(which, self.bought(rows[which], seller))

    def can_buy(self, rows: Rows, seller: int) -> NDArray[np.bool_]:
        """Whether the seat to move has a colour, the price, and the seller a card for it."""
        colour, turns = self.colour(rows), self.to_move(rows)
        index = np.arange(len(rows))
        own = rows[index, HELD * seller + np.minimum(colour, NO_COLOUR - 1)]
        possible: NDArray[np.bool_] = (colour != NO_COLOUR) & (turns != seller) & (own > 0) & (rows[index, HELD * turns + DIAMOND] >= PRICE)
        return possible

    def bought(self, rows: Rows, seller: NDArray[np.int64] | int) -> Rows:
        """`rows`, which are changed, after a purchase from this seat."""
        index, turns, colour = np.arange(len(rows)), self.to_move(rows), self.colour(rows)
        rows[index, HELD * seller + colour] -= 1
        rows[index, HELD * turns + colour] += 1
        rows[index, HELD * turns + DIAMOND] -= PRICE
        to_seller = self.rules.price is Price.SELLER
        rows[index, HELD * seller + DIAMOND if to_seller else self.discards.start + DIAMOND] += PRICE
        won = self.missing(rows) == 0
        rows[won, self.phase] = OVER
        rows[~won] = self.passed_on(rows[~won])
        return rows
