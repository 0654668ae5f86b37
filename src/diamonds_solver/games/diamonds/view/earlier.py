"""Who won the tricks before a record, and what was in them, where it does not tell: drawn for every world, by a plain model.

Any player who may have won one of these tricks is as likely as any other to have done so; who leads has won the last. All cards that can
have been in them are equally likely. In a trick two of three players follow suit where a card of it is left, the others play any card.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from diamonds_solver.games.diamonds.core.layout import MAX_PLAYERS, SUIT_COUNT
from diamonds_solver.games.diamonds.record.record import Record
from diamonds_solver.games.diamonds.rules.cards import SUITS

_FOLLOWS = 2 / 3
_KEY = 1 << 64  # beyond the seed: these numbers have nothing to do with those that deal the cards
_STEP = 4  # random numbers of one step of Philox's counter


class EarlierTricks:
    """Draws the untold tricks of a record that has some (`Record.may_have_won`)."""

    def __init__(self, record: Record) -> None:
        self._seats = record.may_have_won
        self._tricks = record.tricks_before - record.tricks_taken
        self._size = record.rules.trick_size
        counts = list(_counts([_limits(record, seat, self._tricks) for seat in self._seats], self._tricks))
        ways = np.array([factorial(self._tricks) / prod(map(factorial, row)) for row in counts])
        self._chances = np.cumsum(ways / ways.sum())
        self._winners = np.array([np.repeat(self._seats, row) for row in counts], np.intp)

    def draw(self, places: NDArray[np.bool_], suits: NDArray[np.intp], seed: int, first: int) -> NDArray[np.uint8]:
        """uint8[worlds, MAX_PLAYERS, SUIT_COUNT]: the cards won, by seat and suit; a seat without any has won none of these tricks.

        `places`: bool[worlds, cards], which cards were in these tricks; `suits`: those of the cards. World i depends on its row, `seed` and
        `first` + i only.
        """
        random = _numbers(seed, first, len(places), 1 + self._tricks + 2 * self._tricks * self._size)
        pick, random = random[:, 0], random[:, 1:]
        rows = self._winners[np.minimum(np.searchsorted(self._chances, pick), len(self._winners) - 1)]
        order, random = np.argsort(random[:, : self._tricks], axis=1), random[:, self._tricks :]
        winners = np.take_along_axis(rows, order, axis=1)
        left = np.stack([(places & (suits == suit)).sum(axis=1) for suit in SUITS], axis=1)
        worlds = np.arange(len(places))
        taken = np.zeros((len(places), MAX_PLAYERS, SUIT_COUNT), np.uint8)
        led = np.zeros(len(places), np.intp)
        for card in range(self._tricks * self._size):
            any_suit = (random[:, 2 * card, None] * left.sum(axis=1, keepdims=True) >= left.cumsum(axis=1)).sum(axis=1)
            follows = (random[:, 2 * card + 1] < _FOLLOWS) & (left[worlds, led] > 0) & (card % self._size > 0)
            suit = np.where(follows, led, np.minimum(any_suit, SUITS[-1]))
            led = suit if card % self._size == 0 else led
            left[worlds, suit] -= 1
            taken[worlds, winners[:, card // self._size], suit] += 1
        return taken


def _limits(record: Record, seat: int, tricks: int) -> tuple[int, int]:
    """The least and the most of the tricks that a seat can have won."""
    if record.won is None:
        return int(seat == record.lead), tricks
    known = record.won[seat]
    return (1, tricks) if known is None else (known, known)


def _counts(limits: list[tuple[int, int]], tricks: int) -> Iterator[tuple[int, ...]]:
    """All ways in which that number of tricks can have been won, as counts by seat."""
    if not limits:
        yield from [()] if tricks == 0 else []
        return
    (least, most), *others = limits
    for mine in range(least, min(most, tricks) + 1):
        yield from ((mine, *rest) for rest in _counts(others, tricks - mine))


def _numbers(seed: int, first: int, rows: int, columns: int) -> NDArray[np.float64]:
    """float64[rows, columns]: random numbers of [0, 1); row i depends on `seed` and `first` + i only."""
    steps = -(-columns // _STEP)
    generator = np.random.Generator(np.random.Philox(key=_KEY + seed, counter=first * steps))
    return generator.random((rows, steps * _STEP))[:, :columns]
