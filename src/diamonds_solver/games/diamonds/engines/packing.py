"""Moves and sets of cards in the form in which the C players take them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.games.diamonds.core import layout
from diamonds_solver.games.diamonds.core.passing import card_mask
from diamonds_solver.games.diamonds.rules.cards import MAX_RANK, SUITS, make_card
from diamonds_solver.games.diamonds.rules.public import Move
from diamonds_solver.games.diamonds.view.view import View

ALL_CARDS = sum(1 << make_card(suit, rank) for suit in SUITS for rank in range(1, MAX_RANK + 1))


def pack_moves(moves: Sequence[Move]) -> NDArray[np.uint8]:
    """uint8[moves, 3] of card, actor, victim, as the C code has them."""
    rows = [[layout.NONE if field is None else field for field in move] for move in moves]
    return np.array(rows, np.uint8).reshape(len(rows), 3)


def seen_cards(view: View) -> int:
    """The cards that nobody can hold any more as far as the viewer knows, as a set of bits (see ``_players``)."""
    return ALL_CARDS & ~card_mask(frozenset(view.unseen).union(*view.pinned))
