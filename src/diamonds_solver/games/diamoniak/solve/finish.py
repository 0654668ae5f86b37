"""The chance to complete a castle within the turn that is being played, in closed form."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.games.diamoniak.rules.cards import COLOURS, WITCH
from diamonds_solver.games.diamoniak.rules.game import BOX
from diamonds_solver.games.diamoniak.rules.rows import NO_COLOUR, ON_WITCH, TURN, Rows, Table

Counts = NDArray[np.int64]


def _before_witches() -> NDArray[np.float64]:
    """[missing, cards, witches]: the chance that this many of the cards come before the first witch."""
    most = max(BOX[colour] for colour in COLOURS)
    table = np.zeros((most + 1, most + 1, BOX[WITCH] + 1))
    table[0] = 1.0
    for cards in range(1, most + 1):
        for witches in range(BOX[WITCH] + 1):
            for missing in range(1, cards + 1):
                table[missing, cards, witches] = cards / (cards + witches) * table[missing - 1, cards - 1, witches]
    return table


_BEFORE_WITCHES = _before_witches()


def chance_to_finish(table: Table, rows: Rows) -> NDArray[np.float64]:
    """Of the seat to move in each row, playing for nothing but to win in this turn."""
    chance = np.zeros(len(rows))
    colour = table.colour(rows)
    going_on = rows[:, table.phase] != ON_WITCH
    has_colour, without = np.flatnonzero(going_on & (colour != NO_COLOUR)), np.flatnonzero(going_on & (colour == NO_COLOUR))
    chance[has_colour] = _with_colour(table, table.shuffled(rows[has_colour]))
    chance[without] = _without_colour(table, table.shuffled(rows[without]))
    chance[_can_buy_the_last(table, rows)] = 1.0
    return chance


def _can_buy_the_last(table: Table, rows: Rows) -> NDArray[np.bool_]:
    at_start = np.flatnonzero(rows[:, table.phase] == TURN)
    starting = rows[at_start]
    possible = np.zeros(len(starting), np.bool_)
    for seller in range(table.players):
        possible |= table.can_buy(starting, seller)
    can = np.zeros(len(rows), np.bool_)
    can[at_start] = possible & (table.missing(starting) == 1)
    return can


def _with_colour(table: Table, rows: Rows) -> NDArray[np.float64]:
    pile, discards = rows[:, table.pile], rows[:, table.discards]
    index, colour = np.arange(len(rows)), table.colour(rows)
    return _finish(table.missing(rows), pile[index, colour], pile[:, WITCH], discards[index, colour], discards[:, WITCH])


def _without_colour(table: Table, rows: Rows) -> NDArray[np.float64]:
    """The first card of a colour that nobody builds begins the castle: it is in the pile, or else among the discards."""
    pile, discards = rows[:, table.pile], rows[:, table.discards]
    built = rows[:, table.colours]
    free = (built[:, :, None] != np.array(COLOURS)).all(1)
    drawn_first = np.where(free, pile[:, :NO_COLOUR], np.int8(0))
    ends = drawn_first.sum(1) + pile[:, WITCH]
    drawn_later = np.where(free, discards[:, :NO_COLOUR], np.int8(0))
    ends_later = drawn_later.sum(1) + discards[:, WITCH]
    chance = np.zeros(len(rows))
    for colour in table.rules.colours:
        missing = np.full(len(rows), table.deck[colour] - 1)
        now, later = drawn_first[:, colour], drawn_later[:, colour]
        from_pile = _finish(missing, now - 1, pile[:, WITCH], discards[:, colour], discards[:, WITCH])
        from_discards = _BEFORE_WITCHES[missing, later - 1, discards[:, WITCH]]
        chance += np.where(now > 0, now / np.maximum(ends, 1) * from_pile, 0.0)
        chance += np.where((ends == 0) & (later > 0), later / np.maximum(ends_later, 1) * from_discards, 0.0)
    return chance


def _finish(missing: Counts, cards: Rows, witches: Rows, cards_later: Rows, witches_later: Rows) -> NDArray[np.float64]:
    """The chance that the missing cards are drawn before a witch, from a pile and, when no witch is in it, then from the discards."""
    still_missing = np.maximum(missing - cards, 0)
    chance: NDArray[np.float64] = np.where(
        witches > 0, _BEFORE_WITCHES[missing, cards, witches], _BEFORE_WITCHES[still_missing, cards_later, witches_later]
    )
    return chance
