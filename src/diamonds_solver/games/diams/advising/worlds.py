"""Worlds of a view of Diam's: where hidden cards can lie.

A world is one way to deal the unseen cards to the hidden seats and to the pile, and to split what each has into hand and piles, that
agrees with all that is known. Each unknown card came by one arrival: before the play, or by a draw that was not told. What became of a card
gives a window in which it must have come, and a world is the likelier, the more ways there are to give every card an arrival of its own.
Where nobody was seen to lack anything, and nothing was laid, all are equally likely. The C core counts the worlds and draws them
(``csrc/diams/players/worlds.c``).
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..core import _players
from ..core.layout import STATE, pack_knowledge, unpack
from ..round.knowledge import Knowledge
from ..round.rules import QUALITIES
from ..round.state import State


class Worlds:
    """The states that agree with what is known. Cards of one kind count as different cards, as they do in a deal."""

    def __init__(self, state: State, knowledge: Knowledge) -> None:
        """`state`: in which HIDDEN stands for what is not told."""
        self._state = state
        self._packed = pack_knowledge(state, knowledge)

    @cached_property
    def _core(self) -> _players.Worlds:
        return _players.Worlds(*self._packed)

    @cached_property
    def is_possible(self) -> bool:
        """Whether there is a world: faster than to count them."""
        return _players.Worlds(*self._packed, is_question=True).count > 0

    @property
    def count(self) -> int:
        """How many worlds there are, exactly; 0 where what is known contradicts itself."""
        return self._core.count

    def draw(self, seed: int, first: int, count: int) -> NDArray[np.uint8]:
        """`count` worlds as bytes of STATE (``core/layout.py``), each as likely as its weight says. There has to be one.

        World i depends on what is known, on `seed` and on first + i.
        """
        return self._core.draw(seed, first, count)

    def drawn(self, seed: int, number: int) -> State:
        """World `number` of those that `draw` draws."""
        return unpack(self.draw(seed, number, 1), self._state)[0]

    def looks(self) -> dict[State, float]:
        """All worlds that look different, each with its weight: the number of worlds that look like it where all are equally likely. Ask
        `count` first whether they are few."""
        states, weights = self._core.all()
        scaled = weights * (self.count / weights.sum()) if len(weights) else weights
        total: dict[bytes, float] = {}
        for row, weight in zip(states.reshape(-1, STATE.itemsize), scaled.tolist(), strict=True):
            total[row.tobytes()] = total.get(row.tobytes(), 0) + weight
        return dict(zip(unpack(np.frombuffer(b"".join(total), np.uint8), self._state), total.values(), strict=True))

    def chances_of_piles(self, seat: int) -> list[dict[int, float]]:
        """For each pile of a hidden seat the chance of every quality that it may have."""
        rows = self._core.piles(seat)[:, ::-1].tolist()
        return [{each: chance for each, chance in zip(QUALITIES, row, strict=True) if chance} for row in rows]
