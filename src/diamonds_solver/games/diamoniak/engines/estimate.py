"""Each player's chance to win at the start of a turn, estimated by a fitted function.

The chances are proportional to exp(score), and a score is a sum of weights of what lies before the player. The weights are fitted to games
between greedy players; ``benchmarks/diamoniak_fit.py`` makes them anew.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from diamonds_solver.games.diamoniak.rules.cards import DIAMOND, FAIRY
from diamonds_solver.games.diamoniak.rules.game import PRICE
from diamonds_solver.games.diamoniak.rules.state import Phase, State

_FITTED = {
    "missing 1": 2.055,
    "missing 2": 0.941,
    "missing 3": 0.122,
    "missing 4": -0.545,
    "missing 5": -0.965,
    "missing 6": -1.106,
    "no colour": -0.502,
    "one to buy": 0.124,
    "two to buy": -0.081,
    "three to buy": -0.326,
    "last ones to buy": 2.357,
    "diamonds": 0.375,
    "fairy": 0.295,
    "second fairy": 0.137,
    "others": 0.575,
    "own in the pile": 0.236,
    "next": -0.136,
    "second next": -0.236,
    "third next": -0.297,
}
FEATURES = tuple(_FITTED)
WEIGHTS = tuple(_FITTED.values())


def chances(state: State, weights: Sequence[float] = WEIGHTS) -> list[float]:
    """Every seat's chance to win, if the seat to move is at the start of a turn."""
    scores = [sum(weight * number for weight, number in zip(weights, row, strict=True)) for row in features(state)]
    highest = max(scores)
    powers = [math.exp(score - highest) for score in scores]
    total = sum(powers)
    return [power / total for power in powers]


def features(state: State) -> list[list[float]]:
    """The numbers of FEATURES for every seat."""
    pile = state.draw_pile()
    size = max(1, sum(pile))
    return [_of_seat(state, seat, 0.0 if colour is None else pile[colour] / size) for seat, colour in enumerate(state.colours)]


def _of_seat(state: State, seat: int, in_pile: float) -> list[float]:
    row = [0.0] * len(FEATURES)
    held, colour = state.held[seat], state.colours[seat]
    own, missing, to_buy = 0, 7, 0
    if colour is not None:
        own = held[colour]
        missing = state.rules.deck[colour] - own
        to_buy = min(held[DIAMOND] // PRICE, sum(cards[colour] for cards in state.held) - own, 3)
    row[missing - 1] = 1.0
    for count in range(to_buy):
        row[7 + count] = 1.0
    row[10] = float(missing <= to_buy)
    row[11] = min(held[DIAMOND], 12) / PRICE
    row[12], row[13] = float(held[FAIRY] > 0), float(held[FAIRY] > 1)
    row[14] = min(sum(held) - held[DIAMOND] - held[FAIRY] - own, 6) / 3
    row[15] = 10 * in_pile
    wait = (seat - state.turn) % len(state.held)
    if wait:
        row[15 + wait] = 1.0
    return row


def utilities(state: State) -> list[float]:
    """Every seat's chance to win from any state: the turn is taken to end as it stands, a witch is not paid yet."""
    if state.winner is not None:
        return [float(seat == state.winner) for seat in range(len(state.held))]
    if state.phase is Phase.MORE:
        state = state._replace(turn=(state.turn + 1) % len(state.held))
    return chances(state)
