"""The start of a round: from an order of the cards, or with one hand known."""

from __future__ import annotations

from random import Random

from diamonds_solver.games.diams.rules.cards import FORCED_SALES, HIDDEN, Cards, X, taken_away
from diamonds_solver.games.diams.rules.game import LAST_CARDS, MARKET, Cloture, Rules
from diamonds_solver.games.diams.rules.state import Phase, State

from .hidden import Hidden
from .record import Record


def shuffled(rules: Rules, rng: Random) -> Cards:
    """All cards in random order, from the top; the closing card is among the last, or the last one."""
    cards = list(taken_away(rules.deck, (X,)))
    rng.shuffle(cards)
    below = 0 if rules.cloture is Cloture.LAST else rng.randrange(LAST_CARDS)
    cards.insert(len(cards) - below, X)
    return tuple(cards)


def start(rules: Rules, order: Cards, first: int = 0) -> State:
    """The round at its start: three cards to each hand and three diamonds to the market, the order of the others known."""
    players = rules.players
    hands = tuple(tuple(sorted(order[MARKET * seat : MARKET * (seat + 1)])) for seat in range(players))
    at = MARKET * players
    market: list[int] = []
    used: list[int] = []
    while len(market) < MARKET:
        (used if order[at] in FORCED_SALES else market).append(order[at])
        at += 1
    return State(
        rules=rules,
        hands=hands,
        safes=((),) * players,
        market=tuple(sorted(market)),
        pile=order[at:],
        is_stack=True,
        used=tuple(sorted(used)),
        closed=None,
        turn=first,
        phase=Phase.DRAW,
    )


def start_with(rules: Rules, hand: Cards, first: int = 0) -> Record:
    """The start of a round of which only P1's hand is known: the market is still to be dealt. `first`: the seat that begins."""
    hidden = Hidden(unknown=MARKET)
    state = State(
        rules=rules,
        hands=(hand, *[hidden.hand()] * (rules.players - 1)),
        safes=((),) * rules.players,
        market=(),
        pile=(HIDDEN,) * (len(rules.deck) - MARKET * rules.players),
        is_stack=False,
        used=(),
        closed=None,
        turn=(first - 1) % rules.players,  # once the market is filled the next seat is to draw
        phase=Phase.REFILL,
    )
    return Record(state, see=0, hidden=(None, *[hidden] * (rules.players - 1)))
