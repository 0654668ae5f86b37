"""What the players in C are given: positions as bytes, cards as numbers, worlds that one seat cannot tell apart."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.errors import PositionError
from diamonds_solver.games.diamonds.core import _players, layout
from diamonds_solver.games.diamonds.deal import deal
from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.diamonds.round.public import Move
from diamonds_solver.games.diamonds.round.rules import Rules

ALL_CARDS = sum(1 << (16 * suit + rank) for suit in range(4) for rank in range(1, 16))


def mask(cards: Sequence[int] | frozenset[int]) -> int:
    return sum(1 << card for card in cards)


def packed(*positions: Position) -> NDArray[np.uint8]:
    return layout.pack(positions).view(np.uint8)


def outside(rules: Rules) -> int:
    return ALL_CARDS & ~mask(rules.deck)


def as_move(fields: tuple[int, int, int]) -> Move:
    return Move(*(None if field == layout.NONE else field for field in fields))


def policy_weights(rules: Rules) -> NDArray[np.float32]:
    return _players.default_weights(packed(deal(rules, np.random.default_rng(0))))


def other_world(position: Position, rng: random.Random) -> Position | None:
    """The same, for the seat to move, with all other cards of the deck dealt anew; None when the new hands contradict the trick."""
    own = position.hands[position.to_move]
    hidden = [card for card in position.rules.deck if card not in own and card not in position.table.cards]
    rng.shuffle(hidden)
    hands = []
    for seat, hand in enumerate(position.hands):
        hands.append(own if seat == position.to_move else frozenset(hidden[: len(hand)]))
        hidden = hidden if seat == position.to_move else hidden[len(hand) :]
    world = Position(position.table, tuple(hands))
    try:
        world.check()
    except PositionError:
        return None
    return world


def worlds_of(position: Position, count: int, rng: random.Random) -> NDArray[np.uint8]:
    worlds: list[Position] = []
    while len(worlds) < count:
        world = other_world(position, rng)
        if world is not None:
            worlds.append(world)
    return packed(*worlds)
