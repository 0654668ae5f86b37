"""Random small positions of every kind, for tests that compare the C core with the plain-Python reference."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.games.diamonds.core import layout
from diamonds_solver.games.diamonds.round.position import Position
from diamonds_solver.games.diamonds.round.public import Table
from diamonds_solver.games.diamonds.round.rules import CLUBS, HEARTS, SPADES, SUITS, Rules, make_card, suit_of

ALL_RULES = [
    *(Rules(players) for players in range(2, 7)),
    *(Rules(players, perfect=True) for players in range(2, 6)),
    Rules(4, teams=True),
    Rules(4, perfect=True, teams=True),
    Rules(6, teams=True),
]
THIEF_RULES = [replace(rules, thief=True) for rules in ALL_RULES]
MOST_TRICKS = {2: 3, 3: 4, 4: 3, 5: 2, 6: 2}
"""So many tricks the reference solves in well under a second."""


def random_position(rng: random.Random, rules: Rules | None = None, most_tricks: int | None = None) -> Position:
    """A position before, within or just after a trick, or with a choice pending; never over.

    A third are degenerate (spades and clubs only, or few suits), many with hardly a crystal: that finds errors that ordinary deals hide.
    """
    rules = rules or rng.choice(ALL_RULES)
    while True:
        tricks = rng.randint(1, most_tricks or MOST_TRICKS[rules.players])
        position = _play_on(_composed(rng, rules, tricks), rng)
        if not position.is_over:
            return position


def _composed(rng: random.Random, rules: Rules, tricks: int) -> Position:
    size = tricks * rules.plays_per_trick
    kind = rng.randrange(3)
    deck = _few_suits(rng, rules) if kind == 0 else list(rules.deck)
    if kind == 1:  # cards close together make equal cards and ties frequent
        deck = [card for card in deck if card & 15 <= max(4, rules.players * size // 4 + 2)]
    if len(deck) < rules.players * size:
        deck = list(rules.deck)
    rng.shuffle(deck)
    most_crystals = rng.choice((1, 2, 6))
    most_taken = rng.choice((0, 2, 5))
    winners = frozenset(seat for seat in range(rules.players) if rng.random() < 0.6)
    table = Table(
        rules=rules,
        leader=rng.randrange(rules.players),
        tricks_left=tricks,
        showroom=tuple(rng.randint(0, most_crystals) for _ in range(rules.players)),
        vault=tuple(rng.randint(0, 5) for _ in range(rules.players)),
        taken=tuple(_taken(rng, most_taken) if seat in winners else (0, 0, 0, 0) for seat in range(rules.players)),
        winners=winners,
        thief=rng.randrange(rules.players) if rules.thief else None,
    )
    return Position(table, tuple(frozenset(deck[seat * size : (seat + 1) * size]) for seat in range(rules.players)))


def _few_suits(rng: random.Random, rules: Rules) -> list[int]:
    suits = rng.choice(((SPADES, CLUBS), (SPADES, CLUBS), (HEARTS, SPADES, CLUBS), tuple(rng.sample(list(SUITS), 2))))
    return [make_card(suit, rank) for suit in suits for rank in range(1, rules.max_rank + 1)]


def _taken(rng: random.Random, most: int) -> tuple[int, int, int, int]:
    return (rng.randint(0, most), rng.randint(0, most), rng.randint(0, most), rng.randint(0, most))


def _play_on(position: Position, rng: random.Random) -> Position:
    """Plays none, some, or nearly all of the moves at random; sometimes leaves an off-suit club's victim open."""
    moves = rng.choice((0, 0, rng.randint(1, 2 * position.rules.trick_size), 60))
    for _ in range(moves):
        if position.is_over or (moves == 60 and position.table.choices()):
            break
        move = rng.choice(position.moves())
        if move.card is not None and move.victim is not None and rng.random() < 0.2:
            return _without_victim(position, move.card)
        position = position.play(move)
    return position


def _without_victim(position: Position, card: int) -> Position:
    assert suit_of(card) == CLUBS
    hands = list(position.hands)
    hands[position.to_move] -= {card}
    return Position(position.table.play_card(card), tuple(hands))


def packed_moves(position: Position) -> NDArray[np.uint8]:
    rows = [[layout.NONE if field is None else field for field in move] for move in position.moves()]
    return np.array(rows, np.uint8)
