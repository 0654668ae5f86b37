"""A `State`: everything on the table, all of it known to all. Chance is the draw alone; whoever calls says which card it was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from diamonds_solver.errors import IllegalMoveError

from .cards import COLOURS, DIAMOND, FAIRY, KINDS, NO_CARDS, WITCH, Cards, added, changed, choices, taken_away
from .game import PENALTY, PRICE, Price, Rules
from .moves import DRAW, ONE_FAIRY, STOP, Kind, Move, buy, give


class Phase(StrEnum):
    """What is decided now."""

    TURN = "turn"
    """Buy, or draw."""
    MORE = "more"
    """Draw again, or stop."""
    WITCH = "witch"
    """What to give up. The witch lies neither in the pile nor among the discards."""
    OVER = "over"
    """The castle of the seat to move is complete."""


class State(NamedTuple):
    """One moment of a game. States never change: `play` gives a new one."""

    rules: Rules
    colours: tuple[int | None, ...]
    """The colour of each seat's castle; kept even when all its cards are lost."""
    held: tuple[Cards, ...]
    """All cards of each seat: its castle, and what lies on the right."""
    discards: Cards
    pile: Cards
    turn: int
    """The seat to move; when the game is over, the winner."""
    phase: Phase

    @classmethod
    def start(cls, rules: Rules, first: int = 0) -> State:
        """The start of a game: all cards in the pile."""
        return cls(rules, (None,) * rules.players, (NO_CARDS,) * rules.players, NO_CARDS, rules.deck, first, Phase.TURN)

    @property
    def winner(self) -> int | None:
        return self.turn if self.phase is Phase.OVER else None

    def moves(self) -> tuple[Move, ...]:
        """All legal moves: ``draw`` before the others, purchases by seat, what is given up by kinds. Empty once the game is over."""
        if self.phase is Phase.TURN:
            return (DRAW, *map(buy, self.sellers()))
        if self.phase is Phase.MORE:
            return (DRAW, STOP)
        if self.phase is Phase.WITCH:
            return payments(self.held[self.turn])
        return ()

    def sellers(self) -> Sequence[int]:
        """Who can be made to sell a card to the seat to move: whoever has one of its colour, if it has the price."""
        colour = self.colours[self.turn]
        if colour is None or self.held[self.turn][DIAMOND] < PRICE:
            return ()
        return [seat for seat, cards in enumerate(self.held) if seat != self.turn and cards[colour]]

    def draw_pile(self) -> Cards:
        """The cards of which the next one is drawn: the pile, or the discards shuffled when it is used up."""
        return self.pile if any(self.pile) else self.discards

    def play(self, move: Move, card: int | None = None) -> State:
        """The state after `move`; with ``draw``, `card` is the kind of the card that came.

        Raises IllegalMoveError when the rules do not allow it, or when no such card is there.
        """
        if move not in self.moves():
            legal = ", ".join(map(str, self.moves())) or "none, the game is over"
            raise IllegalMoveError(f"{move} is not a legal move", hint=f"legal moves: {legal}")
        if (move.kind is Kind.DRAW) != (card is not None):
            raise TypeError("a draw, and nothing else, comes with a card")
        return self.after(move, card)

    def after(self, move: Move, card: int | None = None) -> State:
        """As `play`, for a move that is known to be legal."""
        if move.kind is Kind.STOP:
            return self._passed_on()
        if move.kind is Kind.BUY:
            return self._bought(move.seller)
        if card is not None:
            return self._drawn(card)
        return self._given_up(move.cards)

    def _drawn(self, card: int) -> State:
        is_used_up = not any(self.pile)
        pile, discards = (self.discards, NO_CARDS) if is_used_up else (self.pile, self.discards)
        if not pile[card]:
            raise IllegalMoveError(f"no {KINDS[card]} can be drawn", hint=f"the {'discards' if is_used_up else 'pile'} has none")
        state = self._replace(pile=changed(pile, card, -1), discards=discards)
        if card != WITCH:
            return state._received(card)._or_won(Phase.MORE)
        ways = payments(self.held[self.turn])
        return state._replace(phase=Phase.WITCH) if len(ways) > 1 else state._given_up(ways[0].cards)

    def _received(self, card: int) -> State:
        """With one more card before the seat to move; it may begin a castle."""
        turn, colours = self.turn, self.colours
        if colours[turn] is None and card in COLOURS and card not in colours:
            colours = (*colours[:turn], card, *colours[turn + 1 :])
        return self._replace(colours=colours, held=_with(self.held, turn, changed(self.held[turn], card, 1)))

    def _given_up(self, cards: Cards) -> State:
        """These cards and the witch are discarded, and the turn ends."""
        held = _with(self.held, self.turn, taken_away(self.held[self.turn], cards))
        return self._replace(held=held, discards=changed(added(self.discards, cards), WITCH, 1))._passed_on()

    def _bought(self, seller: int) -> State:
        """A card of the buyer's own colour from the seller for three diamonds; that was the turn."""
        colour = self.colours[self.turn]
        assert colour is not None
        own = changed(changed(self.held[self.turn], colour, 1), DIAMOND, -PRICE)
        sold, discards = changed(self.held[seller], colour, -1), self.discards
        if self.rules.price is Price.SELLER:
            sold = changed(sold, DIAMOND, PRICE)
        else:
            discards = changed(discards, DIAMOND, PRICE)
        state = self._replace(held=_with(_with(self.held, self.turn, own), seller, sold), discards=discards)._or_won(Phase.TURN)
        return state if state.phase is Phase.OVER else state._passed_on()

    def _or_won(self, phase: Phase) -> State:
        """In this phase, or over if the castle of the seat to move is complete."""
        return self._replace(phase=Phase.OVER if is_complete(self, self.turn) else phase)

    def _passed_on(self) -> State:
        return self._replace(turn=(self.turn + 1) % self.rules.players, phase=Phase.TURN)


def successors(state: State, move: Move) -> Iterator[tuple[float, State]]:
    """What may come of a legal move, with its chances."""
    if move != DRAW:
        yield 1.0, state.after(move)
        return
    pile = state.draw_pile()
    total = sum(pile)
    for kind, count in enumerate(pile):
        if count:
            yield count / total, state.after(move, kind)


def is_complete(state: State, seat: int) -> bool:
    """Whether the seat has every card of its colour."""
    colour = state.colours[seat]
    return colour is not None and state.held[seat][colour] == state.rules.deck[colour]


@lru_cache(maxsize=1 << 14)
def payments(held: Cards) -> tuple[Move, ...]:
    """The ways to pay a witch: one fairy, or three cards of own choice (all, if there are fewer). One way: no decision."""
    whole = tuple(give(cards) for cards in choices(held, min(PENALTY, sum(held))))
    return whole if not held[FAIRY] or ONE_FAIRY in whole else (ONE_FAIRY, *whole)


def _with(held: tuple[Cards, ...], seat: int, cards: Cards) -> tuple[Cards, ...]:
    return (*held[:seat], cards, *held[seat + 1 :])
